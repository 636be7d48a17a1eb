// Is a recording that the contestant sums up by itself the one that its answers make?
#include "tests/gpu/recordings.hpp"
#include "gpu/verify/recorded_check.hpp"

namespace ulplab::verify {
namespace {

/// Sums up one answer after the other; asked for answers themselves, it has none.
class SelfSummingMachine final : public Contestant {
 public:
  Machine machine;
  std::string name() const override { return machine.name(); }
  Offer offers(const Kind& kind, const Mode& mode) const override { return machine.offers(kind, mode); }
  std::unique_ptr<Worker> start(const Check&) const override { throw Infrastructure{"it was asked for answers"}; }
  std::unique_ptr<Summary> summary(const Check& check) const override { return std::make_unique<Summing>(*this, check); }

 private:
  struct Summing final : Summary {
    const SelfSummingMachine& of;
    Check check;
    Summing(const SelfSummingMachine& m, const Check& c) : of(m), check(c) {}
    Code right(std::uint64_t index) const {
      Code operands[3] = {};
      int below = 0;
      for (std::size_t k = check.kind.operands.size(); k-- > 0; below += width_of(check.kind.operands[k]))
        operands[k] = low_bits(index >> below, width_of(check.kind.operands[k]));
      return check.kind(operands, check.context).code;
    }
    Code answer(std::uint64_t index) const {
      const auto found = of.machine.wrong.find(index);
      return right(index) ^ (found == of.machine.wrong.end() ? 0 : found->second);
    }
    std::vector<gpu::ResultRun> runs(std::uint64_t begin, std::uint64_t end) override {
      std::vector<gpu::ResultRun> all;
      for (std::uint64_t i = begin; i < end; ++i)
        if (const Code r = answer(i); all.empty() || all.back().result != r) all.push_back({i, r});
      return all;
    }
    std::vector<fp::Sums> fingerprints(std::uint64_t first, std::uint64_t count) override {
      std::vector<fp::Sums> all(count);
      for (std::uint64_t b = 0; b < count; ++b)
        for (std::uint64_t i = 0; i < fp::block; ++i) all[b].add(i, answer((first + b) * fp::block + i));
      return all;
    }
    bool compares_with(const Contestant& reference) const override { return reference.name() == "soft"; }
    std::vector<Exception> differences(std::uint64_t begin, std::uint64_t end, std::uint64_t most) override {
      std::vector<Exception> list;
      for (std::uint64_t i = begin; i < end && list.size() < most; ++i)
        if (answer(i) != right(i)) list.push_back({i, answer(i)});
      return list;
    }
  };
};

TEST(Recordings, that_the_contestant_sums_up_itself_are_those_made_of_its_answers) {
  const RecordingFolder by_itself("summed"), of_answers("answers");
  const auto soft = make_soft_contestant();
  struct Example {
    const char* kind;
    std::size_t most_runs, most_exceptions;
    int bits;
    const char* contents;
  };
  const Example examples[] = {{narrowing, 1 << 18, 100, 22, "runs"},
                              {narrowing, 100, 100, 18, "fingerprints"},
                              {pairs, 100, 100, 22, "fingerprints"},
                              {pairs, 100, 3, 16, "fingerprints"}};
  for (const Example& e : examples) {
    SelfSummingMachine summing;
    summing.machine.wrong = {{0x1234, 1}, {0x20000, 1}, {0x20001, 1}, {0xfffff, 3}};
    RecordSettings settings = without_tables();
    settings.most_runs = e.most_runs;
    settings.most_exceptions = e.most_exceptions;
    settings.stretch_bits = e.bits;
    settings.reference = soft.get();
    const Recorded one = recorded(summing.machine, e.kind, of_answers, settings);
    const Recorded other = recorded(summing, e.kind, by_itself, settings);
    ASSERT_EQ(other.contents, e.contents) << e.kind << ' ' << other.reason;
    EXPECT_EQ(one.exceptions, other.exceptions) << e.kind;
    const auto a = check_of(std::get<gpu::Recording>(gpu::read_recording(one.file))), b = check_of(std::get<gpu::Recording>(gpu::read_recording(other.file)));
    EXPECT_EQ(std::get<RecordedCheck>(a).contents, std::get<RecordedCheck>(b).contents) << e.kind;
  }
}

TEST(Recordings, that_the_contestant_sums_up_itself_can_be_stopped) {
  const RecordingFolder folder;
  std::stop_source stop;
  stop.request_stop();
  RecordSettings settings = without_tables();
  settings.folder = folder.path.string();
  for (const char* kind : {narrowing, pairs}) EXPECT_TRUE(record(SelfSummingMachine(), kind_of(kind), {}, settings, {stop.get_token(), {}, {}}).stopped) << kind;
  EXPECT_TRUE(fs::is_empty(folder.path));
}

}  // namespace
}  // namespace ulplab::verify
