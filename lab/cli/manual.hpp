// What can be typed? The command tree as plain data, read off CLI11's: help, completion and the man page show the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ulplab::lab {

struct Example {
  std::string command;
  std::string what;  ///< what it shows, in a few words
};

struct OptionManual {
  std::vector<std::string> names;  ///< "-o", "--output"; empty for an operand
  std::string value;               ///< "FILE", "VALUE..."; empty: a switch
  std::string text;
  std::vector<std::string> words;  ///< what may stand there, if that is a closed list; for completion
  bool files = false;              ///< a file name may stand there
  bool required = false;
  bool repeats = false;
};

struct CommandManual {
  std::string name;
  std::string summary;                 ///< one line
  std::string details;                 ///< paragraphs, separated by an empty line
  std::vector<Example> examples;
  std::vector<OptionManual> operands;
  std::vector<OptionManual> options;   ///< without the global ones
};

struct Manual {
  std::string summary;
  std::vector<Example> examples;
  std::vector<OptionManual> options;   ///< understood by every command
  std::vector<CommandManual> commands;

  const CommandManual* find(std::string_view name) const {
    for (const CommandManual& c : commands)
      if (c.name == name) return &c;
    return nullptr;
  }
};

struct ExitStatus {
  int code;
  std::string_view meaning;
};
inline constexpr ExitStatus exit_statuses[] = {
    {0, "all went well, every expectation held"},
    {1, "an expectation failed; of verify: an input for which the contestants differ"},
    {2, "bad usage or bad input; the message says what to write instead"},
    {3, "a device that was asked for by name or with --require-device is missing, or failed on the way"},
    {4, "internal error"},
    {77, "verify: nothing was run, everything was skipped"},
    {130, "interrupted by Ctrl-C; what there was has been kept"},
};

/// Help as text, examples first. command: nullptr for the program as a whole.
std::string help_text(const Manual&, const CommandManual* command, bool colour, int columns);

/// "ulplab show [OPTIONS] VALUE..."
std::string usage_of(const CommandManual&);

}  // namespace ulplab::lab
