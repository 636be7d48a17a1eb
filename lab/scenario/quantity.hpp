// Which number did a person write, exactly?
//
// Numbers are kept as their text and as a fraction; they never pass through a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "softfloat/context.hpp"
#include "softfloat/exact/rational.hpp"

namespace ulplab::lab {

/// A finite number: as written, and exactly.
struct Quantity {
  std::string text;            ///< "0.1", "1.5e-7", "0x1p-14", "2^14"
  exact::Rational value = 0;
};

struct QuantityResult {
  std::optional<Quantity> quantity;
  std::string problem;  ///< where there is none: a sentence
  std::string hint;
};

/// Decimal, hexadecimal with a binary exponent, or a power of two (`2^14`, `-2^-24`).
QuantityResult read_quantity(std::string_view text);

/// The number in a format, rounded once in the direction of the context. `-0` is the negative zero where there is one.
Rounded round_to(const Format&, const Quantity&, const Context& = {});
/// Any fraction in a format, likewise.
Rounded round_to(const Format&, const exact::Rational&, const Context& = {});

/// What is measured or wanted: a number, one of the infinities, NaN, a truth, or a word.
enum class NotNumber : std::uint8_t { plus_infinity, minus_infinity, nan };
using Value = std::variant<exact::Rational, NotNumber, bool, std::string>;

Value value_of_code(const Format&, Code);

/// Correctly rounded to so many significant digits: "9.5834e-3", "0.5", "100000"; exact where it is shorter.
std::string short_decimal(const exact::Rational&, int digits = 4);
/// All digits of a fraction whose denominator divides a power of ten; else short_decimal with many.
std::string exact_text(const exact::Rational&);

/// floor(log2 |x|), x != 0.
int floor_log2(const exact::Rational& x);
/// The ulp a number of that magnitude has, or would have if the format went on above its largest number.
exact::Rational ulp_at(const Format&, const exact::Rational& x);

/// e^x to about `bits` bits, for comparing and showing; |x| <= 10000.
exact::Rational exp_of(const exact::Rational& x, int bits = 200);

}  // namespace ulplab::lab
