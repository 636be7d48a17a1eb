// Our own arithmetic as one question that can be handed to a device: which operation, in which formats and context.
//
// The dispatch of gpu/verify/kind.hpp in a form without pointers to host functions. It compiles for the host too, where the
// tests compare it with the kinds themselves.
#pragma once

#include "softfloat/add.hpp"
#include "softfloat/compare.hpp"
#include "softfloat/convert.hpp"
#include "softfloat/div.hpp"
#include "softfloat/fma.hpp"
#include "softfloat/integer.hpp"
#include "softfloat/minmax.hpp"
#include "softfloat/mul.hpp"
#include "softfloat/next.hpp"
#include "softfloat/remainder.hpp"
#include "softfloat/round_to_integral.hpp"
#include "softfloat/rsqrt.hpp"
#include "softfloat/scalb.hpp"
#include "softfloat/sqrt.hpp"
#include "softfloat/ulp.hpp"

namespace ulplab::gpu::cuda {

enum class SoftOperation : std::uint8_t {
  add, sub, mul, div, fma, sqrt, rsqrt, rem, rint, round, logb, scale2, ulp, next_up, next_down, next, extremum,
  convert, from_integer, to_integer, scalbn, compare, relation, total_order, class_of
};
inline constexpr int soft_operations = static_cast<int>(SoftOperation::class_of) + 1;

struct SoftTask {
  SoftOperation operation{};
  Format from{5, 11, 15}, to{5, 11, 15};          ///< the operands' format; of a conversion the result's
  IntegerType integer{32, true};
  Context context{};
  Exactness exactness = Exactness::signals_inexact;
  Extremum extremum = Extremum::minimum;
  Comparison comparison = Comparison::quiet;
  Order one = Order::equal, other = Order::equal;  ///< a relation holds for these two orders
  int operand_bytes[3] = {};                       ///< of each operand in its array; 0: there is none
  int result_bytes = 0;
};

/// The answer to one input; `o` is the task's operation, known when this is compiled. F is Format, or a type that converts to it.
template <SoftOperation o, class F>
ULPLAB_HD constexpr Rounded answer_of(const SoftTask& t, const F& f, const F& to, const Code* x) {
  using enum SoftOperation;
  const Context& c = t.context;
  if constexpr (o == add) return ulplab::add(f, x[0], x[1], c);
  else if constexpr (o == sub) return ulplab::sub(f, x[0], x[1], c);
  else if constexpr (o == mul) return ulplab::mul(f, x[0], x[1], c);
  else if constexpr (o == div) return ulplab::div(f, x[0], x[1], c);
  else if constexpr (o == fma) return ulplab::fma(f, x[0], x[1], x[2], c);
  else if constexpr (o == sqrt) return ulplab::sqrt(f, x[0], c);
  else if constexpr (o == rsqrt) return ulplab::rsqrt(f, x[0], c);
  else if constexpr (o == rem) return ulplab::remainder(f, x[0], x[1], c);
  else if constexpr (o == rint) return ulplab::round_to_integral(f, x[0], c);
  else if constexpr (o == round) return ulplab::round_to_integral(f, x[0], c, Exactness::quiet);
  else if constexpr (o == logb) return ulplab::logb(f, x[0], c);
  else if constexpr (o == scale2) return ulplab::scale2(f, x[0], c);
  else if constexpr (o == ulp) return ulplab::ulp(f, x[0], c);
  else if constexpr (o == next_up) return ulplab::next_up(f, x[0], c);
  else if constexpr (o == next_down) return ulplab::next_down(f, x[0], c);
  else if constexpr (o == next) return ulplab::next_after(f, x[0], x[1], c);
  else if constexpr (o == extremum) return ulplab::min_max(f, t.extremum, x[0], x[1], c);
  else if constexpr (o == convert) return ulplab::convert(f, x[0], to, c);
  else if constexpr (o == from_integer) return ulplab::from_integer(to, t.integer, x[0], c);
  else if constexpr (o == to_integer) {
    const IntegerResult r = ulplab::to_integer(f, x[0], t.integer, c, t.exactness);
    return {r.bits, r.flags};
  } else if constexpr (o == scalbn) {
    return ulplab::scalbn(f, x[0], static_cast<std::int32_t>(static_cast<std::uint32_t>(x[1])), c);
  } else if constexpr (o == compare) {
    const Compared r = ulplab::compare(f, x[0], x[1], t.comparison, c);
    return {static_cast<Code>(r.order), r.flags};
  } else if constexpr (o == relation) {
    const Compared r = ulplab::compare(f, x[0], x[1], t.comparison, c);
    return {r.order == t.one || r.order == t.other ? Code{1} : Code{0}, r.flags};
  } else if constexpr (o == total_order) {
    return {static_cast<Code>(ulplab::total_order(f, x[0], x[1])), {}};
  } else {
    return {static_cast<Code>(ulplab::class_of(f, x[0])), {}};
  }
}

/// Number `i` of an array of codes of `bytes` each; 0 where there is no array.
ULPLAB_HD inline Code load_code(const void* codes, int bytes, std::uint64_t i) {
  switch (bytes) {
    case 0:  return 0;
    case 1:  return static_cast<const std::uint8_t*>(codes)[i];
    case 2:  return static_cast<const std::uint16_t*>(codes)[i];
    case 4:  return static_cast<const std::uint32_t*>(codes)[i];
    default: return static_cast<const std::uint64_t*>(codes)[i];
  }
}
ULPLAB_HD inline void store_code(void* codes, int bytes, std::uint64_t i, Code code) {
  switch (bytes) {
    case 1:  static_cast<std::uint8_t*>(codes)[i] = static_cast<std::uint8_t>(code); break;
    case 2:  static_cast<std::uint16_t*>(codes)[i] = static_cast<std::uint16_t>(code); break;
    case 4:  static_cast<std::uint32_t*>(codes)[i] = static_cast<std::uint32_t>(code); break;
    default: static_cast<std::uint64_t*>(codes)[i] = code; break;
  }
}

/// Element i of a task over arrays. `flags` may be nullptr.
template <SoftOperation o, class F>
ULPLAB_HD constexpr void answer_element(const SoftTask& t, const F& from, const F& to, const void* const* operands, void* results,
                                        std::uint8_t* flags, std::uint64_t i) {
  Code x[3] = {};
  for (int k = 0; k < 3; ++k) x[k] = load_code(operands[k], t.operand_bytes[k], i);
  const Rounded r = answer_of<o>(t, from, to, x);
  store_code(results, t.result_bytes, i, r.code);
  if (flags != nullptr) flags[i] = r.flags.bits;
}

}  // namespace ulplab::gpu::cuda
