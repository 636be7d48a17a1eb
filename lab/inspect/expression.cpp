#include "lab/inspect/expression.hpp"

#include <algorithm>

#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

constexpr std::string_view what_to_write =
    "write a format, a colon and one operation, such as 'fp16: 0.1 + 0.2', 'bf16: fma(3, 89, 0x8001)' or 'e4m3: sqrt(2)'";

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Trouble {
  std::size_t position;
  std::string message;
};

/// Reads one expression; positions count from the start of what the person typed, `offset` characters before `text`.
class Reader {
 public:
  Reader(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  void skip() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool done() {
    skip();
    return at_ == text_.size();
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  /// The character here, all bytes of it.
  std::string character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    return std::string(text_.substr(at_, end - at_));
  }
  std::size_t position() const { return offset_ + at_; }

  /// A number as written: digits, a point, an exponent with its sign; 0x…; inf, nan. The library judges it later.
  std::string number() {
    skip();
    const std::size_t begin = at_;
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
    const bool hex = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char before = at_ > begin ? detail::lower(text_[at_ - 1]) : ' ';
      const bool exponent_sign = (c == '+' || c == '-') && at_ > begin && is_digit_before_exponent(begin) && (hex ? before == 'p' : before == 'e');
      if (!is_digit(c) && !is_letter(c) && c != '.' && !exponent_sign) break;
      ++at_;
    }
    if (at_ == begin || (at_ == begin + 1 && !is_digit(text_[begin])))
      throw Trouble{offset_ + begin, at_ < text_.size() ? "here stands '" + std::string(1, text_[at_]) + "' where a number should" : "a number is missing here"};
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// A name directly before an opening parenthesis, or "".
  std::string_view function() {
    skip();
    std::size_t end = at_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    std::size_t open = end;
    while (open < text_.size() && is_space(text_[open])) ++open;
    if (end == at_ || open == text_.size() || text_[open] != '(') return {};
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = open + 1;
    return name;
  }

 private:
  /// `1e-5` has an exponent, `inf-1` and `e` alone do not.
  bool is_digit_before_exponent(std::size_t begin) const {
    return std::any_of(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.begin() + static_cast<std::ptrdiff_t>(at_), is_digit);
  }

  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
};

const Operation* infix(char c) {
  switch (c) {
    case '+': return find_operation("add");
    case '-': return find_operation("sub");
    case '*': return find_operation("mul");
    case '/': return find_operation("div");
    default:  return nullptr;
  }
}

void take_operand(Reader& r, Expression& e) {
  r.skip();
  e.columns.push_back(static_cast<int>(r.position()) + 1);
  e.operands.push_back(r.number());
}

Expression read(std::string_view text, std::size_t offset) {
  Expression e;
  Reader r(text, offset);
  const std::size_t start = (r.skip(), r.position());
  if (const std::string_view name = r.function(); !name.empty()) {
    e.operation = find_operation(name == "remainder" ? "rem" : name);
    if (e.operation == nullptr) throw Trouble{start, "there is no function '" + std::string(name) + "'"};
    e.text = std::string(name) + "(";
    do {
      take_operand(r, e);
      e.text += (e.operands.size() > 1 ? ", " : "") + e.operands.back();
    } while (r.take(','));
    if (!r.take(')')) throw Trouble{r.position(), "a closing parenthesis is missing here"};
    e.text += ")";
    if (static_cast<int>(e.operands.size()) != e.operation->operands)
      throw Trouble{start, std::string(name) + " takes " + std::to_string(e.operation->operands) + " operands; here are " + std::to_string(e.operands.size())};
  } else {
    take_operand(r, e);
    e.text = e.operands[0];
    if (!r.done()) {
      const char c = r.peek();
      e.operation = infix(c);
      if (e.operation == nullptr) throw Trouble{r.position(), "'" + r.character() + "' is not an operation: write + - * or /"};
      r.take(c);
      take_operand(r, e);
      e.text += std::string(" ") + c + " " + e.operands[1];
    }
  }
  if (!r.done()) throw Trouble{r.position(), "here the expression should end: one operation at a time"};
  return e;
}

}  // namespace

std::variant<Expression, Problem> parse_expression(std::string_view text) {
  Problem problem;
  problem.file = "expression";
  problem.line = 1;
  problem.hint = what_to_write;
  const std::size_t colon = text.find(':');
  std::size_t offset = 0;
  Format format = binary16;
  if (colon != std::string_view::npos) {
    std::string_view name = text.substr(0, colon);
    while (!name.empty() && is_space(name.front())) name.remove_prefix(1);
    while (!name.empty() && is_space(name.back())) name.remove_suffix(1);
    const std::optional<Format> f = find_format(name);
    if (!f) {
      problem.column = 1;
      problem.message = "'" + std::string(name) + "': " + format_problem(name);
      return problem;
    }
    format = *f;
    offset = colon + 1;
  }
  try {
    Expression e = read(text.substr(offset), offset);
    e.format = format;
    if (e.operation != nullptr)
      if (const char* refusal = problem_of(*e.operation, format)) throw Trouble{0, title_of(format) + ": " + refusal};
    return e;
  } catch (const Trouble& t) {
    problem.column = static_cast<int>(t.position) + 1;
    problem.message = t.message;
    return problem;
  }
}

}  // namespace ulplab::lab
