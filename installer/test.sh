#!/usr/bin/env bash
# Installs what is missing, builds Fovea, and runs every test; ends with CTest's summary.
#   FOVEA_SANITIZE=1   also builds core with the address and undefined-behaviour sanitizers and runs its tests there first
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  -h|--help) show_help "${BASH_SOURCE[0]}"; exit 0 ;;
  ?*) die "unknown option $1; --help says what there is." ;;
esac
prepare
if [ "${FOVEA_SANITIZE:-0}" = 1 ]; then
  build asan
  say "Testing core under the address and undefined-behaviour sanitizers."
  ctest --test-dir "$fovea_source/build/asan" --output-on-failure -R '^(core_|numeric)'
fi
build release
say "Testing."
ctest --test-dir "$fovea_source/build/release" --output-on-failure --no-tests=error --parallel 2 || {
  result=$?
  say "What failed (all of it is in build/release/Testing/Temporary/LastTest.log):"
  grep -hE -A4 ': Failure$|^FAIL!|^\[  FAILED  \]' "$fovea_source/build/release/Testing/Temporary/LastTest.log" | tail -80
  exit $result
}
