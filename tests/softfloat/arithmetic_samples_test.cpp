// Are the operations right in formats too wide for all pairs? Structured and random samples against exact arithmetic.
//
// Structured: every class with every class, neighbours of powers of two, short significands, operands so near each other that
// sums cancel and so far that only a sticky bit is left, quotients next to midpoints. The last formats are the widest there
// are: 62 bits of precision, 15 bits of exponent, 64 bits without a sign.
#include "softfloat/add.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

struct Sampled {
  std::string name;
  Format format;
  int pairs;
};
void PrintTo(const Sampled& s, std::ostream* out) { *out << s.name; }

class Samples : public testing::TestWithParam<Sampled> {
 protected:
  Format f = GetParam().format;
  exact::Oracle oracle{f};
  Failures failures;

  template <class Visit>
  void pairs(int count, Visit visit) {
    CodeSource codes(f, 1985);
    for (int i = 0; i < count && !failures.enough(); ++i) {
      const Code a = i % 4 == 0 ? codes.any() : codes.structured();
      const Code b = i % 4 == 1 ? codes.any() : i % 4 == 2 ? codes.near(a) : codes.structured();
      visit(a, b);
    }
  }

  template <class Exact, class Soft>
  void binary(const char* name, int share, Exact exact, Soft soft) {
    pairs(GetParam().pairs / share, [&](Code a, Code b) {
      judge(failures, oracle, exact(a, b, false), every_context(), f, {a, b}, name, [&](const Context& c) { return soft(a, b, c); });
      judge(failures, oracle, exact(a, b, true), flushing_contexts(), f, {a, b}, name, [&](const Context& c) { return soft(a, b, c); });
    });
  }
  template <class Exact, class Soft>
  void unary(const char* name, Exact exact, Soft soft) {
    binary(name, 2, [&](Code a, Code, bool flush) { return exact(a, flush); }, [&](Code a, Code, const Context& c) { return soft(a, c); });
  }
};

