// ulplab sweep: every result of a kind, as bytes.
#include "gpu/verify/sweep.hpp"

#include "lab/cli/commands.hpp"
#include "lab/cli/shard.hpp"
#include "lab/eval/rounding_column.hpp"
#include "lab/report/text.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

/// The rule of --nan; without it and without --context, payload for conversions and default for arithmetic, as the
/// published digests have it.
std::optional<NanRule> nan_rule(std::string_view name, const verify::Kind& kind) {
  if (name == "payload") return NanRule::first_operand;
  if (name == "default") return NanRule::default_nan;
  if (name == "ones") return NanRule::all_ones;
  if (name.empty()) return kind.use == Use::conversion ? NanRule::first_operand : NanRule::default_nan;
  return std::nullopt;
}

}  // namespace

int sweep(const SweepOptions& options, Terminal& terminal) {
  const auto refuse = [&terminal](std::string sentence, std::string hint = {}) {
    terminal.complain(printable(sentence, 300), hint);
    return static_cast<int>(exit_bad_input);
  };
  if (terminal.json()) return refuse("a sweep writes bytes, not JSON", "leave --json away");
  if (!options.raw) return refuse("a sweep writes bytes: say --raw", "for instance: ulplab sweep f16_add --raw | sha512sum");
  const auto parsed = verify::parse_kind(options.kind);
  if (const verify::KindProblem* problem = std::get_if<verify::KindProblem>(&parsed)) return refuse(problem->message, "`ulplab list operations` shows all");
  const verify::Kind& kind = std::get<verify::Kind>(parsed);
  const verify::Domain domain = verify::domain_of(kind);
  if (!domain.problem.empty()) return refuse(domain.problem);
  const std::optional<RoundingColumn> column = parse_rounding_column(options.rounding);
  if (!column) return refuse("'" + options.rounding + "' is not a rounding", std::string(rounding_help));
  if (column->rounding == Rounding::stochastic) return refuse("stochastic rounding would need random bits for every input", "use `ulplab eval` with them");
  const std::optional<NanRule> nan = nan_rule(options.nan, kind);
  if (!nan) return refuse("'" + options.nan + "' is not a NaN rule", "write payload, default or ones");
  const std::optional<Shard> shard = parse_shard(options.shard);
  if (!shard) return refuse("'" + options.shard + "' is not a shard", std::string(shard_help));
  const std::string machine = options.context.empty() ? "ieee" : options.context;
  if (!has_preset(machine)) return refuse("there is no context '" + machine + "'", "`ulplab list contexts` shows all");
  const std::optional<Context> preset = verify::context_for(machine, kind, rounding_to(column->rounding));
  if (!preset) return refuse("'" + machine + "' does not offer '" + kind.name + "' in this direction", "`ulplab list contexts` shows what it has");
  const Format* result = std::get_if<Format>(&kind.result);
  Context c = with(*column, *preset, result != nullptr ? *result : kind.from);
  if (options.context.empty() || !options.nan.empty()) c.nan = *nan;

  const auto [begin, end] = verify::shard_of(domain.inputs, shard->index, shard->count);
  const auto bytes = static_cast<std::uint64_t>(verify::result_bytes(kind));
  const std::stop_token stop = terminal.stop_token();
  Progress& progress = terminal.progress();
  progress.begin("sweep " + kind.name, end - begin);
  std::uint64_t done = 0;
  const bool whole = verify::sweep(kind, c, begin, end, [&](const std::byte* data, std::size_t size) {
    terminal.write({reinterpret_cast<const char*>(data), size});
    done += size / bytes;
    progress.at(done);
    return !stop.stop_requested();
  });
  terminal.end_progress();
  if (whole) return exit_ok;
  terminal.discard_output();
  return exit_interrupted;
}

}  // namespace ulplab::lab
