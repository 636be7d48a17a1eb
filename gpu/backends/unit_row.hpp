// How does a function of one element become a row of a table of units?
//
// By a function without state, mostly a lambda, whose operands and result are the types whose bytes are the codes:
//
//     unit_row("f32_to_f16", Rounding::nearest_even, Overflow::ieee, "cuda", "__float2half_rn", [](float x) { return __float2half_rn(x); })
//
// It is called for each element, in an environment of its own.
#pragma once

#include <cstring>
#include <utility>

#include "gpu/backends/native_environment.hpp"
#include "gpu/backends/unit.hpp"

namespace ulplab::gpu {
namespace detail {

template <class T>
T load_element(const void* codes, std::size_t i) {
  T x;
  std::memcpy(&x, static_cast<const char*>(codes) + i * sizeof(T), sizeof(T));
  return x;
}
template <class T>
void store_element(void* codes, std::size_t i, const T& x) {
  std::memcpy(static_cast<char*>(codes) + i * sizeof(T), &x, sizeof(T));
}

template <class F, class R, class... Operands, std::size_t... Place, class Environment>
void run_elements(const Batch& b, R (F::*)(Operands...) const, std::index_sequence<Place...>, const Environment& environment) {
  const F f{};
  if constexpr (requires { environment.raised(); })
    if (b.flags != nullptr) {
      for (std::size_t i = 0; i < b.count; ++i) {
        environment.clear();
        store_element<R>(b.results, i, f(load_element<Operands>(b.operands[Place], i)...));
        b.flags[i] = environment.raised();
      }
      return;
    }
  for (std::size_t i = 0; i < b.count; ++i) store_element<R>(b.results, i, f(load_element<Operands>(b.operands[Place], i)...));
}

template <class F, class R, class... Operands>
constexpr std::index_sequence_for<Operands...> places_of(R (F::*)(Operands...) const) {
  return {};
}

/// f over a batch.
template <class F, class Environment>
void run_batch(const Batch& b, const Environment& environment) {
  run_elements(b, &F::operator(), places_of(&F::operator()), environment);
}

}  // namespace detail

inline bool always_here() { return true; }

/// F runs in the default environment and tells no flags.
template <class F>
constexpr Unit unit_row(std::string_view kind, Rounding rounding, Overflow overflow, std::string_view machine,
                        std::string_view instructions, F) {
  Unit u;
  u.kind = kind;
  u.rounding = rounding;
  u.overflow = overflow;
  u.machine = machine;
  u.instructions = instructions;
  u.run = [](const Batch& b) { detail::run_batch<F>(b, DefaultEnvironment{}); };
  u.here = &always_here;
  return u;
}

}  // namespace ulplab::gpu
