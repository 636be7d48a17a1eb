// Are these still the same bytes?
//
// SHA-256 as FIPS 180-4 describes it (5.1.1 padding, 6.2.2 the computation). It guards against damage and mix-ups; the files
// it stands in are not signed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ulplab::gpu {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text) { return update(std::as_bytes(std::span(text))); }
  /// What was put in so far; more may follow.
  Digest digest() const;
  /// The same as 64 lower-case hexadecimal digits.
  std::string hex() const;

 private:
  void take_block(const std::byte* block);

  /// FIPS 180-4, 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes.
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> block_{};
  std::uint64_t bytes_ = 0;
};

std::string hex_of(const Sha256::Digest&);
/// Nothing if the text is not 64 lower-case hexadecimal digits.
std::optional<Sha256::Digest> parse_digest(std::string_view hex);

/// In hexadecimal; empty if the file cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace ulplab::gpu
