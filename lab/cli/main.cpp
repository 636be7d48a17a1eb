// The command ulplab: reads what was typed, calls one subcommand, and is the one place where exceptions end.
#include <cstdio>
#include <exception>
#include <new>
#include <optional>

#include "gpu/backends/backend.hpp"
#include "lab/cli/commands.hpp"
#include "lab/cli/tree.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

int print_help(const Invocation& typed, const std::string& about, Terminal& terminal) {
  terminal.write(help_text(typed.manual, typed.manual.find(about), terminal.colour(), terminal.columns()));
  return exit_ok;
}

struct Subcommand {
  std::string_view name;
  int (*call)(const Invocation&, Terminal&);
};
constexpr Subcommand subcommands[] = {
    {"run", [](const Invocation& i, Terminal& t) { return run_scenarios(i.run, t); }},
    {"check", [](const Invocation& i, Terminal& t) { return check(i.check, t); }},
    {"show", [](const Invocation& i, Terminal& t) { return show(i.show, t); }},
    {"explain", [](const Invocation& i, Terminal& t) { return explain(i.explain, t); }},
    {"table", [](const Invocation& i, Terminal& t) { return table(i.table, t); }},
    {"eval", [](const Invocation& i, Terminal& t) { return eval(i.eval, t); }},
    {"sweep", [](const Invocation& i, Terminal& t) { return sweep(i.sweep, t); }},
    {"verify", [](const Invocation& i, Terminal& t) { return verify_contestants(i.verify, t); }},
    {"record", [](const Invocation& i, Terminal& t) { return record_contestant(i.record, t); }},
    {"list", [](const Invocation& i, Terminal& t) { return list(i.list, t); }},
    {"doctor", [](const Invocation& i, Terminal& t) { return doctor(i.doctor, t); }},
    {"completion", [](const Invocation& i, Terminal& t) { return completion(i.completion, i.manual, t); }},
    {"man", [](const Invocation& i, Terminal& t) { return man(i.manual, t); }},
    {"help", [](const Invocation& i, Terminal& t) { return print_help(i, i.help_about, t); }},
};

int call(const Invocation& typed, Terminal& terminal) {
  if (!typed.problem.empty()) {
    terminal.complain(typed.problem, typed.hint);
    return exit_bad_input;
  }
  if (typed.help) return print_help(typed, typed.command, terminal);
  if (typed.version) {
    terminal.write("ulplab " + version_and_commit() + '\n');
    return exit_ok;
  }
  if (typed.command.empty()) {
    terminal.complain("no command", "try: ulplab run underflow");
    terminal.say("\n" + help_text(typed.manual, nullptr, false, 100));
    return exit_bad_input;
  }
  for (const Subcommand& s : subcommands)
    if (s.name == typed.command) return s.call(typed, terminal);
  terminal.complain("'" + typed.command + "' is in the tree but not in the table of subcommands");
  return exit_internal;
}

int failed_on_the_way(Terminal& terminal, const std::string& sentence) {
  terminal.end_progress();
  terminal.discard_output();
  terminal.complain(printable(sentence, 400));
  return exit_device_missing;
}

int run_command(const std::vector<std::string>& arguments) {
  const Invocation typed = read_command_line(arguments);
  std::optional<Terminal> terminal;
  try {
    GlobalOptions global = typed.global;
    if (!typed.problem.empty()) global.output.clear();  // no file for a command that is not understood
    terminal.emplace(std::move(global));
    const int code = call(typed, *terminal);
    if (code == exit_internal || (code == exit_bad_input && !terminal->wrote_anything()))
      terminal->discard_output();
    else
      terminal->keep_output();
    return code;
  } catch (const PipeClosed&) {
    return terminal->verdict();
  } catch (const gpu::Infrastructure& failure) {
    return failed_on_the_way(*terminal, failure.what());
  } catch (const OutputError& error) {
    if (terminal) {
      terminal->complain(error.sentence);
    } else {
      GlobalOptions messages = typed.global;
      messages.output.clear();
      Terminal(messages).complain(error.sentence);
    }
    return exit_bad_input;
  }
}

}  // namespace
}  // namespace ulplab::lab

int main(int argc, char** argv) {
  const auto bug = [](const char* what) {
    std::fputs("ulplab: internal error: ", stderr);
    std::fputs(what, stderr);
    std::fputs("\n    please report it with the command that you typed\n", stderr);
    return static_cast<int>(ulplab::lab::exit_internal);
  };
  try {
    return ulplab::lab::run_command({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::bad_alloc&) {
    return bug("not enough memory");
  } catch (const std::exception& error) {
    return bug(error.what());
  } catch (...) {
    return bug("unknown exception");
  }
}
