// What did a person type?
//
// The only file behind this header, tree.cpp, knows CLI11: the tree of subcommands and options is built there once, read
// once for the arguments and once for the manual.
#pragma once

#include <string>
#include <vector>

#include "lab/cli/commands.hpp"
#include "lab/cli/manual.hpp"

namespace ulplab::lab {

struct Invocation {
  std::string command;  ///< name of the subcommand; empty if there is none
  bool help = false;
  bool version = false;
  std::string problem;  ///< a sentence; empty if all was understood
  std::string hint;

  GlobalOptions global;
  RunOptions run;
  CheckOptions check;
  ListOptions list;
  DoctorOptions doctor;
  CompletionOptions completion;
  ShowOptions show;
  ExplainOptions explain;
  TableOptions table;
  EvalOptions eval;
  SweepOptions sweep;
  VerifyOptions verify;
  RecordOptions record;
  std::string help_about;  ///< of `ulplab help COMMAND`

  Manual manual;
};

/// Reads the arguments after the program's name. Never throws for what was typed.
Invocation read_command_line(const std::vector<std::string>& arguments);

}  // namespace ulplab::lab
