// Which subcommands does `ulplab` have, and what does a person give each?
//
// One struct of strings as they were typed, one function, one file <name>.cpp for each. The function returns an ExitCode;
// it writes through the Terminal and throws nothing for what a person can do wrong. tree.cpp fills the structs.
#pragma once

#include <string>
#include <vector>

#include "lab/cli/exit_code.hpp"
#include "lab/cli/terminal.hpp"

namespace ulplab::lab {

struct RunOptions {
  std::vector<std::string> scenarios;  ///< files or names
  std::string format;                  ///< empty: text, or json with --json
  std::string language = "en";         ///< en, zh
};
struct CheckOptions {
  std::vector<std::string> scenarios;
};
struct ListOptions {
  std::string what;    ///< empty: everything, briefly
  std::string format;
};
struct DoctorOptions {
  std::string format;
};
struct CompletionOptions {
  std::string shell;  ///< bash, zsh, fish
};
struct ShowOptions {
  std::vector<std::string> values;  ///< decimal, hex float, or format:0xcode
  std::string formats;              ///< comma-separated list, or "all"; empty: the usual ones
  std::string rounding = "rne";
};
struct ExplainOptions {
  std::string expression;           ///< several words are joined by spaces
  std::string rounding = "rne";
};
struct TableOptions {
  std::string format;
};
struct EvalOptions {
  std::string kind;      ///< empty with --cases
  bool cases = false;
  bool testfloat = false;
  std::string rounding = "rne";
  std::string tininess;  ///< "", "before", "after"
  std::string context;   ///< name of a preset; "": ieee
};
struct SweepOptions {
  std::string kind;
  std::string rounding = "rne";
  std::string context;
  std::string nan;       ///< "", "payload", "default", "ones"
  std::string shard;     ///< "i/n"; "": the whole
  bool raw = false;
};

struct VerifyOptions {
  std::vector<std::string> what;   ///< suites and kinds, empty: all; with --merge reports
  std::string with = "soft";
  std::string against;
  std::string rounding;            ///< modes with commas between; empty: those that the contestant has
  std::string context;             ///< name of a preset; "": the contestant's own
  std::string random;              ///< "", "1000", "2^30"
  std::string seed;
  std::string shard;               ///< "i/n"; "": the whole
  std::string resume;              ///< a checkpoint file
  std::string input;               ///< codes with commas between: this input alone
  std::string junit;               ///< a file
  std::string format;
  bool flags = false;
  bool exhaustive = false;
  bool documented = false;
  bool merge = false;
  bool github = false;
  bool require_device = false;
};

struct RecordOptions {
  std::vector<std::string> what;   ///< suites, kinds, "scenarios"; empty: all of them
  std::string of = "cuda";         ///< the contestant
  std::string rounding;            ///< modes with commas between; empty: those that the contestant has
  std::string folder;              ///< empty: gpu/recorded
  std::string stretch;             ///< each fingerprint of pairs covers 2^N inputs
  std::string format;
  bool require_device = false;
};

struct Manual;  // lab/cli/manual.hpp: the command tree as plain data, for help, completion and the man page

int run_scenarios(const RunOptions&, Terminal&);
int check(const CheckOptions&, Terminal&);
int list(const ListOptions&, Terminal&);
int doctor(const DoctorOptions&, Terminal&);
int completion(const CompletionOptions&, const Manual&, Terminal&);
int man(const Manual&, Terminal&);
int show(const ShowOptions&, Terminal&);
int explain(const ExplainOptions&, Terminal&);
int table(const TableOptions&, Terminal&);
int eval(const EvalOptions&, Terminal&);
int sweep(const SweepOptions&, Terminal&);
int verify_contestants(const VerifyOptions&, Terminal&);
int record_contestant(const RecordOptions&, Terminal&);

}  // namespace ulplab::lab
