#include "lab/cli/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "lab/cli/exit_code.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_size = 1u << 16;

bool environment_has(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}
bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) == "dumb";
}

/// Everything or an errno.
int write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(descriptor, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return 0;
}

void to_standard_error(const std::string& s) { (void)write_all(2, s.data(), s.size()); }

// ---- Ctrl-C ----------------------------------------------------------------------------------------------------------
// The handler may only touch these; what stops gently is told through a pipe to a thread that requests the stop.

char unfinished_file[4096];               // to remove when the process ends at once; empty: none
volatile sig_atomic_t gentle = 0;         // somebody has taken the stop token
volatile sig_atomic_t interruptions = 0;
int wake_up[2] = {-1, -1};

void on_interrupt(int) {
  interruptions = interruptions + 1;
  if (gentle == 0 || interruptions > 1) {
    if (unfinished_file[0] != '\0') ::unlink(unfinished_file);
    ::_exit(exit_interrupted);
  }
  const int saved = errno;
  if (::write(wake_up[1], "!", 1) < 0) ::_exit(exit_interrupted);
  errno = saved;
}

/// The end that a time limit or a closed terminal brings: leaves nothing half-written behind.
void on_termination(int signal) {
  if (unfinished_file[0] != '\0') ::unlink(unfinished_file);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void remember_unfinished(const std::string& path) {
  unfinished_file[0] = '\0';
  if (path.size() < sizeof unfinished_file) std::memcpy(unfinished_file, path.c_str(), path.size() + 1);
}

std::stop_source& stop_source() {
  static std::stop_source source;
  return source;
}

}  // namespace

// ---- the file of -o --------------------------------------------------------------------------------------------------

struct Terminal::File {
  std::string name;       ///< as it was given
  std::string target;     ///< what the name stands for, symbolic links followed
  std::string temporary;  ///< beside it; empty: written in place (a device, a pipe)
};

// ---- one line of progress --------------------------------------------------------------------------------------------

class Terminal::Line final : public Progress {
 public:
  Line(bool drawn, int columns) : drawn_(drawn), columns_(static_cast<std::size_t>(columns)) {}

  void begin(std::string_view what, std::uint64_t steps) override {
    what_ = printable(what, 60);
    steps_ = steps;
    shown_ = {};
    first_.reset();
    draw(0);
  }
  void at(std::uint64_t done) override {
    if (drawn_ && !first_) first_ = {done, Clock::now()};
    draw(done);
  }
  void clear() {
    if (width_ > 0) to_standard_error('\r' + std::string(width_, ' ') + '\r');
    width_ = 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Mark {
    std::uint64_t done;
    Clock::time_point when;
  };

  /// At the pace since the first report; empty while that is too short to tell.
  std::string remaining(std::uint64_t done, Clock::time_point now) const {
    if (!first_ || done <= first_->done || done >= steps_ || now - first_->when < std::chrono::seconds(2)) return "";
    const double elapsed = std::chrono::duration<double>(now - first_->when).count();
    const double left = elapsed * static_cast<double>(steps_ - done) / static_cast<double>(done - first_->done);
    if (!(left < 8.64e6)) return "";
    const auto seconds = static_cast<long>(left) + 1;
    if (seconds < 60) return ", " + std::to_string(seconds) + " s left";
    if (seconds < 3600) return ", " + std::to_string((seconds + 59) / 60) + " min left";
    return ", " + std::to_string(seconds / 3600) + " h " + std::to_string(seconds % 3600 / 60) + " min left";
  }

  void draw(std::uint64_t done) {
    if (!drawn_) return;
    const Clock::time_point now = Clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    std::string line = what_;
    if (steps_ > 0) line += ' ' + std::to_string(done < steps_ ? static_cast<int>(static_cast<double>(done) * 100 / static_cast<double>(steps_)) : 100) + " %" + remaining(done, now);
    const std::size_t width = display_width(line);
    if (width + 1 >= columns_) return;
    to_standard_error('\r' + pad_right(line, std::max(width, width_)));
    width_ = std::max(width, width_);
  }

  bool drawn_;
  std::size_t columns_;
  std::string what_;
  std::uint64_t steps_ = 0;
  std::size_t width_ = 0;  ///< of what stands on the screen
  Clock::time_point shown_{};
  std::optional<Mark> first_;  ///< of this part
};

// ---- Terminal --------------------------------------------------------------------------------------------------------

Terminal::Terminal(GlobalOptions options) : options_(std::move(options)) {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  action.sa_handler = on_termination;
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGHUP, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);

