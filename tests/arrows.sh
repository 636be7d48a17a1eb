#!/usr/bin/env bash
# Do the includes keep the arrows of the house?  arrows.sh ROOT
#
# The include roots (cmake/rooms.cmake) make the compiler keep the arrows between rooms. This script says the same of the
# sources, and of third-party headers too, which lie in a system folder that every compiler sees.
set -euo pipefail
cd "$1"

# room                   the rooms whose headers it may include besides its own
rooms="
softfloat                -
softfloat/exact          softfloat
gpu/kernels              softfloat
gpu/tensorcore           softfloat
gpu/backends             softfloat gpu/kernels gpu/tensorcore
gpu/verify               softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends
lab/report               softfloat softfloat/exact
lab/outputs              softfloat softfloat/exact lab/report
lab/eval                 softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report
lab/verify               softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report lab/inspect lab/eval
lab/inspect              softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report
lab/scenario             softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report
lab/cli                  softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report lab/outputs lab/eval lab/inspect lab/verify lab/scenario
lab/gui                  softfloat softfloat/exact gpu/kernels gpu/tensorcore gpu/backends gpu/verify lab/report lab/outputs lab/eval lab/inspect lab/verify lab/scenario
course                   softfloat
tests                    *
bench                    *
"

# header                 the only folders or files that may include it
guests="
boost/                   softfloat/exact tests bench
Eigen/                   softfloat/eigen.hpp gpu/backends/eigen_units.cpp tests bench course
fmt/                     softfloat/fmt.hpp lab tests bench
yaml-cpp/                lab/scenario tests bench
nlohmann/                lab/outputs lab/verify tests bench
CLI/                     lab/cli
gtest/                   tests
mpfr.h                   tests bench
gmp.h                    tests bench
imgui                    lab/gui
GLFW/                    lab/gui
cuda                     gpu/backends/cuda tests
"

mapfile -t files < <(find softfloat gpu lab course tests bench -type f -regex '.*\.\(hpp\|cpp\|cu\|cuh\|h\)' 2>/dev/null | LC_ALL=C sort)

awk -v rooms="$rooms" -v guests="$guests" '
  function starts(text, with) { return substr(text, 1, length(with)) == with }
  # The room of a path: the longest room that it lies in.
  function room_of(path,   r, best) {
    best = ""
    for (r in allowed) if (starts(path, r "/") && length(r) > length(best)) best = r
    return best
  }
  function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad++ }
  BEGIN {
    n = split(rooms, line, "\n")
    for (i = 1; i <= n; i++) { count = split(line[i], word, " "); for (k = 2; k <= count; k++) allowed[word[1]] = allowed[word[1]] " " word[k] }
    for (r in allowed) allowed[r] = allowed[r] " "
    n = split(guests, line, "\n")
    for (i = 1; i <= n; i++) { count = split(line[i], word, " "); for (k = 2; k <= count; k++) hosts[word[1]] = hosts[word[1]] " " word[k] }
  }
  !/^[ \t]*#[ \t]*include[ \t]*[<"]/ { next }
  {
    header = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", header); sub(/[>"].*/, "", header)
    total++
    from = room_of(FILENAME)
    if (header ~ /\.\./) { complain("\"" header "\" goes around the rooms: write the path from the root of the repository"); next }
    to = room_of(header)
    if (to == "" && header ~ /^(softfloat|gpu|lab|course|tests|bench)\//) { complain("\"" header "\" is in no room of tests/arrows.sh"); next }
    if (to != "" && to != from && from != "") {
      if (index(allowed[from], " * ") == 0 && index(allowed[from], " " to " ") == 0)
        complain(from " may not include \"" header "\": it sees " (allowed[from] == " - " ? "no other room" : "only" allowed[from]))
    }
    for (g in hosts) if (to == "" && starts(header, g)) {
      m = split(hosts[g], host, " "); ok = 0
      for (k = 1; k <= m; k++) if (FILENAME == host[k] || starts(FILENAME, host[k] "/")) ok = 1
      if (!ok) complain("<" header "> may be included only in" hosts[g])
    }
  }
  END { printf "%d includes, %d against the arrows\n", total, bad; exit bad ? 1 : 0 }
' "${files[@]}" </dev/null
