# Sourced by ./run and ./test: installs what is missing, configures, builds. Everything it says goes to standard error.
# shellcheck shell=bash
#
#   ULPLAB_PRESET=dev       another preset of CMakePresets.json than release
#   ULPLAB_NO_INSTALL=1     never call apt-get
set -euo pipefail

# With standard input closed, the next file to be opened would become it.
if ! { : <&0; } 2>/dev/null; then exec </dev/null; fi

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
PRESET=${ULPLAB_PRESET:-release}
BUILD=$ROOT/build/$PRESET
LOG=$ROOT/build/$PRESET.setup.log
# shellcheck disable=SC2034  # for ./run
COMMAND=$BUILD/bin/ulplab

if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then LIVE=1; else LIVE=0; fi
if [ "$LIVE" = 1 ] && [ -z "${NO_COLOR:-}" ]; then BOLD=$'\033[1m' PLAIN=$'\033[0m'; else BOLD='' PLAIN=''; fi

say() { printf '%s==> %s%s\n' "$BOLD" "$*" "$PLAIN" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# A line that the next one replaces. Off a terminal: one line in ten seconds, and the last one.
status_line=''
status_shown=-10
status() {
  status_line=$*
  if [ "$LIVE" = 1 ]; then
    printf '\r\033[K    %.*s' "$((${COLUMNS:-80} - 6))" "$status_line" >&2
  elif [ $((SECONDS - status_shown)) -ge 10 ]; then
    status_shown=$SECONDS
    printf '    %s\n' "$status_line" >&2
    status_line=''
  fi
}
status_end() {
  if [ "$LIVE" = 1 ]; then printf '\r\033[K' >&2; elif [ -n "$status_line" ]; then printf '    %s\n' "$status_line" >&2; fi
  status_line=''
}

# ---- packages ----

packages() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$ROOT/tools/packages.debian"; }

missing_packages() {
  # Exit status 1 only says that some are unknown, which is the answer and not a failure.
  local installed
  # shellcheck disable=SC2016
  installed=$(packages | xargs dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p') || true
  packages | LC_ALL=C sort -u | LC_ALL=C comm -23 - <(LC_ALL=C sort -u <<<"$installed")
}

# Standard input belongs to the command that is built, so nobody here reads it; sudo asks on the terminal itself.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@" </dev/null
  elif ! command -v sudo >/dev/null; then
    echo "this user is not root, and sudo is not installed"
    return 127
  elif [ -z "${CI:-}" ] && { : </dev/tty; } 2>/dev/null; then
    sudo -p 'apt-get needs the password of %p (Ctrl-C to stop): ' "$@" </dev/null
  else
    sudo -n "$@" </dev/null
  fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" 2>&1
}

# Turns apt-get's chatter into one line that moves.
apt_progress() {
  local line total='?' got=0 unpacked=0 set_up=0 started=$SECONDS rc
  while true; do
    rc=0
    IFS= read -r -t 2 line || rc=$?
    if [ "$rc" -gt 128 ]; then line=''; elif [ "$rc" != 0 ]; then break; fi
    case $line in
      'Get:'*) got=$((got + 1)) ;;
      'Unpacking '*) unpacked=$((unpacked + 1)) ;;
      'Setting up '*) set_up=$((set_up + 1)) ;;
      *' newly installed'*) total=${line% newly installed*} && total=${total##* } ;;
      *'Could not get lock'* | *'Waiting for cache lock'*) status "waiting for another package manager to finish" && continue ;;
    esac
    if [ "$total" = '?' ]; then
      status "reading the package lists: $got fetched ($((SECONDS - started)) s)"
    else
      status "of $total packages: $got fetched, $unpacked unpacked, $set_up ready ($((SECONDS - started)) s)"
    fi
  done
  status_end
}

cannot_install() {
  tail -n 5 "$LOG" >&2
  cat >&2 <<MESSAGE
error: the packages could not be installed (full log: $LOG). As an administrator, type

    apt-get update && apt-get install -y --no-install-recommends $*

and then start this again.
MESSAGE
  exit 1
}

install_packages() {
  [ "${ULPLAB_NO_INSTALL:-0}" != 1 ] || return 0
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "no apt-get on this system: going on with what is installed (tools/packages.debian lists what is needed)"
    return 0
  fi
  local wanted
  mapfile -t wanted < <(missing_packages)
  [ ${#wanted[@]} != 0 ] || return 0

  say "installing with apt-get: ${wanted[*]}"
  if as_root true >>"$LOG" 2>&1; then
    # An update that fails is no reason to stop: the lists that are there may do.
    apt update | tee -a "$LOG" | apt_progress || say "apt-get update failed; trying with the package lists that are there"
    apt install -y --no-install-recommends "${wanted[@]}" | tee -a "$LOG" | apt_progress || cannot_install "${wanted[@]}"
  else
    cannot_install "${wanted[@]}"
  fi
  hash -r
}

# ---- build ----

# A build folder knows where it was made. In a copied or moved tree it would build the other tree: start anew.
drop_foreign_build() {
  local cache=$BUILD/CMakeCache.txt source binary
  [ -f "$cache" ] || return 0
  source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  binary=$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$cache")
  if [ ! "$source" -ef "$ROOT" ] || [ ! "$binary" -ef "$BUILD" ]; then
    say "build/$PRESET was made in another folder: building anew"
    rm -rf "$BUILD"
  fi
}

# Shows ninja's steps on one line and everything else, such as an error, in full.
build_progress() {
  local line
  while IFS= read -r line; do
    case $line in
      *'Re-checking globbed directories...') ;;
      '['[0-9]*/*'] '*) status "$line" ;;
      'ninja: no work to do.' | 'ninja: Entering directory'*) ;;
      *) [ "$LIVE" = 1 ] && [ -n "$status_line" ] && status_end; printf '%s\n' "$line" >&2 ;;
    esac
  done
  status_end
}

configure() {
  say "configuring ($PRESET)"
  if ! (cd "$ROOT" && cmake --preset "$PRESET") </dev/null >>"$LOG" 2>&1; then
    tail -n 25 "$LOG" >&2
    die "configuring failed (full log: $LOG)"
  fi
  touch "$BUILD/build.ninja"  # newer than tools/packages.debian, whatever cmake found to write
}

# build TARGET: `all` is everything
build() {
  { mkdir -p "$ROOT/build" && touch "$LOG"; } 2>/dev/null || die "cannot write in $ROOT/build: whose is it?"
  drop_foreign_build
  if [ ! -f "$BUILD/build.ninja" ] || [ "$ROOT/tools/packages.debian" -nt "$BUILD/build.ninja" ]; then
    : >"$LOG"
    install_packages
    command -v cmake >/dev/null || die "cmake is not installed, and without it nothing can be built (see tools/packages.debian)"
    configure
  fi

  local rc=0 jobs
  jobs=$(nproc 2>/dev/null || echo 2)
  (
    cd "$ROOT"
    [ -z "$BOLD" ] || export CLICOLOR_FORCE=1
    export NINJA_STATUS='[%f/%t, %e s] '
    exec cmake --build --preset "$PRESET" --parallel "$jobs" --target "$1"
  ) </dev/null 2>&1 | build_progress || rc=$?
  [ "$rc" = 0 ] || die "the build failed"
}
