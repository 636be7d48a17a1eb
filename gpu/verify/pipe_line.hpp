// How is a case written for a program, and how is its answer read?
//
//     pipe:             0x3c00,0x3c01      ->  0x4000<TAB>inexact        the lines of `ulplab eval` (docs/eval.md)
//     pipe-testfloat:   3C00 3C01          ->  3C00 3C01 4000 01         the lines of Berkeley TestFloat
//
// Flags may be left away in both.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/check.hpp"

namespace ulplab::verify {

/// The words of an answer that is no number, in the order of their values: < = > unordered; 0 1; zero subnormal …
std::span<const std::string_view> words_of(Word);

struct PipeAnswer {
  Code code = 0;
  std::optional<std::uint8_t> flags;  ///< nothing: the program told none
};

class PipeLanguage {
 public:
  PipeLanguage(const Check& check, bool testfloat) : check_(check), testfloat_(testfloat) {}

  /// Adds one line with its end.
  void write(const Operands&, std::string& text) const;
  /// Or what is wrong with the line.
  std::variant<PipeAnswer, std::string> read(const Operands&, std::string_view line) const;

 private:
  std::variant<PipeAnswer, std::string> read_eval(std::string_view line) const;
  std::variant<PipeAnswer, std::string> read_testfloat(const Operands&, std::string_view line) const;

  Check check_;
  bool testfloat_;
};

}  // namespace ulplab::verify
