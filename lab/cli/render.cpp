#include "lab/cli/render.hpp"

#include <utility>

#include "lab/cli/words.hpp"

namespace ulplab::lab {

const Output& chosen_output(const std::string& format, const Terminal& terminal) {
  const Output* output = find_output(terminal.json() ? "json" : format.empty() ? "text" : format);
  return output != nullptr ? *output : outputs.front();
}

Style style_of(const Terminal& terminal) { return {terminal.colour(), terminal.columns(), terminal.quiet()}; }

void render(std::span<const Report> reports, const std::string& format, Terminal& terminal) {
  terminal.end_progress();
  terminal.write(chosen_output(format, terminal).render(reports, style_of(terminal)));
}

Report report_about(std::string id, std::string title) {
  Report r;
  r.kind = id;
  r.id = std::move(id);
  r.title = std::move(title);
  r.provenance.version = version();
  return r;
}

}  // namespace ulplab::lab
