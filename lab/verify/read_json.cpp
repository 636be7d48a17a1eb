#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/report/text.hpp"
#include "lab/verify/json.hpp"
#include "softfloat/names.hpp"

namespace ulplab::lab {
namespace {

using Json = nlohmann::json;
using verify::CheckResult;
using verify::Mismatch;
using verify::Session;

constexpr std::uint64_t largest_file = std::uint64_t{1} << 28;

/// What is wrong, and where: "checks[3].first[0].operands[1]". Caught in session_of_json.
struct Wrong {
  std::string where;
  std::string what;
};

/// A place in the document. Every question that it cannot answer throws Wrong.
class Node {
public:
  Node(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  [[noreturn]] void wrong(std::string what) const { throw Wrong{where_, std::move(what)}; }
  const Json& json() const { return json_; }

  /// An object with exactly these keys, in any order.
  void require_keys(std::initializer_list<std::string_view> keys) const {
    if (!json_.is_object()) wrong("is no object");
    for (const auto& [key, value] : json_.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) wrong("has an unknown field '" + key + "'");
    for (const std::string_view key : keys)
      if (!json_.contains(std::string(key))) wrong("lacks the field '" + std::string(key) + "'");
  }
  Node operator[](const char* key) const { return {json_.at(key), where_.empty() ? key : where_ + '.' + key}; }

  std::vector<Node> items() const {
    if (!json_.is_array()) wrong("is no list");
    std::vector<Node> list;
    for (std::size_t i = 0; i < json_.size(); ++i) list.emplace_back(json_[i], where_ + '[' + std::to_string(i) + ']');
    return list;
  }
  std::string text() const {
    if (!json_.is_string()) wrong("is no text");
    return json_.get<std::string>();
  }
  bool truth() const {
    if (!json_.is_boolean()) wrong("is neither true nor false");
    return json_.get<bool>();
  }
  /// An integer up to 2^53, or a decimal string.
  std::uint64_t count() const {
    if (json_.is_number_unsigned()) return json_.get<std::uint64_t>();
    std::uint64_t n = 0;
    if (json_.is_string()) {
      const std::string& digits = json_.get_ref<const std::string&>();
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
      if (!digits.empty() && error == std::errc{} && end == digits.data() + digits.size()) return n;
    }
    wrong("is no count: an integer from 0, or one of up to 20 digits in quotes");
  }
  Code code(const verify::Slot& slot) const {
    const std::string written = text();
    const int width = verify::width_of(slot);
    Code value = 0;
    const char* end = written.data() + written.size();
    const bool hex = written.size() > 2 && written.starts_with("0x");
    if (!hex || written.size() > 18) wrong("is no code: 0x and hexadecimal digits");
    if (const auto [at, error] = std::from_chars(written.data() + 2, end, value, 16); error != std::errc{} || at != end)
      wrong("is no code: 0x and hexadecimal digits");
    if (width < 64 && (value >> width) != 0) wrong("has more than " + std::to_string(width) + " bits");
    return value;
  }

private:
  const Json& json_;
  std::string where_;
};

Flags read_flags(const Node& node) {
  Flags raised;
  for (const Node& item : node.items()) {
    const std::string word = item.text();
    bool known = false;
    for (const Flag f : {Flag::invalid, Flag::divide_by_zero, Flag::overflow, Flag::underflow, Flag::inexact})
      if (name_of(Flags(f)) == word) {
        raised |= f;
        known = true;
      }
    if (!known) item.wrong("is no flag");
  }
  return raised;
}

Mismatch read_mismatch(const Node& node, const verify::Kind& kind, const CheckResult& row) {
  node.require_keys({"index", "operands", "expected", "got", "incident", "expected_flags", "got_flags", "ulps", "reproduce"});
  Mismatch m;
  m.index = node["index"].count();
  if (m.index < row.begin || m.index >= row.end) node["index"].wrong("is outside of begin … end");
  const std::vector<Node> operands = node["operands"].items();
  if (operands.size() != kind.operands.size()) node["operands"].wrong("has another number of operands than " + kind.name);
  for (std::size_t k = 0; k < operands.size(); ++k) m.operands[k] = operands[k].code(kind.operands[k]);
  m.expected = node["expected"].code(kind.result);
  m.incident = node["incident"].text();
  const bool answered = !node["got"].json().is_null();
  if (answered) m.got = node["got"].code(kind.result);
  if (answered && !m.incident.empty()) node["got"].wrong("is there though there was an incident");
  m.got_known = answered || !m.incident.empty();
  m.flags_compared = !node["expected_flags"].json().is_null();
  if (m.flags_compared) {
    m.expected_flags = read_flags(node["expected_flags"]);
    m.got_flags = read_flags(node["got_flags"]);
  }
  return m;
}

std::vector<Mismatch> read_mismatches(const Node& node, const verify::Kind& kind, const CheckResult& row, std::size_t most) {
  std::vector<Mismatch> list;
  for (const Node& item : node.items()) {
    list.push_back(read_mismatch(item, kind, row));
    if (list.size() > 1 && list[list.size() - 2].index >= list.back().index) item.wrong("is not in the order of the inputs");
  }
  if (list.size() > most) node.wrong("has more than " + std::to_string(most) + " entries");
  return list;
}

void read_by_class(const Node& node, std::size_t operands, std::vector<std::uint64_t>& counts) {
  if (!node.json().is_object()) node.wrong("is no object");
  for (const auto& [name, value] : node.json().items()) {
    std::size_t at = 0;
    while (at < counts.size() && verify::group_name(at, operands) != name) ++at;
    if (at == counts.size()) node.wrong("counts a class that is none, '" + name + "'");
    counts[at] = node[name.c_str()].count();
  }
}

verify::Status read_status(const Node& node) {
  const std::string word = node.text();
  for (const verify::Status s :
       {verify::Status::passed, verify::Status::failed, verify::Status::skipped, verify::Status::stopped})
    if (name_of(s) == word) return s;
  node.wrong("is none of passed, failed, skipped and stopped");
}

verify::Kind read_kind(const Node& node) {
  auto parsed = verify::parse_kind(node.text());
  if (verify::Kind* kind = std::get_if<verify::Kind>(&parsed)) return std::move(*kind);
  node.wrong(std::get<verify::KindProblem>(parsed).message);
}

CheckResult read_check(const Node& node) {
  node.require_keys({"kind",
                     "mode",
                     "context",
                     "status",
                     "reason",
                     "lacking",
                     "named",
                     "instructions",
                     "flags_compared",
                     "exhaustive",
                     "inputs",
                     "begin",
                     "end",
                     "out_of",
                     "plan",
                     "sections",
                     "executed",
                     "mismatches",
                     "incidents",
                     "first",
                     "known",
                     "inputs_by_class",
                     "mismatches_by_class",
                     "results_by_class",
                     "diagnosis",
                     "sentence",
                     "milliseconds"});
  const verify::Kind kind = read_kind(node["kind"]);
  CheckResult r;
  r.kind = kind.name;
  r.mode = node["mode"].text();
  if (!verify::parse_mode(r.mode)) node["mode"].wrong("is no rounding mode");
  r.machine = node["context"].text();
  r.status = read_status(node["status"]);
  if (r.status != verify::Status::skipped && !has_preset(r.machine)) node["context"].wrong("is no context that this build knows");
  r.reason = node["reason"].text();
  r.lacking = node["lacking"].truth();
  r.named = node["named"].truth();
  r.instructions = node["instructions"].text();
  r.flags_compared = node["flags_compared"].truth();
  r.exhaustive = node["exhaustive"].truth();
  r.inputs = node["inputs"].count();
  r.begin = node["begin"].count();
  r.end = node["end"].count();
  if (r.begin > r.end || r.end > r.inputs) node.wrong("has a stretch begin … end that is none of its inputs");
  r.out_of = node["out_of"].text();
  r.plan = node["plan"].text();
  for (const Node& item : node["sections"].items()) {
    item.require_keys({"name", "inputs"});
    r.sections.push_back({item["name"].text(), item["inputs"].count()});
  }
  r.tally = verify::Tally(kind.operands.size());
  r.tally.executed = node["executed"].count();
  if (r.tally.executed > r.end - r.begin) node["executed"].wrong("is more than there are inputs from begin to end");
  r.tally.mismatches = node["mismatches"].count();
  r.tally.incidents = node["incidents"].count();
  r.tally.first = read_mismatches(node["first"], kind, r, verify::Tally::keep);
  if (r.tally.mismatches > r.tally.executed || r.tally.incidents > r.tally.mismatches ||
      r.tally.first.size() > r.tally.mismatches)
    node["mismatches"].wrong("does not fit the other counts");
  for (const Node& item : node["known"].items()) {
    item.require_keys({"id", "occurred", "expected", "reason", "source", "violated", "first"});
    verify::KnownOutcome k{item["id"].text(),     item["occurred"].count(), item["expected"].count(),
                           item["reason"].text(), item["source"].text(),    item["violated"].truth()};
    if (k.occurred != 0) r.tally.known[k.id] = k.occurred;
    if (auto first = read_mismatches(item["first"], kind, r, verify::Tally::keep_known); !first.empty())
      r.tally.first_known[k.id] = std::move(first);
    r.known.push_back(std::move(k));
  }
  read_by_class(node["inputs_by_class"], kind.operands.size(), r.tally.inputs);
  read_by_class(node["mismatches_by_class"], kind.operands.size(), r.tally.wrong);
  std::vector<std::uint64_t> results(verify::groups);
  read_by_class(node["results_by_class"], 1, results);
  std::copy(results.begin(), results.end(), r.tally.results.begin());
  r.diagnosis = node["diagnosis"].text();
  r.sentence = node["sentence"].text();
  r.milliseconds = node["milliseconds"].count();
  return r;
}

Session read_document(const Node& node) {
  if (!node.json().is_object() || !node.json().contains("schema") || !node.json()["schema"].is_string())
    node.wrong("is no report of ulplab: it has no schema");
  if (node["schema"].text() != verify_schema)
    node["schema"].wrong("is '" + node["schema"].text() + "', and this build reads '" + std::string(verify_schema) + "'");
  node.require_keys({"schema", "with", "against", "shard", "shards", "interrupted", "trouble", "summary", "passed", "failed",
                     "skipped", "stopped", "checks", "provenance"});
  Session s;
  s.with = node["with"].text();
  s.against = node["against"].text();
  s.shard = node["shard"].count();
  s.shards = node["shards"].count();
  if (s.shard < 1 || s.shard > s.shards) node["shard"].wrong("is not between 1 and the number of shards");
  s.interrupted = node["interrupted"].truth();
  s.trouble = node["trouble"].text();
  for (const Node& item : node["checks"].items()) s.results.push_back(read_check(item));
  for (const verify::Status status :
       {verify::Status::passed, verify::Status::failed, verify::Status::skipped, verify::Status::stopped}) {
    const Node total = node[std::string(name_of(status)).c_str()];
    const auto counted =
        std::count_if(s.results.begin(), s.results.end(), [&](const CheckResult& r) { return r.status == status; });
    if (total.count() != static_cast<std::uint64_t>(counted))
      total.wrong("is not the number of such checks: the file was changed");
  }
  for (const Node& item : node["provenance"].items()) {
    item.require_keys({"what", "value"});
    s.provenance.emplace_back(item["what"].text(), item["value"].text());
  }
  return s;
}

}  // namespace

Problem not_json(const std::string& file, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  return {file, line, static_cast<int>(before.size() - line_start) + 1,
          before.size() + 1 >= text.size() ? "the JSON is not whole: the file was cut off" : "this is no JSON",
          "write it anew: ulplab verify … --json -o FILE"};
}

std::variant<Session, Problem> session_of_json(std::string_view text, const std::string& file) {
  try {
    const Json document = Json::parse(text);
    return read_document(Node(document, ""));
  } catch (const Json::parse_error& error) {
    return not_json(file, text, error.byte);
  } catch (const Json::exception& error) {
    return Problem{file, 1, 1, std::string("this is no JSON that can be read: ") + error.what(), ""};
  } catch (const Wrong& wrong) {
    return Problem{file, 1, 1, (wrong.where.empty() ? "the document" : wrong.where) + ' ' + wrong.what,
                   "a report for --merge is written by: ulplab verify … --json -o FILE"};
  }
}

std::variant<std::string, Problem> content_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const auto refuse = [&](const std::string& why) { return Problem{file, 1, 1, why, ""}; };
  if (!stream) return refuse(std::string("cannot be read: ") + std::strerror(errno));
  std::string text;
  char block[1 << 16];
  while (stream.read(block, sizeof block), stream.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file) return refuse("is larger than any report");
  }
  if (stream.bad()) return refuse("cannot be read: is it a directory?");
  return text;
}

std::variant<Session, Problem> read_session(const std::string& file) {
  auto content = content_of_file(file);
  if (Problem* problem = std::get_if<Problem>(&content)) return std::move(*problem);
  return session_of_json(std::get<std::string>(content), file);
}

}  // namespace ulplab::lab
