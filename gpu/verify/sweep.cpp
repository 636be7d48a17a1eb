#include "gpu/verify/sweep.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "softfloat/formats.hpp"

namespace ulplab::verify {
namespace {

template <class Result, class Function>
void fill(std::uint64_t begin, std::uint64_t count, std::byte* out, const Function& f) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto r = static_cast<Result>(f(begin + i));
    std::memcpy(out + i * sizeof(Result), &r, sizeof(Result));  // x86 and the GPUs are little-endian; so is every CI machine we know
  }
}

template <class Function>
void fill(int bytes, std::uint64_t begin, std::uint64_t count, std::byte* out, const Function& f) {
  switch (bytes) {
    case 1:  return fill<std::uint8_t>(begin, count, out, f);
    case 2:  return fill<std::uint16_t>(begin, count, out, f);
    case 4:  return fill<std::uint32_t>(begin, count, out, f);
    default: return fill<std::uint64_t>(begin, count, out, f);
  }
}

using Block = void (*)(const Context&, std::uint64_t begin, std::uint64_t count, std::byte* out);

/// The big domains, with the format known when the loop is compiled: flatten puts the whole operation into the loop, where
/// the compiler then folds every mask and shift.
template <auto Operation, Format F>
[[gnu::flatten]] void pairs(const Context& c, std::uint64_t begin, std::uint64_t count, std::byte* out) {
  fill<std::uint16_t>(begin, count, out, [&c](std::uint64_t i) { return Operation(F, i >> 16, i & 0xffff, c).code; });
}
template <Format From, Format To>
[[gnu::flatten]] void conversions(const Context& c, std::uint64_t begin, std::uint64_t count, std::byte* out) {
  fill((To.width() + 7) / 8, begin, count, out, [&c](std::uint64_t i) { return convert(From, i, To, c).code; });
}

template <Format F>
[[gnu::flatten]] void doublings(const Context& c, std::uint64_t begin, std::uint64_t count, std::byte* out) {
  fill((F.width() + 7) / 8, begin, count, out, [&c](std::uint64_t i) { return scale2(F, i, c).code; });
}

constexpr auto plain_add = [](const Format& f, Code a, Code b, const Context& c) { return add(f, a, b, c); };
constexpr auto plain_sub = [](const Format& f, Code a, Code b, const Context& c) { return sub(f, a, b, c); };
constexpr auto plain_mul = [](const Format& f, Code a, Code b, const Context& c) { return mul(f, a, b, c); };
constexpr auto plain_div = [](const Format& f, Code a, Code b, const Context& c) { return div(f, a, b, c); };

struct Compiled {
  std::string_view kind;
  Block block;
};
constexpr Compiled compiled[] = {
    {"f16_add", pairs<plain_add, binary16>},          {"bf16_add", pairs<plain_add, bfloat16>},
    {"f16_sub", pairs<plain_sub, binary16>},          {"bf16_sub", pairs<plain_sub, bfloat16>},
    {"f16_mul", pairs<plain_mul, binary16>},          {"bf16_mul", pairs<plain_mul, bfloat16>},
    {"f16_div", pairs<plain_div, binary16>},          {"bf16_div", pairs<plain_div, bfloat16>},
    {"f32_to_f16", conversions<binary32, binary16>},  {"f32_to_bf16", conversions<binary32, bfloat16>},
    {"f32_to_e4m3", conversions<binary32, fp8_e4m3>}, {"f32_to_e5m2", conversions<binary32, fp8_e5m2>},
    {"f32_scale2", doublings<binary32>},
};

Block find_compiled(std::string_view kind) {
  for (const Compiled& c : compiled)
    if (c.kind == kind) return c.block;
  return nullptr;
}

}  // namespace

Domain domain_of(const Kind& kind) {
  if (kind.stochastic) return {0, "a sweep over '" + kind.name + "' would need random bits for every input: use `ulplab eval` with them"};
  int bits = 0;
  for (const Slot& slot : kind.operands) bits += width_of(slot);
  if (kind.operands.size() > 2) return {0, "'" + kind.name + "' has three operands: their combinations are too many to sweep"};
  if (kind.operands.size() == 2 && bits > 32)
    return {0, "'" + kind.name + "' has two operands of more than 16 bits: their pairs are too many to sweep"};
  if (bits > 32) return {0, "'" + kind.name + "' has 2^" + std::to_string(bits) + " inputs: a sweep goes up to 2^32"};
  return {std::uint64_t{1} << bits, ""};
}

int result_bytes(const Kind& kind) {
  const int bits = width_of(kind.result);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

void sweep_block(const Kind& kind, const Context& c, std::uint64_t begin, std::uint64_t count, std::byte* out) {
  if (const Block block = find_compiled(kind.name)) return block(c, begin, count, out);
  const int second = kind.operands.size() == 2 ? width_of(kind.operands[1]) : 0;
  const std::uint64_t mask = second == 0 ? 0 : ~std::uint64_t{0} >> (64 - second);
  fill(result_bytes(kind), begin, count, out, [&](std::uint64_t i) {
    const Code operands[2] = {i >> second, i & mask};
    return kind(operands, c).code;
  });
}

bool sweep(const Kind& kind, const Context& c, std::uint64_t begin, std::uint64_t end,
           const std::function<bool(const std::byte*, std::size_t)>& write) {
  constexpr std::uint64_t per_thread = std::uint64_t{1} << 18;
  const auto threads = static_cast<std::uint64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  const auto bytes = static_cast<std::uint64_t>(result_bytes(kind));
  std::vector<std::byte> now(threads * per_thread * bytes);
  std::vector<std::byte> before(now.size());
  std::size_t ready = 0;
  // One round computes a piece per core while the previous round's bytes go out.
  for (std::uint64_t at = begin; at < end || ready != 0;) {
    const std::uint64_t round = std::min(end - at, threads * per_thread);
    bool open = true;
    {
      std::vector<std::jthread> workers;
      for (std::uint64_t t = 0; t * per_thread < round; ++t)
        workers.emplace_back([&, t] {
          const std::uint64_t first = t * per_thread;
          sweep_block(kind, c, at + first, std::min(per_thread, round - first), now.data() + first * bytes);
        });
      if (ready != 0) open = write(before.data(), ready);
    }
    if (!open) return false;
    ready = static_cast<std::size_t>(round * bytes);
    at += round;
    now.swap(before);
  }
  return true;
}

std::pair<std::uint64_t, std::uint64_t> shard_of(std::uint64_t inputs, std::uint64_t i, std::uint64_t n) {
  const auto border = [&](std::uint64_t k) { return static_cast<std::uint64_t>(static_cast<uint128>(inputs) * k / n); };
  return {border(i - 1), border(i)};
}

}  // namespace ulplab::verify
