#include "gpu/backends/recorded_lanes.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#ifndef ULPLAB_KERNEL_DIGESTS
#error "ULPLAB_KERNEL_DIGESTS is missing: gpu/backends/CMakeLists.txt makes it of gpu/kernels/*.hpp"
#endif

namespace ulplab::gpu {
namespace {

// ---- keys ------------------------------------------------------------------------------------------------------------

/// The headers of gpu/kernels/ that a kernel's answer comes from, without .hpp. add and mul are operations of the
/// arithmetic.
std::vector<std::string_view> headers_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::exp:             return {"arithmetic", "exp"};
    case Kernel::scale_and_store: return {"arithmetic", "scale"};
    case Kernel::sum_stochastic:  return {"arithmetic", "sum", "random"};
    case Kernel::add:
    case Kernel::mul:             return {"arithmetic"};
    default:                      return {"arithmetic", "sum"};
  }
}

/// "sum:0f3a…" of the list that the build made; the whole list if it does not name the header.
std::string_view digest_of_header(std::string_view header) {
  constexpr std::string_view all = ULPLAB_KERNEL_DIGESTS;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find(' ', at), all.size());
    const std::string_view entry = all.substr(at, end - at);
    if (entry.substr(0, entry.find(':')) == header) return entry;
    at = end + 1;
  }
  return all;
}

/// Numbers and texts, each after its length, so that no two questions give the same bytes.
class Canonical {
 public:
  Canonical& number(std::uint64_t x) {
    put(bytes_, x, 8);
    if (bytes_.size() >= 4096) flush();
    return *this;
  }
  Canonical& text(std::string_view t) {
    number(t.size());
    put(bytes_, t);
    return *this;
  }
  Canonical& format(const Format& f) {
    for (const int x : {f.exponent_bits, f.precision, f.bias, static_cast<int>(f.specials), f.subnormals ? 1 : 0, f.is_signed ? 1 : 0, f.has_zero ? 1 : 0})
      number(static_cast<std::uint64_t>(x));
    return *this;
  }
  Canonical& context(const Context& c) {
    // The NaN rule is not part of it: what NaN comes out is the machine's answer.
    for (const std::uint64_t x : {std::uint64_t(c.rounding), std::uint64_t(c.tininess), std::uint64_t(c.subnormals), std::uint64_t(c.overflow), std::uint64_t(c.integers), std::uint64_t(c.negatives),
                                  std::uint64_t(c.infinity_times_zero_plus_nan_is_invalid), std::uint64_t(c.random_bits), std::uint64_t(c.random_width)})
      number(x);
    return *this;
  }
  Sha256::Digest digest() {
    flush();
    return sha_.digest();
  }

 private:
  void flush() {
    sha_.update(bytes_);
    bytes_.clear();
  }
  std::vector<std::byte> bytes_;
  Sha256 sha_;
};

// ---- entries ---------------------------------------------------------------------------------------------------------

/// By the numbers that stand for them in a file.
constexpr NanRule nan_rules[] = {NanRule::first_operand, NanRule::first_operand_x86, NanRule::arm, NanRule::default_nan,
                                 NanRule::all_ones,      NanRule::sign_only,         NanRule::unchanged};

/// The header lines that are the format's own; all others are facts.
constexpr std::string_view own_keys[] = {"contents", "contestant", "entries", "encoding"};

