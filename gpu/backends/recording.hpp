// How are results that a machine gave kept in a file?
//
// An `ulplab recording` is a text header that a person can read and a payload of little-endian numbers:
//
//     ulplab-recording 1
//     contents: runs
//     kind: f32_to_f16
//     …
//     payload-bytes: 380952
//     sha256: 64 hexadecimal digits, over all bytes of the file but this line
//     (the payload)
//
// This file knows the frame: lines, sizes, the checksum. What the payload means is said by those who write it
// (recorded_lanes.hpp; gpu/verify/recorded_check.hpp) and, for other programs, in docs/recordings.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ulplab::gpu {

/// What is said about a recording: "GPU" -> "NVIDIA H200".
using Facts = std::vector<std::pair<std::string, std::string>>;

/// How the names of files of recordings end.
inline constexpr std::string_view recording_extension = ".recording";

struct Recording {
  std::string file;                ///< where it was read from; for messages
  Facts header;                    ///< in the order of the file, without payload-bytes and sha256
  std::vector<std::byte> payload;
  std::string sha256;              ///< of a recording that was read

  /// The value of a key; empty if it is not there.
  std::string_view operator[](std::string_view key) const;
  /// The same as a decimal number; nothing if it is none.
  std::optional<std::uint64_t> number(std::string_view key) const;
  /// Appends a line. What cannot stand in one (line ends, control characters) becomes a space; a key that is there already
  /// becomes "its KEY".
  void add(std::string_view key, std::string_view value);
};

/// The bytes of the file.
std::string bytes_of(const Recording&);

/// A recording, or a sentence: which file, what is wrong with it. Takes no more memory than the bytes do.
std::variant<Recording, std::string> parse_recording(std::string_view bytes, std::string file);
std::variant<Recording, std::string> read_recording(const std::string& path);

/// What the second line of the file says after "contents: ", without reading on; empty if that is not what it says.
std::string contents_at(const std::string& path);

/// Writes it whole or not at all. A sentence if it cannot be written, else empty.
std::string write_recording(const std::string& path, const Recording&);

/// The file itself, or all *.recording in the folder and the folders in it, sorted. Empty if there are none.
std::vector<std::string> recordings_at(const std::string& path);

// ---- little-endian numbers in a payload ------------------------------------------------------------------------------

void put(std::vector<std::byte>& to, std::uint64_t value, int bytes);
void put(std::vector<std::byte>& to, std::string_view text);

/// Reads a payload from the front. What is not there reads as zeros, and `whole` becomes false.
class Payload {
 public:
  explicit Payload(std::span<const std::byte> bytes) : left_(bytes) {}
  std::uint64_t number(int bytes);
  std::span<const std::byte> take(std::uint64_t bytes);
  std::string text(std::uint64_t bytes);
  std::size_t left() const { return left_.size(); }
  bool whole() const { return whole_; }

 private:
  std::span<const std::byte> left_;
  bool whole_ = true;
};

}  // namespace ulplab::gpu
