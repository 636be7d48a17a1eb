// Which contestants are there? To add one: its file, and one line here.
#include "gpu/verify/contestant.hpp"
#include "gpu/verify/device_contestants.hpp"
#include "gpu/verify/library.hpp"
#include "gpu/verify/oracle_contestant.hpp"
#include "gpu/verify/pipe.hpp"
#include "gpu/verify/recorded.hpp"
#include "gpu/verify/soft_contestant.hpp"
#include "gpu/verify/unit_contestant.hpp"

namespace ulplab::verify {
namespace {

using Made = std::variant<std::unique_ptr<Contestant>, std::string>;

struct Entry {
  ContestantForm form;
  std::string_view prefix;              ///< "lib:", or the whole name of a machine
  Made (*make)(std::string_view rest);  ///< rest: what stands behind the prefix
};
const Entry entries[] = {
    {{"soft", "our own arithmetic in integers: the reference"}, "soft", [](std::string_view) -> Made { return make_soft_contestant(); }},
    {{"oracle", "exact rationals and the number line; slow, shares no rounding line with soft"}, "oracle", [](std::string_view) -> Made { return make_oracle_contestant(); }},
    {{"native", "this CPU's instructions"}, "native", [](std::string_view) -> Made { return make_native_contestant(); }},
    {{"nvidia-host", "NVIDIA's FP16, BF16, FP8, FP6 and FP4 headers, compiled for the host"}, "nvidia-host", [](std::string_view) -> Made { return make_nvidia_host_contestant(); }},
    {{"eigen", "Eigen's half and bfloat16"}, "eigen", [](std::string_view) -> Made { return make_eigen_contestant(); }},
    {{"cuda", "a CUDA device's instructions"}, "cuda", [](std::string_view) -> Made { return make_cuda_contestant(); }},
    {{"cuda-soft", "our own arithmetic, compiled for the device"}, "cuda-soft", [](std::string_view) -> Made { return make_cuda_soft_contestant(); }},
    {{"recorded:FILE", "what a machine answered when `ulplab record` ran on it"}, "recorded:", [](std::string_view rest) -> Made { return open_recording(rest); }},
    {{"lib:PATH:SYMBOL[:SIG]", "a C function of a shared library; SIG is code, value, array or array2"}, "lib:", [](std::string_view rest) -> Made { return open_library(rest); }},
    {{"pipe:COMMAND", "a program that reads and writes the lines of `ulplab eval`"}, "pipe:", [](std::string_view rest) -> Made { return open_pipe(rest, false); }},
    {{"pipe-testfloat:COMMAND", "a program that reads and writes Berkeley TestFloat's lines"}, "pipe-testfloat:", [](std::string_view rest) -> Made { return open_pipe(rest, true); }},
};

}  // namespace

std::vector<ContestantForm> contestant_forms() {
  std::vector<ContestantForm> forms;
  for (const Entry& e : entries) forms.push_back(e.form);
  return forms;
}

Made make_contestant(std::string_view name) {
  for (const Entry& e : entries) {
    const bool takes_more = e.prefix.ends_with(':');
    if (takes_more ? name.starts_with(e.prefix) : name == e.prefix) return e.make(name.substr(e.prefix.size()));
  }
  std::string all;
  for (const Entry& e : entries) all += (all.empty() ? "" : ", ") + std::string(e.form.form);
  return "there is no contestant '" + std::string(name) + "': there are " + all;
}

}  // namespace ulplab::verify
