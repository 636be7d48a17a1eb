#include "gpu/verify/check.hpp"

#include <cstring>

#include "softfloat/names.hpp"

namespace ulplab::verify {

std::string name_of(const Mode& mode) {
  std::string name(ulplab::name_of(mode.rounding));
  if (mode.overflow == Overflow::saturate) name += "+sat";
  if (mode.overflow == Overflow::to_nan) name += "+nan";
  return name;
}

std::optional<Mode> parse_mode(std::string_view text) {
  Mode mode;
  for (const auto& [ending, overflow] : {std::pair<std::string_view, Overflow>{"+sat", Overflow::saturate}, {"+nan", Overflow::to_nan}})
    if (text.ends_with(ending)) {
      text.remove_suffix(ending.size());
      mode.overflow = overflow;
      break;
    }
  const std::optional<Rounding> rounding = find_rounding(text);
  if (!rounding || *rounding == Rounding::stochastic) return std::nullopt;
  mode.rounding = *rounding;
  return mode;
}

std::optional<Check> make_check(const Kind& kind, const Mode& mode, std::string_view machine) {
  Context wanted = rounding_to(mode.rounding);
  wanted.overflow = mode.overflow;
  const std::optional<Context> context = context_for(machine, kind, wanted);
  if (!context) return std::nullopt;
  return Check{kind, mode, std::string(machine), *context};
}

int bytes_of(const Slot& slot) {
  const int bits = width_of(slot);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

namespace {
template <class Word>
Code load_word(const void* codes, std::size_t index) {
  Word word;
  std::memcpy(&word, static_cast<const std::byte*>(codes) + index * sizeof word, sizeof word);
  return word;
}
template <class Word>
void store_word(void* codes, std::size_t index, Code code) {
  const auto word = static_cast<Word>(code);
  std::memcpy(static_cast<std::byte*>(codes) + index * sizeof word, &word, sizeof word);
}
}  // namespace

Code load(const void* codes, int bytes, std::size_t index) {
  switch (bytes) {
    case 1:  return load_word<std::uint8_t>(codes, index);
    case 2:  return load_word<std::uint16_t>(codes, index);
    case 4:  return load_word<std::uint32_t>(codes, index);
    default: return load_word<std::uint64_t>(codes, index);
  }
}
void store(void* codes, int bytes, std::size_t index, Code code) {
  switch (bytes) {
    case 1:  return store_word<std::uint8_t>(codes, index, code);
    case 2:  return store_word<std::uint16_t>(codes, index, code);
    case 4:  return store_word<std::uint32_t>(codes, index, code);
    default: return store_word<std::uint64_t>(codes, index, code);
  }
}

}  // namespace ulplab::verify
