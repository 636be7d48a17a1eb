// Are files of recordings read as they were written, and refused where they contradict themselves?
#include "tests/gpu/recordings.hpp"
#include <fstream>
#include "gpu/verify/recorded_check.hpp"

namespace ulplab::verify {
namespace {

RecordedCheck small_check(std::string_view kind, decltype(RecordedCheck::contents) contents, std::uint64_t inputs) {
  return {kind_of(kind), {}, "ieee", "machine", "", inputs, std::move(contents), {{"date", "2026-01-02"}}, "x.recording", ""};
}

Fingerprints small_fingerprints() {
  Fingerprints f;
  f.bits = 16;
  for (std::uint64_t i = 0; i < 3 * 17; ++i) f.sums.push_back(fp::mix64(i));
  f.exceptions = {{7, 0x3c00}, {140000, 0x3c01}};
  f.plan = "some set";
  return f;
}

TEST(RecordedChecks, come_back_as_they_were_written) {
  const RecordedCheck checks[] = {
      small_check("f32_to_f16", Runs{{0, 5, 0x80000000}, {0, 1, 0x8000}}, std::uint64_t{1} << 32),
      small_check("e2m1_to_f16", Table{std::vector<Code>(16, 0x3c00)}, 16),
      small_check("f64_to_f16", small_fingerprints(), 140001),
  };
  for (const RecordedCheck& c : checks) {
    const auto parsed = gpu::parse_recording(gpu::bytes_of(to_recording(c)), "x.recording");
    const auto read = check_of(std::get<gpu::Recording>(parsed));
    ASSERT_TRUE(std::holds_alternative<RecordedCheck>(read)) << std::get<std::string>(read);
    const RecordedCheck& back = std::get<RecordedCheck>(read);
    EXPECT_EQ(back.kind.name, c.kind.name);
    EXPECT_EQ(back.contents, c.contents);
    EXPECT_EQ(back.inputs, c.inputs);
    EXPECT_EQ(back.facts, c.facts);
  }
}

TEST(RecordedChecks, with_a_damaged_payload_but_a_right_checksum_are_refused_or_read_and_never_crash) {
  for (const RecordedCheck& c : {small_check("f32_to_f16", Runs{{0, 5, 0x80000000}, {0, 1, 0x8000}}, std::uint64_t{1} << 32), small_check("e2m1_to_f16", Table{std::vector<Code>(16, 0x3c00)}, 16),
                                 small_check("f64_to_f16", small_fingerprints(), 140001)}) {
    const gpu::Recording good = to_recording(c);
    for (std::size_t size = 0; size < good.payload.size(); ++size) {
      gpu::Recording bad = good;
      bad.payload.resize(size);
      EXPECT_TRUE(std::holds_alternative<std::string>(check_of(bad))) << size;
    }
    for (std::size_t i = 0; i < good.payload.size(); ++i)
      for (const int change : {0x01, 0x80, 0xff}) {
        gpu::Recording bad = good;
        bad.payload[i] ^= static_cast<std::byte>(change);
        check_of(bad);
      }
    for (std::size_t i = 0; i < good.header.size(); ++i)
      for (const char* value : {"", "0", "1", "18446744073709551615", "-1", "9e9", "f16_fma", "rsr", "table", "fingerprints", "runs"}) {
        gpu::Recording bad = good;
        bad.header[i].second = value;
        const auto read = check_of(bad);
        if (const std::string* wrong = std::get_if<std::string>(&read)) {
          EXPECT_TRUE(wrong->starts_with("x.recording: ") || wrong->starts_with(": ")) << *wrong;
          EXPECT_GT(wrong->size(), 20u) << *wrong;
        }
      }
  }
}

std::string refusal(const RecordedCheck& c) {
  const auto read = check_of(to_recording(c));
  return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : "";
}

TEST(RecordedChecks, that_contradict_themselves_are_refused_with_the_reason) {
  const std::uint64_t all = std::uint64_t{1} << 32;
  const auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{1}, {0}}, all)), "does not begin at input 0"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9, 5}, {0, 1, 2}}, all)), "run 2 does not begin behind the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9, 9}, {0, 1, 2}}, all)), "run 2 does not begin behind the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0, 9}, {1, 1}}, all)), "has the result of the one before it"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{}, all)), "there is no run"));
  EXPECT_TRUE(has(refusal(small_check("f16_to_e4m3", Runs{{0, 70000}, {1, 2}}, 65536)), "begins behind the last input"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_e2m1", Runs{{0}, {0x10}}, all)), "more bits"));
  EXPECT_TRUE(has(refusal(small_check("f16_add", Runs{{0}, {0}}, all)), "one operand only"));
  EXPECT_TRUE(has(refusal(small_check("f32_to_f16", Runs{{0}, {0}}, all - 1)), "number of inputs"));
  gpu::Recording of_set = to_recording(small_check("f16_add", Table{std::vector<Code>(16)}, 16));
  of_set.add("plan", "mine");
  EXPECT_TRUE(has(std::get<std::string>(check_of(of_set)), "only fingerprints"));
  EXPECT_TRUE(has(refusal(small_check("e2m1_to_f16", Table{std::vector<Code>(15)}, 16)), "one result for each of the 16"));
  EXPECT_TRUE(has(refusal(small_check("e2m1_to_e2m1", Table{std::vector<Code>(16, 0x10)}, 16)), "more bits"));
  Fingerprints b = small_fingerprints();
  b.bits = 15;
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", b, 140001)), "from 16 to 28"));
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", small_fingerprints(), 200001)), "one fingerprint for each 65536"));
  b = small_fingerprints();
  std::swap(b.exceptions[0], b.exceptions[1]);
  EXPECT_TRUE(has(refusal(small_check("f64_to_f16", b, 140001)), "out of order"));
}

TEST(RecordedContestants, of_a_folder_have_all_its_kinds_and_refuse_what_is_not_clear) {
  const RecordingFolder folder;
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("there is no recording here"), std::string::npos);
  EXPECT_NE(std::get<std::string>(open_recording("")).find("file or a folder"), std::string::npos);
  const Machine machine;
  const Recorded a = recorded(machine, "f16_sqrt", folder);
  recorded(machine, "e4m3_to_f16", folder);
  const auto replay = opened(folder.path.string());
  ASSERT_NE(replay, nullptr);
  EXPECT_EQ(replay->known_as(), "machine");
  EXPECT_TRUE(replay->offers(kind_of("f16_sqrt"), {}).ready);
  EXPECT_EQ(replay->offers(kind_of("f16_sqrt"), {}).instructions, "MADE UP");
  EXPECT_TRUE(replay->offers(kind_of("e4m3_to_f16"), {}).ready);
  EXPECT_FALSE(replay->offers(kind_of("f16_sqrt"), {Rounding::up, {}}).ready);
  EXPECT_NE(replay->offers(kind_of("f16_add"), {}).reason.find("there is no recording of it"), std::string::npos);
  bool has_digest = false;
  for (const auto& [key, value] : replay->provenance()) has_digest = has_digest || (key == "recording" && value.find("sha256 ") != std::string::npos && value.find("f16_sqrt.rne.recording") != std::string::npos);
  EXPECT_TRUE(has_digest);

  fs::copy_file(a.file, a.file + ".copy.recording");
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("are both recordings of f16_sqrt rne"), std::string::npos);
  fs::remove(a.file + ".copy.recording");
  fs::resize_file(a.file, fs::file_size(a.file) - 1);
  EXPECT_NE(std::get<std::string>(open_recording(folder.path.string())).find("f16_sqrt.rne.recording: the header promises"), std::string::npos);
}

}  // namespace
}  // namespace ulplab::verify
