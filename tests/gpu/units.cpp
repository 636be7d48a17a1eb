// Every row of every table of units gives the bits and the flags that softfloat gives under the row's machine, except where
// a table here says otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "gpu/backends/eigen_units.hpp"
#include "gpu/backends/unit.hpp"
#include "gpu/verify/check.hpp"
#include "softfloat/names.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace ulplab::gpu {
namespace {

using verify::Check;
using verify::Kind;
using verify::Operands;
using verify::Slot;

struct Table {
  std::string_view name;
  std::span<const Unit> units;
};
std::vector<Table> tables() { return {{"native", native_units()}, {"nvidia-host", nvidia_host_units()}, {"eigen", eigen_units()}}; }

std::string title_of(const Table& table, const Unit& u) {
  return std::string(table.name) + ": " + std::string(u.kind) + ' ' + verify::name_of({u.rounding, u.overflow}) + " (" + std::string(u.instructions) + ')';
}

std::optional<Check> check_of(const Unit& u) {
  const auto kind = verify::parse_kind(u.kind);
  if (!std::holds_alternative<Kind>(kind)) return std::nullopt;
  return verify::make_check(std::get<Kind>(kind), {u.rounding, u.overflow}, u.machine);
}

/// An answer that is not the wanted one.
struct Wrong {
  const Kind& kind;
  const Operands& operands;
  Code want, got;
};

/// What a table is known to do differently. A row that stops differing where it says so is a failure too.
struct Difference {
  std::string_view table;
  std::string_view kind;
  bool (*is)(const Wrong&);
  std::string_view reason;
};

bool zeros_of_both_signs(const Wrong& w) { return ((w.operands[0] | w.operands[1]) & 0x7fff) == 0 && w.operands[0] != w.operands[1]; }
bool flushed(const Wrong& w) { return is_subnormal(binary32, w.operands[0]) && w.got == (w.operands[0] >> 16 & 0x8000); }
bool another_nan(const Wrong& w) {
  const Format& f = std::get<Format>(w.kind.result);
  return is_nan(f, w.want) && is_nan(f, w.got);
}
bool twice_rounded(const Wrong& w) {
  return w.got == convert(binary32, convert(binary64, w.operands[0], binary32).code, w.kind.to).code;
}

const Difference differences[] = {
    {"native", "f32_to_bf16", &flushed, "VCVTNEPS2BF16 takes binary32 subnormals for zero"},
    {"nvidia-host", "bf16_minimum", &zeros_of_both_signs, "__hmin_nan of bfloat16 answers its first zero"},
    {"nvidia-host", "bf16_maximum", &zeros_of_both_signs, "__hmax_nan of bfloat16 answers its first zero"},
    {"eigen", "f32_to_f16", &another_nan, "Eigen::half(float) keeps of a NaN only the sign"},
    {"eigen", "f64_to_f16", &another_nan, "as from float"},
    {"eigen", "f64_to_f16", &twice_rounded, "Eigen rounds to float on the way"},
    {"eigen", "f16_to_f32", &another_nan, "a signaling NaN stays one: the bits are shifted"},
    {"eigen", "f32_to_bf16", &another_nan, "Eigen::bfloat16(float) keeps of a NaN only the sign"},
    {"eigen", "f64_to_bf16", &another_nan, "as from float"},
    {"eigen", "f64_to_bf16", &twice_rounded, "Eigen rounds to float on the way"},
    {"eigen", "bf16_to_f32", &another_nan, "a signaling NaN stays one: the bits are shifted"},
    {"eigen", "f16_add", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "f16_sub", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "f16_mul", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "f16_div", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "f16_sqrt", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "bf16_add", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "bf16_sub", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "bf16_mul", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "bf16_div", &another_nan, "of a NaN only the sign is kept"},
    {"eigen", "bf16_sqrt", &another_nan, "of a NaN only the sign is kept"},
};

const Difference* difference_of(const Table& table, const Wrong& wrong) {
  for (const Difference& d : differences)
    if (d.table == table.name && d.kind == wrong.kind.name && d.is(wrong)) return &d;
  return nullptr;
}

/// Codes of a format near which something happens: zero, the borders of the classes, one, powers of two, infinity, NaNs.
std::vector<Code> corners(const Format& f) {
  std::set<Code> magnitudes;
  const auto around = [&](Code c) {
    for (Code near = c < 2 ? 0 : c - 2; near <= c + 2; ++near)
      if (near <= f.magnitude_mask()) magnitudes.insert(near);
  };
  around(0);
  around(f.min_normal());
  around(f.max_finite());
  around(f.magnitude_mask());
  if (f.has_infinity()) around(f.infinity() | quiet_bit(f));
  const int fields = static_cast<int>(f.exponent_mask());
  for (int e = 0; e <= fields; e += std::max(1, fields / 16)) around(static_cast<Code>(e) << f.trailing_bits());
  for (int e = f.bias - 2; e <= f.bias + 2; ++e)
    if (e > 0 && e <= fields) around(static_cast<Code>(e) << f.trailing_bits());
  std::vector<Code> all;
  for (const Code sign : {Code{0}, f.sign_mask()})
    for (const Code m : magnitudes)
      if (sign == 0 || f.is_signed) all.push_back(sign | m);
  return all;
}
std::vector<Code> corners(const Slot& slot) {
  if (const Format* f = std::get_if<Format>(&slot)) return corners(*f);
  const auto type = std::get<IntegerType>(slot);
  std::vector<Code> all;
  for (int bit = 0; bit < type.width; ++bit)  // powers of two, sums of two of them, and their neighbours, of both signs
    for (int other = 0; other <= bit; ++other)
      for (int near = -1; near <= 1; ++near) {
        const Code c = (Code{1} << bit) + (Code{1} << other) / 2 + static_cast<Code>(near);
        all.push_back(c & type.mask());
        all.push_back((~c + 1) & type.mask());
      }
  return all;
}

/// All values of the target, the midpoints between them, and their neighbours, as codes of the source.
void add_decision_points(const Format& from, const Format& to, std::vector<Operands>& inputs) {
  if (to.width() > 16 || from.precision <= to.precision) return;
  Code before = 0;
  for (Code m = to.min_nonzero(); m <= to.max_finite(); ++m) {
    const Code here = convert(to, m, from).code;
    for (const Code c : {here, before + (here - before) / 2})
      for (const Code near : {c - 1, c, c + 1})
        for (const Code sign : {Code{0}, from.sign_mask()}) inputs.push_back({near | sign, 0, 0});
    before = here;
  }
}

/// An exhaustive list where there are at most 2^16, else corners, decision points and seeded random codes.
std::vector<Operands> inputs_of(const Kind& kind) {
  std::vector<Operands> inputs;
  int bits = 0;
  for (const Slot& s : kind.operands) bits += verify::width_of(s);
  const std::size_t n = kind.operands.size();
  if (bits <= 16) {
    const int low = verify::width_of(kind.operands.back());
    for (Code c = 0; c < Code{1} << bits; ++c) inputs.push_back(n == 1 ? Operands{c, 0, 0} : Operands{c >> low, low_bits(c, low), 0});
    return inputs;
  }
  std::mt19937_64 random(20261201);
  const std::vector<Code> c = corners(kind.operands[0]);
  if (n == 1) {
    for (const Code a : c) inputs.push_back({a, 0, 0});
    if (std::holds_alternative<Format>(kind.operands[0]) && std::holds_alternative<Format>(kind.result))
      add_decision_points(std::get<Format>(kind.operands[0]), std::get<Format>(kind.result), inputs);
  } else if (n == 2) {
    for (const Code a : c)
      for (const Code b : c) inputs.push_back({a, b, 0});
  } else {
    for (int i = 0; i < 60000; ++i) inputs.push_back({c[random() % c.size()], c[random() % c.size()], c[random() % c.size()]});
  }
  for (int i = 0; i < 40000; ++i) {
    Operands x{};
    for (std::size_t k = 0; k < n; ++k) x[k] = random() & (~Code{0} >> (64 - verify::width_of(kind.operands[k])));
    inputs.push_back(x);
    // Near to one another, and near to one: where sums cancel and integers have fractions.
    if (const Format* f = std::get_if<Format>(&kind.operands[0])) {
      const int spread = f->trailing_bits() + 4;
      for (std::size_t k = 0; k < n; ++k) {
        const Code field = static_cast<Code>(f->bias - spread / 2 + static_cast<int>(random() % static_cast<unsigned>(spread)));
        if (field < f->exponent_mask()) x[k] = (x[k] & (f->sign_mask() | f->trailing_mask())) | field << f->trailing_bits();
      }
      inputs.push_back(x);
    }
  }
  return inputs;
}

struct Outcome {
  std::vector<Code> codes;
  std::vector<std::uint8_t> flags;
};

Outcome run(const Unit& u, const Kind& kind, const std::vector<Operands>& inputs) {
  std::vector<std::vector<std::uint64_t>> memory(kind.operands.size(), std::vector<std::uint64_t>(inputs.size()));
  Batch batch;
  batch.count = inputs.size();
  for (std::size_t k = 0; k < kind.operands.size(); ++k) {
    for (std::size_t i = 0; i < inputs.size(); ++i) verify::store(memory[k].data(), verify::bytes_of(kind.operands[k]), i, inputs[i][k]);
    batch.operands[k] = memory[k].data();
  }
  std::vector<std::uint64_t> results(inputs.size() + 1, 0x5a5a5a5a5a5a5a5a);
  Outcome outcome;
  if (u.tells_flags) outcome.flags.resize(inputs.size());
  batch.results = results.data();
  batch.flags = u.tells_flags ? outcome.flags.data() : nullptr;
  u.run(batch);
  const int bytes = verify::bytes_of(kind.result);
  for (std::size_t i = 0; i < inputs.size(); ++i) outcome.codes.push_back(verify::load(results.data(), bytes, i));
  EXPECT_EQ(verify::load(results.data(), bytes, inputs.size()), 0x5a5a5a5a5a5a5a5a >> (64 - 8 * bytes)) << u.kind << " wrote beyond its results";
  if (u.tells_flags) {  // without flags another path may run
    batch.flags = nullptr;
    u.run(batch);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (verify::load(results.data(), bytes, i) != outcome.codes[i]) ADD_FAILURE() << u.kind << ": other results without flags, input " << i;
  }
  return outcome;
}

std::string hex(Code c) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(c));
  return text;
}

