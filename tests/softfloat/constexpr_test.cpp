// Does the compiler compute the same? A dozen classics, checked while this file is compiled.
#include "softfloat/add.hpp"
#include "softfloat/compare.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/formats.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/minmax.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/next.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "softfloat/ulp.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

constexpr Flags none{};
constexpr Flags inexact = Flag::inexact;

// 0.1 + 0.2 is 0.3 in binary32 and is not in binary64
static_assert(add(binary32, 0x3dcccccd, 0x3e4ccccd).code == 0x3e99999a);
static_assert(add(binary64, 0x3fb999999999999a, 0x3fc999999999999a) == Rounded{0x3fd3333333333334, inexact});
// 2048 + 1 in binary16 is a tie and stays even; 2048 + 3 goes to 2052
static_assert(add(binary16, 0b0'11010'0000000000, 0b0'01111'0000000000) == Rounded{0b0'11010'0000000000, inexact});
static_assert(add(binary16, 0x6800, 0x4200) == Rounded{0x6802, inexact});
// one third, in five directions
static_assert(div(binary16, 0x3c00, 0x4200) == Rounded{0x3555, inexact});
static_assert(div(binary16, 0x3c00, 0x4200, rounding_to(Rounding::up)) == Rounded{0x3556, inexact});
static_assert(div(binary16, 0xbc00, 0x4200, rounding_to(Rounding::up)) == Rounded{0xb555, inexact});
static_assert(div(binary16, 0x3c00, 0x4200, rounding_to(Rounding::to_odd)) == Rounded{0x3555, inexact});
// 65519.99 stays, 65520 overflows (binary32 in, binary16 out)
static_assert(convert(binary32, 0x477fefff, binary16) == Rounded{0x7bff, inexact});
static_assert(convert(binary32, 0x477ff000, binary16) == Rounded{0x7c00, Flag::overflow | Flag::inexact});
static_assert(convert(binary32, 0x477ff000, binary16, rounding_to(Rounding::toward_zero)) == Rounded{0x7bff, inexact});
// 1 + 2^-11 + 2^-40: through binary32 it would lose the 2^-40 and stay even (peers.md 6.9)
static_assert(convert(binary64, 0x3ff0020000001000, binary16) == Rounded{0x3c01, inexact});
// half of the smallest subnormal is a tie with zero
static_assert(convert(binary32, 0x33000000, binary16) == Rounded{0x0000, Flag::underflow | Flag::inexact});
static_assert(convert(binary32, 0x33000001, binary16) == Rounded{0x0001, Flag::underflow | Flag::inexact});
// the largest number of E4M3 is 448; 464 is the tie that stays, 465 becomes NaN, or saturates
static_assert(convert(binary32, 0x43e80000, fp8_e4m3) == Rounded{0x7e, inexact});
static_assert(convert(binary32, 0x43e88000, fp8_e4m3) == Rounded{0x7f, Flag::overflow | Flag::inexact});
// fma rounds once (peers.md 6.7)
static_assert(fma(binary16, 0x5bab, 0x4cfd, 0x7701).code == 0x7819);
// tininess (peers.md 6.8): 03ff * 3c01 = 0400
constexpr Context before = [] { Context c; c.tininess = Tininess::before; return c; }();
static_assert(mul(binary16, 0x03ff, 0x3c01) == Rounded{0x0400, inexact});
static_assert(mul(binary16, 0x03ff, 0x3c01, before) == Rounded{0x0400, Flag::underflow | Flag::inexact});
// zeros and NaNs
static_assert(sub(binary16, 0x3c00, 0x3c00) == Rounded{0x0000, none});
static_assert(sub(binary16, 0x3c00, 0x3c00, rounding_to(Rounding::down)) == Rounded{0x8000, none});
static_assert(div(binary16, 0x3c00, 0x8000) == Rounded{0xfc00, Flag::divide_by_zero});
static_assert(add(binary16, 0x7c01, 0x7e77) == Rounded{0x7e01, Flag::invalid});
static_assert(mul(binary16, 0x7c00, 0x0000) == Rounded{0x7e00, Flag::invalid});
// roots
static_assert(ulplab::sqrt(binary16, 0x4400) == Rounded{0x4000, none});
static_assert(ulplab::sqrt(binary64, 0x4000000000000000) == Rounded{0x3ff6a09e667f3bcd, inexact});
static_assert(ulplab::sqrt(binary16, 0x0bff) == Rounded{0x23ff, inexact});  // 2400 in Eigen's AVX512 path (peers.md 6.10)
static_assert(rsqrt(binary64, 0x4010000000000000) == Rounded{0x3fe0000000000000, none});
// the rest
static_assert(remainder(binary32, 0x40a00000, 0x40400000) == Rounded{0xbf800000, none});  // 5 rem 3 = -1
static_assert(to_integer(binary16, 0x4100, {8, true}).bits == 2 && to_integer(binary16, 0x7bff, {8, true}).bits == 127);
static_assert(compare(binary16, 0x8000, 0x0000).order == Order::equal && total_order(binary16, 0x8000, 0x0000) == Order::less);
static_assert(min_max(binary16, Extremum::minimum_number, 0x7e00, 0x3c00).code == 0x3c00);
static_assert(next_up(binary16, 0x7bff).code == 0x7c00 && next_down(binary16, 0x0000).code == 0x8001);
static_assert(scalbn(binary16, 0x3c00, -25).code == 0x0000 && scalbn(binary16, 0x3c01, -25).code == 0x0001);
static_assert(ulp(binary16, 0x3c00).code == 0x1400);

TEST(Constexpr, the_compiler_computes_the_same) { SUCCEED() << "the static_asserts of this file are the test"; }

}  // namespace
}  // namespace ulplab::test
