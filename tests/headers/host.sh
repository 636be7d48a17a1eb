#!/usr/bin/env bash
# Does softfloat/ compile without floating-point registers and without a warning, all together and each header alone?
#   host.sh INCLUDE_ROOT COMPILER
set -euo pipefail
root=$1 compiler=${2-}
here=$(cd "$(dirname "$0")" && pwd)
case $compiler in '' | *NOTFOUND) echo "skipped: this compiler is not installed" && exit 77 ;; esac
# shellcheck source=tests/headers/common.sh
source "$here/common.sh"

flags=(-std=c++20 -Wall -Wextra -Wpedantic -Werror -I "$root")
case $("$compiler" --version) in *clang*) flags+=(-ferror-limit=5) ;; *) flags+=(-fmax-errors=5) ;; esac
if [ "$(uname -m)" = x86_64 ]; then
  flags+=(-mgeneral-regs-only)
  # clang refuses the mere word `long double` then, which libstdc++'s <array> contains: it gets the x87 unit back, and the
  # instructions are searched for it below.
  case $("$compiler" --version) in *clang*) flags+=(-m80387) ;; esac
else
  echo "note: floating-point registers are ruled out on x86-64 only"
fi

for header in $(integer_headers); do
  printf '#include "%s"\n' "$header" > "$scratch/alone.cpp"
  "$compiler" "${flags[@]}" -fsyntax-only "$scratch/alone.cpp" || { echo "$header does not compile alone"; exit 1; }
done

{
  include_all
  cat "$here/all_operations.hpp"
  cat <<'CODE'
ulplab::Code everything(const ulplab::Format& f, const ulplab::Format& to, ulplab::Code a, ulplab::Code b, ulplab::Code c, const ulplab::Context& context) {
  return all_operations::run(f, to, a, b, c, context);
}
CODE
} | sed '/#pragma once/d' > "$scratch/all.cpp"
"$compiler" "${flags[@]}" -O1 -c "$scratch/all.cpp" -o "$scratch/all.o"

# Without registers a compiler may also fall back to calling helpers such as __adddf3: none may be there.
helpers='__(add|sub|mul|div|neg|fix|fixuns|float|floatun|extend|trunc|cmp|unord|eq|ne|lt|le|gt|ge|pow)[a-z]*[hsdtx]f'
if nm -u "$scratch/all.o" | grep -E "$helpers"; then
  echo "softfloat/ calls floating-point helpers"
  exit 1
fi
if objdump -d --no-show-raw-insn "$scratch/all.o" | grep -E '^ +[0-9a-f]+:\s+f[a-z0-9]+\s|%(st|xmm|mm)'; then
  echo "softfloat/ uses floating-point instructions"
  exit 1
fi
echo "$(integer_headers | wc -l) headers compile alone and together with $("$compiler" --version | head -1)"
