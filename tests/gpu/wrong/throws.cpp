// Faults: one function lets an exception out, the other has a C++ name because extern "C" was forgotten.
#include <cstdint>
#include <stdexcept>

extern "C" std::uint16_t throws(std::uint32_t code) {
  if (code == 7) throw std::runtime_error("no half for this");
  return static_cast<std::uint16_t>(code);
}

std::uint16_t forgotten(std::uint32_t code) { return static_cast<std::uint16_t>(code); }
