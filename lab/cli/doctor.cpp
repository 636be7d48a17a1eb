// ulplab doctor: what can this build and this machine do, and if not, why not?
//
// Nothing here is an error, so the exit code is 0: whoever needs a device asks for it by name elsewhere.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "gpu/backends/backend.hpp"
#include "lab/cli/commands.hpp"
#include "lab/cli/machine.hpp"
#include "lab/cli/render.hpp"
#include "lab/cli/words.hpp"
#include "lab/report/text.hpp"

namespace ulplab::lab {
namespace {

namespace fs = std::filesystem;

struct Probe {
  bool there;
  std::string detail;
};

// ---- processor -------------------------------------------------------------------------------------------------------

#if defined(__x86_64__)
/// Where CPUID reports a feature, and which register states the operating system must save for it (Intel SDM vol. 1, 13.3
/// and 15.2; vol. 2, CPUID).
struct Feature {
  const char* name;
  const char* use;
  unsigned leaf, subleaf;
  int word;  ///< eax ebx ecx edx
  unsigned bit;
  unsigned long long states;
};
constexpr unsigned long long avx_state = 0x6, avx512_state = 0xe6;
constexpr Feature features[] = {
    {"F16C", "FP16 to and from FP32", 1, 0, 2, 29, avx_state},
    {"FMA", "FP32 and FP64 fused multiply-add", 1, 0, 2, 12, avx_state},
    {"AVX2", "256-bit integers", 7, 0, 1, 5, avx_state},
    {"AVX512F", "512-bit vectors, rounding in the instruction", 7, 0, 1, 16, avx512_state},
    {"AVX512-FP16", "FP16 arithmetic", 7, 0, 3, 23, avx512_state},
    {"AVX512-BF16", "FP32 to BF16", 7, 1, 0, 5, avx512_state},
};

Probe probe(const Feature& f) {
  unsigned r[4] = {};
  if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3]) == 0) return {false, "CPUID does not answer"};
  const bool saves_states = (r[2] >> 27 & 1u) != 0;  // OSXSAVE
  unsigned w[4] = {};
  if (__get_cpuid_count(f.leaf, f.subleaf, &w[0], &w[1], &w[2], &w[3]) == 0 || (w[f.word] >> f.bit & 1u) == 0)
    return {false, std::string("this processor does not have it (") + f.use + ")"};
  unsigned low = 0, high = 0;
  if (saves_states) __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  const unsigned long long enabled = low | static_cast<unsigned long long>(high) << 32;
  if ((enabled & f.states) != f.states) return {false, "the processor has it, but the operating system does not enable its registers"};
  return {true, f.use};
}
#endif

// ---- CUDA ------------------------------------------------------------------------------------------------------------

/// The driver is looked for by name, never linked: ulplab starts without it.
Probe cuda_driver() {
  void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {false, "no NVIDIA driver: libcuda.so.1 cannot be opened; install the driver to use a GPU"};
  const auto function = [&](const char* name) { return ::dlsym(library, name); };
  using Init = int (*)(unsigned);
  using GetInteger = int (*)(int*);
  using GetName = int (*)(char*, int, int);
  const auto init = reinterpret_cast<Init>(function("cuInit"));
  const auto version_of = reinterpret_cast<GetInteger>(function("cuDriverGetVersion"));
  const auto count_of = reinterpret_cast<GetInteger>(function("cuDeviceGetCount"));
  const auto name_of_device = reinterpret_cast<GetName>(function("cuDeviceGetName"));
  if (init == nullptr || version_of == nullptr || count_of == nullptr || name_of_device == nullptr)
    return {false, "libcuda.so.1 is there but lacks functions of the driver interface"};
  int version_number = 0, devices = 0;
  (void)version_of(&version_number);
  const std::string version_text = fmt::format("driver for CUDA {}.{}", version_number / 1000, version_number % 1000 / 10);
  const int error = init(0);
  if (error == 34) return {false, "libcuda.so.1 is the toolkit's stub (error 34), not a driver"};
  if (error == 100) return {false, version_text + ", but no device (error 100)"};
  if (error != 0) return {false, fmt::format("{}, but cuInit fails with error {}", version_text, error)};
  if (count_of(&devices) != 0 || devices == 0) return {false, version_text + ", but no device"};
  std::string names;
  for (int i = 0; i < devices; ++i) {
    char name[128] = {};
    if (name_of_device(name, static_cast<int>(sizeof name) - 1, i) == 0) names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return {true, fmt::format("{}; {}", version_text, names)};
}

Probe cuda_toolkit() {
  std::vector<fs::path> candidates;
  if (const char* path = std::getenv("PATH"); path != nullptr) {
    std::string_view rest(path);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      if (end > 0) candidates.push_back(fs::path(rest.substr(0, end)) / "nvcc");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable); home != nullptr && *home != '\0') candidates.push_back(fs::path(home) / "bin/nvcc");
  candidates.emplace_back("/usr/local/cuda/bin/nvcc");
  std::error_code error;
  for (const fs::path& c : candidates)
    if (::access(c.c_str(), X_OK) == 0 && !fs::is_directory(c, error)) return {true, c.string()};
  return {false, "no nvcc on PATH, in CUDA_HOME or in /usr/local/cuda: the CUDA parts cannot be built here"};
}

