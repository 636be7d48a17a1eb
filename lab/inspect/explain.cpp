#include "lab/inspect/explain.hpp"

#include <algorithm>

#include "lab/inspect/codes.hpp"
#include "softfloat/names.hpp"
#include "softfloat/parse.hpp"
#include "softfloat/print.hpp"
#include "softfloat/recorder.hpp"

namespace ulplab::lab {
namespace {

constexpr int most_binary_places = 72;
constexpr std::size_t most_rest_bits = 40;

std::string plural(int n, std::string_view thing) { return std::to_string(n) + " " + std::string(thing) + (n == 1 ? "" : "s"); }

/// A code as an operand: bare hexadecimal without point and exponent.
bool is_code(std::string_view text) {
  return (text.starts_with("0x") || text.starts_with("0X")) && text.find_first_of(".pP") == std::string_view::npos;
}

struct OperandCode {
  Code code = 0;
  std::string problem;
  int position = 0;  ///< of the problem, in the operand
};

OperandCode read_operand(const Format& f, const std::string& text, const Context& c) {
  if (is_code(text)) {
    const ParsedCode parsed = parse_code(text, f.width());
    return parsed.ok ? OperandCode{parsed.code, {}, 0} : OperandCode{0, parsed.problem, parsed.position};
  }
  const Parsed parsed = parse(f, text, c);
  return parsed.ok ? OperandCode{parsed.value.code, {}, 0} : OperandCode{0, parsed.problem, parsed.position};
}

/// The record of the operation as the table of operations has it, but watched.
Rounded watched(const Expression& e, const Code* x, const Context& c, Recorder observe) {
  const Format& f = e.format;
  const std::string_view name = e.operation->name;
  if (name == "add") return add(f, x[0], x[1], c, observe);
  if (name == "sub") return sub(f, x[0], x[1], c, observe);
  if (name == "mul") return mul(f, x[0], x[1], c, observe);
  if (name == "div") return div(f, x[0], x[1], c, observe);
  if (name == "fma") return fma(f, x[0], x[1], x[2], c, observe);
  if (name == "sqrt") return sqrt(f, x[0], c, observe);
  if (name == "rsqrt") return rsqrt(f, x[0], c, observe);
  if (name == "rem") return remainder(f, x[0], x[1], c, observe);
  if (name == "rint") return round_to_integral(f, x[0], c, Exactness::signals_inexact, observe);
  if (name == "round") return round_to_integral(f, x[0], c, Exactness::quiet, observe);
  const Rounded r = e.operation->apply(f, x, c);  // the others choose among codes and have no steps of their own
  for (int i = 0; i < e.operation->operands; ++i) detail::tell_operand(observe, f, x[i], unpack(f, x[i], c));
  return detail::tell_result(observe, f, r);
}

/// The bits that go, all of them, a space after the first: what a person compares with a half.
std::string rest_bits(const Step& s) {
  if (s.shift <= 0) return "";
  if (s.shift > 2 * most_binary_places) return "(" + std::to_string(s.shift) + " bits)";
  std::string bits;
  for (int i = s.shift - 1; i >= 0; --i) bits += i < bits_of<uint128> && ((s.wide >> i) & 1) != 0 ? '1' : '0';
  const std::size_t last = bits.find_last_of('1');  // zeros behind it say nothing
  bits.resize(last == std::string::npos ? std::min<std::size_t>(bits.size(), 1) : last + 1);
  if (bits.size() > most_rest_bits) {
    bits.resize(most_rest_bits);
    bits += "…";
  }
  return bits;
}

/// significand * 2^exponent in units of 2^unit, with the binary point behind the units: " 1.1001", "10.0110", " 0.0011".
std::string in_units_of(uint128 significand, int exponent, int unit, int places) {
  const auto bit = [&](int power) {
    const int at = power - exponent;
    return at >= 0 && at < bits_of<uint128> && ((significand >> at) & 1) != 0 ? '1' : '0';
  };
  std::string s(1, bit(unit + 1) == '1' ? '1' : ' ');
  s += bit(unit);
  s += '.';
  for (int i = 1; i <= places; ++i) s += bit(unit - i);
  return s;
}

std::string binary(std::uint64_t value) {
  std::string s;
  for (; value != 0; value >>= 1) s.insert(s.begin(), (value & 1) != 0 ? '1' : '0');
  return s.empty() ? "0" : s;
}

std::string compared(Discarded d) {
  switch (d) {
    case Discarded::nothing:    return "nothing is lost";
    case Discarded::below_half: return "less than half of the last kept bit";
    case Discarded::half:       return "exactly half of the last kept bit";
    case Discarded::above_half: return "more than half of the last kept bit";
  }
  return {};
}

std::string decision(const Step& s, const Step& discard) {
  const bool odd = (discard.kept & 1) != 0;
  std::string why;
  if (discard.discarded == Discarded::nothing) return "the result is exact: nothing to decide";
  switch (s.rounding) {
    case Rounding::nearest_even:
      if (discard.discarded == Discarded::half && s.format.precision == 1)
        why = "a tie of numbers with one bit, of which none is even: the larger magnitude";
      else if (discard.discarded == Discarded::half)
        why = std::string("a tie: the last kept bit is ") + (odd ? "1 (odd), so it goes to the even neighbour" : "0 (even), so it stays");
      else
        why = discard.discarded == Discarded::above_half ? "more than half" : "less than half";
      break;
    case Rounding::nearest_away: why = discard.discarded == Discarded::below_half ? "less than half" : "half or more goes away from zero"; break;
    case Rounding::toward_zero:  why = "toward zero: what is discarded is dropped"; break;
    case Rounding::up:           why = s.negative ? "upward, and the number is negative" : "upward, and the number is positive"; break;
    case Rounding::down:         why = s.negative ? "downward, and the number is negative" : "downward, and the number is positive"; break;
    case Rounding::to_odd:       why = odd ? "to odd: the last kept bit is odd already" : "to odd: the last kept bit is even and becomes odd"; break;
    case Rounding::stochastic:   why = s.away ? "fraction plus random bits reach one" : "fraction plus random bits stay below one"; break;
  }
  return why + (s.away ? "  ->  add one to the last kept bit" : "  ->  keep as it is");
}

class Narrator {
 public:
  Narrator(const Explanation& e, std::vector<ExplainLine>& lines) : e_(e), lines_(lines) {}

