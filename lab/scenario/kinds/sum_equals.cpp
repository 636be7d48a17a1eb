// Kind `sum-equals`: is a + b equal to c, when all three are numbers of a format?
//
// Each of a, b, c is rounded once to the format, the addition is rounded once, and the comparison is exact.
#include <fmt/format.h>

#include "lab/scenario/experiment.hpp"
#include "softfloat/names.hpp"
#include "softfloat/unpack.hpp"

namespace ulplab::lab {
namespace {

/// A finite number's place among those of its format: 0 for zero, 1 for the smallest positive one, and so on.
std::int64_t place_of(const Format& f, Code code) {
  if (is_zero(f, code)) return 0;
  const auto place = static_cast<std::int64_t>(magnitude_of(f, code) - f.min_nonzero()) + 1;
  return sign_of(f, code) ? -place : place;
}

class SumEqualsExperiment final : public Experiment {
 public:
  SumEqualsExperiment(const Common& common, Quantity a, Quantity b, Quantity c) : common_(common), a_(std::move(a)), b_(std::move(b)), c_(std::move(c)) {}

  std::vector<Dimension> dimensions() const override { return {format_dimension(common_), rounding_dimension(common_)}; }
  std::vector<Metric> metrics() const override {
    const std::vector<std::string> each{"format", "rounding"};
    return {{"equal", Metric::Is::truth, each, "is a + b equal to c?"},
            {"sum", Metric::Is::number, each, "a + b"},
            {"wanted", Metric::Is::number, each, "c"},
            {"distance", Metric::Is::number, each, "how many numbers of the format a + b is above c"},
            {"error_ulps", Metric::Is::number, each, "a + b against the exact sum of the numbers as written, in ulps of it"}};
  }

  void run(Run& run) const override {
    run.report.parameters = {{"a", "a", Exact{a_.text}}, {"b", "b", Exact{b_.text}}, {"c", "c", Exact{c_.text}}};
    Table table{"sums", fmt::format("{} + {} against {}", a_.text, b_.text, c_.text), {}, {}};
    table.columns = {{"format", "format", "format", ""},
                     {"rounding", "rounding", "rounding", ""},
                     {"sum", fmt::format("{} + {}", a_.text, b_.text), "value", ""},
                     {"sum_code", "its code", "code", "", Alignment::right},
                     {"wanted", c_.text, "value", ""},
                     {"wanted_code", "its code", "code", "", Alignment::right},
                     {"equal", "equal?", "truth", ""},
                     {"distance", "apart", "count", "numbers"},
                     {"error_ulps", "error", "error", "ulp"}};
    const bool one_rounding = common_.roundings.size() == 1;
    if (one_rounding) table.columns.erase(table.columns.begin() + 1);

    const exact::Rational exact_sum = a_.value + b_.value;
    std::vector<std::string> equal_in, unequal_in;
    run.progress.begin("adding", common_.formats.size() * common_.roundings.size());
    std::uint64_t done = 0;
    for (const FormatChoice& format : common_.formats)
      for (const Rounding rounding : common_.roundings) {
        if (run.stopped()) break;
        const Format& f = format.format;
        const Context context = rounding_to(rounding);
        const Code operands[3] = {round_to(f, a_, context).code, round_to(f, b_, context).code, round_to(f, c_, context).code};
        gpu::Lane lane;
        lane.kernel = gpu::Kernel::sum_equals;
        lane.format = f;
        lane.context = context;
        lane.inputs = operands;
        const Coordinates at{{"format", format.name}, {"rounding", std::string(name_of(rounding))}};
        const std::optional<gpu::LaneResult> result = run.lane(lane, format, rounding, "");
        run.progress.at(++done);
        Row row{format.title};
        if (!one_rounding) row.emplace_back(std::string(name_of(rounding)));
        if (!result || result->codes.size() < 2) {
          const std::string reason = "no backend of this scenario computes in it";
          for (const Metric& m : metrics()) run.cannot_measure(m.name, at, reason);
          row.resize(table.columns.size(), Absent{reason});
          table.rows.push_back(std::move(row));
          continue;
        }
        const Code sum = result->codes[0];
        const bool equal = result->codes[1] != 0;
        (equal ? equal_in : unequal_in).push_back(one_rounding ? format.title : fmt::format("{} ({})", format.title, name_of(rounding)));
        const Value value = value_of_code(f, sum);
        const auto* number = std::get_if<exact::Rational>(&value);
        row.emplace_back(Number{f, sum});
        row.emplace_back(Number{f, sum});
        row.emplace_back(Number{f, operands[2]});
        row.emplace_back(Number{f, operands[2]});
        row.emplace_back(std::string(equal ? "yes" : "no"));
        run.measure("equal", at, std::string(equal ? "true" : "false"), equal);
        run.measure("sum", at, Number{f, sum}, value);
        run.measure("wanted", at, Number{f, operands[2]}, value_of_code(f, operands[2]));
        if (number != nullptr && is_finite(f, operands[2])) {
          const std::int64_t distance = place_of(f, sum) - place_of(f, operands[2]);
          const exact::Rational error = (*number - exact_sum) / ulp_at(f, exact_sum);
          row.emplace_back(distance);
          row.emplace_back(Approximate{(error > 0 ? "+" : "") + short_decimal(error, 2)});
          run.measure("distance", at, distance, exact::Rational(distance));
          run.measure("error_ulps", at, Approximate{short_decimal(error, 6)}, error);
        } else {
          row.emplace_back(Empty{});
          row.emplace_back(Empty{});
          run.cannot_measure("distance", at, "a + b or c is not a finite number");
          run.cannot_measure("error_ulps", at, "a + b or c is not a finite number");
        }
        table.rows.push_back(std::move(row));
      }
    run.report.tables.push_back(std::move(table));
    if (!equal_in.empty()) run.report.notes.push_back(fmt::format("Equal in {}.", fmt::join(equal_in, ", ")));
    if (!unequal_in.empty()) run.report.notes.push_back(fmt::format("Not equal in {}.", fmt::join(unequal_in, ", ")));
    run.report.notes.push_back(
        "Three numbers are rounded and then their sum is: whether the roundings meet is luck, and more bits do not make it likelier.");
  }

 private:
  Common common_;
  Quantity a_, b_, c_;
};

}  // namespace

std::unique_ptr<Experiment> read_sum_equals(Fields& fields, const Common& common) {
  std::optional<Quantity> q[3];
  const char* names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; ++i)
    if (const Node* n = fields.required(names[i], fmt::format("{}: 0.1", names[i]))) q[i] = fields.reader().quantity(*n, names[i]);
  const Quantity none{"0", 0};
  return std::make_unique<SumEqualsExperiment>(common, q[0].value_or(none), q[1].value_or(none), q[2].value_or(none));
}

}  // namespace ulplab::lab
