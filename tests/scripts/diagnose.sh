#!/bin/bash
# fovea-cli diagnose from end to end: a healthy run has no finding, one with a planted fault has that one, with a fix.
source "$(dirname "$0")/shared/terminal.sh"
source "$shared/answers.sh"

has_not() { grep -q -- "$1" out && complain "there is $1 in: $(cat out)"; }

source "$shared/squares.sh"
mkdir source
idx source/train 240 1
idx source/t10k 60 2
cat > network.json <<'NETWORK'
{"format": "fovea-network", "version": 1, "name": "Squares",
 "layers": [
  {"id": 1, "type": "input", "name": "data", "parameters": {"shape": [1, 8, 8]}, "position": [0, 0]},
  {"id": 2, "type": "linear", "name": "fc1", "parameters": {"units": 24}, "position": [0, 88]},
  {"id": 3, "type": "relu", "name": "relu1", "parameters": {}, "position": [0, 176]},
  {"id": 4, "type": "linear", "name": "fc2", "parameters": {"units": 3}, "position": [0, 264]},
  {"id": 5, "type": "cross_entropy", "name": "loss", "parameters": {}, "position": [0, 352]}],
 "edges": [
  {"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": 4}, {"source": 4, "target": 5}]}
NETWORK

succeed diagnose --help; has "doctor"
succeed doctor --help
succeed import source --out data
"$cli" diagnose --project diagnosed > out 2> err && complain "a project that is not there is diagnosed"
train() { "$cli" train --project diagnosed --network network.json --dataset data --seed 3 --epochs 4 --set batch=16 --set log_interval=3 "$@" > out 2> err; }

train --set learning_rate=0.02 || complain "the healthy run failed: $(cat err)"
succeed diagnose --project diagnosed; has "Run 1"; has "Nothing looks wrong"; has "4 layers on"
succeed diagnose --project diagnosed --json; has '"findings":\[\]'; has '"run":1'; has '"layers":4'

train --set learning_rate=3 || complain "the run with a high rate failed: $(cat err)"
succeed diagnose --project diagnosed --json
has '"run":2'; has '"kind":"rate_too_high"'; has '"setting":"learning_rate"'; has '"to":0.01'; has '"curves":'
succeed diagnose --project diagnosed --run 1 --json; has '"findings":\[\]'
succeed diagnose --project diagnosed; has "The learning rate is too high"; has "--set learning_rate=0.01"

# The loss is soon no number: there is no checkpoint to look at, but the records tell.
train --set learning_rate=1000 --set log_interval=1 --set weight_decay=0.5 && complain "a rate of 1000 ends well"
succeed diagnose --project diagnosed --json; has '"run":3'; has '"kind":"rate_too_high"'; has '"severity":"problem"'

train --set learning_rate=0.0000001 || complain "the run with a low rate failed: $(cat err)"
succeed diagnose --project diagnosed --json; has '"kind":"rate_too_low"'; has_not rate_too_high
# The command of a fix, typed as it stands, trains what the run trained, whatever the project has come to since.
cp -r diagnosed "my demo"
mkdir other
idx other/train 90 5
idx other/t10k 30 6
succeed import other --out "other data"
succeed train --project "my demo" --network mlp --dataset "other data" --epochs 1 --set batch=8
succeed diagnose --project "my demo" --run 2
fix=$(sed -n 's/.*: fovea-cli \(train .*learning_rate=.*\)/\1/p' out | head -n 1)
eval "succeed $fix --json"; is_json
run=$(number run)
succeed runs compare 2 "$run" --project "my demo" --json
has '"settings":{"learning_rate":\[3\(\.0\)\?,0.01\]}}$'
expect "data sets of the run and of the fixed one" "$(grep -o '"dataset":"[^"]*"' out | sort -u)" '"dataset":"data"'
expect "networks of the run and of the fixed one" "$(grep -o '"network":"[^"]*","network_changes":\[\]' out | sort -u)" '"network":"Squares","network_changes":[]'
"$cli" diagnose --project diagnosed --run 77 --json > out 2> err && complain "a run that is not there is diagnosed"
has '"event":"error"'

[ $failures -eq 0 ] && echo "fovea-cli diagnose says what is wrong, and nothing else."
exit $((failures > 0))
