// Do recordings come back as they were written, and is every damaged file refused?
#include "gpu/backends/recording.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gpu/backends/fingerprint.hpp"
#include "gpu/backends/recorded.hpp"
#include "gpu/backends/recorded_lanes.hpp"
#include "gpu/backends/sha256.hpp"
#include "gpu/backends/soft.hpp"
#include "softfloat/formats.hpp"

namespace ulplab::gpu {
namespace {

namespace fs = std::filesystem;
namespace fp = fingerprint;

/// A folder of this process that goes away with the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("ulplab-recording-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
};

void write(const std::string& path, std::string_view bytes) { std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size())); }

// ---- SHA-256 ---------------------------------------------------------------------------------------------------------

TEST(Sha256, has_the_digests_that_NIST_published) {
  // csrc.nist.gov, "Examples with intermediate values": SHA256.pdf; the empty message and the long one are in the SHA-2
  // additional test vectors.
  EXPECT_EQ(Sha256().update("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256().update("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex(), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256().hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256().update(std::string(1000000, 'a')).hex(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(Sha256().update(std::string(1000000, '\0')).hex(), "d29751f2649b32ff572b5e0a9f541ea660a50f94ff0beedfb0b692b924cc8025");
}

TEST(Sha256, does_not_care_how_the_bytes_are_cut_and_may_be_asked_in_between) {
  const std::string text(300, 'x');
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 sha;
    sha.update(std::string_view(text).substr(0, cut));
    EXPECT_EQ(sha.hex(), Sha256().update(text.substr(0, cut)).hex());
    EXPECT_EQ(sha.update(std::string_view(text).substr(cut)).hex(), Sha256().update(text).hex());
  }
  EXPECT_EQ(parse_digest(Sha256().hex()), Sha256().digest());
  EXPECT_FALSE(parse_digest(Sha256().hex().substr(1)));
  EXPECT_FALSE(parse_digest("E3" + Sha256().hex().substr(2)));
}

TEST(Sha256, of_a_file_is_that_of_its_bytes) {
  const Folder folder;
  write(folder / "x", std::string(70000, 'q'));
  EXPECT_EQ(sha256_of_file(folder / "x"), Sha256().update(std::string(70000, 'q')).hex());
  EXPECT_EQ(sha256_of_file(folder / "y"), "");
}

// ---- fingerprints ----------------------------------------------------------------------------------------------------

TEST(Fingerprint, mixes_like_splitmix64) {
  // The first outputs of the published generator with seed 1234567 (rosettacode.org, "Pseudo-random numbers/Splitmix64"):
  // its state grows by K, and the output is mix64 of it.
  const std::uint64_t wanted[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u};
  std::uint64_t state = 1234567;
  for (const std::uint64_t w : wanted) EXPECT_EQ(fp::mix64(state += fp::K), w);
}

TEST(Fingerprint, terms_and_weights_can_be_undone) {
  for (std::uint64_t x = 1; x < 200; ++x) {
    const std::uint64_t place = x * 327 % fp::block, result = fp::mix64(x);
    EXPECT_EQ(fp::result_of(place, fp::term(place, result)), result);
    EXPECT_EQ(fp::weight(x) * fp::inverse(fp::weight(x)), 1u);
  }
}

TEST(Fingerprint, the_quick_sums_are_those_of_one_by_one) {
  std::vector<std::uint16_t> results(fp::block);
  for (std::size_t i = 0; i < results.size(); ++i) results[i] = static_cast<std::uint16_t>(fp::mix64(i));
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{257}, std::uint64_t{40000}, fp::block}) {
    fp::Sums slow;
    for (std::uint64_t i = 0; i < count; ++i) slow.add(i, results[i]);
    EXPECT_TRUE(fp::sums_of(results.data(), count) == slow) << count;
    EXPECT_EQ(fp::sum_of(results.data(), count), slow.all) << count;
  }
}

// ---- the frame -------------------------------------------------------------------------------------------------------

Recording small_recording() {
  Recording r;
  r.add("contents", "table");
  r.add("kind", "none");
  r.add("note", "two\nlines");
  r.add("note", "another's");
  put(r.payload, 0x0123456789abcdef, 8);
  put(r.payload, 0xfedc, 2);
  return r;
}

std::string problem(const std::string& bytes) {
  const auto read = parse_recording(bytes, "x.recording");
  const std::string* wrong = std::get_if<std::string>(&read);
  return wrong == nullptr ? "" : *wrong;
}

