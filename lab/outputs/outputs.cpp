#include "lab/outputs/outputs.hpp"

namespace ulplab::lab {

const Output* find_output(std::string_view name) {
  for (const Output& o : outputs)
    if (o.name == name) return &o;
  return nullptr;
}

}  // namespace ulplab::lab
