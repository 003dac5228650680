# For tests that read what fovea-cli says: sourced by bash after terminal.sh.

# refuse WORDS ARGUMENTS…: must end with a code and words on the standard error, and with --json with one error line.
refuse() {
  local words=$1 code
  shift
  "$cli" "$@" > out 2> err
  code=$?
  [ $code -ne 0 ] || complain "fovea-cli $* should fail, but ended with 0"
  [ $code -lt 128 ] || complain "fovea-cli $* ended by a signal ($code)"
  grep -qi -- "$words" err || complain "fovea-cli $* does not say \"$words\" but: $(cat err)"
  grep -q 'terminate called' err && complain "fovea-cli $* lets an exception escape: $(cat err)"
  "$cli" "$@" --json > out 2> err && complain "fovea-cli $* --json should fail, but ended with 0"
  tail -n 1 out | grep -q '^{"event":"error","code":"[a-z_]*","message":".' || complain "fovea-cli $* --json has no error line: $(cat out)"
  is_json
}
# Every line of out is one JSON value (checked where Python is there).
is_json() {
  command -v python3 > /dev/null || return 0
  python3 -c 'import json, sys
for line in sys.stdin: json.loads(line)' < out || complain "not JSON: $(cat out)"
}
number() { grep -o "\"$1\":[-0-9.e+]*" out | tail -n 1 | cut -d: -f2; }  # the last number of that name in out
expect() { [ "$2" = "$3" ] || complain "$1: $2 instead of $3"; }
