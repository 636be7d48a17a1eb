#include "gpu/verify/library_file.hpp"

#include <elf.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

namespace ulplab::verify {
namespace {

struct Machine {
  int number;  ///< e_machine
  std::string_view name;
};
constexpr Machine machines[] = {
    {EM_X86_64, "x86-64"}, {EM_AARCH64, "AArch64"}, {EM_386, "32-bit x86"}, {EM_ARM, "32-bit ARM"},
    {EM_RISCV, "RISC-V"},  {EM_PPC64, "POWER"},     {EM_S390, "s390x"},     {EM_CUDA, "a CUDA device"},
};
#if defined(__x86_64__)
constexpr int here = EM_X86_64;
#elif defined(__aarch64__)
constexpr int here = EM_AARCH64;
#elif defined(__riscv)
constexpr int here = EM_RISCV;
#elif defined(__powerpc64__)
constexpr int here = EM_PPC64;
#else
constexpr int here = EM_NONE;  // not checked: the loader will say it
#endif

std::string name_of_machine(int number) {
  for (const Machine& m : machines)
    if (m.number == number) return std::string(m.name);
  return "machine number " + std::to_string(number);
}

/// A file that is read piece by piece; what lies outside it is nothing.
class Pieces {
 public:
  explicit Pieces(const std::string& path) : file_(path, std::ios::binary) {
    file_.seekg(0, std::ios::end);
    size_ = static_cast<std::uint64_t>(std::max<std::streamoff>(0, file_.tellg()));
  }
  std::optional<std::string> bytes(std::uint64_t at, std::uint64_t count) {
    constexpr std::uint64_t most = std::uint64_t{1} << 28;
    if (at > size_ || count > size_ - at || count > most) return std::nullopt;
    std::string piece(count, '\0');
    file_.seekg(static_cast<std::streamoff>(at));
    file_.read(piece.data(), static_cast<std::streamsize>(count));
    if (!file_) return std::nullopt;
    return piece;
  }
  template <class Record>
  std::optional<Record> record(std::uint64_t at) {
    const std::optional<std::string> piece = bytes(at, sizeof(Record));
    if (!piece) return std::nullopt;
    Record r;
    std::memcpy(&r, piece->data(), sizeof r);
    return r;
  }
  std::uint64_t size() const { return size_; }

 private:
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

/// Symbols of the section .dynsym, whose names are in the section that it links to (elf(5)).
LibrarySymbols symbols_of(Pieces& file, const Elf64_Ehdr& header) {
  LibrarySymbols found;
  for (unsigned s = 0; s < header.e_shnum; ++s) {
    const auto section = file.record<Elf64_Shdr>(header.e_shoff + s * sizeof(Elf64_Shdr));
    if (!section) return found;
    if (section->sh_type != SHT_DYNSYM) continue;
    const auto strings = file.record<Elf64_Shdr>(header.e_shoff + section->sh_link * sizeof(Elf64_Shdr));
    const auto names = strings ? file.bytes(strings->sh_offset, strings->sh_size) : std::nullopt;
    const auto table = file.bytes(section->sh_offset, section->sh_size);
    if (!names || !table) return found;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table->size(); at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, table->data() + at, sizeof symbol);
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names->size()) continue;
      const std::string name(names->c_str() + symbol.st_name);
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FUNC || type == STT_GNU_IFUNC) found.functions.push_back(name);
      if (type == STT_OBJECT || type == STT_TLS) found.data.push_back(name);
    }
  }
  return found;
}

/// Length of the longest stretch that two names share.
std::size_t shared(std::string_view a, std::string_view b) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t n = 0;
      while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
      best = std::max(best, n);
    }
  return best;
}

}  // namespace

std::variant<LibrarySymbols, std::string> read_library(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return std::string(errno == ENOENT ? "there is no such file" : std::strerror(errno));
  if (!S_ISREG(about.st_mode)) return S_ISDIR(about.st_mode) ? "it is a folder" : "it is not an ordinary file";
  Pieces file(path);
  const std::string magic = file.bytes(0, std::min<std::uint64_t>(8, file.size())).value_or("");
  if (magic.empty()) return file.size() == 0 ? "it is empty" : "it cannot be read: look at its permissions";
  if (magic == "!<arch>\n") return "it is an archive of object files: link them with -shared";
  if (!magic.starts_with(ELFMAG)) return "it is no shared library: compile with -shared -fPIC";
  const auto header = file.record<Elf64_Ehdr>(0);
  if (!header) return "it is cut off";
  if (header->e_machine != here && here != EM_NONE)
    return "it is for " + name_of_machine(header->e_machine) + ", and this is " + name_of_machine(here);
  if (header->e_ident[EI_CLASS] != ELFCLASS64) return "it is a 32-bit library, and this is a 64-bit program";
  if (header->e_type == ET_REL) return "it is an object file: link it with -shared";
  if (header->e_type != ET_DYN) return "it is no shared library, but a program: compile with -shared -fPIC";
  return symbols_of(file, *header);
}

std::string suggest_symbol(std::string_view wanted, const LibrarySymbols& symbols) {
  if (std::find(symbols.data.begin(), symbols.data.end(), wanted) != symbols.data.end())
    return "'" + std::string(wanted) + "' is a variable there, not a function";
  // The Itanium C++ ABI, 5.1: a name goes into a mangled one behind its length.
  const std::string mangled = std::to_string(wanted.size()) + std::string(wanted);
  for (const std::string& name : symbols.functions)
    if (name.starts_with("_Z") && name.find(mangled) != std::string::npos)
      return "it has '" + name + "', a C++ name: declare the function extern \"C\"";
  constexpr std::size_t longest = 128, shown = 6;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& name : symbols.functions) {
    if (name == "_init" || name == "_fini" || name.size() > longest) continue;
    ranked.emplace_back(shared(wanted.substr(0, longest), name), name);
  }
  if (ranked.empty()) return "";
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string list;
  for (std::size_t i = 0; i < std::min(shown, ranked.size()); ++i) list += (list.empty() ? "it offers " : ", ") + ranked[i].second;
  return ranked.size() > shown ? list + " and " + std::to_string(ranked.size() - shown) + " more: `nm -D` shows all" : list;
}

}  // namespace ulplab::verify