/// The smallest of 1, 2, 4, 8 bytes that holds all codes.
int code_bytes(const LaneResult& r) {
  const Code all = std::accumulate(r.codes.begin(), r.codes.end(), Code{0}, std::bit_or<>{});
  const int bits = static_cast<int>(std::bit_width(all));
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

void put_digest(std::vector<std::byte>& to, const Sha256::Digest& digest) {
  for (const std::uint8_t byte : digest) to.push_back(static_cast<std::byte>(byte));
}
Sha256::Digest take_digest(Payload& from) {
  Sha256::Digest digest{};
  const auto bytes = from.take(digest.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) digest[i] = std::to_integer<std::uint8_t>(bytes[i]);
  return digest;
}

void put_lane(std::vector<std::byte>& to, const RecordedLane& lane) {
  const LaneResult& r = lane.result;
  const int width = code_bytes(r);
  for (const std::string* text : {&lane.label, &lane.instructions}) {
    const std::string_view kept = std::string_view(*text).substr(0, 0xffff);
    put(to, kept.size(), 2);
    put(to, kept);
  }
  put(to, static_cast<std::uint64_t>(std::find(std::begin(nan_rules), std::end(nan_rules), lane.nan) - std::begin(nan_rules)), 1);
  put_digest(to, lane.key.kernel);
  put_digest(to, lane.key.question);
  for (const std::uint64_t x : {r.done, r.running, r.last_change}) put(to, x, 8);
  put(to, static_cast<std::uint64_t>(width), 1);
  for (const std::uint64_t count : {std::uint64_t{r.codes.size()}, std::uint64_t{r.flags.size()}, std::uint64_t{lane.steps.size()}}) put(to, count, 8);
  for (const Code code : r.codes) put(to, code, width);
  for (const Flags flags : r.flags) put(to, flags.bits, 1);
  for (const Sha256::Digest& digest : lane.steps) put_digest(to, digest);
}

/// An empty sentence if the lane could be read.
std::string take_lane(Payload& from, RecordedLane& lane) {
  for (std::string* text : {&lane.label, &lane.instructions}) *text = from.text(from.number(2));
  const std::uint64_t rule = from.number(1);
  if (rule >= std::size(nan_rules)) return "there is no NaN rule of number " + std::to_string(rule);
  lane.nan = nan_rules[rule];
  lane.key.kernel = take_digest(from);
  lane.key.question = take_digest(from);
  LaneResult& r = lane.result;
  for (std::uint64_t* x : {&r.done, &r.running, &r.last_change}) *x = from.number(8);
  const std::uint64_t width = from.number(1);
  const std::uint64_t codes = from.number(8), flags = from.number(8), steps = from.number(8);
  if (!from.whole()) return "the payload ends inside";
  if (width != 1 && width != 2 && width != 4 && width != 8) return "its codes have " + std::to_string(width) + " bytes instead of 1, 2, 4 or 8";
  // Each compared with what is left, so that no product overflows and no memory is asked for that the file does not fill.
  if (codes > from.left() / width || flags > from.left() || steps > from.left() / sizeof(Sha256::Digest)) return "it promises more codes than the payload holds";
  r.codes.reserve(static_cast<std::size_t>(codes));
  for (std::uint64_t i = 0; i < codes; ++i) r.codes.push_back(from.number(static_cast<int>(width)));
  for (const std::byte bits : from.take(flags)) r.flags.push_back(Flags(std::to_integer<int>(bits)));
  for (std::uint64_t i = 0; i < steps && from.whole(); ++i) lane.steps.push_back(take_digest(from));
  return from.whole() ? "" : "it promises more codes than the payload holds";
}

}  // namespace

LaneKey key_of(const Lane& lane) {
  LaneKey key;
  Canonical kernel;
  kernel.text(info_of(lane.kernel).name);
  for (const std::string_view header : headers_of(lane.kernel)) kernel.text(digest_of_header(header));
  key.kernel = kernel.digest();
  Canonical question;
  question.text(info_of(lane.kernel).name).format(lane.format).format(lane.wide).context(lane.context);
  question.number(lane.count).number(lane.every).number(lane.seed).number(lane.stream).number(lane.inputs.size());
  for (const Code code : lane.inputs) question.number(code);
  key.question = question.digest();
  return key;
}

Recording to_recording(const LaneSet& set) {
  Recording r;
  r.add("contents", "lanes");
  r.add("contestant", set.backend);
  for (const auto& [key, value] : set.facts) r.add(std::find(std::begin(own_keys), std::end(own_keys), key) == std::end(own_keys) ? key : "its " + key, value);
  r.add("entries", std::to_string(set.lanes.size()));
  r.add("encoding", "little-endian");
  for (const RecordedLane& lane : set.lanes) put_lane(r.payload, lane);
  return r;
}

std::variant<LaneSet, std::string> lanes_of(const Recording& r) {
  const auto refuse = [&](const std::string& what) { return r.file + ": " + what; };
  LaneSet set;
  set.file = r.file;
  set.backend = r["contestant"];
  if (set.backend.empty()) return refuse("the header does not say which contestant answered");
  if (r["encoding"] != "little-endian") return refuse("the encoding must be little-endian");
  for (const auto& fact : r.header)
    if (std::find(std::begin(own_keys), std::end(own_keys), fact.first) == std::end(own_keys)) set.facts.push_back(fact);
  const std::optional<std::uint64_t> entries = r.number("entries");
  if (!entries) return refuse("the header does not say how many entries there are");
  Payload payload(r.payload);
  for (std::uint64_t i = 0; i < *entries; ++i) {
    RecordedLane lane;
    if (const std::string wrong = take_lane(payload, lane); !wrong.empty()) return refuse("lane " + std::to_string(i + 1) + " of " + std::to_string(*entries) + ": " + wrong);
    set.lanes.push_back(std::move(lane));
  }
  if (payload.left() != 0) return refuse("there are " + std::to_string(payload.left()) + " bytes behind the last lane");
  return set;
}

}  // namespace ulplab::gpu
