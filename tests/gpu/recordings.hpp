// A machine made up for the tests of recordings, and what they do with it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "gpu/verify/compare.hpp"
#include "gpu/verify/record.hpp"
#include "gpu/verify/recorded.hpp"
#include "gpu/verify/soft_contestant.hpp"

namespace ulplab::verify {

namespace fs = std::filesystem;
namespace fp = gpu::fingerprint;

struct RecordingFolder {
  explicit RecordingFolder(const std::string& name = "recordings")
      : path(fs::temp_directory_path() / ("ulplab-" + name + "-" + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  fs::path path;
  ~RecordingFolder() { fs::remove_all(path); }
};

/// Our arithmetic in generic form, with the results of some inputs replaced: index of the input -> what is done to the code.
class Machine final : public Contestant {
 public:
  std::map<std::uint64_t, Code> wrong;  ///< xored to the result
  std::uint64_t silent = ~std::uint64_t{0};
  unsigned most_workers = 0;

  std::string name() const override { return "machine"; }
  Offer offers(const Kind&, const Mode&) const override {
    Offer offer;
    offer.ready = true;
    offer.instructions = "MADE UP";
    offer.workers = most_workers;
    return offer;
  }
  std::unique_ptr<Worker> start(const Check& check) const override {
    struct Answering final : Worker {
      const Machine& machine;
      Check check;
      Answering(const Machine& m, const Check& c) : machine(m), check(c) {}
      void answer(const Block& block, Answers& answers) override {
        for (std::size_t i = 0; i < block.count; ++i) {
          Code operands[3] = {};
          for (std::size_t k = 0; k < check.kind.operands.size(); ++k) operands[k] = load(block.operands[k], bytes_of(check.kind.operands[k]), i);
          const auto found = machine.wrong.find(block.first + i);
          store(answers.results, bytes_of(check.kind.result), i, check.kind(operands, check.context).code ^ (found == machine.wrong.end() ? 0 : found->second));
          if (block.first + i == machine.silent) answers.incidents.push_back({i, "crashed: SIGSEGV"});
        }
      }
    };
    return std::make_unique<Answering>(*this, check);
  }
  std::vector<std::pair<std::string, std::string>> provenance() const override { return {{"CPU", "a test"}, {"kind", "clashes with a key"}}; }
};

inline Kind kind_of(std::string_view name) { return std::get<Kind>(parse_kind(name)); }

/// All of a check, or a stretch of it, compared as `ulplab verify` does.
inline Tally compared(const Contestant& with, const Contestant& against, std::string_view kind, const PlanOptions& options = {}, std::uint64_t begin = 0, std::uint64_t end = ~std::uint64_t{0}) {
  const Check check = *make_check(kind_of(kind), {}, "ieee");
  const std::unique_ptr<Plan> plan = make_plan(check, options);
  Tally tally(check.kind.operands.size());
  Sample sample;
  compare({check, *plan, with, against, false}, begin, std::min(end, plan->inputs()), {}, {}, tally, sample);
  return tally;
}

inline Recorded recorded(const Contestant& of, std::string_view kind, const RecordingFolder& folder, RecordSettings settings = {}) {
  settings.folder = folder.path.string();
  settings.facts.emplace_back("date", "2026-01-02");
  return record(of, kind_of(kind), {}, settings);
}

inline std::unique_ptr<Contestant> opened(const std::string& path) {
  auto made = open_recording(path);
  if (const std::string* wrong = std::get_if<std::string>(&made)) {
    ADD_FAILURE() << *wrong;
    return nullptr;
  }
  return std::move(std::get<std::unique_ptr<Contestant>>(made));
}

/// 2^20 pairs of a format of 10 bits: 16 blocks where no table is made. And a unary map of 2^22 inputs, which are asked for in
/// four pieces.
inline constexpr const char* pairs = "e5p5_add";
inline constexpr std::uint64_t all_pairs = std::uint64_t{1} << 20;
inline constexpr const char* narrowing = "e8p14_to_e5p6";

inline RecordSettings without_tables() {
  RecordSettings settings;
  settings.largest_table = 0;
  return settings;
}

}  // namespace ulplab::verify
