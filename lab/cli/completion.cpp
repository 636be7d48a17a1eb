// Completion for bash, zsh and fish, from the same tree as the help.
#include <algorithm>

#include "lab/cli/commands.hpp"
#include "lab/cli/manual.hpp"

namespace ulplab::lab {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view separator = " ") {
  std::string s;
  for (const std::string& w : words) s.append(s.empty() ? "" : separator).append(w);
  return s;
}

std::vector<std::string> names_of(const std::vector<OptionManual>& options) {
  std::vector<std::string> names;
  for (const OptionManual& o : options) names.insert(names.end(), o.names.begin(), o.names.end());
  return names;
}

std::vector<std::string> commands_of(const Manual& m) {
  std::vector<std::string> names;
  for (const CommandManual& c : m.commands) names.push_back(c.name);
  return names;
}

/// In single quotes, for any of the three shells.
std::string quoted(std::string_view text) {
  std::string s = "'";
  for (const char c : text) c == '\'' ? s += "'\\''" : s += c;
  return s + "'";
}

// ---- bash ------------------------------------------------------------------------------------------------------------

/// `--formats|--format) COMPREPLY=(…); return ;;` for each option of a command that takes a value.
std::string bash_values(const std::vector<OptionManual>& options, const std::string& indent) {
  std::string s;
  for (const OptionManual& o : options) {
    if (o.value.empty()) continue;
    s += indent + joined(o.names, "|") + ") ";
    if (o.files)
      s += "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\")); ";
    else if (!o.words.empty())
      s += "COMPREPLY=($(compgen -W " + quoted(joined(o.words)) + " -- \"$word\")); ";
    s += "return ;;\n";
  }
  return s;
}

std::string bash(const Manual& m) {
  std::string s = "# bash completion for ulplab: source <(ulplab completion bash)\n_ulplab() {\n"
                  "  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
                  "  COMPREPLY=()\n"
                  "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "    case ${COMP_WORDS[i]} in\n"
                  "      -o|--output) ((i++)) ;;\n"
                  "      -*) ;;\n"
                  "      *) command=${COMP_WORDS[i]}; break ;;\n"
                  "    esac\n  done\n"
                  "  case $last in\n" + bash_values(m.options, "    ") + "  esac\n"
                  "  case $command in\n"
                  "    '')\n      COMPREPLY=($(compgen -W " + quoted(joined(commands_of(m)) + ' ' + joined(names_of(m.options))) + " -- \"$word\")) ;;\n";
  for (const CommandManual& c : m.commands) {
    s += "    " + c.name + ")\n";
    if (const std::string values = bash_values(c.options, "        "); !values.empty()) s += "      case $last in\n" + values + "      esac\n";
    s += "      if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W " +
         quoted(joined(names_of(c.options)) + ' ' + joined(names_of(m.options))) + " -- \"$word\"))\n";
    for (const OptionManual& o : c.operands) {
      if (o.words.empty() && !o.files) continue;
      s += "      else\n";
      if (!o.words.empty()) s += "        COMPREPLY=($(compgen -W " + quoted(joined(o.words)) + " -- \"$word\"))\n";
      if (o.files) s += "        compopt -o filenames 2>/dev/null\n        COMPREPLY+=($(compgen -f -- \"$word\"))\n";
      break;
    }
    s += "      fi ;;\n";
  }
  return s + "  esac\n}\ncomplete -F _ulplab ulplab\n";
}

// ---- zsh -------------------------------------------------------------------------------------------------------------

/// Text within the brackets and colons of an _arguments specification.
std::string zsh_text(std::string_view text) {
  std::string s;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') s += '\\';
    s += c;
  }
  return s;
}

std::string zsh_action(const OptionManual& o) {
  if (o.files && o.words.empty()) return "_files";
  if (o.files) return "{_alternative " + quoted("words:name:(" + joined(o.words) + ")") + ' ' + quoted("files:file:_files") + '}';
  return o.words.empty() ? " " : "(" + joined(o.words) + ")";
}

