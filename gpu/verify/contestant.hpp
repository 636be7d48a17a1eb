// Who is put beside the reference?
//
// A contestant answers kinds: our arithmetic, this CPU, NVIDIA's headers, a device, a recording, a person's library or
// program. What it does not have is an answer with a reason. It answers through workers, one a thread.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpu/backends/backend.hpp"
#include "gpu/backends/unit.hpp"
#include "gpu/verify/check.hpp"
#include "gpu/verify/summary.hpp"
#include "gpu/verify/tally.hpp"

namespace ulplab::verify {

class Plan;

using gpu::Infrastructure;

/// A stretch of a plan with its operands.
struct Block {
  std::uint64_t first = 0;    ///< index of its first input
  std::size_t count = 0;
  bool consecutive = false;   ///< the inputs are all there are, in counting order: index is the input's number (first operand outermost)
  std::array<const void*, 3> operands{};
};

/// An input that got no answer.
struct Incident {
  std::size_t index = 0;      ///< in the block
  std::string what;           ///< "crashed: SIGSEGV", "no answer within 2 s"
};

/// Somebody asked to stop while an answer was waited for. What the worker was asked for is void, and it is asked no more.
struct Stopped {};

struct Answers {
  void* results = nullptr;            ///< natural width; untouched where there is an incident
  std::uint8_t* flags = nullptr;      ///< nullptr: not wanted
  std::vector<Incident> incidents;    ///< in order
  std::string gave_up;                ///< why the worker answers no more, this block or another; empty: it goes on
  std::size_t answered = 0;           ///< if it gave up: the inputs before this one were dealt with, the others never asked
  std::stop_token stop{};             ///< for the worker: where it may wait for long it looks at this, and throws Stopped
};

class Worker {
 public:
  virtual ~Worker() = default;
  /// Throws Infrastructure and Stopped.
  virtual void answer(const Block&, Answers&) = 0;
};

/// Does a contestant have a kind in a mode?
struct Offer {
  bool ready = false;
  std::string reason;          ///< if not: "not offered by native: …"
  bool lacking = false;        ///< it would be, but this machine lacks something
  std::string machine = "ieee";///< the preset it follows
  std::string instructions;    ///< what does it: "VCVTPS2PH"; may be empty
  bool flags = false;          ///< does it tell flags?
  bool slow = false;           ///< the documented set unless all inputs are asked for by name (a pipe)
  unsigned workers = 0;        ///< at most so many at once; 0: any number
};

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual std::string name() const = 0;                 ///< as it was named: "native", "lib:./fs2.so:floatScale2"
  virtual gpu::Availability availability() const { return {}; }
  /// The modes it is asked in where a person names none; only rne by default.
  virtual std::vector<Mode> modes(const Kind&) const { return {Mode{}}; }
  virtual Offer offers(const Kind&, const Mode&) const = 0;
  /// Why it cannot answer this check though it offers the kind: a preset that it does not follow. Empty: it can.
  virtual std::string refuses(const Check&) const { return {}; }
  /// Why it cannot answer over these inputs though it answers the check: fingerprints of other ones. Empty: it can.
  virtual std::string refuses_plan(const Check&, const Plan&) const { return {}; }
  /// The name under which the table of known differences speaks of it.
  virtual std::string known_as() const { return name(); }
  /// Precondition: it offers the check. Throws Infrastructure.
  virtual std::unique_ptr<Worker> start(const Check&) const = 0;

  /// Can it answer single inputs of this check, and not only compare by itself?
  virtual bool can_be_asked(const Check&) const { return true; }

  /// Can it compare with `reference` by itself: in a device's memory, by fingerprints?
  virtual bool judges(const Contestant& /*reference*/, const Check&, const Plan&) const { return false; }
  /// Does so for inputs [begin, end). Throws Infrastructure.
  virtual void judge(const Contestant& /*reference*/, const Check&, const Plan&, std::uint64_t /*begin*/, std::uint64_t /*end*/, Tally&) const {}

  /// What its answers to all inputs come to, told by itself. nullptr: it is to be asked for each. Precondition: it offers the check.
  virtual std::unique_ptr<Summary> summary(const Check&) const { return nullptr; }

  /// What a report says about it: "GPU" -> "NVIDIA H200", "driver" -> "580.65", "library" -> its SHA-256.
  virtual std::vector<std::pair<std::string, std::string>> provenance() const { return {}; }
};

/// The contestant of a name: soft, oracle, native, nvidia-host, cuda, cuda-soft, recorded:FILE, lib:PATH:SYMBOL[:SIG],
/// pipe:COMMAND, pipe-testfloat:COMMAND. A sentence if there is none, or its file is not good (exit code 2).
std::variant<std::unique_ptr<Contestant>, std::string> make_contestant(std::string_view name);

/// For a list that a person reads.
struct ContestantForm {
  std::string_view form;
  std::string_view what;
};
std::vector<ContestantForm> contestant_forms();

}  // namespace ulplab::verify
