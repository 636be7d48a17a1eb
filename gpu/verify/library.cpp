#include "gpu/verify/library.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "gpu/backends/sha256.hpp"
#include "gpu/verify/environment_number.hpp"
#include "gpu/verify/library_file.hpp"

namespace ulplab::verify {
namespace {

namespace fs = std::filesystem;

/// PATH:SYMBOL[:SIG], read from the right, because a path may have colons.
struct Spec {
  std::string path, symbol;
  std::string signature = "code";
};

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Where the last word may be a symbol or a signature, a file of that name decides.
std::optional<Spec> split(std::string_view text) {
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0 || last + 1 == text.size()) return std::nullopt;
  const Spec two{std::string(text.substr(0, last)), std::string(text.substr(last + 1))};
  const std::size_t before = text.rfind(':', last - 1);
  if (before == std::string_view::npos || before == 0 || before + 1 == last) return two;
  const Spec three{std::string(text.substr(0, before)), std::string(text.substr(before + 1, last - before - 1)), two.symbol};
  if (is_file(two.path)) return two;
  return is_file(three.path) || find_signature(three.signature) ? three : two;
}

class LibraryWorker final : public Worker {
 public:
  LibraryWorker(std::unique_ptr<Child> child) : child_(std::move(child)) {}
  void answer(const Block& block, Answers& answers) override { child_->answer(block, answers); }

 private:
  std::unique_ptr<Child> child_;
};

class LibraryContestant final : public Contestant {
 public:
  LibraryContestant(std::string name, std::string path, std::string symbol, Signature signature, const ChildLimits& limits)
      : name_(std::move(name)), path_(std::move(path)), symbol_(std::move(symbol)), signature_(signature), limits_(limits),
        server_(std::make_unique<ChildServer>()) {}

  std::string name() const override { return name_; }
  Offer offers(const Kind& kind, const Mode&) const override {
    Offer offer;
    offer.reason = problem_of(kind, signature_);
    offer.ready = offer.reason.empty();
    if (!offer.ready) offer.reason = "not offered by " + name_ + ": " + offer.reason;
    offer.instructions = symbol_;
    return offer;
  }
  std::unique_ptr<Worker> start(const Check& check) const override {
    std::unique_ptr<Child> child = start(call_type(check.kind, signature_));
    if (const std::string problem = child->problem(); !problem.empty()) throw Infrastructure{path_ + ": " + problem};
    return std::make_unique<LibraryWorker>(std::move(child));
  }
  std::vector<std::pair<std::string, std::string>> provenance() const override {
    return {{"library", path_},
            {"library SHA-256", gpu::sha256_of_file(path_)},
            {"library signature", std::string(verify::name_of(signature_))}};
  }

  std::unique_ptr<Child> start(const CallType& type) const { return server_->start(path_, symbol_, type, limits_); }

 private:
  std::string name_, path_, symbol_;
  Signature signature_;
  ChildLimits limits_;
  std::unique_ptr<ChildServer> server_;
};

}  // namespace

std::variant<ChildLimits, std::string> child_limits_from_environment() {
  double seconds = 2, patience = 60, mebibytes = 2048;
  const EnvironmentNumber variables[] = {
      {"ULPLAB_LIB_SECONDS", "the time limit of one call, in seconds", 0.1, seconds},
      {"ULPLAB_LIB_PATIENCE", "how long calls that do not return are waited for in all, in seconds", 0.1, patience},
      {"ULPLAB_LIB_MEMORY", "the memory that a library may use, in MiB (0: no limit)", 0, mebibytes},
  };
  for (const EnvironmentNumber& v : variables)
    if (const std::string problem = read(v); !problem.empty()) return problem;
  ChildLimits limits;
  limits.call = milliseconds_of(seconds);
  limits.load = std::max(limits.load, limits.call);
  limits.patience = milliseconds_of(patience);
  limits.memory = static_cast<std::uint64_t>(mebibytes) << 20;
  return limits;
}

std::variant<std::unique_ptr<Contestant>, std::string> open_library(std::string_view text) {
  const auto limits = child_limits_from_environment();
  if (const std::string* problem = std::get_if<std::string>(&limits)) return *problem;
  return open_library(text, std::get<ChildLimits>(limits));
}

std::variant<std::unique_ptr<Contestant>, std::string> open_library(std::string_view text, const ChildLimits& limits) {
  const std::string name = "lib:" + std::string(text);
  const std::optional<Spec> spec = split(text);
  if (!spec) return "'" + name + "' is not complete: write lib:PATH:SYMBOL[:SIG], such as lib:./libhalf.so:f32_to_f16";
  const auto about = [&](const std::string& what) { return "'" + spec->path + "': " + what; };
  const auto symbols = read_library(spec->path);
  if (const std::string* problem = std::get_if<std::string>(&symbols)) return about(*problem);
  const std::optional<Signature> signature = find_signature(spec->signature);
  if (!signature) return "'" + spec->signature + "' is not a signature: write one of " + std::string(signatures);
  const std::string path = fs::absolute(spec->path).lexically_normal().string();
  if (path.size() >= 4096 || spec->symbol.size() >= 1024) return about("the path or the symbol is too long");

  try {
    auto contestant = std::make_unique<LibraryContestant>(name, path, spec->symbol, *signature, limits);
    const std::unique_ptr<Child> child = contestant->start(CallType{*signature, 1, {}, Element::u8});
    const std::string problem = child->problem();
    if (!problem.empty() && !child->has_no_symbol()) return about(problem);
    const LibrarySymbols& known = std::get<LibrarySymbols>(symbols);
    const bool is_data = std::find(known.data.begin(), known.data.end(), spec->symbol) != known.data.end();
    const std::string suggestion = problem.empty() && !is_data ? "" : suggest_symbol(spec->symbol, known);
    if (is_data) return about(suggestion);
    if (!problem.empty()) return about(problem + (suggestion.empty() ? ": `nm -D` shows what it offers" : "; " + suggestion));
    return contestant;
  } catch (const Infrastructure& failure) {
    return about(failure.what());
  }
}

}  // namespace ulplab::verify
