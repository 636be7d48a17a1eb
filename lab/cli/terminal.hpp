// Where does a command write to, and who is reading?
//
// Primary output goes to standard output or to the file of -o; messages, problems and progress go to standard error.
// Colour and progress appear only on a terminal. A file of -o is there whole or not at all (lab/cli/whole_file.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "lab/cli/whole_file.hpp"
#include "lab/outputs/ink.hpp"
#include "lab/report/problem.hpp"
#include "lab/report/progress.hpp"

namespace ulplab::lab {

/// What every subcommand understands.
struct GlobalOptions {
  bool json = false;
  std::string output;  ///< -o; empty or "-": standard output
  bool quiet = false;
  bool no_colour = false;
};

/// Nobody reads standard output any more. Caught in main, which ends quietly.
struct PipeClosed {};

class Terminal {
 public:
  explicit Terminal(GlobalOptions);  ///< throws OutputError if the file of -o cannot be written
  ~Terminal();                       ///< throws away a file of -o that was not kept
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const GlobalOptions& options() const { return options_; }
  bool json() const { return options_.json; }
  bool quiet() const { return options_.quiet; }

  /// Primary output, any bytes, buffered. Throws OutputError or PipeClosed.
  void write(std::string_view bytes);
  void flush();
  bool wrote_anything() const { return written_ > 0; }

  /// A message for the person at the terminal; a newline is added; silent with -q.
  void say(std::string_view line);
  /// What went wrong, even with -q: "ulplab: sentence", and the hint indented below.
  void complain(std::string_view sentence, std::string_view hint = {});
  void complain(const Problems&);

  bool colour() const { return colour_out_; }                ///< may primary output be coloured?
  std::string ink(Ink i, std::string_view text) const { return paint(i, text, colour_out_); }
  int columns() const;                                       ///< width of the terminal; 100 where there is none
  bool interactive() const { return terminal_err_ && !options_.quiet; }  ///< may progress be drawn?

  /// Draws one line on standard error on a terminal, nothing elsewhere.
  Progress& progress();
  void end_progress();

  /// Whoever takes the token promises to stop soon after Ctrl-C and to return exit_interrupted; a second Ctrl-C ends the
  /// process at once. While nobody has taken it, the first Ctrl-C does.
  std::stop_token stop_token();

  /// If the reader of a pipe goes away from here on, the process ends with this code instead of 0.
  void verdict(int exit_code) { verdict_ = exit_code; }
  int verdict() const { return verdict_; }

  /// Renames the file of -o into place. Called by main unless the command failed before it wrote anything.
  void keep_output();
  /// Forgets what was written to the file of -o so far (a raw sweep that was interrupted).
  void discard_output();

 private:
  class Line;
  void write_through(const char* bytes, std::size_t size);

  GlobalOptions options_;
  bool colour_out_ = false;
  bool colour_err_ = false;
  bool terminal_err_ = false;
  int verdict_ = 0;
  std::uint64_t written_ = 0;
  std::string buffer_;
  std::unique_ptr<WholeFile> file_;  ///< of -o; nullptr: standard output
  std::unique_ptr<Line> line_;
};

}  // namespace ulplab::lab