TEST(RecordingFile, comes_back_as_it_was_written) {
  const Folder folder;
  const Recording r = small_recording();
  ASSERT_EQ(write_recording(folder / "a.recording", r), "");
  EXPECT_FALSE(fs::exists(folder / "a.recording.part"));
  const auto read = read_recording(folder / "a.recording");
  ASSERT_TRUE(std::holds_alternative<Recording>(read)) << std::get<std::string>(read);
  const Recording& back = std::get<Recording>(read);
  EXPECT_EQ(back.header, r.header);
  EXPECT_EQ(back.payload, r.payload);
  EXPECT_EQ(back["note"], "two lines");
  EXPECT_EQ(back["its note"], "another's");
  EXPECT_EQ(contents_at(folder / "a.recording"), "table");
  Payload payload(back.payload);
  EXPECT_EQ(payload.number(8), 0x0123456789abcdefu);
  EXPECT_EQ(payload.number(2), 0xfedcu);
  EXPECT_TRUE(payload.whole());
  EXPECT_EQ(payload.number(1), 0u);
  EXPECT_FALSE(payload.whole());
}

TEST(RecordingFile, is_refused_with_any_byte_changed) {
  const std::string good = bytes_of(small_recording());
  ASSERT_EQ(problem(good), "");
  for (std::size_t i = 0; i < good.size(); ++i)
    for (const int change : {0x01, 0x20, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ change);
      EXPECT_NE(problem(bad), "") << "byte " << i;
    }
}

TEST(RecordingFile, is_refused_cut_off_anywhere_and_with_something_added) {
  const std::string good = bytes_of(small_recording());
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_NE(problem(good.substr(0, size)), "") << size;
  EXPECT_NE(problem(good + "x").find("something was added"), std::string::npos);
  EXPECT_NE(problem(good.substr(0, good.size() - 1)).find("cut off"), std::string::npos);
}

TEST(RecordingFile, says_what_is_wrong_and_where) {
  EXPECT_NE(problem("hello\n").find("x.recording: this is no ulplab recording"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 2\n").find("another version than 1"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\nno colon\n").find("x.recording:2: a line of the header is 'key: value'"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\na: 1\na: 2\n").find("x.recording:3: 'a' stands twice"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\npayload-bytes: 1x\n").find("no number"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\nsha256: " + std::string(64, '0') + '\n').find("payload-bytes must stand before"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\npayload-bytes: 0\nsha256: " + std::string(64, '0') + '\n').find("checksum is wrong"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\npayload-bytes: 18446744073709551615\nsha256: " + std::string(64, '0') + '\n').find("cut off"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\nk: a\x01z\n").find("control character"), std::string::npos);
  EXPECT_NE(problem("ulplab-recording 1\n" + std::string(3000000, 'k')).find("does not end"), std::string::npos);
}

TEST(RecordingFile, that_cannot_be_read_or_written_gets_a_sentence) {
  const Folder folder;
  EXPECT_NE(std::get<std::string>(read_recording(folder / "none")).find("no such file"), std::string::npos);
  EXPECT_NE(std::get<std::string>(read_recording(folder.path.string())).find("this is no file"), std::string::npos);
  EXPECT_NE(write_recording(folder / "no/such/folder.recording", small_recording()), "");
  EXPECT_TRUE(fs::is_empty(folder.path));
}

// ---- lanes -----------------------------------------------------------------------------------------------------------

const std::vector<Code> terms{0x3c00, 0x1234, 0x0001, 0x7bff};

Lane sum_lane(std::string_view label = "my-sum|f16|rne|naive") {
  Lane lane;
  lane.kernel = Kernel::sum_naive;
  lane.format = binary16;
  lane.inputs = terms;
  lane.count = 100;
  lane.every = 10;
  lane.label = label;
  return lane;
}

LaneSet set_of(const std::vector<Lane>& lanes) {
  LaneSet set;
  set.backend = "soft";
  set.facts = {{"CPU", "a test"}, {"date", "2026-01-02"}, {"entries", "of the contestant's own"}};
  for (const Lane& lane : lanes) set.lanes.push_back({std::string(lane.label), key_of(lane), "integers", NanRule::all_ones, soft_backend().run(lane), {}});
  return set;
}

