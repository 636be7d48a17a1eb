#include "gpu/backends/recording.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "gpu/backends/sha256.hpp"

namespace ulplab::gpu {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_word = "ulplab-recording ";
constexpr std::string_view version = "1";
constexpr std::size_t most_header_bytes = std::size_t{1} << 20;
constexpr std::uintmax_t most_file_bytes = std::uintmax_t{1} << 28;  // all kinds with all groups stay far below

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The header's lines up to and with payload-bytes: what the checksum covers besides the payload.
std::string head_of(const Recording& r) {
  std::string head = std::string(first_word) + std::string(version) + '\n';
  for (const auto& [key, value] : r.header) head += key + ": " + value + '\n';
  return head + "payload-bytes: " + std::to_string(r.payload.size()) + '\n';
}

std::string checksum_of(std::string_view head, std::span<const std::byte> payload) { return Sha256().update(head).update(payload).hex(); }

/// The lines of a header, one after the other, and where they end.
struct Lines {
  std::string_view bytes;
  std::size_t at = 0;
  int number = 0;

  /// Nothing if no line ends within the longest header.
  std::optional<std::string_view> next() {
    const std::size_t end = bytes.substr(0, most_header_bytes).find('\n', at);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = bytes.substr(at, end - at);
    at = end + 1;
    ++number;
    return line;
  }
};

}  // namespace

std::string_view Recording::operator[](std::string_view key) const {
  for (const auto& [name, value] : header)
    if (name == key) return value;
  return {};
}
std::optional<std::uint64_t> Recording::number(std::string_view key) const { return number_of((*this)[key]); }

void Recording::add(std::string_view key, std::string_view value) {
  constexpr std::size_t longest = 2000;  // of hundreds of such lines a header can be read
  std::string name(key), line(value.substr(0, longest));
  std::replace_if(name.begin(), name.end(), [](char c) { return is_control(c) || c == ':'; }, ' ');
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  while (std::any_of(header.begin(), header.end(), [&](const auto& known) { return known.first == name; })) name = "its " + name;
  header.emplace_back(std::move(name), std::move(line));
}

std::string bytes_of(const Recording& r) {
  std::string bytes = head_of(r);
  bytes += "sha256: " + checksum_of(bytes, r.payload) + '\n';
  bytes.append(reinterpret_cast<const char*>(r.payload.data()), r.payload.size());
  return bytes;
}

std::variant<Recording, std::string> parse_recording(std::string_view bytes, std::string file) {
  Recording r;
  r.file = std::move(file);
  Lines lines{bytes};
  const auto refuse = [&](const std::string& what) { return r.file + ": " + what; };
  const auto refuse_line = [&](const std::string& what) { return r.file + ':' + std::to_string(lines.number) + ": " + what; };

  const std::optional<std::string_view> first = lines.next();
  if (!first || !first->starts_with(first_word)) return refuse("this is no ulplab recording: it does not begin with the line 'ulplab-recording 1'");
  if (first->substr(first_word.size()) != version)
    return refuse_line("this recording has another version than 1, which this ulplab reads: use the ulplab that wrote it, or record anew");
  std::optional<std::uint64_t> size;
  std::string_view checksum;
  std::size_t covered = 0;
  while (checksum.empty()) {
    covered = lines.at;
    const std::optional<std::string_view> line = lines.next();
    if (!line) return refuse("the header does not end: the file is cut off, or it is none of ours");
    const std::size_t colon = line->find(": ");
    if (colon == std::string_view::npos || colon == 0) return refuse_line("a line of the header is 'key: value'");
    if (std::any_of(line->begin(), line->end(), is_control)) return refuse_line("there is a control character in the header");
    const std::string_view key = line->substr(0, colon), value = line->substr(colon + 2);
    if (size && key != "sha256") return refuse_line("after payload-bytes comes sha256");
    if (key == "payload-bytes") {
      size = number_of(value);
      if (!size) return refuse_line("payload-bytes is no number");
    } else if (key == "sha256") {
      if (!size) return refuse_line("payload-bytes must stand before sha256");
      if (!parse_digest(value)) return refuse_line("sha256 is not 64 hexadecimal digits in lower case");
      checksum = value;
    } else if (std::any_of(r.header.begin(), r.header.end(), [&](const auto& known) { return known.first == key; })) {
      return refuse_line("'" + std::string(key.substr(0, 40)) + "' stands twice in the header");
    } else {
      r.header.emplace_back(key, value);
    }
  }
  const std::string_view payload = bytes.substr(lines.at);
  if (payload.size() != *size)
    return refuse("the header promises " + std::to_string(*size) + " bytes of results, and there are " + std::to_string(payload.size()) +
                  (payload.size() < *size ? ": the file is cut off" : ": something was added"));
  const std::span<const std::byte> results = std::as_bytes(std::span(payload));
  if (checksum_of(bytes.substr(0, covered), results) != checksum)
    return refuse("the checksum is wrong: the file was damaged or changed; fetch it anew or record anew");
  r.payload.assign(results.begin(), results.end());
  r.sha256 = checksum;
  return r;
}

