#include "gpu/verify/diagnosis.hpp"

#include <algorithm>
#include <vector>

#include "gpu/verify/wrong_models.hpp"
#include "softfloat/names.hpp"

namespace ulplab::verify {
namespace {

using Witnesses = std::vector<const Witness*>;

// --- Words -------------------------------------------------------------------------------------------------------------------

std::string hex(const Slot& slot, Code code) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int n = (width_of(slot) + 3) / 4; n > 0; --n, code >>= 4) text.insert(text.begin(), digits[code & 0xf]);
  return "0x" + text;
}

std::string operands_of(const Kind& kind, const Operands& x) {
  std::string text;
  for (std::size_t k = 0; k < kind.operands.size(); ++k) text += (k == 0 ? "" : ", ") + hex(kind.operands[k], x[k]);
  return text;
}

std::string instead(const Kind& kind, const Witness& w) {
  return operands_of(kind, w.operands) + " gives " + hex(kind.result, w.got) + " and not " + hex(kind.result, w.expected);
}

/// Where the exact result lies between two results: " (exactly half way between 0x0400 and 0x0401, of which the first is even)".
std::string position(const Case& x) {
  if (!x.exact) return "";
  const Kept k = cut_at(*x.exact, quantum_of(x));
  if (k.discarded == Discarded::nothing) return "";
  const Slot& slot = x.kind().result;
  const std::string between =
      "between " + hex(slot, finish(x, k.kept, k.quantum)) + " and " + hex(slot, finish(x, k.kept + 1, k.quantum));
  switch (k.discarded) {
    case Discarded::half:
      return " (exactly half way " + between +
             (x.check.context.rounding == Rounding::nearest_even
                  ? ", of which the " + std::string((k.kept & 1) == 0 ? "first" : "second") + " is even)"
                  : ")");
    case Discarded::below_half: return " (" + between + ", nearer to the first)";
    default: return " (" + between + ", nearer to the second)";
  }
}

// --- Scoring -----------------------------------------------------------------------------------------------------------------

class Judge {
public:
  Judge(const Check& check, std::span<const Witness> agreements) : check_(check) {
    for (const WrongModel* m : wrong_models())
      if (m->applies(check)) models_.push_back(m);
    for (const Witness& w : agreements) agreements_.emplace_back(check, w.operands, w.expected);
  }

  struct Verdict {
    const WrongModel* model = nullptr;
    Witnesses explained;
    Witnesses rest;
    std::size_t contradicted = 0;  ///< of the agreements
  };

  /// The model that explains at least half of the mismatches and is contradicted least; the first in the table of equals. One that
  /// a third of the agreements contradict explains nothing: a single zero is not "always zero".
  Verdict best(const Witnesses& mismatches) const {
    Verdict best;
    double least = 2;
    for (const WrongModel* model : models_) {
      Verdict v{model, {}, {}, 0};
      for (const Witness* w : mismatches)
        (model->answer(Case(check_, w->operands, w->expected)) == w->got ? v.explained : v.rest).push_back(w);
      if (2 * v.explained.size() < mismatches.size()) continue;
      const double unexplained = share(v.rest.size(), mismatches.size());
      if (unexplained >= least) continue;
      v.contradicted = static_cast<std::size_t>(
          std::count_if(agreements_.begin(), agreements_.end(), [&](const Case& x) { return model->answer(x) != x.expected; }));
      if (3 * v.contradicted > agreements_.size()) continue;
      const double score = unexplained + share(v.contradicted, agreements_.size());
      if (score >= least) continue;
      least = score;
      best = std::move(v);
    }
    return best;
  }

  std::size_t agreements() const { return agreements_.size(); }

private:
  static double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }

  const Check& check_;
  std::vector<const WrongModel*> models_;
  std::vector<Case> agreements_;
};

/// "Ties go away from zero, as when half a unit is added and the rest cut off: 0x38800800 gives 0x0401 and not 0x0400 (exactly …)"
std::string sentence_of(const Check& check, const Judge::Verdict& v) {
  const Witness& w = *v.explained.front();
  std::string text(v.model->sentence);
  if (!v.model->hint.empty()) text += " (" + std::string(v.model->hint) + ")";
  text += ": " + instead(check.kind, w);
  if (v.model->family == Family::rounding) text += position(Case(check, w.operands, w.expected));
  return text;
}

// --- What no model names -----------------------------------------------------------------------------------------------------

template <class Is>
bool all_of(const Witnesses& mismatches, Is&& is) {
  return std::all_of(mismatches.begin(), mismatches.end(), [&](const Witness* w) { return is(*w); });
}

