#include "lab/cli/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

// What a signal handler has to remove: the file of -o, that of --junit, a checkpoint. Empty: a free place.
constexpr std::size_t places = 4;
char unfinished[places][4096];

void remember(const std::string& path) {
  for (auto& place : unfinished)
    if (place[0] == '\0' && path.size() < sizeof place) {
      std::memcpy(place + 1, path.c_str() + 1, path.size());
      std::atomic_signal_fence(std::memory_order_release);
      place[0] = path[0];  // last: a handler sees the whole path or none
      return;
    }
}
void forget(const std::string& path) {
  for (auto& place : unfinished)
    if (path == place) place[0] = '\0';
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

void remove_unfinished_files() {
  for (const auto& place : unfinished)
    if (place[0] != '\0') ::unlink(place);
}

void WholeFile::fail(const std::string& why) const { throw OutputError{"cannot write '" + printable(name_, 200) + "': " + why}; }

WholeFile::WholeFile(std::string name) : name_(std::move(name)) {
  std::error_code error;
  if (name_.find('\0') != std::string::npos) fail("the name holds a zero byte");
  fs::path target = name_;
  for (int links = 0; links < 40 && fs::is_symlink(target, error); ++links) target = target.parent_path() / fs::read_symlink(target, error);
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) fail("it is a directory; write DIRECTORY/FILE");
  target_ = target.string();

  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(std::strerror(errno));
    return;
  }
  const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
  if (!fs::is_directory(folder, error)) fail("there is no directory '" + printable(folder.string(), 200) + "'; make it first");
  struct stat old {};
  const bool is_there = ::stat(target_.c_str(), &old) == 0;
  if (is_there && ::access(target_.c_str(), W_OK) != 0) fail(std::strerror(errno));
  std::string pattern = (folder / ".ulplab-XXXXXX").string();
  descriptor_ = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(std::strerror(errno));
  temporary_ = pattern;
  remember(temporary_);
  // mkostemp gives 0600: take the permissions the file has, or would get
  const mode_t mask = ::umask(0);
  ::umask(mask);
  (void)::fchmod(descriptor_, is_there ? old.st_mode & 07777u : 0666u & ~mask);
}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget(temporary_);
}

void WholeFile::write(std::string_view bytes) {
  if (const int error = write_all(descriptor_, bytes); error != 0) fail(std::strerror(error));
}

void WholeFile::keep() {
  if (!temporary_.empty() && ::fsync(descriptor_) != 0 && errno != EINVAL) fail(std::strerror(errno));
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(std::strerror(errno));
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(std::strerror(errno));
  forget(temporary_);
  temporary_.clear();
}

std::string write_whole(const std::string& name, std::string_view content) {
  try {
    WholeFile file(name);
    file.write(content);
    file.keep();
  } catch (const OutputError& error) {
    return error.sentence;
  }
  return {};
}

}  // namespace ulplab::lab
