# Sourced by host.sh and device.sh, which set $root. Makes a scratch folder and lists the headers that are integers only.
# shellcheck shell=bash
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# eigen.hpp, native.hpp and fmt.hpp are the doors to the outside: they may speak of float and double.
integer_headers() {
  (cd "${root:?}" && find softfloat/ -maxdepth 1 -name '*.hpp' ! -name eigen.hpp ! -name native.hpp ! -name fmt.hpp | LC_ALL=C sort)
}
include_all() { integer_headers | sed 's/.*/#include "&"/'; }