TEST(RecordedLanes, come_back_with_codes_flags_and_digests_of_steps) {
  LaneSet set = set_of({sum_lane()});
  set.lanes[0].steps = {Sha256().update("step 1").digest(), Sha256().update("step 2").digest()};
  const auto parsed = parse_recording(bytes_of(to_recording(set)), "lanes.recording");
  ASSERT_TRUE(std::holds_alternative<Recording>(parsed)) << std::get<std::string>(parsed);
  const auto read = lanes_of(std::get<Recording>(parsed));
  ASSERT_TRUE(std::holds_alternative<LaneSet>(read)) << std::get<std::string>(read);
  const LaneSet& back = std::get<LaneSet>(read);
  EXPECT_EQ(back.backend, "soft");
  EXPECT_EQ(back.facts[2].first, "its entries");
  ASSERT_EQ(back.lanes.size(), 1u);
  const RecordedLane& lane = back.lanes[0];
  EXPECT_EQ(lane.label, set.lanes[0].label);
  EXPECT_EQ(lane.key, set.lanes[0].key);
  EXPECT_EQ(lane.instructions, "integers");
  EXPECT_EQ(lane.nan, NanRule::all_ones);
  EXPECT_EQ(lane.steps, set.lanes[0].steps);
  EXPECT_EQ(lane.result.codes, set.lanes[0].result.codes);
  EXPECT_EQ(lane.result.codes.size(), 11u);
  EXPECT_EQ(lane.result.flags, set.lanes[0].result.flags);
  EXPECT_EQ(lane.result.done, 100u);
  EXPECT_EQ(lane.result.running, set.lanes[0].result.running);
  EXPECT_EQ(lane.result.last_change, set.lanes[0].result.last_change);
}

TEST(RecordedLanes, with_a_damaged_payload_but_a_right_checksum_are_refused_or_read_and_never_crash) {
  // As a person would make them who computes the checksum anew.
  const Recording good = to_recording(set_of({sum_lane(), sum_lane("other|f16|rne|")}));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < good.payload.size(); ++i)
    for (const int change : {0x01, 0x80, 0xff}) {
      Recording bad = good;
      bad.payload[i] ^= static_cast<std::byte>(change);
      refused += std::holds_alternative<std::string>(lanes_of(bad)) ? 1 : 0;
    }
  EXPECT_GT(refused, 50u);
  for (std::size_t size = 0; size < good.payload.size(); ++size) {
    Recording bad = good;
    bad.payload.resize(size);
    EXPECT_TRUE(std::holds_alternative<std::string>(lanes_of(bad))) << size;
  }
  for (auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"entries", "3"}, {"entries", "1"}, {"entries", "18446744073709551615"}, {"contestant", ""}, {"encoding", "big"}}) {
    Recording bad = good;
    for (auto& line : bad.header)
      if (line.first == key) line.second = value;
    EXPECT_TRUE(std::holds_alternative<std::string>(lanes_of(bad))) << key << value;
  }
}

TEST(RecordedLanes, everything_a_lane_says_is_in_its_key_but_the_label_and_the_NaN_rule) {
  const LaneKey key = key_of(sum_lane());
  const std::vector<Code> others{0x3c00, 0x1234, 0x0001, 0x7bfe};
  const auto with = [](auto&& change) {
    Lane lane = sum_lane();
    change(lane);
    return key_of(lane);
  };
  EXPECT_NE(with([&](Lane& l) { l.inputs = others; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.inputs = l.inputs.first(3); }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.count = 101; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.every = 11; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.seed = 1; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.stream = 1; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.format = bfloat16; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.wide = binary32; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.context.rounding = Rounding::up; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.context.overflow = Overflow::saturate; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.kernel = Kernel::sum_kahan; }).question, key.question);
  EXPECT_NE(with([](Lane& l) { l.kernel = Kernel::exp; }).kernel, key.kernel);
  EXPECT_EQ(with([](Lane& l) { l.label = "another"; }), key);
  EXPECT_EQ(with([](Lane& l) { l.context.nan = NanRule::all_ones; }), key);
}

TEST(RecordedBackend, refuses_what_is_no_answer_to_the_lane) {
  for (const auto& spoil : std::vector<void (*)(LaneResult&)>{[](LaneResult& r) { r.codes.push_back(0); }, [](LaneResult& r) { r.codes.pop_back(); },
                                                              [](LaneResult& r) { r.codes[3] = 0x10000; }, [](LaneResult& r) { r.flags.resize(7); }}) {
    const Folder folder;
    LaneSet set = set_of({sum_lane()});
    spoil(set.lanes[0].result);
    ASSERT_EQ(write_recording(folder / "lanes.recording", to_recording(set)), "");
    const auto backends = open_recorded_backends(folder.path.string());
    EXPECT_FALSE(backends.at(0)->offers(sum_lane()).ready);
    EXPECT_NE(backends.at(0)->offers(sum_lane()).reason.find("no answer to this lane"), std::string::npos);
  }
}

