#include "gpu/verify/library_calls.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "gpu/verify/check.hpp"

namespace ulplab::verify {
namespace {

constexpr std::string_view names[] = {"code", "value", "array", "array2"};

Element element_of(const Slot& slot, Signature signature) {
  const Format* format = std::get_if<Format>(&slot);
  if (signature == Signature::value && format != nullptr) {
    if (*format == binary32) return Element::f32;
    if (*format == binary64) return Element::f64;
  }
  switch (bytes_of(slot)) {
    case 1:  return Element::u8;
    case 2:  return Element::u16;
    case 4:  return Element::u32;
    default: return Element::u64;
  }
}

template <class Use>
CallLoop with_type(Element element, const Use& use) {
  switch (element) {
    case Element::u8:  return use(std::type_identity<std::uint8_t>());
    case Element::u16: return use(std::type_identity<std::uint16_t>());
    case Element::u32: return use(std::type_identity<std::uint32_t>());
    case Element::u64: return use(std::type_identity<std::uint64_t>());
    case Element::f32: return use(std::type_identity<float>());
    case Element::f64: return use(std::type_identity<double>());
  }
  return nullptr;
}

template <class R, class... A, std::size_t... I>
void call_one_by_one(void* function, const CallArrays& arrays, std::uint64_t begin, std::uint64_t end, volatile std::uint64_t* at,
                     std::index_sequence<I...>) {
  const auto f = reinterpret_cast<R (*)(A...)>(function);
  R* const results = static_cast<R*>(arrays.results);
  for (std::uint64_t i = begin; i < end; ++i) {
    *at = i;
    results[i] = f(static_cast<const A*>(arrays.operands[I])[i]...);
  }
}
template <class R, class... A, std::size_t... I>
void call_with_arrays(void* function, const CallArrays& arrays, std::uint64_t begin, std::uint64_t end, std::index_sequence<I...>) {
  const auto f = reinterpret_cast<void (*)(const A*..., R*, std::size_t)>(function);
  f(static_cast<const A*>(arrays.operands[I]) + begin..., static_cast<R*>(arrays.results) + begin, end - begin);
}

template <class R, class... A>
void one_by_one(void* function, const CallArrays& arrays, std::uint64_t begin, std::uint64_t end, volatile std::uint64_t* at) {
  call_one_by_one<R, A...>(function, arrays, begin, end, at, std::index_sequence_for<A...>());
}
template <class R, class... A>
void all_at_once(void* function, const CallArrays& arrays, std::uint64_t begin, std::uint64_t end, volatile std::uint64_t*) {
  call_with_arrays<R, A...>(function, arrays, begin, end, std::index_sequence_for<A...>());
}

bool takes_arrays(Signature s) { return s == Signature::array || s == Signature::array2; }

/// The loop over functions with operands of these types.
template <class... A>
CallLoop answering(const CallType& type) {
  return with_type(type.result, [&]<class R>(std::type_identity<R>) -> CallLoop {
    return takes_arrays(type.signature) ? &all_at_once<R, A...> : &one_by_one<R, A...>;
  });
}

}  // namespace

std::string_view name_of(Signature s) { return names[static_cast<std::size_t>(s)]; }

std::optional<Signature> find_signature(std::string_view name) {
  const auto* found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<Signature>(found - std::begin(names));
}

std::size_t bytes_of(Element element) {
  constexpr std::size_t bytes[] = {1, 2, 4, 8, 4, 8};
  return bytes[static_cast<std::size_t>(element)];
}

CallType call_type(const Kind& kind, Signature signature) {
  CallType type{signature, static_cast<std::uint8_t>(kind.operands.size()), {}, element_of(kind.result, signature)};
  for (std::size_t k = 0; k < kind.operands.size(); ++k) type.operand[k] = element_of(kind.operands[k], signature);
  return type;
}

std::string problem_of(const Kind& kind, Signature signature) {
  if (kind.stochastic) return "stochastic rounding takes random bits for every input";
  const std::size_t arrays = signature == Signature::array ? 1 : 2;
  if (!takes_arrays(signature) || kind.operands.size() == arrays) return "";
  const std::string takes = arrays == 1 ? "1 operand" : "2 operands";
  return "the signature '" + std::string(name_of(signature)) + "' takes " + takes + ", and " + kind.name + " has " +
         std::to_string(kind.operands.size());
}

CallLoop call_loop(const CallType& type) {
  return with_type(type.operand[0], [&]<class A>(std::type_identity<A>) -> CallLoop {
    const bool alike = type.operand[1] == type.operand[0];
    switch (type.operands) {
      case 1: return answering<A>(type);
      case 2:
        if (alike) return answering<A, A>(type);
        return type.operand[1] == Element::u32 ? answering<A, std::uint32_t>(type) : nullptr;  // scalbn
      case 3: return alike && type.operand[2] == type.operand[0] ? answering<A, A, A>(type) : nullptr;
      default: return nullptr;
    }
  });
}

}  // namespace ulplab::verify
