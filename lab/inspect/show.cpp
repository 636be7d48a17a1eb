#include "lab/inspect/show.hpp"

#include "lab/inspect/codes.hpp"
#include "softfloat/decimal_error.hpp"
#include "softfloat/names.hpp"
#include "softfloat/next.hpp"
#include "softfloat/parse.hpp"
#include "softfloat/print.hpp"
#include "softfloat/ulp.hpp"

namespace ulplab::lab {
namespace {

constexpr std::size_t longest_ulp = 60;
constexpr std::size_t longest_error = 1200;  // the longest exact value of binary64 has 1077 characters

std::string describe_class(const Format& f, Code code) {
  const Class c = class_of(f, code);
  return (sign_of(f, code) ? "negative " : "") + std::string(name_of(c));
}

Shown show_code(const Format& f, Rounded r, std::string_view written, const Context& c) {
  Shown s;
  s.format = f;
  s.code = r.code;
  s.flags = r.flags;
  s.bits = bits_text(f, r.code);
  s.exact = exact_decimal(f, r.code);
  s.shortest = plain_shortest(f, r.code);
  s.hex = hex_float(f, r.code);
  s.kind = describe_class(f, r.code);
  s.below = next_down(f, r.code, c).code;
  s.above = next_up(f, r.code, c).code;
  if (!is_finite(f, r.code)) return s;
  const int exponent = ulp_exponent(f, r.code);
  Silent silent;
  const Rounded ulp_code = round_pack(binary64, Context{}, false, exponent, std::uint64_t{1}, Discarded::nothing, silent);
  s.ulp = power_text(exponent);
  const std::string ulp_decimal = exact_decimal(binary64, ulp_code.code);
  if (ulp_code.flags == Flags() && ulp_decimal.size() <= longest_ulp) s.ulp += " = " + ulp_decimal;
  if (const std::optional<ConversionError> error = conversion_error(f, r.code, written, longest_error)) {
    s.error_ulps = error->ulps;
    // Four digits can look like a tie where there is none.
    const bool looks_like_half = error->ulps == "0.5" || error->ulps == "-0.5";
    const std::string half = exact_decimal(binary64, round_pack(binary64, Context{}, false, exponent - 1, std::uint64_t{1}, Discarded::nothing, silent).code);
    if (looks_like_half && error->exact != half && error->exact != "-" + half) s.error_ulps = "about " + error->ulps;
    s.error_exact = error->exact;
  }
  return s;
}

Problem trouble(std::string_view written, std::size_t position, std::string message, std::string hint = {}) {
  return {std::string(written.substr(0, 60)), 1, static_cast<int>(position) + 1, std::move(message), std::move(hint)};
}

}  // namespace

std::vector<Format> usual_formats() { return {binary64, binary32, binary16, bfloat16, fp8_e5m2, fp8_e4m3}; }

std::variant<std::vector<Format>, Problem> parse_format_list(std::string_view list) {
  if (list.empty()) return usual_formats();
  std::vector<Format> formats;
  if (list == "all") {
    for (const NamedFormat& n : named_formats) formats.push_back(n.format);
    return formats;
  }
  for (std::size_t begin = 0;;) {
    const std::size_t end = list.find(',', begin);
    const std::string_view name = list.substr(begin, end - begin);
    const std::optional<Format> f = find_format(name);
    if (!f) return Problem{"--formats", 0, 0, "'" + std::string(name) + "': " + format_problem(name), "`ulplab list formats` shows those with a name"};
    formats.push_back(*f);
    if (end == std::string_view::npos) return formats;
    begin = end + 1;
  }
}

std::variant<ShownValue, Problem> show_value(std::string_view written, const std::vector<Format>& formats, const Context& c) {
  ShownValue value;
  value.written = written;
  if (const std::size_t colon = written.find(':'); colon != std::string_view::npos) {
    const std::string_view name = written.substr(0, colon);
    const std::optional<Format> from = find_format(name);
    if (!from) return trouble(written, 0, "'" + std::string(name) + "': " + format_problem(name));
    const ParsedCode parsed = parse_code(written.substr(colon + 1), from->width());
    if (!parsed.ok) return trouble(written, colon + 1 + static_cast<std::size_t>(parsed.position), parsed.problem);
    const std::string exact = exact_decimal(*from, parsed.code);
    value.formats.push_back(show_code(*from, {parsed.code, {}}, exact, c));
    for (const Format& f : formats)
      if (!(f == *from)) value.formats.push_back(show_code(f, convert(*from, parsed.code, f, c), exact, c));
    return value;
  }
  for (const Format& f : formats) {
    const Parsed parsed = parse(f, written, c);
    if (!parsed.ok)
      return trouble(written, static_cast<std::size_t>(parsed.position), parsed.problem,
                     "write a decimal such as 0.3 or 1e-7, a hex float such as 0x1.8p-3, or a code such as fp16:0x3c01");
    value.formats.push_back(show_code(f, parsed.value, written, c));
  }
  return value;
}

Report report_of(const std::vector<ShownValue>& values, Rounding rounding) {
  Report r;
  r.kind = "show";
  r.id = "show";
  r.title = "values in formats";
  r.parameters = {{"rounding", "rounding", std::string(name_of(rounding))}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    Table t;
    t.id = "value" + std::to_string(i + 1);
    t.title = values[i].written;
    t.columns = {{"format", "format", "format", ""},         {"number", "value", "value", ""},   {"bits", "bits", "bits", ""},
                 {"shortest", "shortest", "value", ""},      {"hex", "hex float", "value", ""},  {"class", "class", "class", ""},
                 {"ulp", "ulp", "ulp", ""},                  {"below", "below", "value", ""},    {"above", "above", "value", ""},
                 {"error_ulps", "error", "error", "ulp"},    {"error", "error exactly", "error", ""}, {"flags", "flags", "flags", ""}};
    for (const Shown& s : values[i].formats)
      t.rows.push_back({title_of(s.format), Number{s.format, s.code}, s.bits, s.shortest, s.hex, s.kind, s.ulp, Number{s.format, s.below},
                        Number{s.format, s.above}, s.error_ulps, s.error_exact, name_of(s.flags)});
    r.tables.push_back(std::move(t));
  }
  return r;
}

}  // namespace ulplab::lab
