# shellcheck shell=bash
# The deliberate breaks of the library, for the scripts that try whether anybody notices: tests/mutations.sh and
# tests/verify_mutations.sh source this.
#
#   mutation NAME FILE BEFORE AFTER      in softfloat/FILE, BEFORE stands exactly once and becomes AFTER

# shellcheck disable=SC2034  # read by whoever sources this
names=() files=() befores=() afters=()
mutation() { names+=("$1"); files+=("$2"); befores+=("$3"); afters+=("$4"); }

mutation 'truncate instead of round' round.hpp \
  'case Rounding::nearest_even: return discarded == Discarded::above_half || (discarded == Discarded::half && kept_odd);' \
  'case Rounding::nearest_even: return false;'
mutation 'ties away instead of to even' round.hpp \
  '(discarded == Discarded::half && kept_odd)' 'discarded == Discarded::half'
mutation 'ties toward zero' round.hpp \
  'case Rounding::nearest_away: return discarded >= Discarded::half;' 'case Rounding::nearest_away: return discarded > Discarded::half;'
mutation 'lost sticky bit in alignment' portability.hpp \
  '(low_bits(x, n) != 0 ? Wide{1} : Wide{0})' 'Wide{0}'
mutation 'lost sticky bit in division' div.hpp \
  'quotient, rest ? Discarded::below_half : Discarded::nothing, observe' 'quotient, Discarded::nothing, observe'
mutation 'double rounding through binary32' convert.hpp \
  'return round_pack(to, c, negative, a.exponent, a.significand, Discarded::nothing, observe);' \
  'if (from.precision > 24 && to.precision < 24) return convert(ieee_format(8, 24), convert(from, code, ieee_format(8, 24), c).code, to, c, observe);
  return round_pack(to, c, negative, a.exponent, a.significand, Discarded::nothing, observe);'
mutation 'fma rounded twice' fma.hpp \
  'return f.precision <= 24 ? detail::fma_numbers<std::uint64_t>(f, a, b, d, c, observe)' \
  'return add(f, round_pack(f, c, product_negative, a.exponent + b.exponent, static_cast<uint128>(a.significand) * b.significand, Discarded::nothing, observe).code, z, c);
  return f.precision <= 24 ? detail::fma_numbers<std::uint64_t>(f, a, b, d, c, observe)'
mutation 'subnormal results flushed' round.hpp \
  'if (tiny && c.flushes_results())' 'if (tiny)'
mutation 'subnormal operands flushed' unpack.hpp \
  'u.kind == Class::subnormal && c.flushes_inputs()' 'u.kind == Class::subnormal'
mutation 'NaN through the rounding adder' convert.hpp \
  '{carry_nan(from, code, to, c.nan),' \
  '{from.precision > to.precision ? ((code + (Code{1} << (from.precision - to.precision - 1))) >> (from.precision - to.precision)) & to.code_mask() : carry_nan(from, code, to, c.nan),'
mutation 'signaling NaN not quieted' nan.hpp \
  '(stays_nan ? Code{0} : quiet_bit(to))' 'Code{0}'
mutation 'tininess swapped' round.hpp \
  'tiny && c.tininess == Tininess::after &&' 'tiny && c.tininess == Tininess::before &&'
mutation 'carry lost at a binade edge' round.hpp \
  'magnitude = (static_cast<Code>(static_cast<std::int64_t>(field) - 1) << t) + kept;' \
  'magnitude = (static_cast<Code>(tiny_before ? 0 : field) << t) | (kept & f.trailing_mask());'
mutation 'overflow half an ulp early' round.hpp \
  'magnitude > f.max_finite();' 'magnitude > f.max_finite() || (magnitude == f.max_finite() && inexact);'
mutation 'overflow toward zero gives infinity' round.hpp \
  'case Rounding::to_odd: return false;' 'case Rounding::to_odd: return true;'
mutation 'stochastic bits misaligned' round.hpp \
  'shift_right(rest, shift - n)' 'shift_right(rest, shift - n + 1)'
mutation 'stochastic compares with > instead of >=' round.hpp \
  '+ random >= (std::uint64_t{1} << n)' '+ random > (std::uint64_t{1} << n)'
mutation 'sign of a cancelled zero' round.hpp \
  'return rounding == Rounding::down; }' 'return rounding == Rounding::up; }'

# break_file FILE N: applies mutation N; fails if its text is not there exactly once.
break_file() {
  BEFORE=${befores[$2]} AFTER=${afters[$2]} perl -0pi -e '$n = s/\Q$ENV{BEFORE}\E/$ENV{AFTER}/g; END { exit($n == 1 ? 0 : 1) }' "$1"
}