  void tell() {
    const Step* discard = nullptr;
    std::size_t operand = 0;
    const std::string_view name = e_.expression.operation != nullptr ? e_.expression.operation->name : "";
    const bool to_integral = name == "rint" || name == "round";
    for (const Step& s : e_.steps) {
      // The integer that a rounding to integral found is then only written down: nothing is decided twice.
      if (to_integral && discard != nullptr && s.kind != StepKind::overflow && s.kind != StepKind::result && !(s.kind == StepKind::decide && &s == discard + 1)) continue;
      switch (s.kind) {
        case StepKind::operand:  tell_operand(s, operand++); break;
        case StepKind::special:  say("rule", s.rule); break;
        case StepKind::align:    tell_align(s); break;
        case StepKind::exact:    tell_exact(s); break;
        case StepKind::range:    say("tiny", "below the smallest normal number " + power_text(s.format.emin()) + ": rounded to a multiple of " + power_text(s.exponent)); break;
        case StepKind::discard:  tell_discard(s); discard = &s; break;
        case StepKind::decide:   say("decide", decision(s, *discard)); break;
        case StepKind::overflow:
          say("overflow", "beyond the largest number " + decimal_text(s.format, s.format.max_finite()) + ": the answer is " + decimal_text(s.format, s.code));
          break;
        case StepKind::flush:    say("flush", "tiny results become zero in this context"); break;
        case StepKind::result:   break;  // told once, at the end: operations inside operations have results too
      }
    }
    const Format& f = e_.expression.format;
    say("result", code_text(f, e_.result.code) + "  " + bits_text(f, e_.result.code) + "  " + significand_text(f, e_.result.code));
    say("", "= " + decimal_text(f, e_.result.code));
    say("flags", name_of(e_.result.flags, ", "));
  }

 private:
  void say(std::string label, std::string text) { lines_.push_back({std::move(label), std::move(text)}); }

  void tell_operand(const Step& s, std::size_t i) {
    const Format& f = s.format;
    const std::string& written = i < e_.expression.operands.size() ? e_.expression.operands[i] : "";
    const std::string value = decimal_text(f, s.code);
    say(std::string(1, static_cast<char>('a' + i)), code_text(f, s.code) + "  " + bits_text(f, s.code) + "  " + significand_text(f, s.code));
    say("", "= " + value + (written == value || is_code(written) ? "" : "   (written " + written + ")"));
    if (s.number.zero() && class_of(f, s.code) == Class::subnormal) say("", "taken as zero: inputs are flushed in this context");
  }

  void tell_align(const Step& s) {
    const Step* exact = find(StepKind::exact);
    if (e_.expression.operation->name == "fma") {
      say("product", (s.negative ? "-" : "") + binary_text(s.wide, s.exponent, most_binary_places) + "   exactly, in " + plural(highest_bit(s.wide) + 1, "bit"));
      say("align", s.shift == 0  ? "product and addend have the same exponent: nothing moves"
                   : s.shift > 0 ? "the addend moves " + plural(s.shift, "place") + " to the right, to the exponent of the product"
                                 : "the product moves " + plural(-s.shift, "place") + " to the right, to the exponent of the addend");
      if (exact != nullptr) tell_rows({s.wide, s.exponent, s.negative}, {s.number.significand, s.number.exponent, s.number.negative}, *exact);
      return;
    }
    say("align", s.shift == 0 ? "the exponents are equal: nothing moves"
                              : "the smaller operand moves " + plural(s.shift, "place") + " to the right, to the exponent of the larger");
    if (exact == nullptr) return;
    const Unpacked& first = e_.steps[0].number;
    const Unpacked& second = e_.steps[1].number;
    const bool second_is_smaller = s.number.exponent == second.exponent && s.number.significand == second.significand;
    const Unpacked& larger = second_is_smaller ? first : second;
    tell_rows({larger.significand, larger.exponent, exact->negative}, {s.number.significand, s.number.exponent, s.number.negative}, *exact);
  }

