// What the smallest program of another project looks like: 1 + 1 in binary16.
#include <softfloat/add.hpp>
#include <softfloat/formats.hpp>

int main() {
  const ulplab::Rounded two = ulplab::add(ulplab::binary16, 0x3c00, 0x3c00, ulplab::Context{});
  return two.code == 0x4000 && two.flags == ulplab::Flags() ? 0 : 1;
}