class UnitTables : public testing::TestWithParam<std::size_t> {
 protected:
  Table table() const { return tables()[GetParam()]; }
};

TEST_P(UnitTables, GiveTheBitsAndFlagsOfTheirMachine) {
  const Table t = table();
  std::set<const Difference*> seen, expected;
  std::vector<Operands> inputs;
  std::string_view inputs_kind;
  for (const Unit& u : t.units) {
    if (!u.here()) continue;
    const std::optional<Check> check = check_of(u);
    ASSERT_TRUE(check) << title_of(t, u);
    if (inputs_kind != u.kind) inputs = inputs_of(check->kind);
    inputs_kind = u.kind;
    const Outcome got = run(u, check->kind, inputs);
    for (const Difference& d : differences)
      if (d.table == t.name && d.kind == u.kind) expected.insert(&d);
    int wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Rounded want = check->kind(inputs[i].data(), check->context);
      const bool flags_differ = u.tells_flags && got.flags[i] != want.flags.bits;
      if (got.codes[i] == want.code && !flags_differ) continue;
      if (const Difference* d = flags_differ ? nullptr : difference_of(t, {check->kind, inputs[i], want.code, got.codes[i]})) {
        seen.insert(d);
        continue;
      }
      if (wrong++ < 4) {
        for (std::size_t k = 0; k < check->kind.operands.size(); ++k) first += ' ' + hex(inputs[i][k]);
        first += ": want " + hex(want.code) + ' ' + name_of(want.flags) + ", got " + hex(got.codes[i]);
        if (u.tells_flags) first += ' ' + name_of(Flags(got.flags[i]));
        first += '\n';
      }
    }
    EXPECT_EQ(wrong, 0) << title_of(t, u) << ", of " << inputs.size() << " inputs\n" << first;
  }
  for (const Difference* d : expected) EXPECT_TRUE(seen.contains(d)) << d->table << ' ' << d->kind << " no longer differs: " << d->reason;
}

