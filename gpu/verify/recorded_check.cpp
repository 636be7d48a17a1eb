#include "gpu/verify/recorded_check.hpp"

#include <algorithm>
#include <charconv>

namespace ulplab::verify {
namespace {

using gpu::Payload;
using gpu::put;

constexpr int index_bytes = 4;      // of an input of a run
constexpr int exception_bytes = 8;  // of an exception's index

/// The header lines that are the format's own; all others are facts.
constexpr std::string_view own_keys[] = {"contents", "kind",         "mode",          "machine",      "contestant", "instructions", "inputs",   "plan",
                                         "entries",  "result-bytes", "stretch-bits", "exceptions", "generator",  "constant",     "encoding"};
bool is_own(std::string_view key) { return std::find(std::begin(own_keys), std::end(own_keys), key) != std::end(own_keys); }

std::string constant_text() {
  char digits[17];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), gpu::fingerprint::K, 16).ptr;
  return "0x" + std::string(std::begin(digits), end);
}

std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

/// 0: more than 2^32.
std::uint64_t all_inputs_of(const Kind& kind) {
  int bits = 0;
  for (const Slot& slot : kind.operands) bits += width_of(slot);
  return bits <= 32 ? std::uint64_t{1} << bits : 0;
}

// ---- writing ---------------------------------------------------------------------------------------------------------

struct Writer {
  gpu::Recording& to;
  int result_bytes;

  void entries(std::size_t n) const { to.add("entries", std::to_string(n)); }

  void operator()(const Runs& runs) const {
    entries(runs.first.size());
    for (std::size_t i = 0; i < runs.first.size(); ++i) {
      put(to.payload, runs.first[i], index_bytes);
      put(to.payload, runs.result[i], result_bytes);
    }
  }
  void operator()(const Table& table) const {
    entries(table.results.size());
    for (const Code code : table.results) put(to.payload, code, result_bytes);
  }
  void operator()(const Fingerprints& fingerprints) const {
    if (!fingerprints.plan.empty()) to.add("plan", fingerprints.plan);
    entries(fingerprints.sums.size() / fingerprints.sums_of_stretch());
    to.add("stretch-bits", std::to_string(fingerprints.bits));
    to.add("exceptions", std::to_string(fingerprints.exceptions.size()));
    to.add("generator", gpu::fingerprint::generator);
    to.add("constant", constant_text());
    for (const std::uint64_t sum : fingerprints.sums) put(to.payload, sum, 8);
    for (const Exception& e : fingerprints.exceptions) {
      put(to.payload, e.index, exception_bytes);
      put(to.payload, e.result, result_bytes);
    }
  }
};

// ---- reading ---------------------------------------------------------------------------------------------------------

/// Reads one way of keeping. An empty sentence if it is good. Sizes are compared with the payload before anything is made.
struct Reader {
  const gpu::Recording& from;
  RecordedCheck& check;
  std::uint64_t entries;
  int result_bytes;
  Payload payload{from.payload};

  Code result() { return payload.number(result_bytes); }
  bool fits(Code code) const {
    const int bits = width_of(check.kind.result);
    return bits >= 64 || code >> bits == 0;
  }
  bool has_entries_of(std::uint64_t bytes) const { return payload.left() % bytes == 0 && payload.left() / bytes == entries; }

  std::string runs() {
    if (check.kind.operands.size() != 1) return "runs are kept of kinds with one operand only";
    if (!has_entries_of(static_cast<std::uint64_t>(index_bytes + result_bytes))) return "the payload does not hold the number of runs that the header says";
    Runs runs;
    for (std::uint64_t i = 0; i < entries; ++i) {
      const auto first = static_cast<std::uint32_t>(payload.number(index_bytes));
      const Code code = this->result();
      if (i == 0 && first != 0) return "the first run does not begin at input 0";
      if (i != 0 && first <= runs.first.back()) return "run " + std::to_string(i) + " does not begin behind the one before it";
      if (first >= check.inputs) return "run " + std::to_string(i) + " begins behind the last input";
      if (i != 0 && code == runs.result.back()) return "run " + std::to_string(i) + " has the result of the one before it";
      if (!fits(code)) return "the result of run " + std::to_string(i) + " has more bits than " + check.kind.name + " gives";
      runs.first.push_back(first);
      runs.result.push_back(code);
    }
    if (runs.first.empty()) return "there is no run";
    check.contents = std::move(runs);
    return "";
  }

  std::string table() {
    if (entries != check.inputs || !has_entries_of(static_cast<std::uint64_t>(result_bytes))) return "a table must have one result for each of the " + std::to_string(check.inputs) + " inputs";
    Table table;
    for (std::uint64_t i = 0; i < entries; ++i) {
      table.results.push_back(this->result());
      if (!fits(table.results.back())) return "result " + std::to_string(i) + " has more bits than " + check.kind.name + " gives";
    }
    check.contents = std::move(table);
    return "";
  }