std::string zsh_options(const std::vector<OptionManual>& options) {
  std::string s;
  for (const OptionManual& o : options)
    for (const std::string& name : o.names) {
      std::string spec = o.names.size() > 1 ? "(" + joined(o.names) + ")" : "";
      spec += name + '[' + zsh_text(o.text) + ']';
      if (!o.value.empty()) spec += ':' + zsh_text(o.value) + ':' + zsh_action(o);
      s += " \\\n        " + quoted(spec);
    }
  return s;
}

std::string zsh(const Manual& m) {
  std::string s = "#compdef ulplab\n# zsh completion for ulplab: ulplab completion zsh > a directory of fpath, as _ulplab\n_ulplab() {\n"
                  "  local curcontext=$curcontext state line\n  typeset -A opt_args\n"
                  "  _arguments -C" + zsh_options(m.options) + " \\\n        '1:command:->command' \\\n        '*::argument:->argument'\n"
                  "  case $state in\n    command)\n      local -a commands=(";
  for (const CommandManual& c : m.commands) s += "\n        " + quoted(c.name + ':' + c.summary);
  s += ")\n      _describe -t commands 'ulplab command' commands ;;\n    argument)\n      case $line[1] in\n";
  for (const CommandManual& c : m.commands) {
    s += "      " + c.name + ")\n        _arguments" + zsh_options(c.options) + zsh_options(m.options);
    for (const OptionManual& o : c.operands) s += " \\\n        " + quoted((o.repeats ? "*:" : "1:") + zsh_text(o.value) + ':' + zsh_action(o));
    s += " ;;\n";
  }
  return s + "      esac ;;\n  esac\n}\nif [ \"$funcstack[1]\" = _ulplab ]; then _ulplab \"$@\"; else compdef _ulplab ulplab; fi\n";
}

// ---- fish ------------------------------------------------------------------------------------------------------------

/// In single quotes as fish wants them.
std::string fish_quoted(std::string_view text) {
  std::string s = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') s += '\\';
    s += c;
  }
  return s + "'";
}

std::string fish_option(const OptionManual& o, const std::string& condition) {
  std::string s = "complete -c ulplab" + condition;
  for (const std::string& n : o.names) s += n.starts_with("--") ? " -l " + n.substr(2) : " -s " + n.substr(1);
  if (!o.value.empty()) s += o.files ? " -r -F" : " -x";
  if (!o.words.empty()) s += " -a " + fish_quoted(joined(o.words));
  return s + " -d " + fish_quoted(o.text) + '\n';
}

std::string fish(const Manual& m) {
  std::string s = "# fish completion for ulplab: ulplab completion fish > ~/.config/fish/completions/ulplab.fish\n"
                  "complete -c ulplab -f\n";
  for (const OptionManual& o : m.options) s += fish_option(o, "");
  for (const CommandManual& c : m.commands)
    s += "complete -c ulplab -n __fish_use_subcommand -a " + c.name + " -d " + fish_quoted(c.summary) + '\n';
  for (const CommandManual& c : m.commands) {
    const std::string condition = " -n '__fish_seen_subcommand_from " + c.name + "'";
    for (const OptionManual& o : c.options) s += fish_option(o, condition);
    for (const OptionManual& o : c.operands) {
      if (o.files) s += "complete -c ulplab" + condition + " -F\n";
      if (!o.words.empty()) s += "complete -c ulplab" + condition + " -a " + fish_quoted(joined(o.words)) + '\n';
    }
  }
  return s;
}

}  // namespace

int completion(const CompletionOptions& options, const Manual& m, Terminal& terminal) {
  terminal.write(options.shell == "bash" ? bash(m) : options.shell == "zsh" ? zsh(m) : fish(m));
  return exit_ok;
}

}  // namespace ulplab::lab
