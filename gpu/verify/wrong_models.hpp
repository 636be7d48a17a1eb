// What would a contestant answer that makes one well-known mistake?
//
// A wrong model is a function from an input to the answer of that mistake. Models compute with our arithmetic under another
// context, or from the exact result with their own few lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/verify/check.hpp"

namespace ulplab::verify {

/// An exact result before any rounding: (-1)^negative * (significand + something below one, if `more`) * 2^exponent, not zero.
struct ExactResult {
  bool negative = false;
  int exponent = 0;
  uint128 significand = 0;
  bool more = false;
};

/// An input, its right answer, and its exact result where that is a number.
struct Case {
  const Check& check;
  Operands operands{};
  Code expected = 0;
  std::optional<ExactResult> exact;

  Case(const Check&, const Operands&, Code right);

  const Kind& kind() const { return check.kind; }
  /// The format of the result; nullptr where it is an integer or a word.
  const Format* to() const { return std::get_if<Format>(&check.kind.result); }
  /// The format of operand k; nullptr where there is no such operand or it is an integer.
  const Format* from(std::size_t k = 0) const;
  bool any_operand(bool (*is)(const Format&, Code)) const;
};

/// What a model is about decides how its example is told.
enum class Family : std::uint8_t { rounding, range, other };

struct WrongModel {
  std::string_view id;  ///< "ties_away"; several rows may share one: forms of the same mistake
  Family family;
  bool (*applies)(const Check&);
  Code (*answer)(const Case&);
  std::string_view sentence;  ///< "Ties go away from zero", without a full stop
  std::string_view hint;      ///< where such a thing comes from; may be empty
};

/// All models, the more specific ones first.
std::vector<const WrongModel*> wrong_models();

// The tables, one file each.
std::span<const WrongModel> rounding_models();
std::span<const WrongModel> range_models();
std::span<const WrongModel> nan_models();
std::span<const WrongModel> other_models();

// --- Steps that models are made of --------------------------------------------------------------------------------------------

/// The answer of the kind under another context, or of other operands.
Code answer_under(const Case&, const Context&);
Code answer_of(const Case&, const Operands&);

/// The exact result cut at the result's last place: floor(|x| / 2^quantum), and what is left of it.
struct Kept {
  uint128 kept = 0;
  int quantum = 0;
  Discarded discarded = Discarded::nothing;
};
Kept cut_at(const ExactResult&, int quantum);
/// Exponent of the last place that the result has: of a number of its size, or 0 for an integer.
int quantum_of(const Case&);
/// floor(log2 |x|)
int exponent_of(const ExactResult&);

/// Is the magnitude rounded up, in the check's direction?
bool rounds_away(const Case&, const Kept&);
/// kept * 2^quantum with the sign of the exact result as the answer: exact in it, or too large and treated so.
Code finish(const Case&, uint128 kept, int quantum);
/// Another exact value in place of the right one, rounded in the check's direction.
Code round_instead(const Case&, const ExactResult&);
/// The magnitude code of kept * 2^quantum, where kept has p bits or quantum is the smallest: nothing is done about overflow.
Code magnitude_code(const Format&, uint128 kept, int quantum);

/// Is the check's direction one of the two to nearest?
bool to_nearest(const Check&);
bool any_check(const Check&);
/// Is the result a number of a format?
bool gives_number(const Check&);
bool is_operation(const Check&, std::string_view name);

}  // namespace ulplab::verify
