#!/usr/bin/env bash
# A kernel whose block is larger than usual may need more registers than a multiprocessor has, and then does not start:
# so each one that is launched with kOneBlock threads tells the compiler by __launch_bounds__(kOneBlock).
set -euo pipefail
module="${FOVEA_SOURCE:?}/core/backends/cuda/module"
fail() { echo "FAILED: $*" >&2; exit 1; }

found=0
while IFS=: read -r file name; do
  found=$((found + 1))
  tr -s '\n ' ' ' < "$file" | grep -q "__launch_bounds__(kOneBlock) $name(" || fail "${file##*/}: $name has no __launch_bounds__(kOneBlock)."
done < <(grep -o 'launch([A-Za-z]*\(<T>\)\{0,1\}, 1, kOneBlock' "$module"/*/*.cu | sed 's/launch(//; s/\(<T>\)\{0,1\}, 1, kOneBlock//' | sort -u)
[ "$found" -ge 7 ] || fail "only $found kernels of one large block were found: the pattern is out of date."
! grep -n 'kOneBlock' "$module"/*/*.cu | grep 'launch(' | grep -v ', 1, kOneBlock' || fail "kOneBlock is launched in another way."
echo "$found kernels of one large block."