  const bool colour = !options_.no_colour && !environment_has("NO_COLOR") && !is_dumb();
  const bool to_file = !options_.output.empty() && options_.output != "-";
  terminal_err_ = ::isatty(2) == 1 && !is_dumb();
  colour_err_ = colour && ::isatty(2) == 1;
  colour_out_ = colour && !to_file && ::isatty(1) == 1;
  line_ = std::make_unique<Line>(interactive(), columns());
  if (!to_file) return;

  const std::string& name = options_.output;
  const auto fail = [&](const std::string& why) { throw OutputError{"cannot write '" + printable(name, 200) + "': " + why}; };
  std::error_code error;
  if (name.find('\0') != std::string::npos) fail("the name holds a zero byte");
  fs::path target = name;
  for (int links = 0; links < 40 && fs::is_symlink(target, error); ++links) target = target.parent_path() / fs::read_symlink(target, error);
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) fail("it is a directory; write -o DIRECTORY/FILE");
  file_ = std::make_unique<File>(File{name, target.string(), ""});

  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = ::open(file_->target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(std::strerror(errno));
    return;
  }
  const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
  if (!fs::is_directory(folder, error)) fail("there is no directory '" + printable(folder.string(), 200) + "'; make it first");
  std::string pattern = (folder / ".ulplab-XXXXXX").string();
  descriptor_ = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(std::strerror(errno));
  file_->temporary = pattern;
  remember_unfinished(pattern);
  // mkstemp gives 0600: take the permissions the file has, or would get
  struct stat old {};
  if (::stat(file_->target.c_str(), &old) == 0) {
    if (::access(file_->target.c_str(), W_OK) != 0) {
      const int reason = errno;
      discard_output();
      fail(std::strerror(reason));
    }
    (void)::fchmod(descriptor_, old.st_mode & 07777u);
  } else {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    (void)::fchmod(descriptor_, 0666u & ~mask);
  }
}

Terminal::~Terminal() {
  line_->clear();
  discard_output();
}

void Terminal::write_through(const char* bytes, std::size_t size) {
  line_->clear();
  const int error = write_all(descriptor_, bytes, size);
  if (error == 0) return;
  buffer_.clear();
  if (error == EPIPE) throw PipeClosed{};
  throw OutputError{"cannot write " + (file_ ? "'" + printable(file_->name, 200) + "'" : std::string("to standard output")) + ": " + std::strerror(error)};
}

void Terminal::write(std::string_view bytes) {
  written_ += bytes.size();
  if (buffer_.size() + bytes.size() >= buffer_size) flush();
  if (bytes.size() >= buffer_size)
    write_through(bytes.data(), bytes.size());
  else
    buffer_ += bytes;
}

void Terminal::flush() {
  if (buffer_.empty()) return;
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void Terminal::say(std::string_view line) {
  if (options_.quiet) return;
  line_->clear();
  to_standard_error(std::string(line) + '\n');
}

void Terminal::complain(std::string_view sentence, std::string_view hint) {
  line_->clear();
  std::string s = paint(Ink::bad, "ulplab:", colour_err_) + ' ';
  s.append(sentence).append("\n");
  if (!hint.empty()) s.append("    ").append(hint).append("\n");
  to_standard_error(s);
}

void Terminal::complain(const Problems& problems) {
  line_->clear();
  to_standard_error(to_text(problems));
}

int Terminal::columns() const {
  winsize size{};
  if (!file_ && ::isatty(1) == 1 && ::ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 100;
}

Progress& Terminal::progress() { return *line_; }
void Terminal::end_progress() { line_->clear(); }

std::stop_token Terminal::stop_token() {
  if (gentle == 0) {
    if (::pipe2(wake_up, O_CLOEXEC) != 0) return {};
    std::thread([] {
      char byte;
      while (::read(wake_up[0], &byte, 1) < 0 && errno == EINTR) {
      }
      stop_source().request_stop();
    }).detach();
    gentle = 1;
  }
  return stop_source().get_token();
}

void Terminal::keep_output() {
  flush();
  if (!file_) return;
  const auto fail = [&] { throw OutputError{"cannot write '" + printable(file_->name, 200) + "': " + std::strerror(errno)}; };
  const int descriptor = std::exchange(descriptor_, 1);
  if (::close(descriptor) != 0) fail();
  if (!file_->temporary.empty() && ::rename(file_->temporary.c_str(), file_->target.c_str()) != 0) fail();
  remember_unfinished("");
  file_.reset();
}

void Terminal::discard_output() {
  if (!file_) return;
  buffer_.clear();
  if (descriptor_ != 1) ::close(std::exchange(descriptor_, 1));
  if (!file_->temporary.empty()) ::unlink(file_->temporary.c_str());
  remember_unfinished("");
  file_.reset();
}

}  // namespace ulplab::lab
