#!/usr/bin/env bash
# The prepared half hour on a GPU (tests/gpu/check.sh) can be rehearsed here: every step goes up to the missing driver, a
# second call has nothing left to do, and what comes out is a page and a few files.
set -euo pipefail
source_folder="${FOVEA_SOURCE:?}"
bin="${FOVEA_BIN:?}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

[ ! -e /dev/nvidiactl ] || { echo "There is a GPU: check.sh is not rehearsed but run."; exit 0; }
for program in fovea-cli numeric core_backends; do
  [ -x "$bin/$program" ] || { echo "$program is not built: nothing to rehearse."; exit 0; }
done

# As a bundle is laid out.
mkdir "$work/bundle" "$work/out"
cp "$source_folder"/tests/gpu/* "$source_folder"/tests/bench/{compare_pytorch,pytorch_networks}.py "$work/bundle/"
for program in fovea-cli numeric core_backends libfovea_cuda.so; do
  [ ! -e "$bin/$program" ] || ln -s "$bin/$program" "$work/bundle/$program"
done

cd "$work"
"$work/bundle/check.sh" --dry --out "$work/out" > "$work/first.txt" || { cat "$work/first.txt"; fail "the rehearsal says $?"; }
python3 - "$work/out/check.json" <<'PY'
import json, sys
steps = json.load(open(sys.argv[1]))["steps"]
bad = {name: step["note"] for name, step in steps.items() if step["status"] != "rehearsed"}
assert not bad, bad
assert len(steps) > 25, len(steps)
assert sum(step.get("total", 0) for step in steps.values()) > 4000, "the numeric cases are not there"
PY
[ "$(find "$work/out" -type f | wc -l)" -le 8 ] || fail "more than 8 files"
grep -q '^| what | figure | command |' "$work/out/check.md" || fail "no table in the page"
grep -q 'No NVIDIA driver' "$work/out/check.md" || fail "the page does not say what is missing"

"$work/bundle/check.sh" --dry --out "$work/out" B > "$work/second.txt"
! grep -q '…' "$work/second.txt" || fail "a step was done twice"
"$work/bundle/check.sh" --dry --out "$work/out" --again doctor > "$work/third.txt"
[ "$(grep -c '…' "$work/third.txt")" = 1 ] || fail "--again did not do one step again"
! "$work/bundle/check.sh" --dry --out "$work/out" E 2> "$work/fourth.txt" || fail "a part that is not there was taken"
grep -q 'there is no part E' "$work/fourth.txt" || fail "a part that is not there is not named"
echo "The rehearsal has $(grep -c '…' "$work/first.txt") steps."