  struct Addend {
    uint128 significand;
    int exponent;
    bool negative;
    int top() const { return exponent + highest_bit(significand); }
  };

  /// Two significands one above the other, as on paper, and their sum or difference.
  void tell_rows(const Addend& a, const Addend& b, const Step& exact) {
    const int unit = std::max(a.top(), b.top());
    const int places = unit - std::min(lowest_exponent(a), lowest_exponent(b));
    if (places > most_binary_places) return;
    const std::string power = " × " + power_text(unit);
    const auto row = [&](std::string_view sign, uint128 significand, int exponent) {
      say("", std::string(sign) + " " + in_units_of(significand, exponent, unit, places) + power);
    };
    row(a.negative == exact.negative ? " " : "-", a.significand, a.exponent);
    row(b.negative == exact.negative ? "+" : "-", b.significand, b.exponent);
    row("=", exact.wide, exact.exponent);
  }

  /// The place of the last bit that is stored, zeros of a format's significand included.
  int lowest_exponent(const Addend& x) const { return std::min(x.exponent, x.top() - e_.expression.format.trailing_bits()); }

  const Step* find(StepKind kind) const {
    for (const Step& s : e_.steps)
      if (s.kind == kind) return &s;
    return nullptr;
  }

  void tell_exact(const Step& s) {
    const int t = s.format.trailing_bits();
    const std::string more = s.discarded == Discarded::nothing ? "" : " and more";
    say("exact", (s.negative ? "-" : "") + binary_text(s.wide, s.exponent, std::max(2 * t + 4, 24)) + more);
  }

  void tell_discard(const Step& s) {
    const std::string kept = binary(s.kept);
    if (s.discarded == Discarded::nothing) {
      say("keep", kept + " × " + power_text(s.exponent) + "   all bits fit");
      return;
    }
    std::string rest = rest_bits(s);
    say("keep", kept + " | " + (rest.empty() ? "…" : rest) + "   × " + power_text(s.exponent));
    say("discard", compared(s.discarded));
  }

  const Explanation& e_;
  std::vector<ExplainLine>& lines_;
};

}  // namespace

std::variant<Explanation, Problems> explain(const Expression& expression, const Context& c) {
  Explanation e;
  e.expression = expression;
  e.context = c;
  const Format& f = expression.format;
  Problems problems;
  Code operands[3] = {};
  const Recorder recorder{&e.steps};
  if (expression.operation == nullptr) {
    const std::string& text = expression.operands[0];
    if (is_code(text)) {
      const OperandCode code = read_operand(f, text, c);
      if (!code.problem.empty()) return Problems{{"expression", 1, expression.columns[0] + code.position, code.problem, ""}};
      e.result = {code.code, {}};
    } else {
      const Parsed parsed = parse(f, text, c, recorder);
      if (!parsed.ok) return Problems{{"expression", 1, expression.columns[0] + parsed.position, parsed.problem, ""}};
      e.result = parsed.value;
    }
  } else {
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
      const OperandCode code = read_operand(f, expression.operands[i], c);
      if (!code.problem.empty()) problems.push_back({"expression", 1, expression.columns[i] + code.position, code.problem, ""});
      operands[i] = code.code;
    }
    if (!problems.empty()) return problems;
    e.result = watched(expression, operands, c, recorder);
  }
  Narrator(e, e.lines).tell();
  return e;
}

Report report_of(const Explanation& e) {
  const Format& f = e.expression.format;
  Report r;
  r.kind = "explain";
  r.id = "explain";
  r.title = title_of(f) + ": " + e.expression.text;
  r.parameters = {{"format", "format", title_of(f)}, {"rounding", "rounding", std::string(name_of(e.context.rounding))}};
  Table steps{"steps", "steps", {{"step", "step", "step", ""}, {"text", "what happens", "text", ""}}, {}};
  for (const ExplainLine& line : e.lines) steps.rows.push_back({line.label, line.text});
  Table result{"result", "result", {{"value", "value", "value", ""}, {"flags", "flags", "flags", ""}}, {{Number{f, e.result.code}, name_of(e.result.flags)}}};
  r.tables = {steps, result};
  return r;
}

}  // namespace ulplab::lab
