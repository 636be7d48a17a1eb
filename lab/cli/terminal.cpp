#include "lab/cli/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "lab/cli/exit_code.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

constexpr std::size_t buffer_size = 1u << 16;

bool environment_has(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}
bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) == "dumb";
}

void to_standard_error(const std::string& s) { (void)write_all(2, s); }

// ---- Ctrl-C ----------------------------------------------------------------------------------------------------------
// The handler may only touch these; what stops gently is told through a pipe to a thread that requests the stop.

volatile sig_atomic_t gentle = 0;         // somebody has taken the stop token
volatile sig_atomic_t interruptions = 0;
int wake_up[2] = {-1, -1};

void on_interrupt(int) {
  interruptions = interruptions + 1;
  if (gentle == 0 || interruptions > 1) {
    remove_unfinished_files();
    ::_exit(exit_interrupted);
  }
  const int saved = errno;
  if (::write(wake_up[1], "!", 1) < 0) ::_exit(exit_interrupted);
  errno = saved;
}

/// The end that a time limit or a closed terminal brings: leaves nothing half-written behind.
void on_termination(int signal) {
  remove_unfinished_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

std::stop_source& stop_source() {
  static std::stop_source source;
  return source;
}

}  // namespace

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
  if (to_file) file_ = std::make_unique<WholeFile>(options_.output);
}

Terminal::~Terminal() {
  line_->clear();
  discard_output();
}

void Terminal::write_through(const char* bytes, std::size_t size) {
  line_->clear();
  const int error = write_all(file_ ? file_->descriptor() : 1, {bytes, size});
  if (error == 0) return;
  buffer_.clear();
  if (error == EPIPE) throw PipeClosed{};
  throw OutputError{"cannot write " + (file_ ? "'" + printable(file_->name(), 200) + "'" : std::string("to standard output")) + ": " + std::strerror(error)};
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
  if (file_) file_->keep();
  file_.reset();
}

void Terminal::discard_output() {
  if (!file_) return;
  buffer_.clear();
  file_.reset();
}

}  // namespace ulplab::lab
