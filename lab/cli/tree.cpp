#include "lab/cli/tree.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

#include "lab/report/suggest.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

/// What CLI11 does not keep about an option.
struct Completes {
  std::vector<std::string> words;
  bool files = false;
};

/// What CLI11 does not keep about a subcommand.
struct Pages {
  std::string details;
  std::vector<Example> examples;
};

const std::vector<std::string> list_words{"formats", "roundings", "contexts", "operations", "suites", "contestants", "differences", "kinds", "scenarios"};
const std::vector<std::string> shell_words{"bash", "zsh", "fish"};

constexpr char marker = '\x1f';  // no letter that a person types

/// CLI11 takes -0.5 and [x] for something of its own. A marker before them makes them plain words; it is taken off again
/// when the word arrives.
bool needs_marker(const std::string& argument) {
  if (argument.size() < 2) return false;
  if (argument[0] == '[') return true;
  if (argument[0] != '-') return false;
  if (argument[1] == '.' || (argument[1] >= '0' && argument[1] <= '9')) return true;
  std::string word;
  for (const char c : argument.substr(1)) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word == "inf" || word == "infinity" || word == "nan" || word == "snan";
}

class Tree {
 public:
  explicit Tree(Invocation& to) : to_(to), app_("See, run and prove what small floating-point formats do, bit for bit.", "ulplab") {
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "show this help; after a command, the help of that command");
    app_.add_flag("--version", to.version, "show the version");
    app_.add_flag("--json", to.global.json, "write JSON: numbers as code and exact decimal, never as a double");
    option(app_, "-o,--output", to.global.output, "FILE", "write to FILE, whole or not at all; - is standard output", {{}, true});
    app_.add_flag("-q,--quiet", to.global.quiet, "no progress and no messages; of a run only what failed, and the tally");
    app_.add_flag("--no-color,--no-colour", to.global.no_colour, "no colours; as with NO_COLOR=1, TERM=dumb, or off a terminal");
    commands();
    finish(app_);
    for (CLI::App* command : app_.get_subcommands([](CLI::App*) { return true; })) finish(*command);
  }

  void parse(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;  // CLI11 wants them back to front
    bool only_operands = false;      // after --; CLI11 would give these to the wrong subcommand
    for (const std::string& a : arguments) {
      if (a == "--" && !only_operands)
        only_operands = true;
      else
        words.push_back(only_operands || needs_marker(a) ? marker + a : a);
    }
    std::reverse(words.begin(), words.end());
    try {
      app_.parse(std::move(words));
      after();
    } catch (const CLI::CallForHelp&) {
      to_.help = true;
      after();
    } catch (const CLI::ParseError& error) {
      after();
      if (to_.problem.empty() && !to_.version) to_.problem = sentence_of(error);
    }
  }

  Manual manual() {
    Manual m;
    m.summary = app_.get_description();
    m.examples = {{"ulplab run underflow", "which gradients survive in FP16, BF16 and FP8, and which loss scale saves them"},
                  {"ulplab show 0.3 --formats fp16", "what 0.3 becomes in FP16: 0x34cd, 0.300048828125"},
                  {"ulplab explain 'fp16: 0.1 + 0.2'", "an addition step by step"},
                  {"ulplab list", "formats, rounding modes, machines, scenarios"}};
    read_options(app_, m.options, m.options);
    for (const CLI::App* command : app_.get_subcommands([](CLI::App*) { return true; })) {
      CommandManual c;
      c.name = command->get_name();
      c.summary = command->get_description();
      c.details = pages_[c.name].details;
      c.examples = pages_[c.name].examples;
      read_options(*command, c.options, c.operands);
      m.commands.push_back(std::move(c));
    }
    return m;
  }

 private:
  // ---- the tree ------------------------------------------------------------------------------------------------------

  void commands() {
    const Completes scenarios{scenario_words(), true};
    const Completes output{output_words(), false};
    const std::string output_text = "text, json, csv, md or junit";

    CLI::App& run = command("run", "run scenarios and check what they expect",
                            {"A scenario is a question, an experiment and a test. A name stands for scenarios/NAME.yaml, here, "
                             "in the source tree or where ulplab is installed.",
                             {{"ulplab run underflow", "a scenario by its name"},
                              {"ulplab run scenarios/*.yaml --json -o all.json", "several into one JSON document"},
                              {"ulplab run tenths --format csv", "the tables for a spreadsheet"}}});
    operand(run, "FILE|NAME", to_.run.scenarios, "scenario files or names", scenarios)->required();
    option(run, "--format", to_.run.format, "FORMAT", output_text, output);
    option(run, "--lang", to_.run.language, "LANGUAGE", "the language of the scenario's own texts: en (default) or zh", {{"en", "zh"}, false});

    CLI::App& check = command("check", "read scenarios and report every problem, without running them",
                              {"Problems are written as file:line:column: message, all at once. A directory stands for its *.yaml.",
                               {{"ulplab check my-scenario.yaml", "is it well written?"}, {"ulplab check scenarios", "all of a directory"}}});
    operand(check, "FILE|NAME", to_.check.scenarios, "scenario files, names or directories", scenarios)->required();

    CLI::App& show = command("show", "what a value becomes in each format: code, fields, neighbours, error",
                             {"VALUE is a decimal of any length, a hex float, or a code with its format. Negative values need no "
                              "special care; after -- everything is a VALUE.",
                              {{"ulplab show 0.3 --formats fp16", "0x34cd, 0.300048828125"},
                               {"ulplab show 65520 -0.5 0x1.8p-3", "several values, decimal and hex float"},
                               {"ulplab show fp16:0x3c01", "a code"},
                               {"ulplab show 0.1 --formats all --rounding rup", "every format, rounded up"}}});
    operand(show, "VALUE", to_.show.values, "0.3, 0x1.8p-3, inf, nan, fp16:0x3c01", {})->required();
    option(show, "--formats", to_.show.formats, "LIST", "formats, with commas between, or all; eWpP is W exponent bits and precision P",
           {with(format_words(), "all"), false});
    rounding(show, to_.show.rounding, "rne (default), rna, rtz, rup, rdn, rto");

    CLI::App& explain = command("explain", "one operation step by step",
                                {"Operators are + - * / and the functions fma(a, b, c) and sqrt(a); operands are numbers or codes such as "
                                 "0x3c00. The text is made for a slide.",
                                 {{"ulplab explain 'fp16: 0.1 + 0.2'", "unpack, align, add, round"},
                                  {"ulplab explain 'bf16: fma(0x3f80, 3, -1)' --rounding rtz", "with another rounding"}}});
    explain.add_option("EXPRESSION", explain_words_, "FORMAT: A + B; quote it, or the shell will read it")->required()->type_name("");
    rounding(explain, to_.explain.rounding, "rne (default), rna, rtz, rup, rdn, rto; +sat or +nan behind it for overflow");

    CLI::App& table = command("table", "the numbers that make up a format; for 8 bits and fewer all its values",
                              {"", {{"ulplab table e4m3", "all 256 values"}, {"ulplab table e5p3", "a format typed by hand"}}});
    single(table, "FORMAT", to_.table.format, "fp16, bf16, e4m3, e5p3…", {format_words(), false});

    CLI::App& eval = command("eval", "calculate line by line: operands in, result and flags out",
                             {"Each line of standard input is one case, operands as hex codes with commas between; each answer is one line, "
                              "result, tab, flags.\n\nKIND is FORMAT_OPERATION, FROM_to_TO or one of `ulplab list operations`: f16_add, "
                              "f32_to_bf16, e4m3_mul, f16_to_i32, f16_sqrt.",
                              {{"echo 0x3c00,0x3c01 | ulplab eval f16_add", "0x4000, inexact"},
                               {"ulplab eval f32_to_e4m3 --rounding rne+sat < inputs", "a conversion that saturates"},
                               {"ulplab eval --cases < cases.tsv", "kind, inputs and rounding in each line"},
                               {"testfloat_gen f16 2 | ulplab eval f16_add --testfloat | testfloat_ver f16_add", "Berkeley TestFloat"}}});
    eval.add_option("KIND", to_.eval.kind, "f16_add, f32_to_f16, …; not with --cases")->type_name("");
    eval.add_flag("--cases", to_.eval.cases, "read kind, inputs and rounding, with tabs between, in each line");
    eval.add_flag("--testfloat", to_.eval.testfloat, "read and write Berkeley TestFloat's lines");
    rounding(eval, to_.eval.rounding, "rne (default), rna, rtz, rup, rdn, rto, sr16…; +sat or +nan behind it for overflow");
    option(eval, "--tininess", to_.eval.tininess, "WHEN", "underflow is judged before or after rounding", {{"before", "after"}, false});
    option(eval, "--context", to_.eval.context, "MACHINE", "behave like that machine; see ulplab list contexts", {context_words(), false});

    CLI::App& sweep = command("sweep", "every input of a kind, results as raw bytes",
                              {"All inputs of a kind with one operand (up to 2^32), or all pairs of two 8- or 16-bit operands, the first "
                               "operand outermost. Results are little-endian; a code narrower than a byte takes one.",
                               {{"ulplab sweep f32_to_f16 --raw | sha512sum", "all 2^32 conversions"},
                                {"ulplab sweep f16_add --raw --shard 1/4 -o part1", "the first quarter of all pairs"}}});
    single(sweep, "KIND", to_.sweep.kind, "f32_to_f16, f16_add, …", {});
    sweep.add_flag("--raw", to_.sweep.raw, "bytes to standard output, or to the file of -o");
    rounding(sweep, to_.sweep.rounding, "rne (default), rna, rtz, rup, rdn, rto; +sat or +nan behind it for overflow");
    option(sweep, "--context", to_.sweep.context, "MACHINE", "behave like that machine; see ulplab list contexts", {context_words(), false});
    option(sweep, "--nan", to_.sweep.nan, "RULE", "payload (kept, quieted), default (0x7e00) or ones (0x7fff)", {{"payload", "default", "ones"}, false});
    option(sweep, "--shard", to_.sweep.shard, "I/N", "only part I of N, from 1; all parts one after the other are the whole", {});

    CLI::App& verify = command("verify", "two contestants, every input, one comparison, bit for bit",
                               {"A KIND as in eval or a SUITE of `ulplab list suites`; all where none is named. CONTESTANT is native, nvidia-host, cuda, "
                                "cuda-soft, recorded:FILE, lib:PATH:SYMBOL[:SIG], pipe:COMMAND, or another of `ulplab list contestants`. All inputs are run "
                                "where there are at most 2^32, else a documented set and seeded random ones (docs/verify.md).\n\n"
                                "The exit code is 0 only if at least one check ran and all were equal; 1 if an input differs, 3 if the machine failed on the "
                                "way, 77 if nothing ran (docs/ci.md).",
                                {{"ulplab verify f32_to_f16 --against native", "all 2^32 inputs in every direction that this CPU has"},
                                 {"ulplab verify f32_scale2 --against lib:./fs2.so:floatScale2", "anyone's function, in a child process"},
                                 {"ulplab verify conversions --against cuda --require-device --junit verify.xml", "on a build server with a GPU"},
                                 {"ulplab verify f16_add --against native --shard 1/4 --json -o 1.json", "a quarter of all pairs, for another machine's share"},
                                 {"ulplab verify --merge 1.json 2.json 3.json 4.json", "the whole, from its shards"}}});
    operand(verify, "SUITE|KIND", to_.verify.what, "conversions, f16_add, f32_to_e4m3, …; with --merge the reports", {verify_words(), true});
    option(verify, "--with", to_.verify.with, "CONTESTANT", "the reference: soft (default), oracle, …", {contestant_words(), false});
    option(verify, "--against", to_.verify.against, "CONTESTANT", "who is put beside the reference", {contestant_words(), false});
    option(verify, "--rounding", to_.verify.rounding, "LIST", "modes with commas between: rne, rtz, rne+sat, …; else those that the contestant has", {rounding_words(), false});
    option(verify, "--context", to_.verify.context, "MACHINE", "compare under the rules of that machine, not of the contestant's own; see ulplab list contexts",
           {context_words(), false});
    verify.add_flag("--flags", to_.verify.flags, "compare the exception flags too, where both tell them");
    verify.add_flag("--exhaustive", to_.verify.exhaustive, "all inputs, up to 2^32, also of a slow contestant such as a pipe");
    verify.add_flag("--documented", to_.verify.documented, "the documented set also where all inputs could be run: seconds instead of minutes");
    option(verify, "--random", to_.verify.random, "N", "seeded random inputs where not all are run, such as 2^30; else 2^22", {});
    option(verify, "--seed", to_.verify.seed, "N", "of the random inputs; else 1", {});
    option(verify, "--input", to_.verify.input, "CODES", "this input alone: operands with commas between, such as 0x3c00,0x0001", {});
    option(verify, "--shard", to_.verify.shard, "I/N", "only part I of N, from 1", {});
    option(verify, "--resume", to_.verify.resume, "FILE", "keep a checkpoint there, and go on from it if it is there", {{}, true});
    verify.add_flag("--merge", to_.verify.merge, "add up the reports of shards, written by --json -o");
    verify.add_flag("--require-device", to_.verify.require_device, "exit with 3 where this machine lacks what the contestant needs");
    option(verify, "--junit", to_.verify.junit, "FILE", "write JUnit's XML there too", {{}, true});
    verify.add_flag("--github", to_.verify.github, "annotations for GitHub Actions, and a summary in $GITHUB_STEP_SUMMARY");
    option(verify, "--format", to_.verify.format, "FORMAT", output_text, output);

    CLI::App& record = command("record", "write down what a machine answers, to be compared with anywhere",
                               {"Run it on a machine with a GPU; `ulplab verify --against recorded:FOLDER` and the lanes of `ulplab run` then show "
                                "its answers on any machine. WHAT is a kind, a suite, or scenarios; everything where nothing is named. The files are "
                                "described in docs/recordings.md.",
                                {{"ulplab record", "all that the CUDA device answers, into gpu/recorded"},
                                 {"ulplab record f16_sqrt f32_to_f16 --of native --to cpu", "what this CPU answers"},
                                 {"ulplab verify conversions --against recorded:gpu/recorded", "compare with what was recorded"}}});
    std::vector<std::string> recordable = verify_words();
    recordable.push_back("scenarios");
    operand(record, "WHAT", to_.record.what, "conversions, f16_add, scenarios, …", {recordable, false});
    option(record, "--of", to_.record.of, "CONTESTANT", "whose answers: cuda (default), native, nvidia-host, …", {contestant_words(), false});
    option(record, "--rounding", to_.record.rounding, "LIST", "modes with commas between; else those that the contestant has", {rounding_words(), false});
    option(record, "--to", to_.record.folder, "FOLDER", "where the files go; else gpu/recorded", {{}, true});
    option(record, "--stretch", to_.record.stretch, "N", "each fingerprint of pairs covers 2^N inputs, from 16 to 28", {});
    record.add_flag("--require-device", to_.record.require_device, "exit with 3 where this machine lacks what the contestant needs");
    option(record, "--format", to_.record.format, "FORMAT", output_text, output);

    CLI::App& list = command("list", "formats, rounding modes, machines, operations, contestants, kinds of scenario, scenarios",
                             {"", {{"ulplab list formats", "which formats have a name"}, {"ulplab list contexts", "which machines, and what each does differently"}}});
    list.add_option("WHAT", to_.list.what, "formats, roundings, contexts, operations, suites, contestants, differences, kinds or scenarios")->type_name("");
    completes_[list.get_option("WHAT")] = {list_words, false};
    option(list, "--format", to_.list.format, "FORMAT", output_text, output);

    CLI::App& doctor = command("doctor", "what this build and this machine can do, and what is missing",
                               {"", {{"ulplab doctor", "processor features, CUDA, display, fonts"}}});
    option(doctor, "--format", to_.doctor.format, "FORMAT", output_text, output);

    CLI::App& completion = command("completion", "print the completion script of a shell",
                                   {"", {{"source <(ulplab completion bash)", "for this shell"},
                                         {"ulplab completion zsh > ~/.zfunc/_ulplab", "zsh, with ~/.zfunc in fpath"},
                                         {"ulplab completion fish > ~/.config/fish/completions/ulplab.fish", "fish"}}});
    single(completion, "SHELL", to_.completion.shell, "bash, zsh or fish", {shell_words, false});

    command("man", "print the manual page",
            {"", {{"ulplab man | man -l -", "read it"}, {"ulplab man > /usr/local/share/man/man1/ulplab.1", "install it"}}});

    CLI::App& help = command("help", "show the help of a command", {"", {{"ulplab help show", "the same as ulplab show --help"}}});
    help.add_option("COMMAND", to_.help_about, "a command")->type_name("");
  }

  CLI::App& command(const std::string& name, const std::string& summary, Pages pages) {
    CLI::App* c = app_.add_subcommand(name, summary);
    c->fallthrough();
    pages_[name] = std::move(pages);
    return *c;
  }

  void option(CLI::App& command, const std::string& names, std::string& to, const std::string& value, const std::string& text, Completes completes) {
    CLI::Option* o = command.add_option(names, to, text)->type_name(value);
    o->multi_option_policy(CLI::MultiOptionPolicy::Throw);
    completes_[o] = std::move(completes);
  }
  void rounding(CLI::App& command, std::string& to, const std::string& text) {
    option(command, "--rounding", to, "MODE", text, {rounding_words(), false});
  }
  CLI::Option* operand(CLI::App& command, const std::string& name, std::vector<std::string>& to, const std::string& text, Completes completes) {
    CLI::Option* o = command.add_option(name, to, text)->type_name("");
    completes_[o] = std::move(completes);
    return o;
  }
  void single(CLI::App& command, const std::string& name, std::string& to, const std::string& text, Completes completes) {
    CLI::Option* o = command.add_option(name, to, text)->type_name("")->required();
    completes_[o] = std::move(completes);
  }
  static bool is_switch(const CLI::Option* o) { return o->get_items_expected_max() == 0; }
  static bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  static std::vector<std::string> with(std::vector<std::string> words, const std::string& more) {
    words.push_back(more);
    return words;
  }

  /// Switches take no value (--json=3); values lose their marker, and those of options are not empty: in a script that is a
  /// variable that was never set.
  void finish(CLI::App& app) {
    for (CLI::Option* o : app.get_options()) {
      if (is_switch(o))
        o->disable_flag_override();
      else
        o->transform(CLI::Validator(
            [is_option = !o->get_positional()](std::string& word) {
              if (!word.empty() && word.front() == marker) word.erase(0, 1);
              return std::string(word.empty() && is_option ? "the value is empty" : "");
            },
            "", ""));
    }
  }

  // ---- what was typed ------------------------------------------------------------------------------------------------

  const CLI::App* chosen() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? nullptr : parsed.front();
  }

  std::vector<std::string> command_words() {
    std::vector<std::string> words;
    for (const CLI::App* c : app_.get_subcommands([](CLI::App*) { return true; })) words.push_back(c->get_name());
    return words;
  }

  static std::vector<std::string> option_words(const CLI::App& app) {
    std::vector<std::string> words;
    for (const CLI::Option* o : app.get_options()) {
      for (const std::string& l : o->get_lnames()) words.push_back("--" + l);
      for (const std::string& s : o->get_snames()) words.push_back("-" + s);
    }
    return words;
  }

  void after() {
    const CLI::App* command = chosen();
    to_.command = command != nullptr ? command->get_name() : "";
    for (const std::string& word : explain_words_) to_.explain.expression += (to_.explain.expression.empty() ? "" : " ") + word;
    for (std::string rest : app_.remaining(true)) {
      if (!rest.empty() && rest.front() == marker) rest.erase(0, 1);
      misunderstood(rest, command);
      return;
    }
    if (to_.help || to_.version) return;
    if (command != nullptr) check_words();
  }

  void misunderstood(const std::string& word, const CLI::App* command) {
    const std::string shown = printable(word, 60);
    const std::string help = command == nullptr ? "see ulplab --help" : "see ulplab " + command->get_name() + " --help";
    std::vector<std::string> candidates;
    if (word.size() > 1 && word.front() == '-') {
      const std::string name = word.substr(0, word.find('='));
      candidates = option_words(app_);
      if (command != nullptr)
        for (const std::string& o : option_words(*command)) candidates.push_back(o);
      const std::string suggestion = did_you_mean(name, candidates);
      std::string elsewhere;
      if (suggestion.empty() || command == nullptr)
        for (CLI::App* other : app_.get_subcommands([](CLI::App*) { return true; }))
          for (const std::string& o : option_words(*other))
            if (o == name && other != command) elsewhere += (elsewhere.empty() ? "" : ", ") + other->get_name();
      if (command != nullptr && contains(option_words(*command), name)) {
        to_.problem = "'" + printable(name, 60) + "' belongs after the command";
        to_.hint = "ulplab " + command->get_name() + ' ' + printable(name, 60) + " …";
        return;
      }
      to_.problem = command == nullptr ? "unknown option '" + shown + "'"
                                       : "'" + command->get_name() + "' has no option '" + shown + "'";
      to_.hint = !elsewhere.empty() ? "it belongs after the command (" + elsewhere + ")" : !suggestion.empty() ? suggestion : help;
    } else if (command == nullptr) {
      to_.problem = "unknown command '" + shown + "'";
      const std::string suggestion = did_you_mean(word, candidates = command_words());
      const std::string scenario = did_you_mean(word, candidates = scenario_words());
      to_.hint = !suggestion.empty()                                  ? suggestion
                 : !scenario.empty() || word.find(".yaml") != std::string::npos ? "to run a scenario: ulplab run " + (scenario.empty() ? shown : nearest(word, candidates))
                                                                      : help;
    } else {
      to_.problem = "'" + command->get_name() + "' has no use for '" + shown + "'";
      to_.hint = "usage: " + usage_of(*manual().find(command->get_name()));
    }
  }

  /// Words from closed lists that no command has to look up itself.
  void check_words() {
    const auto check = [&](const std::string& word, const std::vector<std::string>& words, const std::string& what) {
      if (word.empty() || !to_.problem.empty() || contains(words, word)) return;
      std::string all;
      for (const std::string& w : words) all += (all.empty() ? "" : ", ") + w;
      to_.problem = "unknown " + what + " '" + printable(word, 60) + "'";
      const std::string suggestion = did_you_mean(word, words);
      to_.hint = (suggestion.empty() ? "" : suggestion + " ") + "there are: " + all;
    };
    check(to_.run.format, output_words(), "output format");
    check(to_.list.format, output_words(), "output format");
    check(to_.doctor.format, output_words(), "output format");
    check(to_.verify.format, output_words(), "output format");
    check(to_.record.format, output_words(), "output format");
    check(to_.list.what, list_words, "list");
    check(to_.completion.shell, shell_words, "shell");
    check(to_.help_about, command_words(), "command");
    check(to_.eval.tininess, {"before", "after"}, "tininess");
    check(to_.sweep.nan, {"payload", "default", "ones"}, "NaN rule");
    for (const std::string* format : {&to_.run.format, &to_.list.format, &to_.doctor.format, &to_.verify.format, &to_.record.format})
      if (!format->empty() && *format != "json" && to_.global.json && to_.problem.empty()) {
        to_.problem = "--json and --format " + printable(*format, 60) + " contradict each other";
        to_.hint = "leave one of them out";
      }
  }

  std::string sentence_of(const CLI::ParseError& error) {
    const CLI::App* command = chosen();
    to_.hint = command == nullptr ? "see ulplab --help" : "usage: " + usage_of(*manual().find(command->get_name()));
    // CLI11's own words begin with the option's name: "--rounding: 1 required TEXT missing".
    const std::string text = error.what();
    const std::string name = text.substr(0, text.find_first_of(": "));
    const bool is_option = name.size() > 1 && name.front() == '-';
    if (error.get_name() == "RequiredError" && command != nullptr) {
      const Manual all = manual();  // named: a temporary would end before the loop begins
      for (const OptionManual& o : all.find(command->get_name())->operands)
        if (o.required) return "'" + command->get_name() + "' needs " + o.value;
    }
    if (text.find("flag override") != std::string::npos) return "--" + name + " takes no value";
    if (is_option && error.get_name() == "ArgumentMismatch") {
      const CLI::Option* o = command != nullptr ? command->get_option_no_throw(name) : nullptr;
      if (o == nullptr) o = app_.get_option_no_throw(name);
      if (o != nullptr && is_switch(o)) return name + " takes no value";
      if (o != nullptr && o->count() > 1) return name + " is given more than once";
      return name + " needs a value";
    }
    return printable(text, 300);
  }

  // ---- the manual ----------------------------------------------------------------------------------------------------

  void read_options(const CLI::App& app, std::vector<OptionManual>& options, std::vector<OptionManual>& operands) {
    for (const CLI::Option* o : app.get_options()) {
      OptionManual m;
      for (const std::string& s : o->get_snames()) m.names.push_back("-" + s);
      for (const std::string& l : o->get_lnames()) m.names.push_back("--" + l);
      m.text = o->get_description();
      m.required = o->get_required();
      m.repeats = o->get_items_expected_max() > 1;
      if (const auto found = completes_.find(o); found != completes_.end()) {
        m.words = found->second.words;
        m.files = found->second.files;
      }
      if (o->get_positional()) {
        m.names.clear();
        m.value = o->get_name(true) + (m.repeats ? "..." : "");
        operands.push_back(std::move(m));
      } else {
        if (!is_switch(o)) m.value = o->get_type_name();
        const bool global_help = &app != &app_ && o == app.get_help_ptr();
        if (!global_help) options.push_back(std::move(m));
      }
    }
  }

  Invocation& to_;
  CLI::App app_;
  std::vector<std::string> explain_words_;
  std::map<const CLI::Option*, Completes> completes_;
  std::map<std::string, Pages> pages_;
};

}  // namespace

Invocation read_command_line(const std::vector<std::string>& arguments) {
  Invocation invocation;
  Tree tree(invocation);
  tree.parse(arguments);
  invocation.manual = tree.manual();
  return invocation;
}

}  // namespace ulplab::lab
