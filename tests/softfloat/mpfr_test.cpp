// Does a second judge agree? MPFR computes the same operations, with flags, in f16, bf16, tf32, f32 and f64.
//
// MPFR has no subnormals of its own: its exponent range is set to that of the format, and mpfr_subnormalize rounds a second
// time where the result is small. It takes the ternary value (on which side of the exact result the first rounding went), so
// that the two roundings are one. In its counting 0.5 <= m < 1: emin is that of the smallest subnormal, emax one above ours.
// Four directions are judged: mpfr_subnormalize knows neither ties away nor to odd.
#include <mpfr.h>

#include "softfloat/add.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/sqrt.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

struct Direction {
  Rounding ours;
  mpfr_rnd_t theirs;
};
constexpr Direction directions[] = {{Rounding::nearest_even, MPFR_RNDN},
                                    {Rounding::toward_zero, MPFR_RNDZ},
                                    {Rounding::up, MPFR_RNDU},
                                    {Rounding::down, MPFR_RNDD}};

class Mpfr {
 public:
  explicit Mpfr(int precision) { mpfr_init2(x_, precision); }
  ~Mpfr() { mpfr_clear(x_); }
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;
  operator mpfr_ptr() { return x_; }

 private:
  mpfr_t x_;
};

/// The value of a code, exactly (the range of exponents is wide while this runs).
void set(mpfr_ptr x, const Format& f, Code code) {
  const exact::Decoded d = exact::decode(f, code);
  if (d.nan()) {
    mpfr_set_nan(x);
  } else if (d.infinite()) {
    mpfr_set_inf(x, d.negative ? -1 : 1);
  } else {
    mpfr_set_ui_2exp(x, d.significand, d.exponent, MPFR_RNDN);
    if (d.negative) mpfr_neg(x, x, MPFR_RNDN);
  }
}

/// The code of a number that the format holds.
Code code_of(mpfr_ptr x, const Format& f) {
  if (mpfr_nan_p(x)) return f.infinity() | Code{1} << (f.trailing_bits() - 1);
  const Code sign = mpfr_signbit(x) ? f.sign_mask() : Code{0};
  if (mpfr_inf_p(x)) return sign | f.infinity();
  if (mpfr_zero_p(x)) return sign;
  mpz_t m;
  mpz_init(m);
  auto exponent = static_cast<int>(mpfr_get_z_2exp(m, x));
  mpz_abs(m, m);
  auto bits = static_cast<Code>(mpz_get_ui(m));
  mpz_clear(m);
  while ((bits & 1) == 0) {
    bits >>= 1;
    ++exponent;
  }
  const int top = 63 - __builtin_clzll(bits);
  const int e = exponent + top;  // 2^e <= |x|
  if (e < f.emin()) return sign | bits << (exponent - (f.emin() - f.trailing_bits()));
  return sign | (static_cast<Code>(e + f.bias) << f.trailing_bits()) | ((bits << (f.trailing_bits() - top)) & f.trailing_mask());
}

/// Runs one operation and brings its result into the format's range; `compute` answers MPFR's ternary value. The operation
/// itself runs in MPFR's own wide range, where its operands are numbers; mpfr_check_range then does what it would have done.
template <class Compute>
Rounded mpfr_result(const Format& f, mpfr_ptr result, mpfr_rnd_t direction, Compute compute) {
  const mpfr_exp_t wide_min = mpfr_get_emin();
  const mpfr_exp_t wide_max = mpfr_get_emax();
  mpfr_clear_flags();
  int ternary = compute(result, direction);
  mpfr_set_emin(f.emin() - f.trailing_bits() + 1);
  mpfr_set_emax(f.emax() + 1);
  ternary = mpfr_check_range(result, ternary, direction);
  ternary = mpfr_subnormalize(result, ternary, direction);
  Rounded r;
  if (mpfr_nanflag_p()) r.flags |= Flag::invalid;
  if (mpfr_divby0_p()) r.flags |= Flag::divide_by_zero;
  if (mpfr_overflow_p()) r.flags |= Flag::overflow;
  if (mpfr_underflow_p() && ternary != 0) r.flags |= Flag::underflow;  // MPFR raises it for exact subnormals too
  if (ternary != 0) r.flags |= Flag::inexact;
  mpfr_set_emin(wide_min);
  mpfr_set_emax(wide_max);
  r.code = code_of(result, f);
  return r;
}

class MpfrAgrees : public testing::TestWithParam<TestFormat> {
 protected:
  Format f = GetParam().format;
  Failures failures;
  int count = 120000;

  /// MPFR says nothing about NaN bits or signaling: NaN operands are left out; invalid results give the default NaN in both.
  bool nan(Code a) { return exact::decode(f, a).nan(); }

