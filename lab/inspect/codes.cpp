#include "lab/inspect/codes.hpp"

#include "softfloat/names.hpp"
#include "softfloat/print.hpp"

namespace ulplab::lab {
namespace {

std::string binary_digits(std::uint64_t value, int digits) {
  std::string s;
  for (int i = digits - 1; i >= 0; --i) s += ((value >> i) & 1) != 0 ? '1' : '0';
  return s;
}

}  // namespace

std::string bits_text(const Format& f, Code code) {
  std::string s = "0b";
  if (f.is_signed) s += sign_of(f, code) ? "1'" : "0'";
  s += binary_digits(magnitude_of(f, code) >> f.trailing_bits(), f.exponent_bits);
  if (f.trailing_bits() > 0) s += "'" + binary_digits(code, f.trailing_bits());
  return s;
}

std::string code_text(const Format& f, Code code) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string s = "0x";
  for (int i = (f.width() + 3) / 4 - 1; i >= 0; --i) s += digits[(code >> (4 * i)) & 15];
  return s;
}

std::string power_text(int exponent) { return "2^" + std::to_string(exponent); }

std::string significand_text(const Format& f, Code code) {
  const std::string sign = sign_of(f, code) ? "-" : "";
  switch (class_of(f, code)) {
    case Class::zero:          return sign + "0";
    case Class::infinity:      return sign + "infinity";
    case Class::quiet_nan:
    case Class::signaling_nan: return std::string(name_of(class_of(f, code)));
    case Class::subnormal:
      return sign + "0." + binary_digits(code, f.trailing_bits()) + " × " + power_text(f.emin());
    case Class::normal: break;
  }
  const int exponent = static_cast<int>(magnitude_of(f, code) >> f.trailing_bits()) - f.bias;
  return sign + (f.trailing_bits() > 0 ? "1." + binary_digits(code, f.trailing_bits()) : "1") + " × " + power_text(exponent);
}

std::string binary_text(uint128 significand, int exponent, int digits) {
  const int top = highest_bit(significand);
  std::string s = "1.";
  int last_one = 1;  // keeps "1." and then one digit
  for (int i = top - 1; i >= 0 && top - i <= digits; --i) {
    s += ((significand >> i) & 1) != 0 ? '1' : '0';
    if (s.back() == '1') last_one = top - i;
  }
  s.resize(2 + static_cast<std::size_t>(last_one), '0');
  if (top > digits && low_bits(significand, top - digits) != 0) {
    s.resize(2 + static_cast<std::size_t>(digits), '0');
    s += "…";
  }
  return s + " × " + power_text(exponent + top);
}

std::string decimal_text(const Format& f, Code code, std::size_t most) {
  const std::string exact = exact_decimal(f, code);
  if (exact.size() <= most) return exact;
  const std::string leading = decimal_scientific(f, code, 17);
  const std::size_t e = leading.find('e');
  return leading.substr(0, e) + "…" + (e == std::string::npos ? "" : leading.substr(e));
}

}  // namespace ulplab::lab