TEST_P(UnitTables, AnswerEachQuestionOnceAndSayWhoAnswers) {
  const Table t = table();
  std::set<std::tuple<std::string_view, Rounding, Overflow, std::string_view>> rows;
  for (const Unit& u : t.units) {
    EXPECT_TRUE(check_of(u)) << title_of(t, u) << ": no such kind, or the machine has not this mode";
    EXPECT_FALSE(u.instructions.empty()) << title_of(t, u);
    EXPECT_TRUE(rows.insert({u.kind, u.rounding, u.overflow, u.instructions}).second) << title_of(t, u) << " stands twice";
    if (!u.here()) { EXPECT_FALSE(u.missing.empty()) << title_of(t, u); }
  }
}

#if defined(__x86_64__)
TEST_P(UnitTables, AreIndifferentToTheCallersEnvironmentAndGiveItBack) {
  const unsigned callers = _mm_getcsr();
  const Table t = table();
  for (const Unit& u : t.units) {
    if (!u.here()) continue;
    const std::optional<Check> check = check_of(u);
    ASSERT_TRUE(check);
    std::vector<Operands> inputs = inputs_of(check->kind);
    inputs.resize(std::min<std::size_t>(inputs.size(), 3000));
    const Outcome calm = run(u, check->kind, inputs);
    _mm_setcsr(0xffc0 & ~0x2000u);  // FTZ, DAZ, all masked, upwards
    const unsigned hostile = _mm_getcsr();
    const Outcome wild = run(u, check->kind, inputs);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(callers);
    EXPECT_EQ(after & ~0x3fu, hostile & ~0x3fu) << title_of(t, u) << ": the caller's MXCSR";
    EXPECT_EQ(calm.codes, wild.codes) << title_of(t, u);
    EXPECT_EQ(calm.flags, wild.flags) << title_of(t, u);
  }
}
#endif

INSTANTIATE_TEST_SUITE_P(All, UnitTables, testing::Values(0, 1, 2), [](const auto& which) {
  std::string name(tables()[which.param].name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace ulplab::gpu
