#include "lab/cli/verify_request.hpp"

#include <algorithm>

#include "gpu/verify/suites.hpp"
#include "lab/cli/shard.hpp"
#include "lab/cli/words.hpp"
#include "lab/eval/fields.hpp"
#include "lab/report/suggest.hpp"
#include "lab/report/text.hpp"
#include "softfloat/presets.hpp"

namespace ulplab::lab {
namespace {

constexpr std::uint64_t most_random = std::uint64_t{1} << 40;
constexpr std::string_view mode_help =
    "write rne, rna, rtz, rup, rdn or rto, +sat or +nan behind it for overflow, and commas between: rne,rtz,rne+sat";

std::string quoted(const std::string& text) { return "'" + printable(text, 120) + "'"; }

/// A decimal number, or a power such as 2^30.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::size_t caret = text.find('^');
  if (caret == std::string_view::npos) return parse_decimal(text);
  const std::optional<std::uint64_t> base = parse_decimal(text.substr(0, caret));
  const std::optional<std::uint64_t> exponent = parse_decimal(text.substr(caret + 1));
  if (base != std::uint64_t{2} || !exponent || *exponent > 63) return std::nullopt;
  return std::uint64_t{1} << *exponent;
}

bool is_suite(const std::string& word) {
  const auto all = verify::suites();
  return std::any_of(all.begin(), all.end(), [&](const verify::Suite& s) { return s.name == word; });
}

std::optional<Refusal> read_what(const VerifyOptions& options, verify::Request& to) {
  for (const std::string& word : options.what) {
    if (is_suite(word)) continue;
    const auto parsed = verify::parse_kind(word);
    const verify::KindProblem* problem = std::get_if<verify::KindProblem>(&parsed);
    if (problem == nullptr) continue;
    if (word.ends_with(".json"))
      return Refusal{quoted(word) + " is neither a kind nor a suite",
                     "to add up the reports of shards: ulplab verify --merge " + printable(word, 120) + " …"};
    const std::string suggestion = did_you_mean(word, verify_words());
    return Refusal{printable(problem->message, 300),
                   suggestion.empty() ? "`ulplab list suites` and `ulplab list operations` show what there is" : suggestion};
  }
  to.what = options.what.empty() ? std::vector<std::string>{"all"} : options.what;
  return std::nullopt;
}

std::optional<Refusal> read_modes(const VerifyOptions& options, verify::Request& to) {
  if (options.rounding.empty()) return std::nullopt;
  for (const std::string_view word : split(options.rounding, ',')) {
    const std::optional<verify::Mode> mode = verify::parse_mode(word);
    if (!mode)
      return Refusal{quoted(std::string(word)) + " is no mode of rounding that a verification can have", std::string(mode_help)};
    if (std::find(to.modes.begin(), to.modes.end(), *mode) == to.modes.end()) to.modes.push_back(*mode);
  }
  return std::nullopt;
}

std::optional<Refusal> read_input(const VerifyOptions& options, verify::Request& to) {
  if (options.input.empty()) return std::nullopt;
  if (options.what.size() != 1 || is_suite(options.what.front()))
    return Refusal{"--input asks about one kind", "for instance: ulplab verify f16_add --input 0x3c00,0x0001 --against native"};
  for (const auto& [given, name] : {std::pair{!options.shard.empty(), "--shard"}, std::pair{!options.resume.empty(), "--resume"},
                                    std::pair{options.exhaustive, "--exhaustive"}, std::pair{options.documented, "--documented"}})
    if (given)
      return Refusal{std::string("--input is one input: ") + name + " has nothing to say",
                     std::string("leave ") + name + " away"};
  const verify::Kind kind = std::get<verify::Kind>(verify::parse_kind(options.what.front()));
  const std::vector<std::string_view> words = split(options.input, ',');
  if (words.size() != kind.operands.size())
    return Refusal{kind.name + " takes " + std::to_string(kind.operands.size()) +
                       (kind.operands.size() == 1 ? " operand" : " operands") + ", and --input has " +
                       std::to_string(words.size()),
                   "write codes with commas between, such as 0x3c00,0x0001"};
  verify::Operands operands{};
  try {
    for (std::size_t k = 0; k < words.size(); ++k) operands[k] = read_operand(words[k], kind.operands[k]);
  } catch (const BadField& bad) {
    return Refusal{"--input: " + printable(bad.sentence, 200), ""};
  }
  to.plan.only = operands;
  return std::nullopt;
}

std::optional<Refusal> read_numbers(const VerifyOptions& options, verify::Request& to) {
  if (!options.random.empty()) {
    const std::optional<std::uint64_t> n = parse_count(options.random);
    if (!n || *n > most_random)
      return Refusal{quoted(options.random) + " is no number of random inputs",
                     "write a number up to 2^40, such as 1000000 or 2^30"};
    to.plan.random = *n;
  }
  if (!options.seed.empty()) {
    const std::optional<std::uint64_t> n = parse_decimal(options.seed);
    if (!n) return Refusal{quoted(options.seed) + " is no seed", "write a number from 0"};
    to.plan.seed = *n;
  }
  const std::optional<Shard> shard = parse_shard(options.shard);
  if (!shard) return Refusal{quoted(options.shard) + " is not a shard", std::string(shard_help)};
  to.shard = shard->index;
  to.shards = shard->count;
  return std::nullopt;
}

std::optional<Refusal> read_contestant(const std::string& name, std::unique_ptr<verify::Contestant>& to) {
  auto made = verify::make_contestant(name);
  if (const std::string* sentence = std::get_if<std::string>(&made)) {
    const std::string suggestion = did_you_mean(name, contestant_words());
    return Refusal{printable(*sentence, 600), suggestion.empty() ? "`ulplab list contestants` shows what each is" : suggestion};
  }
  to = std::move(std::get<std::unique_ptr<verify::Contestant>>(made));
  return std::nullopt;
}

}  // namespace

