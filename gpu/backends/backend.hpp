// Where can an experiment run?
//
// A Backend runs lanes: one kernel, in one format, over many numbers. It is virtual because a call does thousands of
// operations and because it hides what a machine needs (CPU instructions, CUDA). What a backend cannot do is an answer with
// a reason, never an error.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "softfloat/context.hpp"

namespace ulplab::gpu {

/// The kernels a lane can ask for. Operands come flat, `arity` codes an element.
enum class Kernel : std::uint8_t {
  sum_naive,       ///< inputs: the terms, repeated until there are `count`
  sum_pairwise,
  sum_kahan,
  sum_neumaier,
  sum_wide,        ///< in format `wide`
  sum_stochastic,  ///< with random bits of (seed, stream)
  add,             ///< a + b
  mul,             ///< a * b
  exp,             ///< e^a, computed in `wide`
  sum_equals,      ///< two codes an element: a + b; 1 if it equals c, else 0
  scale_and_store  ///< g and scale are codes of `wide`; the product is formed there and stored in `format`
};

struct KernelInfo {
  Kernel kernel;
  std::string_view name;
  int arity;              ///< input codes an element
  int results;            ///< output codes an element; sums: 0, one at the end
  bool wide;              ///< uses Lane::wide
  std::string_view what;
};
std::span<const KernelInfo> kernels();
const KernelInfo& info_of(Kernel);

/// One thing to compute.
struct Lane {
  Kernel kernel{};
  Format format{};
  Format wide{};                  ///< where the kernel has a second format
  Context context{};
  std::span<const Code> inputs;
  std::uint64_t count = 0;        ///< sums: how many terms
  std::uint64_t every = 0;        ///< sums but pairwise: note the running sum every so many terms; 0: only at the end
  std::uint64_t seed = 0;         ///< sum_stochastic
  std::uint32_t stream = 0;
  std::string_view label{};       ///< who asks: "underflow|f16|rne|ladder x 8"; no part of the question, recordings name it
};

struct LaneResult {
  std::vector<Code> codes;         ///< sums: the running sum every `every` terms, then the final sum
  std::vector<Flags> flags;        ///< as codes, where the machine tells them: an element's flags; sums: one entry, all of them
  std::uint64_t done = 0;          ///< terms or elements
  Code running = 0;                ///< sums but pairwise: the running sum at the end, in the format it runs in
  std::uint64_t last_change = 0;   ///< sums but pairwise: the last term (from 1) that changed the state
  bool stopped = false;            ///< a stop was requested; what is here is what there was
};

/// The format of code `index` of a lane's result with `size` codes: a sum in a wider format is noted in that, and rounded at
/// the end.
const Format& format_of_code(const Lane&, std::size_t index, std::size_t size);

struct Availability {
  bool ready = true;
  std::string reason;  ///< if not ready: why, as a sentence with the remedy
  bool lacking = false; ///< not ready because this machine lacks something; else the operation is not offered on any machine
};

/// Who watches: asked to stop, told how many terms or elements are done.
struct Watcher {
  std::stop_token stop{};
  std::function<void(std::uint64_t)> done{};
};

/// The environment failed in mid-run: a CUDA error, a program that could not be started. what() is a sentence for a person.
/// Exit code 3.
struct Infrastructure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;     ///< "soft", "native"
  /// How a report names it: "cuda (recorded: NVIDIA H200, driver 580.65, 2026-08-20)".
  virtual std::string_view title() const { return name(); }
  virtual std::string_view summary() const = 0;  ///< what it is, one sentence
  /// Can it run on this machine at all?
  virtual Availability availability() const = 0;
  /// Can it run this lane, here? Implies availability().
  virtual Availability offers(const Lane&) const = 0;
  /// Which instructions would: "SSE2 double", "F16C". Empty where there is nothing to say.
  virtual std::string_view instructions(const Lane&) const { return {}; }
  /// Which NaNs come out. Lanes are compared in all bits; the reference is run under the rule of the machine it stands for.
  /// Precondition: offers(lane).ready.
  virtual NanRule nan_rule(const Lane&) const { return NanRule::first_operand; }
  /// Precondition: offers(lane).ready. Throws Infrastructure.
  virtual LaneResult run(const Lane&, const Watcher& = {}) const = 0;
};

/// All backends this build has, in the order in which they are shown; the first is the reference.
std::span<const Backend* const> backends();
/// nullptr if there is none of that name.
const Backend* find_backend(std::string_view name);

}  // namespace ulplab::gpu