TEST(RecordedBackend, replays_a_lane_and_says_what_has_changed_where_it_cannot) {
  const Folder folder;
  LaneSet set = set_of({sum_lane()});
  Lane old = sum_lane("old|f16|rne|");
  old.count = 50;
  set.lanes.push_back({"old|f16|rne|", key_of(old), "", NanRule::first_operand, soft_backend().run(old), {}});
  set.lanes.back().key.kernel[0] ^= 1;  // as if the kernel had had another source
  ASSERT_EQ(write_recording(folder / "lanes.recording", to_recording(set)), "");

  const auto backends = open_recorded_backends(folder.path.string());
  ASSERT_EQ(backends.size(), 1u);
  const Backend& b = *backends[0];
  EXPECT_EQ(b.name(), "recorded");
  EXPECT_EQ(b.title(), "soft (recorded: a test, 2026-01-02)");
  EXPECT_TRUE(b.availability().ready);

  ASSERT_TRUE(b.offers(sum_lane()).ready) << b.offers(sum_lane()).reason;
  EXPECT_TRUE(b.offers(sum_lane("asked by another")).ready);
  EXPECT_EQ(b.run(sum_lane()).codes, soft_backend().run(sum_lane()).codes);
  EXPECT_EQ(b.instructions(sum_lane()), "integers");
  EXPECT_EQ(b.nan_rule(sum_lane()), NanRule::all_ones);

  Lane other = sum_lane();
  other.count = 200;
  EXPECT_FALSE(b.offers(other).ready);
  EXPECT_NE(b.offers(other).reason.find("stale: it was recorded for other inputs"), std::string::npos) << b.offers(other).reason;
  EXPECT_NE(b.offers(other).reason.find("ulplab record scenarios"), std::string::npos);
  EXPECT_NE(b.offers(old).reason.find("stale: the kernel sum_naive has been changed since"), std::string::npos) << b.offers(old).reason;
  other.label = "never heard of";
  EXPECT_EQ(b.offers(other).reason, "there is no recording of this lane");
  EXPECT_TRUE(b.offers(other).lacking);
}

TEST(RecordedBackend, is_one_for_each_machine) {
  const Folder folder;
  LaneSet set = set_of({sum_lane()});
  ASSERT_EQ(write_recording(folder / "a.recording", to_recording(set)), "");
  Lane more = sum_lane("more||");
  more.count = 7;
  ASSERT_EQ(write_recording(folder / "b.recording", to_recording(set_of({more}))), "");
  set.facts[0].second = "another machine";
  fs::create_directories(folder.path / "c");
  ASSERT_EQ(write_recording(folder / "c/c.recording", to_recording(set)), "");
  write(folder / "d.recording", "damaged");
  ASSERT_EQ(write_recording(folder / "e.recording", small_recording()), "");  // no lanes: of no concern here
  const auto backends = open_recorded_backends(folder.path.string());
  ASSERT_EQ(backends.size(), 3u);
  EXPECT_TRUE(backends[0]->offers(sum_lane()).ready && backends[0]->offers(more).ready);
  EXPECT_EQ(backends[1]->name(), "recorded-2");
  EXPECT_EQ(backends[1]->title(), "soft (recorded: another machine, 2026-01-02)");
  EXPECT_FALSE(backends[1]->offers(more).ready);
  EXPECT_NE(backends[2]->availability().reason.find("d.recording: this is no ulplab recording"), std::string::npos);
  EXPECT_FALSE(backends[2]->offers(more).ready);
}

TEST(RecordedBackend, without_recordings_says_how_they_are_made) {
  const Folder folder;
  const auto backends = open_recorded_backends(folder.path.string());
  ASSERT_EQ(backends.size(), 1u);
  EXPECT_FALSE(backends[0]->availability().ready);
  EXPECT_TRUE(backends[0]->availability().lacking);
  EXPECT_NE(backends[0]->availability().reason.find("run `ulplab record` on a machine with a GPU"), std::string::npos);
}

}  // namespace
}  // namespace ulplab::gpu
