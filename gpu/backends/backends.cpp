// Which backends and kernels are there? To add one: its file, and one line here.
#include <array>

#include "gpu/backends/backend.hpp"
#include "gpu/backends/cuda/backends.hpp"
#include "gpu/backends/native.hpp"
#include "gpu/backends/nvidia_host.hpp"
#include "gpu/backends/recorded.hpp"
#include "gpu/backends/soft.hpp"

namespace ulplab::gpu {
namespace {

constexpr std::array<KernelInfo, 11> kernel_table{{
    // kernel                  name              arity results wide   what
    {Kernel::sum_naive,        "sum_naive",        1, 0, false, "from left to right"},
    {Kernel::sum_pairwise,     "sum_pairwise",     1, 0, false, "halves, down to single terms"},
    {Kernel::sum_kahan,        "sum_kahan",        1, 0, false, "what was lost is taken off the next term"},
    {Kernel::sum_neumaier,     "sum_neumaier",     1, 0, false, "what was lost is summed beside, and added at the end"},
    {Kernel::sum_wide,         "sum_wide",         1, 0, true,  "from left to right in a wider format, rounded once at the end"},
    {Kernel::sum_stochastic,   "sum_stochastic",   1, 0, false, "from left to right, each addition rounded stochastically"},
    {Kernel::add,              "add",              2, 1, false, "a + b"},
    {Kernel::mul,              "mul",              2, 1, false, "a * b"},
    {Kernel::exp,              "exp",              1, 1, true,  "e^a, computed in a wider format, rounded once"},
    {Kernel::sum_equals,       "sum_equals",       3, 2, false, "a + b, and whether it equals c"},
    {Kernel::scale_and_store,  "scale_and_store",  2, 1, true,  "g * scale in a wide format, stored in a small one"},
}};

}  // namespace

std::span<const KernelInfo> kernels() { return kernel_table; }

const KernelInfo& info_of(Kernel kernel) { return kernel_table[static_cast<std::size_t>(kernel)]; }

const Format& format_of_code(const Lane& lane, std::size_t index, std::size_t size) {
  return lane.kernel == Kernel::sum_wide && index + 1 < size ? lane.wide : lane.format;
}

std::span<const Backend* const> backends() {
  static const std::vector<const Backend*> table = [] {
    std::vector<const Backend*> all{&soft_backend(), &native_backend(), &nvidia_host_backend(), &cuda_backend(), &cuda_soft_backend()};
    const std::span<const Backend* const> recorded = recorded_backends();
    all.insert(all.end(), recorded.begin(), recorded.end());
    return all;
  }();
  return table;
}

const Backend* find_backend(std::string_view name) {
  for (const Backend* b : backends())
    if (b->name() == name) return b;
  return nullptr;
}

}  // namespace ulplab::gpu
