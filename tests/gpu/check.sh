#!/usr/bin/env bash
# The prepared half hour on a machine with an NVIDIA GPU. Unpack the bundle that installer/bundle.sh makes, then:
#   ./check.sh A        doctor, the device's own tests, the wide convolution under compute-sanitizer, recorded steps
#   ./check.sh B        every numeric case, in six shards
#   ./check.sh C        bench of training, time by kernel, the tuned plans
#   ./check.sh D        beside PyTorch
#   ./check.sh          all four; each stays below ten minutes and goes on where it stopped
# A fault may lie in what saves kernels or memory traffic: FOVEA_CUDA_WITHOUT=casts,masks,order,launches,layouts,branches,
# losses,epilogues,residuals,stem,statistics,norminputs,normsums,pooled,classifier,poolsums turns these off one by one,
# =all together (`cupti`: times of a profile by events); a bench that fails looks for the one at fault itself, by halves.
# --dry goes the same way where there is no device, up to the missing driver. --out DIR (else $OUT, else ./check-results)
# gets check.json, check.md, check.log and the tuned plans; --state DIR (else that folder) is what it continues from.
# Needs Python 3.9; no root, no network. CUDA's libraries come from the `nvidia` wheels of that Python if it has them.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

# The Python that has PyTorch, if one has.
python=""
for candidate in "${FOVEA_PYTHON:-}" python3 python /usr/bin/python3; do
  [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
  "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || continue
  [ -n "$python" ] || python="$candidate"
  if "$candidate" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("torch") is None)' 2>/dev/null; then
    python="$candidate"
    break
  fi
done
[ -n "$python" ] || { echo "error: check.sh needs Python 3.9 or newer; FOVEA_PYTHON names one." >&2; exit 2; }

wheels="$("$python" - <<'PY'
import glob, os, site, sys
folders = [*sys.path, *site.getsitepackages(), site.getusersitepackages()]
found = [lib for folder in folders for lib in sorted(glob.glob(os.path.join(folder, "nvidia", "*", "lib")))]
print(":".join(dict.fromkeys(found)))
PY
)"
[ -z "$wheels" ] || export LD_LIBRARY_PATH="$wheels${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONDONTWRITEBYTECODE=1
exec "$python" "$here/check.py" "$@"
