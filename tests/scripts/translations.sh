#!/usr/bin/env bash
# Every message of core is translated, and no translation is of a message that is no longer there.
set -euo pipefail
command -v python3 > /dev/null || { echo "There is no python3."; exit 77; }
PYTHONDONTWRITEBYTECODE=1 python3 "$FOVEA_SOURCE/translations/core_messages.py" --check
# The check can fail: a copy without a translation, with one too many, and with other values.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/core" "$work/translations"
cp "$FOVEA_SOURCE"/translations/core_messages.py "$FOVEA_SOURCE"/translations/fovea_de.ts "$work/translations"
cat > "$work/core/a.cpp" <<'CPP'
Error a() { return fail(Code, fmt::format("{} holds no rows: {:.3f}.", name, 3), "Look " "for " + other + " rows."); }
CPP
check() { PYTHONDONTWRITEBYTECODE=1 python3 "$work/translations/core_messages.py" "$@" > "$work/out" 2>&1; }
expect() { grep -qF -- "$1" "$work/out" || { echo "expected: $1"; cat "$work/out"; exit 1; }; }
check --check && { echo "a missing translation passed"; exit 1; }
expect "not listed: '{} holds no rows: {}.'"
expect "not listed: 'Look for {} rows.'"
check
check --check && { echo "an unfinished translation passed"; exit 1; }
expect "not translated: 'Look for {} rows.'"
sed -i 's/<translation type="unfinished"><\/translation>/<translation>x {2} {1}.<\/translation>/' "$work/translations/core_messages_de.ts"
check --check && { echo "other values passed"; exit 1; }
expect "other values: 'Look for {} rows.'"
grep -qF "{} holds no rows" "$work/out" && { echo "values in another order were refused"; cat "$work/out"; exit 1; }
sed -i 's/Look for/Seek/' "$work/core/a.cpp"
sed -i 's/"Look " "for "/"Seek "/' "$work/core/a.cpp"
check --check && { echo "a translation of nothing passed"; exit 1; }
expect "no longer said: 'Look for {} rows.'"
