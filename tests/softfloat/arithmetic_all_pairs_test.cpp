// Are add, sub, mul, div and remainder right for every pair of operands of every format of at most 8 bits?
//
// In every direction, with both kinds of tininess, every overflow rule and flushing; value and flags, NaN bits included;
// against the number-line oracle.
#include "softfloat/add.hpp"
#include "softfloat/div.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/remainder.hpp"
#include "support.hpp"

namespace ulplab::test {
namespace {

class AllPairs : public testing::TestWithParam<TestFormat> {
 protected:
  template <class Exact, class Soft>
  void run(const char* name, Exact exact, Soft soft) {
    const Format f = GetParam().format;
    const exact::Oracle oracle(f);
    Failures failures;
    for (Code a = 0; a < code_count(f) && !failures.enough(); ++a) {
      for (Code b = 0; b < code_count(f); ++b) {
        judge(failures, oracle, exact(oracle, a, b, false), every_context(), f, {a, b}, name,
              [&](const Context& c) { return soft(f, a, b, c); });
        judge(failures, oracle, exact(oracle, a, b, true), flushing_contexts(), f, {a, b}, name,
              [&](const Context& c) { return soft(f, a, b, c); });
      }
    }
  }
};

#define ULPLAB_ALL_PAIRS(test, operation)                                                                               \
  TEST_P(AllPairs, test) {                                                                                              \
    run(                                                                                                                \
        #operation, [](const exact::Oracle& o, Code a, Code b, bool flush) { return o.operation(a, b, flush); },        \
        [](const Format& f, Code a, Code b, const Context& c) { return ulplab::operation(f, a, b, c); });               \
  }

ULPLAB_ALL_PAIRS(the_sum_is_the_exact_sum_rounded_once, add)
ULPLAB_ALL_PAIRS(the_difference_is_the_exact_difference_rounded_once, sub)
ULPLAB_ALL_PAIRS(the_product_is_the_exact_product_rounded_once, mul)
ULPLAB_ALL_PAIRS(the_quotient_is_the_exact_quotient_rounded_once, div)
ULPLAB_ALL_PAIRS(the_remainder_is_the_exact_remainder, remainder)

INSTANTIATE_TEST_SUITE_P(Formats, AllPairs, testing::ValuesIn(formats_up_to(8)), name_of_format<testing::TestParamInfo<TestFormat>>);

}  // namespace
}  // namespace ulplab::test
