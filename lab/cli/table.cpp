// ulplab table: what does a format consist of?
#include "lab/cli/commands.hpp"
#include "lab/cli/words.hpp"
#include "lab/inspect/format_table.hpp"
#include "lab/outputs/outputs.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {

int table(const TableOptions& options, Terminal& terminal) {
  const std::optional<Format> f = find_format(options.format);
  if (!f) {
    terminal.complain("'" + printable(options.format) + "': " + format_problem(options.format), "`ulplab list formats` shows those with a name");
    return exit_bad_input;
  }
  Report report = describe(*f);
  report.provenance.version = version();
  if (terminal.json())
    terminal.write(json_output({&report, 1}, {}));
  else
    terminal.write(text_output({&report, 1}, {terminal.colour(), terminal.columns(), false}));
  return exit_ok;
}

}  // namespace ulplab::lab
