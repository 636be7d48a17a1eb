// Which part of a domain does `--shard I/N` mean?
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ulplab::lab {

struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
};

/// All digits of a decimal number below 2^64, or nothing.
inline std::optional<std::uint64_t> parse_decimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// i/n with 1 <= i <= n; the whole if `text` is empty.
inline std::optional<Shard> parse_shard(std::string_view text) {
  if (text.empty()) return Shard{};
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint64_t> index = parse_decimal(text.substr(0, slash));
  const std::optional<std::uint64_t> count = parse_decimal(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) return std::nullopt;
  return Shard{*index, *count};
}

/// What to write instead.
inline constexpr std::string_view shard_help = "write i/n with 1 <= i <= n, such as 1/4";

}  // namespace ulplab::lab
