// How is a person's C function called for a stretch of inputs?
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/verify/kind.hpp"

namespace ulplab::verify {

enum class Signature : std::uint8_t {
  code,    ///< R f(A), R f(A, B), R f(A, B, C): every operand and the result a code, uint8_t to uint64_t
  value,   ///< the same, with binary32 as float and binary64 as double
  array,   ///< void f(const A*, R*, size_t)
  array2,  ///< void f(const A*, const B*, R*, size_t)
};
inline constexpr std::string_view signatures = "code, value, array, array2";
std::string_view name_of(Signature);
std::optional<Signature> find_signature(std::string_view name);

/// A type in C.
enum class Element : std::uint8_t { u8, u16, u32, u64, f32, f64 };
std::size_t bytes_of(Element);

/// A function's type. Plain data: it crosses to a child in shared memory.
struct CallType {
  Signature signature = Signature::code;
  std::uint8_t operands = 1;
  std::array<Element, 3> operand{};
  Element result = Element::u8;
};
CallType call_type(const Kind&, Signature);

/// Why a function of this signature cannot answer the kind; empty if it can.
std::string problem_of(const Kind&, Signature);

/// Operands and results as arrays.
struct CallArrays {
  std::array<const void*, 3> operands{};
  void* results = nullptr;
};

/// Calls for inputs [begin, end). One input a call: writes the index to `at` before each, so that somebody else can see where it
/// crashed.
using CallLoop = void (*)(void* function, const CallArrays&, std::uint64_t begin, std::uint64_t end, volatile std::uint64_t* at);
/// Nothing for a type that no kind has.
CallLoop call_loop(const CallType&);

}  // namespace ulplab::verify