TEST_P(Samples, add) {
  binary("add", 1, [&](Code a, Code b, bool flush) { return oracle.add(a, b, flush); },
         [&](Code a, Code b, const Context& c) { return ulplab::add(f, a, b, c); });
}
TEST_P(Samples, sub) {
  binary("sub", 1, [&](Code a, Code b, bool flush) { return oracle.sub(a, b, flush); },
         [&](Code a, Code b, const Context& c) { return ulplab::sub(f, a, b, c); });
}
TEST_P(Samples, mul) {
  binary("mul", 1, [&](Code a, Code b, bool flush) { return oracle.mul(a, b, flush); },
         [&](Code a, Code b, const Context& c) { return ulplab::mul(f, a, b, c); });
}
TEST_P(Samples, div) {
  binary("div", 1, [&](Code a, Code b, bool flush) { return oracle.div(a, b, flush); },
         [&](Code a, Code b, const Context& c) { return ulplab::div(f, a, b, c); });
}
TEST_P(Samples, remainder) {
  binary("remainder", 4, [&](Code a, Code b, bool flush) { return oracle.remainder(a, b, flush); },
         [&](Code a, Code b, const Context& c) { return ulplab::remainder(f, a, b, c); });
}
TEST_P(Samples, square_root) {
  unary("sqrt", [&](Code a, bool flush) { return oracle.sqrt(a, flush); }, [&](Code a, const Context& c) { return ulplab::sqrt(f, a, c); });
}
TEST_P(Samples, square_root_of_squares_and_their_neighbours) {  // exact roots, and roots nearest to exact ones
  pairs(GetParam().pairs / 4, [&](Code a, Code) {
    const Code square = ulplab::mul(f, a, a).code;
    for (const Code x : {square, (square + 1) & f.code_mask(), (square - 1) & f.code_mask()})
      judge(failures, oracle, oracle.sqrt(x), every_context(), f, {x}, "sqrt", [&](const Context& c) { return ulplab::sqrt(f, x, c); });
  });
}
TEST_P(Samples, reciprocal_square_root) {
  unary("rsqrt", [&](Code a, bool flush) { return oracle.rsqrt(a, flush); }, [&](Code a, const Context& c) { return rsqrt(f, a, c); });
}
TEST_P(Samples, products_that_lie_next_to_a_quotient) {  // (b q) / b with b q rounded: quotients next to numbers and midpoints
  pairs(GetParam().pairs / 4, [&](Code b, Code q) {
    const Code product = ulplab::mul(f, b, q).code;
    for (const Code a : {product, (product + 1) & f.code_mask()})
      judge(failures, oracle, oracle.div(a, b), every_context(), f, {a, b}, "div", [&](const Context& c) { return ulplab::div(f, a, b, c); });
  });
}
TEST_P(Samples, scalbn) {
  CodeSource random(f, 7);
  const int range = (2 << f.exponent_bits) + 2 * f.precision;
  pairs(GetParam().pairs / 4, [&](Code a, Code) {
    const int n = static_cast<int>(random.bits() % static_cast<unsigned>(range)) - range / 2;
    judge(failures, oracle, oracle.scalbn(a, n), every_context(), f, {a}, "scalbn", [&](const Context& c) { return scalbn(f, a, n, c); });
  });
  for (const std::int64_t n : {INT64_MIN, INT64_MIN + 1, INT64_MAX, std::int64_t{1} << 32, -(std::int64_t{1} << 32)})
    for (const Code a : {Code{1}, f.max_finite(), f.min_normal()})
      judge(failures, oracle, oracle.scalbn(a, n < 0 ? -200000 : 200000), every_context(), f, {a}, "scalbn by far",
            [&](const Context& c) { return scalbn(f, a, n, c); });
}
TEST_P(Samples, round_to_integral) {
  std::vector<Context> contexts = all_directions();
  pairs(GetParam().pairs / 4, [&](Code a, Code) {
    for (const Context& c : contexts)
      failures.compare(f, oracle.round_to_integral(a, c, true), ulplab::round_to_integral(f, a, c), c, f, {a}, "round to integral");
  });
}
TEST_P(Samples, conversion_to_the_other_wide_formats) {
  for (const Format& to : {tf32, binary32, binary64, binary16, bfloat16, ieee_format(4, 60), ieee_format(15, 49)}) {
    const exact::Oracle target(to);
    pairs(GetParam().pairs / 12, [&](Code a, Code) {
      judge(failures, target, target.convert(f, a), every_context(), f, {a}, "convert", [&](const Context& c) { return convert(f, a, to, c); });
      judge(failures, target, target.convert(f, a, true), flushing_contexts(), f, {a}, "convert", [&](const Context& c) { return convert(f, a, to, c); });
    });
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, Samples,
    testing::Values(Sampled{"f16", binary16, 60000}, Sampled{"bf16", bfloat16, 20000}, Sampled{"tf32", tf32, 10000},
                    Sampled{"f32", binary32, 10000}, Sampled{"f64", binary64, 3000}, Sampled{"e2p62", ieee_format(2, 62), 4000},
                    Sampled{"e3p31", ieee_format(3, 31), 4000}, Sampled{"e3p32", ieee_format(3, 32), 4000},
                    Sampled{"e5p25", ieee_format(5, 25), 4000}, Sampled{"e15p49", ieee_format(15, 49), 150},
                    Sampled{"e8p24_without_subnormals", Format{8, 24, 127, Specials::ieee, false}, 4000},
                    Sampled{"e3p62_unsigned_finite", Format{3, 62, 3, Specials::finite_only, true, false, true}, 3000},
                    Sampled{"e5p60_unsigned_one_nan", Format{5, 60, 15, Specials::all_ones_nan, true, false, true}, 3000},
                    Sampled{"e5p60_without_zero", Format{5, 60, 15, Specials::all_ones_nan, false, false, false}, 3000},
                    Sampled{"e5p59_fnuz", Format{5, 59, 16, Specials::negative_zero_nan}, 3000}),
    name_of_format<testing::TestParamInfo<Sampled>>);

}  // namespace
}  // namespace ulplab::test