  template <class Compute, class Soft>
  void judge_by_mpfr(const char* name, const Format& to, std::initializer_list<Code> inputs, Compute compute, Soft soft) {
    Mpfr result(to.precision);
    for (const Direction& d : directions) {
      Rounded want = mpfr_result(to, result, d.theirs, compute);
      Rounded got = soft(rounding_to(d.ours));
      // What is left of MPFR's words: it raises underflow for a result rounded up to 2^emin from the subnormals (its range is
      // that of the subnormals, and mpfr_subnormalize goes by the exponent it is given) neither always before nor always after
      // rounding. There both settings of ours are right, and the number-line oracle judges the flag.
      const Code smallest_normal = Code{1} << to.trailing_bits();
      if ((want.code & ~to.sign_mask()) == smallest_normal) {
        Context before = rounding_to(d.ours);
        before.tininess = Tininess::before;
        if (soft(before).flags == want.flags) got.flags = want.flags;
      }
      failures.compare(to, want, got, rounding_to(d.ours), f, inputs, name);
    }
  }

  template <class Visit>
  void pairs(int n, Visit visit) {
    CodeSource codes(f, 2007);
    Mpfr x(f.precision), y(f.precision);
    for (int i = 0; i < n && !failures.enough(); ++i) {
      const Code a = i % 4 == 0 ? codes.any() : codes.structured();
      const Code b = i % 4 == 1 ? codes.any() : i % 4 == 2 ? codes.near(a) : codes.structured();
      if (nan(a) || nan(b)) continue;
      set(x, f, a);
      set(y, f, b);
      visit(a, b, x, y, codes);
    }
  }
};

TEST_P(MpfrAgrees, on_sums_differences_products_and_quotients) {
  pairs(count, [&](Code a, Code b, mpfr_ptr x, mpfr_ptr y, CodeSource&) {
    judge_by_mpfr("add", f, {a, b}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_add(r, x, y, d); }, [&](const Context& c) { return ulplab::add(f, a, b, c); });
    judge_by_mpfr("sub", f, {a, b}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_sub(r, x, y, d); }, [&](const Context& c) { return ulplab::sub(f, a, b, c); });
    judge_by_mpfr("mul", f, {a, b}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_mul(r, x, y, d); }, [&](const Context& c) { return ulplab::mul(f, a, b, c); });
    judge_by_mpfr("div", f, {a, b}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_div(r, x, y, d); }, [&](const Context& c) { return ulplab::div(f, a, b, c); });
  });
}

TEST_P(MpfrAgrees, on_fma) {
  Mpfr z(f.precision);
  pairs(count, [&](Code a, Code b, mpfr_ptr x, mpfr_ptr y, CodeSource& codes) {
    const Code product = ulplab::mul(f, a, b).code;
    for (const Code d : {codes.structured(), codes.near(product)}) {
      if (nan(d)) continue;
      set(z, f, d);
      judge_by_mpfr("fma", f, {a, b, d}, [&](mpfr_ptr r, mpfr_rnd_t way) { return mpfr_fma(r, x, y, z, way); },
                    [&](const Context& c) { return fma(f, a, b, d, c); });
    }
  });
}

TEST_P(MpfrAgrees, on_roots_and_remainders) {
  pairs(count / 2, [&](Code a, Code b, mpfr_ptr x, mpfr_ptr y, CodeSource&) {
    judge_by_mpfr("sqrt", f, {a}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_sqrt(r, x, d); }, [&](const Context& c) { return ulplab::sqrt(f, a, c); });
    if (!(exact::decode(f, a).zero() && exact::decode(f, a).negative))  // MPFR: 1/sqrt(-0) = +infinity; IEEE 754 9.2.1: -infinity
      judge_by_mpfr("rsqrt", f, {a}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_rec_sqrt(r, x, d); }, [&](const Context& c) { return rsqrt(f, a, c); });
    judge_by_mpfr("remainder", f, {a, b}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_remainder(r, x, y, d); },
                  [&](const Context& c) { return ulplab::remainder(f, a, b, c); });
  });
}

TEST_P(MpfrAgrees, on_conversions) {
  for (const Format& to : {binary16, bfloat16, tf32, binary32, fp8_e5m2})
    pairs(count / 2, [&](Code a, Code, mpfr_ptr x, mpfr_ptr, CodeSource&) {
      judge_by_mpfr("convert", to, {a}, [&](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_set(r, x, d); }, [&](const Context& c) { return convert(f, a, to, c); });
    });
}

INSTANTIATE_TEST_SUITE_P(Formats, MpfrAgrees,
                         testing::Values(TestFormat{"f16", binary16}, TestFormat{"bf16", bfloat16}, TestFormat{"tf32", tf32},
                                         TestFormat{"f32", binary32}, TestFormat{"f64", binary64}),
                         name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