// ---- screen ----------------------------------------------------------------------------------------------------------

Probe display() {
  const auto value = [](const char* name) {
    const char* v = std::getenv(name);
    return std::string(v != nullptr ? v : "");
  };
  if (const std::string wayland = value("WAYLAND_DISPLAY"); !wayland.empty()) {
    const fs::path socket = wayland.front() == '/' ? fs::path(wayland) : fs::path(value("XDG_RUNTIME_DIR")) / wayland;
    std::error_code error;
    if (fs::exists(socket, error)) return {true, "Wayland, " + wayland};
  }
  const std::string x = value("DISPLAY");
  if (x.empty()) return {false, "neither DISPLAY nor WAYLAND_DISPLAY is set: the window cannot open, everything else works"};
  if (x.front() == ':') {
    const std::string socket = "/tmp/.X11-unix/X" + x.substr(1, x.find('.') == std::string::npos ? std::string::npos : x.find('.') - 1);
    std::error_code error;
    if (!fs::exists(socket, error)) return {false, "DISPLAY is " + x + ", but there is no " + socket + ": no X server runs there"};
    return {true, "X11, " + x};
  }
  return {true, "X11, " + x + " (on another machine; not tried)"};
}

Probe fonts() {
  std::size_t files = 0;
  std::string chinese;
  std::vector<fs::path> folders{"/usr/share/fonts", "/usr/local/share/fonts"};
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    folders.push_back(fs::path(home) / ".fonts");
    folders.push_back(fs::path(home) / ".local/share/fonts");
  }
  for (const fs::path& folder : folders) {
    std::error_code error;
    const auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator i(folder, options, error), end; !error && i != end; i.increment(error)) {
      const std::string extension = i->path().extension().string();
      if (extension != ".ttf" && extension != ".otf" && extension != ".ttc") continue;
      ++files;
      const std::string name = i->path().filename().string();
      for (const char* hint : {"CJK", "wqy", "DroidSansFallback", "SourceHan"})
        if (chinese.empty() && name.find(hint) != std::string::npos) chinese = name;
    }
  }
  if (files == 0) return {false, "no font files: apt-get install fonts-dejavu-core"};
  const std::string count = fmt::format("{} file{}", files, files == 1 ? "" : "s");
  return {true, count + (chinese.empty() ? ", none for Chinese: apt-get install fonts-noto-cjk" : ", Chinese: " + chinese)};
}

}  // namespace

int doctor(const DoctorOptions& options, Terminal& terminal) {
  Report report = report_about("doctor", "");
  const std::vector<Column> columns{{"what", "", "text", "", Alignment::left}, {"state", "", "text", "", Alignment::left}, {"detail", "", "text", "", Alignment::left}};
  const auto row = [](std::string what, const Probe& f) -> Row { return {std::move(what), std::string(f.there ? "yes" : "no"), printable(f.detail)}; };

  Table build{"build", "This build", columns, {}};
  build.rows.push_back({std::string("ulplab"), version_and_commit(), Cell{}});
  build.rows.push_back({std::string("compiler"), compiler_name(), Cell{}});
  build.rows.push_back({std::string("scenarios"), std::to_string(scenario_words().size()), scenario_folders().empty() ? "no folder of scenarios is found" : scenario_folders().front().string()});
  Table backends{"backends", "Where an experiment can run", columns, {}};
  for (const gpu::Backend* b : gpu::backends()) {
    const gpu::Availability a = b->availability();
    backends.rows.push_back(row(std::string(b->name()), {a.ready, a.ready ? std::string(b->summary()) : a.reason}));
  }
  Table machine{"machine", "This processor", columns, {}};
  machine.rows.push_back({std::string("name"), std::to_string(std::thread::hardware_concurrency()) + " threads", processor_name()});
#if defined(__x86_64__)
  for (const Feature& f : features) machine.rows.push_back(row(f.name, probe(f)));
#else
  machine.rows.push_back(row("x86-64", {false, "native lanes use float and double only"}));
#endif
  Table devices{"devices", "CUDA", columns, {}};
  devices.rows.push_back(row("driver", cuda_driver()));
  devices.rows.push_back(row("toolkit", cuda_toolkit()));
  Table screen{"screen", "Screen", columns, {}};
  screen.rows.push_back(row("display", display()));
  screen.rows.push_back(row("fonts", fonts()));
  screen.rows.push_back(row("colour", {terminal.colour(), terminal.colour() ? "standard output is a terminal" : "standard output is no terminal, or NO_COLOR, TERM=dumb or --no-color says so"}));
  report.tables = {build, backends, machine, devices, screen};
  const Style style{terminal.colour(), terminal.columns(), false};
  terminal.write(chosen_output(options.format, terminal).render({&report, 1}, style));
  return exit_ok;
}

}  // namespace ulplab::lab
