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
command -v python3 >/dev/null || { echo "There is no python3: nothing to rehearse with."; exit 0; }
for program in fovea-cli numeric core_backends; do
  [ -x "$bin/$program" ] || { echo "$program is not built: nothing to rehearse."; exit 0; }
done

# A test behind which the device is lost, and one that ends the program, are named; the others are run by new processes.
mkdir "$work/fake"
cat > "$work/fake/numeric" <<'SH'
#!/usr/bin/env bash
case "$1" in
  --gtest_list_tests) printf 'Case.\n  a\n  lost  # GetParam() = 1\n  b\n  ends\n  c\n'; exit ;;
  --gtest_flagfile=*) names="$(sed 's/--gtest_filter=//; s/:/ /g' "${1#*=}")" ;;
esac
gone=""
for name in $names; do
  echo "[ RUN      ] $name"
  [ "$name" != Case.ends ] || kill -SEGV $$
  [ "$name" != Case.lost ] || gone=1
  if [ -n "$gone" ]; then
    echo "cudaLaunch failed. The device is lost to this program: start it again."
    echo "[  FAILED  ] $name, where GetParam() = 1 (3 ms)"
  else
    echo "[       OK ] $name (3 ms)"
  fi
done
SH
chmod +x "$work/fake/numeric"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source_folder/tests/gpu" python3 - "$work/fake" <<'PY'
import sys
from check_run import Run, run_tests
result = run_tests(Run(sys.argv[1], sys.argv[1], False), {}, 60, "numeric", "*")
assert result["status"] == "failed", result
assert result["counts"] == {"passed": 3, "skipped": 0}, result
assert sorted(result["failures"]) == ["Case.ends", "Case.lost"], result
assert result["device_lost_by"] == ["Case.lost", "Case.ends"], result
assert "lost to this program" in result["failures"]["Case.lost"], result
PY

# A step that fails is run again without what saves kernels, by halves: the one at fault is named.
cat > "$work/fake/fovea-cli" <<'SH'
#!/usr/bin/env bash
case "${FOVEA_CUDA_WITHOUT:-}" in
  *masks* | all) echo '{"images_per_second": 1, "step_ms": {"median": 1}}' ;;
  *) echo "the step failed"; exit 1 ;;
esac
SH
chmod +x "$work/fake/fovea-cli"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source_folder/tests/gpu" python3 - "$work/fake" "$source_folder" <<'PY'
import re, sys
from check_run import Run
from check_steps import SAVINGS, bench, clock_of
run = Run(sys.argv[1], sys.argv[1], False)
result = bench(run, {}, "lenet", 64, "f32", 60)
assert result["status"] == "failed", result
assert result["note"].endswith("works with FOVEA_CUDA_WITHOUT=masks"), result
run.machine["libraries"] = "cuda:0: a device; kernel times by CUPTI (libcupti.so.13)"
assert clock_of(run) == ", by CUPTI", clock_of(run)
with open(sys.argv[2] + "/core/backends/cuda/module/runtime/savings.cpp") as file:
    names = re.findall(r'return "(\w+)";', file.read())
assert names == SAVINGS + ["cupti"], names
PY

# Where the end of a part is near, a later call goes on with the search for the fault; a bench that was cut short has not
# failed.
cat > "$work/fake/fovea-cli" <<'SH'
#!/usr/bin/env bash
echo "$* ${FOVEA_CUDA_WITHOUT:-}" >> "$0.calls"
[ ! -e "$0.hangs" ] || exec sleep 60
sleep 1
case "${FOVEA_CUDA_WITHOUT:-}" in
  *masks* | all) echo '{"images_per_second": 1, "step_ms": {"median": 1}}' ;;
  *) echo "the step failed"; exit 1 ;;
esac
SH
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source_folder/tests/gpu" python3 - "$work/fake" <<'PY'
import json, sys, time
from check_run import Run
from check_steps import bench
run = Run(sys.argv[1], sys.argv[1], False)
result, calls = {}, 0
while result.get("status", "unfinished") == "unfinished":
    begun = time.monotonic()
    result = bench(run, json.loads(json.dumps(result)), "lenet", 64, "f32", 13)
    assert time.monotonic() - begun < 13, result
    calls += 1
assert calls > 1, result
assert result["note"].endswith("works with FOVEA_CUDA_WITHOUT=masks"), result
with open(sys.argv[1] + "/fovea-cli.calls") as file:
    tried = file.read().splitlines()
assert len(tried) == len(set(tried)) > 5, tried
open(sys.argv[1] + "/fovea-cli.hangs", "w").close()
result = bench(run, {}, "lenet", 64, "f32", 1)
assert result == {"status": "unfinished", "note": "no time was left"}, result
PY

# A program that says more on its standard error than a pipe holds does not stop the comparison with PyTorch.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source_folder/tests/bench" timeout 60 python3 - <<'PY' || fail "a long standard error"
import sys
from compare_pytorch import Failed, start
said = "import sys; sys.stderr.write('w' * 200000 + chr(10) + 'the end'); "
assert start([sys.executable, "-c", said + "print('{}')"])["process_bytes"] > 0
try:
    start([sys.executable, "-c", said + "sys.exit(1)"])
    assert False
except Failed as error:
    assert str(error) == "the end", error
PY

# A rehearsal goes up to the missing driver, in whichever words that is said: Fovea's, or PyTorch's where it has CUDA.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source_folder/tests/gpu" python3 - "$work/fake" <<'PY'
import sys
from check_run import Run
run = Run(sys.argv[1], sys.argv[1], True)
for words in ("No NVIDIA driver: libcuda.so.1 was not found", "RuntimeError: Found no NVIDIA driver on your system."):
    assert run.missing_device(words), words
assert not run.missing_device("RuntimeError: CUDA error: misaligned address")
PY

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
# A folder may be named from the current one.
"$work/bundle/check.sh" --dry --out results A > "$work/relative.txt" || { cat "$work/relative.txt"; fail "--out results"; }
! grep -qE '(failed|unfinished):' "$work/relative.txt" || { cat "$work/relative.txt"; fail "a step of --out results"; }
[ -s "$work/results/check.md" ] || fail "--out results has no page"
! "$work/bundle/check.sh" --dry --out "$work/out" E 2> "$work/fourth.txt" || fail "a part that is not there was taken"
grep -q 'there is no part E' "$work/fourth.txt" || fail "a part that is not there is not named"
echo "The rehearsal has $(grep -c '…' "$work/first.txt") steps."