std::optional<Diagnosis> without_model(const Check& check, const Witnesses& mismatches, std::span<const Witness> agreements) {
  const auto found = [&](std::string id, const std::string& text) {
    return Diagnosis{std::move(id), text + ": " + instead(check.kind, *mismatches.front()) + '.', mismatches.size(),
                     mismatches.size()};
  };
  const Code constant = mismatches.front()->got;
  const bool same = all_of(mismatches, [&](const Witness& w) { return w.got == constant; });
  if (same && mismatches.size() > 1 &&
      std::all_of(agreements.begin(), agreements.end(), [&](const Witness& w) { return w.got == constant; }))
    return found("constant", "The result is always the same");
  const Format* f = std::get_if<Format>(&check.kind.result);
  if (f == nullptr) return std::nullopt;
  if (all_of(mismatches, [&](const Witness& w) { return is_nan(*f, w.expected) && is_nan(*f, w.got); }))
    return found("nan_bits",
                 "Only the bits of NaNs differ: NaNs come out that are not those of the preset '" + check.machine + "'");
  if (all_of(mismatches, [](const Witness& w) { return w.got == w.expected + 1 || w.got + 1 == w.expected; }))
    return found("one_unit",
                 "Results are one unit in the last place off, by no rule that is known here: an approximation that is not "
                 "correctly rounded");
  return std::nullopt;
}

// --- Flags -------------------------------------------------------------------------------------------------------------------

/// The results are equal.
Diagnosis diagnose_flags(const Check& check, const Witnesses& mismatches) {
  const Witness& first = *mismatches.front();
  const std::uint64_t count = mismatches.size();
  const auto found = [&](std::string id, const std::string& text) {
    return Diagnosis{std::move(id),
                     "The results are equal, only flags differ: " + text + ". " + operands_of(check.kind, first.operands) +
                         " raises '" + name_of(first.got_flags) + "' and not '" + name_of(first.expected_flags) + "'.",
                     count, count};
  };
  if (all_of(mismatches, [](const Witness& w) { return w.got_flags == Flags(); })) return found("flags_never", "none is raised");
  Context other = check.context;
  other.tininess = other.tininess == Tininess::after ? Tininess::before : Tininess::after;
  if (all_of(mismatches, [&](const Witness& w) { return check.kind(w.operands.data(), other).flags == w.got_flags; }))
    return found("flags_tininess", std::string("a result is taken for tiny ") +
                                       (other.tininess == Tininess::before ? "before" : "after") + " rounding");
  Flags missing, extra;
  for (const Witness* w : mismatches) {
    missing |= Flags(w->expected_flags.bits & ~w->got_flags.bits);
    extra |= Flags(w->got_flags.bits & ~w->expected_flags.bits);
  }
  std::string text;
  if (missing != Flags()) text = "missing somewhere: " + name_of(missing, ", ");
  if (extra != Flags()) text += (text.empty() ? "" : "; ") + ("raised somewhere without reason: " + name_of(extra, ", "));
  return found("flags", text);
}

}  // namespace

std::optional<Diagnosis> diagnose(const Check& check, std::span<const Witness> mismatches, std::span<const Witness> agreements) {
  Witnesses codes, flags;
  for (const Witness& w : mismatches) (w.expected != w.got ? codes : flags).push_back(&w);
  if (codes.empty()) return flags.empty() ? std::nullopt : std::optional(diagnose_flags(check, flags));

  const Judge judge(check, agreements);
  const Judge::Verdict main = judge.best(codes);
  if (main.model == nullptr) return without_model(check, codes, agreements);

  Diagnosis d{std::string(main.model->id), sentence_of(check, main) + '.', main.explained.size(), codes.size()};
  if (main.contradicted != 0)
    d.sentence += " Not always, though: it would also change " + std::to_string(main.contradicted) + " of " +
                  std::to_string(judge.agreements()) + " inputs on which both agree.";
  // Independent faults: what the first leaves may have a name too.
  Witnesses rest = main.rest;
  if (!rest.empty())
    d.sentence += " That explains " + std::to_string(main.explained.size()) + " of the " + std::to_string(codes.size()) +
                  " mismatches looked at.";
  for (int more = 0; more < 2 && !rest.empty(); ++more) {
    const Judge::Verdict next = judge.best(rest);
    if (next.model == nullptr) break;
    d.sentence += " Of the rest, " + std::to_string(next.explained.size()) + ": " + sentence_of(check, next) + '.';
    rest = next.rest;
  }
  return d;
}

}  // namespace ulplab::verify