std::variant<VerifyRequest, Refusal> read_request(const VerifyOptions& options) {
  VerifyRequest asked;
  verify::Request& r = asked.request;
  if (options.against.empty()) {
    std::string all;
    for (const verify::ContestantForm& c : verify::contestant_forms()) all.append(all.empty() ? "" : ", ").append(c.form);
    return Refusal{"'verify' needs --against CONTESTANT", "there are: " + all};
  }
  for (const auto& read : {read_what, read_modes, read_numbers, read_input})
    if (auto refusal = read(options, r)) return *refusal;
  if (!options.context.empty() && !has_preset(options.context))
    return Refusal{"there is no context " + quoted(options.context), "`ulplab list contexts` shows all"};
  r.machine = options.context;
  r.flags = options.flags;
  r.exhaustive = options.exhaustive;
  r.plan.documented = options.documented;
  if (options.exhaustive && options.documented)
    return Refusal{"--exhaustive and --documented contradict each other", "leave one of them out"};
  if (auto refusal = read_contestant(options.with, asked.with)) return *refusal;
  if (auto refusal = read_contestant(options.against, asked.against)) return *refusal;
  return asked;
}

std::variant<std::monostate, Refusal> check_merge(const VerifyOptions& o) {
  struct Given {
    bool given;
    const char* name;
  };
  for (const Given& g : {Given{!o.against.empty(), "--against"},
                         {o.with != "soft", "--with"},
                         {!o.rounding.empty(), "--rounding"},
                         {!o.context.empty(), "--context"},
                         {!o.random.empty(), "--random"},
                         {!o.seed.empty(), "--seed"},
                         {!o.input.empty(), "--input"},
                         {!o.shard.empty(), "--shard"},
                         {!o.resume.empty(), "--resume"},
                         {o.flags, "--flags"},
                         {o.exhaustive, "--exhaustive"}})
    if (g.given)
      return Refusal{std::string("--merge runs nothing: ") + g.name + " has nothing to say",
                     "the reports say who was compared, and over what"};
  if (o.what.empty()) return Refusal{"--merge needs the reports of shards", "for instance: ulplab verify --merge 1.json 2.json"};
  return std::monostate{};
}

}  // namespace ulplab::lab
