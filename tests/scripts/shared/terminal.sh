# For tests of fovea-cli: sourced by bash at their beginning. Afterwards `cli` is the program, `shared` this folder, and
# the current folder an empty one of the test's own, which goes away.
set -u
export LC_ALL=C.UTF-8
export OMP_WAIT_POLICY=passive  # threads that wait by spinning take the cores from the other tests
cli=${FOVEA_BIN:?the folder of the programs}/fovea-cli
[ -x "$cli" ] || { echo "There is no $cli; build it first."; exit 1; }
shared=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

failures=0
complain() { echo "FAILED: $*"; failures=$((failures + 1)); }
# succeed ARGUMENTS…: runs the program; its output is in the files out and err.
succeed() { "$cli" "$@" > out 2> err || complain "fovea-cli $* ended with $?: $(cat err out)"; }
has() { grep -q -- "$1" out || complain "no $1 in: $(cat out err)"; }
