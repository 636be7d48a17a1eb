// What can be asked of a machine, with codes going in and a code coming out?
//
//     f16_add            two operands of binary16, one result
//     f32_to_f16         a conversion; from or to can be an integer type (i8 … u64)
//     f32_to_bf16_sr     the same, stochastic: the last operand is the random bits
//     f16_to_i32_quiet   to integer without raising inexact
//     f16_compare        answers a place in the order; f16_eq, f16_lt_quiet … answer 0 or 1, f16_total_order, f16_class
//     f16_scalbn         the second operand is an integer
//
// A kind is parsed once; its answers come from a plain function on codes, so that sweeps call nothing virtual.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "softfloat/compare.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/operations.hpp"
#include "softfloat/presets.hpp"

namespace ulplab::verify {

/// Answers that are not numbers: the value is that of the enumerator.
enum class Word : std::uint8_t { order, truth, class_name };

/// What an operand or a result is: a code of a format, an integer, a word.
using Slot = std::variant<Format, IntegerType, Word>;

/// Width of a slot in bits.
int width_of(const Slot&);

struct Kind {
  using Apply = Rounded (*)(const Kind&, const Code* operands, const Context&);

  std::string name;
  std::vector<Slot> operands;
  Slot result{binary16};
  Use use = Use::arithmetic;
  Signals signals = Signals::flags;
  bool stochastic = false;                 ///< the last operand is the random bits
  const Operation* operation = nullptr;    ///< of the operations table
  Format from{}, to{};                     ///< of a conversion; both the format of an operation
  IntegerType integer{32, true};           ///< of a conversion to or from integers
  Exactness exactness = Exactness::signals_inexact;
  Comparison comparison = Comparison::quiet;
  Apply apply = nullptr;

  Rounded operator()(const Code* codes, const Context& c) const { return apply(*this, codes, c); }
};

/// Why a kind could not be read, with what to write instead.
struct KindProblem {
  std::string message;
};

/// Reads a kind. Formats may be named or invented (e5p3_add).
std::variant<Kind, KindProblem> parse_kind(std::string_view name);

/// What may stand behind the underscore of FORMAT_…, for a list that a person reads: the operations table, the predicates,
/// scalbn.
struct Form {
  std::string_view name;
  std::string_view inputs;
  std::string_view answer;
  std::string_view source;
};
std::vector<Form> forms();

/// An integer type by name: i8 i16 i32 i64 u8 u16 u32 u64.
std::optional<IntegerType> find_integer(std::string_view name);
std::string name_of(IntegerType);

/// The context of a machine for a kind, with the direction put in; nothing if the machine has another one only.
std::optional<Context> context_for(std::string_view machine, const Kind&, const Context& wanted);

}  // namespace ulplab::verify