std::variant<Recording, std::string> read_recording(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return path + ": there is no such file";
  if (error) return path + ": the file cannot be read: " + error.message();
  if (!fs::is_regular_file(status)) return path + ": this is no file";
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return path + ": the file cannot be read: " + error.message();
  if (size > most_file_bytes) return path + ": the file has " + std::to_string(size) + " bytes; a recording has at most " + std::to_string(most_file_bytes);
  std::ifstream file(path, std::ios::binary);
  if (!file) return path + ": the file cannot be read: " + std::strerror(errno);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::uintmax_t>(file.gcount()) != size) return path + ": the file cannot be read to its end";
  return parse_recording(bytes, path);
}

std::string contents_at(const std::string& path) {
  constexpr std::string_view key = "contents: ";
  std::ifstream file(path, std::ios::binary);
  char first[32], second[64];  // a longer line fails, and is none of ours
  if (!file.getline(first, sizeof first) || !file.getline(second, sizeof second)) return "";
  const std::string_view line(second);
  return std::string_view(first).starts_with(first_word) && line.starts_with(key) ? std::string(line.substr(key.size())) : "";
}

std::string write_recording(const std::string& path, const Recording& r) {
  const std::string part = path + ".part";
  std::error_code error;
  const auto refuse = [&](const std::string& why) {
    std::error_code ignored;
    fs::remove(part, ignored);
    return path + " cannot be written: " + why;
  };
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  if (!file) return refuse(std::strerror(errno));
  const std::string bytes = bytes_of(r);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return refuse("is the disk full?");
  fs::rename(part, path, error);
  return error ? refuse(error.message()) : "";
}

std::vector<std::string> recordings_at(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return fs::exists(path, error) ? std::vector<std::string>{path} : std::vector<std::string>{};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator i(path, fs::directory_options::skip_permission_denied, error), end; !error && i != end; i.increment(error))
    if (i->path().extension() == recording_extension && i->is_regular_file(error)) files.push_back(i->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void put(std::vector<std::byte>& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<std::byte>(value >> (8 * i)));
}
void put(std::vector<std::byte>& to, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  to.insert(to.end(), bytes.begin(), bytes.end());
}

std::span<const std::byte> Payload::take(std::uint64_t bytes) {
  whole_ = whole_ && bytes <= left_.size();
  if (!whole_) return {};
  const auto taken = left_.first(static_cast<std::size_t>(bytes));
  left_ = left_.subspan(taken.size());
  return taken;
}
std::uint64_t Payload::number(int bytes) {
  std::uint64_t value = 0;
  int shift = 0;
  for (const std::byte b : take(static_cast<std::uint64_t>(bytes))) {
    value |= std::to_integer<std::uint64_t>(b) << shift;
    shift += 8;
  }
  return value;
}
std::string Payload::text(std::uint64_t bytes) {
  const auto taken = take(bytes);
  return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

}  // namespace ulplab::gpu