  std::string fingerprints() {
    if (from["generator"] != gpu::fingerprint::generator || from["constant"] != constant_text())
      return "its fingerprints were made in another way than this ulplab's (" + std::string(gpu::fingerprint::generator) + ", K = " + constant_text() + "): record anew";
    Fingerprints fingerprints;
    fingerprints.plan = from["plan"];
    const std::optional<std::uint64_t> bits = from.number("stretch-bits"), exceptions = from.number("exceptions");
    if (!bits || *bits < gpu::fingerprint::groups || *bits > 28) return "stretch-bits must be a number from 16 to 28";
    if (!exceptions) return "the header does not say how many exceptions there are";
    fingerprints.bits = static_cast<int>(*bits);
    const std::uint64_t stretch_bytes = 8 * fingerprints.sums_of_stretch();
    const auto exception_size = static_cast<std::uint64_t>(exception_bytes + result_bytes);
    if (entries > payload.left() / stretch_bytes || *exceptions > payload.left() / exception_size || payload.left() != stretch_bytes * entries + exception_size * *exceptions)
      return "the payload does not hold the fingerprints that the header says";
    if (entries == 0 || entries != quotient_up(check.inputs, fingerprints.stretch())) return "there must be one fingerprint for each " + std::to_string(fingerprints.stretch()) + " of the inputs";
    for (std::uint64_t i = 0; i < entries * fingerprints.sums_of_stretch(); ++i) fingerprints.sums.push_back(payload.number(8));
    for (std::uint64_t i = 0; i < *exceptions; ++i) {
      const std::uint64_t index = payload.number(exception_bytes);
      const Code code = this->result();
      if (index >= check.inputs || (i != 0 && index <= fingerprints.exceptions.back().index)) return "exception " + std::to_string(i) + " is out of order or behind the last input";
      if (!fits(code)) return "the result of exception " + std::to_string(i) + " has more bits than " + check.kind.name + " gives";
      fingerprints.exceptions.push_back({index, code});
    }
    check.contents = std::move(fingerprints);
    return "";
  }
};

struct Contents {
  std::string_view name;
  std::string (Reader::*read)();
};
constexpr Contents all_contents[] = {{"runs", &Reader::runs}, {"table", &Reader::table}, {"fingerprints", &Reader::fingerprints}};

}  // namespace

gpu::Recording to_recording(const RecordedCheck& check) {
  gpu::Recording r;
  r.add("contents", all_contents[check.contents.index()].name);
  r.add("kind", check.kind.name);
  r.add("mode", name_of(check.mode));
  r.add("machine", check.machine);
  r.add("contestant", check.contestant);
  if (!check.instructions.empty()) r.add("instructions", check.instructions);
  for (const auto& [key, value] : check.facts) r.add(is_own(key) ? "its " + key : key, value);
  r.add("inputs", std::to_string(check.inputs));
  r.add("result-bytes", std::to_string(bytes_of(check.kind.result)));
  r.add("encoding", "little-endian");
  std::visit(Writer{r, bytes_of(check.kind.result)}, check.contents);
  return r;
}

std::variant<RecordedCheck, std::string> check_of(const gpu::Recording& r) {
  const auto refuse = [&](const std::string& what) { return r.file + ": " + what; };
  RecordedCheck check;
  check.file = r.file;
  check.sha256 = r.sha256;
  const auto kind = parse_kind(r["kind"]);
  if (const KindProblem* problem = std::get_if<KindProblem>(&kind)) return refuse("its kind: " + problem->message);
  check.kind = std::get<Kind>(kind);
  if (check.kind.stochastic) return refuse("its kind takes random bits, which are not recorded");
  const std::optional<Mode> mode = parse_mode(r["mode"]);
  if (!mode) return refuse("its mode is none: rne, rtz, rup, rdn, …, with +sat or +nan");
  check.mode = *mode;
  check.machine = r["machine"];
  if (!make_check(check.kind, check.mode, check.machine)) return refuse("it names a machine that this ulplab does not know for this kind and mode");
  check.contestant = r["contestant"];
  if (check.contestant.empty()) return refuse("the header does not say which contestant answered");
  check.instructions = r["instructions"];
  for (const auto& fact : r.header)
    if (!is_own(fact.first)) check.facts.push_back(fact);

  const std::optional<std::uint64_t> inputs = r.number("inputs"), entries = r.number("entries"), result_bytes = r.number("result-bytes");
  if (!inputs || !entries || !result_bytes) return refuse("inputs, entries and result-bytes must be numbers in the header");
  check.inputs = *inputs;
  if (*result_bytes != static_cast<std::uint64_t>(bytes_of(check.kind.result))) return refuse("its results do not have the width that " + check.kind.name + " gives");
  if (r["encoding"] != "little-endian") return refuse("the encoding must be little-endian");
  if (!r["plan"].empty() && r["contents"] != "fingerprints") return refuse("only fingerprints are made of documented sets");
  if (r["plan"].empty() && check.inputs != all_inputs_of(check.kind)) return refuse(check.kind.name + " does not have the number of inputs that the header says");
  for (const Contents& c : all_contents) {
    if (r["contents"] != c.name) continue;
    Reader reader{r, check, *entries, static_cast<int>(*result_bytes)};
    if (const std::string wrong = (reader.*c.read)(); !wrong.empty()) return refuse(wrong);
    return check;
  }
  return refuse("its contents are none that this ulplab knows: runs, table, fingerprints, lanes");
}

}  // namespace ulplab::verify
