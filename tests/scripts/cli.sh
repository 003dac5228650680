#!/bin/bash
# fovea-cli from end to end, as a person and as a script use it: a small generated data set is imported, trained on,
# stopped, resumed, evaluated and asked; and every call that must fail does so with words and a code.
source "$(dirname "$0")/shared/terminal.sh"
source "$shared/answers.sh"
source "$shared/squares.sh"
mkdir source
idx source/train 150 1
idx source/t10k 30 2
cat > network.json <<'NETWORK'
{"format": "fovea-network", "version": 1, "name": "Squares",
 "layers": [
  {"id": 1, "type": "input", "name": "data", "parameters": {"shape": [1, 8, 8]}, "position": [0, 0]},
  {"id": 2, "type": "convolution", "name": "conv1", "parameters": {"filters": 4, "kernel": [3, 3]}, "position": [0, 88]},
  {"id": 3, "type": "batch_normalization", "name": "norm1", "parameters": {}, "position": [0, 176]},
  {"id": 4, "type": "relu", "name": "relu1", "parameters": {}, "position": [0, 264]},
  {"id": 5, "type": "dropout", "name": "drop1", "parameters": {}, "position": [0, 352]},
  {"id": 6, "type": "linear", "name": "fc1", "parameters": {"units": 3}, "position": [0, 440]},
  {"id": 7, "type": "cross_entropy", "name": "loss", "parameters": {}, "position": [0, 528]}],
 "edges": [{"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": 4}, {"source": 4, "target": 5},
  {"source": 5, "target": 6}, {"source": 6, "target": 7}]}
NETWORK

# What this machine offers, and the networks that come along.
succeed --help; has train
for command in doctor import dataset runs "runs compare" sweep "dataset info" network "network show" "network fold" "network convert" "network compare" "network new" "network list" train resume eval infer inspect diagnose project bench; do
  # shellcheck disable=SC2086
  succeed $command --help; has Usage
done
succeed --version; has fovea-cli
succeed doctor; has cpu
succeed doctor --json; is_json; has '"id":"cpu"'; has '"name":"cuda"'
succeed doctor --kernels --device cpu --op max_pool2d; has 'max_pool2d'; has ' 0 failed'
succeed doctor --kernels --op relu --mode grad --json; is_json; has '"failed":0'
succeed doctor --kernels --device cpu --op relu --mode perf --json; is_json; has '"gigabytes_per_second"'
succeed doctor --kernels --device reference --op relu --mode support; has 'reference.relu'
succeed network list --json; is_json; has '"name":"lenet"'
succeed network show lenet; has '431,080'
succeed network show lenet --json; is_json; has '"parameters":431080,'; has '"problems":\[\]'
has '"input_shape":\[1,28,28\]'; has '"training_bytes":[0-9]'; has '"inference_bytes":[0-9]'
succeed network show network.json --ops; has conv2d; succeed network show network.json --ops --json; is_json; has '"ops":".*conv2d'

# Networks come and go, where the build knows ONNX.
succeed network compare lenet lenet --json; is_json; has '"equal":true'
succeed network compare lenet mlp --json; is_json; has '"equal":false'; has '"removed":\[{"name":"conv1"'
succeed network fold resnet50 folded.json; has 'residual 1024 .* used 5 times'
succeed network fold resnet50 --times 2 --json; is_json; has '"nodes_before":176'
succeed network show folded.json; has 'projection/'
refuse "No part of this sheet repeats" network fold lenet
succeed network compare lenet network.json; refuse "no-such-net" network compare lenet no-such-net
if "$cli" network convert network.json there.onnx --sample sample.safetensors > out 2> err; then
  succeed network convert there.onnx back.json --json; is_json; has '"dropped":\[\]'; has '"relative_difference":[0-9]'
  succeed network show back.json; has conv1
  succeed network convert back.json again.onnx; refuse "ends in" network convert back.json again.bmp
  succeed network show there.onnx; has conv1
  head -c 300 there.onnx > cut.onnx; refuse "damaged\|refuses\|Corrupt\|not an ONNX" network convert cut.onnx cut.json
else
  grep -q "does not know ONNX" err || complain "network convert does not say why not: $(cat err)"
fi
succeed network convert lenet kept.safetensors; refuse "is there already" network convert kept.safetensors kept.json
# A checkpoint, whose state of training is nowhere else, and a drawing are replaced only where that is said.
cp kept.safetensors whole; refuse "kept.safetensors is there already" network convert lenet kept.safetensors
refuse "kept.safetensors is there already" network convert kept.safetensors kept.safetensors --names pytorch
refuse "kept.safetensors is there already" network convert lenet unmade.onnx --sample kept.safetensors
cmp -s kept.safetensors whole || complain "a checkpoint was replaced"; [ -e unmade.onnx ] && complain "a refused conversion leaves a file"
succeed network convert mlp kept.safetensors --replace; cmp -s kept.safetensors whole && complain "--replace replaces nothing"
for write in "network fold resnet50 folded.json" "network convert lenet folded.json" "network new --task text --out folded.json"; do
  # shellcheck disable=SC2086
  refuse "folded.json is there already" $write
done
succeed network convert kept.safetensors free.json; refuse "The sample would replace" network convert lenet free.json --sample free.safetensors

# Import: once, visible as a whole, and never over something that is there.
succeed import source --look --json; is_json
expect "samples that are seen" "$(grep -o "\"samples\":[0-9]*" out | head -n 1 | cut -d: -f2)" 180
grep -q '"decisions":\[' out || complain "looking says no decisions: $(cat out)"
[ -e data ] && complain "looking wrote something"
refuse "with --out" import source
succeed import source --out data --json --option validation_share=0.2; is_json
expect "imported samples" "$(number samples)" 180
has '"splits":{"train":120,"validation":30,"test":30}'
refuse "exist\|not empty\|already" import source --out data
succeed dataset info data; has '180 samples'
expect "samples of all classes" "$(awk '$1 ~ /^[0-9]+$/ { sum += $NF } END { print sum }' out)" 180
succeed dataset info data --json; is_json; has '"shape":\[1,8,8\]'; expect "samples" "$(number samples)" 180
succeed dataset list data --split test --sort brightness --descending --limit 2 --json; is_json; has '"split":"test"'
expect "listed samples" "$(wc -l < out)" 2
succeed dataset check data --json; is_json; has '"near_duplicate"'
succeed dataset edit data --records 0,5-7 --move test --json; is_json; expect "edited samples" "$(number edited)" 4
succeed dataset edit data --quality edited --exclude --json; expect "samples after leaving out" "$(number samples)" 176
succeed dataset list data --quality edited,excluded --json; expect "left out" "$(wc -l < out)" 4
left=$(sed -n 's/.*"record":\([0-9]*\).*/\1/p' out | head -1)
succeed dataset list data --records "$left" --sort brightness --json; expect "a sample that is left out, in order" "$(wc -l < out)" 1
succeed dataset undo data --json; expect "samples after undo" "$(number samples)" 180
succeed dataset redo data --json; expect "samples after redo" "$(number samples)" 176
succeed dataset export data --split validation --out part --json; is_json; expect "skipped" "$(number skipped)" 0
succeed dataset info part; has 'validation'
refuse "No sample is chosen" dataset export data --tag nothing --out no-part
succeed dataset edit data --records 0-2 --relabel other --new-class --json; is_json; expect "relabelled" "$(number edited)" 3
succeed dataset info data --json; has '"other"'
succeed dataset undo data
refuse "There is no class" dataset edit data --records 0 --relabel other
succeed dataset edit data --records 2-4 --add-tag "to check" --json; is_json; expect "tagged" "$(number edited)" 3
succeed dataset list data --tag "to check" --json; expect "found by their tag" "$(grep -c '"tags":\["to check"\]' out)" 3
succeed dataset edit data --tag "to check" --remove-tag "to check" --json; expect "tags taken away" "$(number edited)" 3
succeed dataset list data --tag "to check"; has "^0 of"
succeed dataset edit data --records 7 --add-tag "odd"
succeed dataset info data --json; is_json; has '"tags":{"odd":1}'
refuse "name of a tag" dataset edit data --records 0 --add-tag "a,b"
refuse "does one thing" dataset edit data --records 0 --add-tag a --exclude
for _ in 1 2 3; do succeed dataset undo data; done
succeed dataset skipped data; has 'Nothing was left out'
succeed dataset skipped data --again; has 'Nothing was left out'
refuse "Every sample would be edited" dataset edit data --exclude
refuse "does one thing" dataset edit data --all
refuse "no class" dataset list data --class nobody
refuse "to sort them by" dataset list data --sort hue
refuse "Name a network with --checkpoint" dataset list data --sort loss
refuse "Name a network with --checkpoint" dataset list data --sort prediction
refuse "Name a network with --checkpoint" dataset edit data --quality wrong --exclude
# Of samples that are there twice, one stays.
mkdir -p twins/a twins/b
for i in 1 2 3; do { printf 'P5\n16 16\n255\n'; for k in $(seq 256); do printf "\\$(printf %o $(( (k * k * i + 31 * k) % 251 )))"; done; } > twins/a/$i.pgm; done
cp twins/a/1.pgm twins/a/4.pgm; cp twins/a/2.pgm twins/b/5.pgm; cp twins/a/3.pgm twins/b/6.pgm; cp twins/a/3.pgm twins/b/7.pgm
succeed import twins --out twins-set
succeed dataset check twins-set --json; expect "copies" "$(number duplicate)" 7
succeed dataset edit twins-set --quality duplicate --exclude --json; is_json
expect "copies left out" "$(number edited)" 4; expect "one of each group" "$(number kept)" 3; expect "samples that stay" "$(number samples)" 3
succeed dataset check twins-set --json; expect "copies that are left" "$(number duplicate)" 0
succeed dataset list twins-set --quality duplicate; has '^0 of'
refuse "is no range" dataset list data --brightness a-b
refuse '"0-300" goes beyond 255' dataset list data --brightness 0-300
refuse "There is no record" dataset edit data --records 999 --exclude
succeed dataset undo data; succeed dataset undo data
fashion=/usr/share/datasets/fashion-mnist
if [ -d "$fashion" ]; then
  succeed import "$fashion" --out fashion --json; is_json
  expect "samples of Fashion-MNIST" "$(number samples)" 70000
  succeed dataset info fashion --json; has '"shape":\[1,28,28\]'; has 'Ankle boot'
else
  echo "Fashion-MNIST is not installed (package dataset-fashion-mnist): its import is left out."
fi

# Train: one line an epoch, with the fields that scripts rely on.
train() { succeed train --project "$1" --network network.json --dataset data --seed 3 --epochs "$2" --set batch=16 --set learning_rate=0.05 --json "${@:3}"; }
train straight 3; is_json
cp out straight.out
expect "epoch lines" "$(grep -c '^{"event":"epoch"' out)" 3
for field in epoch train_loss val_loss val_accuracy seconds; do has "\"event\":\"epoch\".*\"$field\":[0-9]"; done
expect "the last event" "$(tail -n 1 out | cut -c1-15)" '{"event":"end",'
[ "$(awk -v a="$(number best_val_accuracy)" 'BEGIN { print (a > 0.8) }')" = 1 ] || complain "nothing was learned: $(cat out)"

# A standard network is fitted to the data, by `train` and into a file; one of a person's own is not.
succeed train --project fitted --network mlp --dataset data --epochs 1 --json; is_json
has '^{"event":"fitted","network":"MLP".*'; has 'Shape 1 × 28 × 28 → 1 × 8 × 8'; has '"event":"end"'
succeed train --project fitted --network mlp --dataset data --epochs 1; has 'is fitted to '; has 'Done in'
succeed network fit lenet --dataset data --out fit.json; has 'Units 10 → 3'
succeed network show fit.json --dataset data --json; has '"problems":\[\]'
succeed network show resnet18 --dataset data; has 'problem: It expects samples of 3×224×224, but those of .* are 1×8×8'
refuse "expects symbols" network fit char-lstm --dataset data --out symbols.json
[ -e symbols.json ] && complain "network fit wrote a network that does not fit"
succeed network new --dataset data --out new.json; has '^1\. .*, under a second an epoch here\.'; has 'is written to new.json'
succeed network show new.json --dataset data --json; has '"problems":\[\]'
succeed network new --task detection; grep -q 'an epoch here' out && complain "a time is said without data"
succeed network new --task detection --json; is_json; has '"title":"Small detector"'; has '"epoch_seconds":null'
succeed network new --task detection --dataset data --json; is_json; has '^{"event":"warning","message":"The data set .* is of another task'
refuse "fit.json is there already" network fit lenet --dataset data --out fit.json
succeed network new --task text --choice 2 --out new.json --replace --json; is_json; has '"title":"Character transformer"}}'
refuse "no task" network new --task knitting
refuse "Neither a data set nor a task" network new
refuse "There are 2 suggestions" network new --task text --choice 3
succeed network convert mlp mine.json
refuse "Set the Input layer's shape to" train --project own --network ./mine.json --dataset data

# The same in two pieces, and again from the start: the same numbers, whatever the seconds.
numbers() { grep '^{"event":"epoch"' "$1" | sed 's/,"seconds":[-0-9.e+]*//'; }
train pieces 1
numbers out > pieces.out
succeed resume --project pieces --epochs 3 --json
numbers out >> pieces.out
diff <(numbers straight.out) pieces.out > difference || complain "a resumed run differs: $(cat difference)"
train again 3
diff <(numbers straight.out) <(numbers out) > difference || complain "the same seed differs: $(cat difference)"

# Where the settings come from is said; what a network learns with is used where nothing is set.
has '^{"event":"settings",.*"batch":{"value":16,"source":"set"}.*"optimizer":{"value":"sgd","source":"default"}'
succeed train --project fitted --network mlp --dataset data --epochs 1; has 'optimizer sgd (default of mlp)'
succeed train --project fitted --network mlp --dataset data --epochs 1 --set optimizer=adam --json
has '"optimizer":{"value":"adam","source":"set"},"learning_rate":{"value":0.001,"source":"adam"}'

# What is changed during a run is noted, and done again: the same bits.
train changed 2 --change 5:learning_rate=0.02 --change 9:weight_decay=0.01 --change 11:batch=10 \
  --change '13:augmentation=[{"type":"random_flip"}]'; is_json
has '^{"event":"change","step":9,"setting":"weight_decay","value":0.01}'
succeed train --project changed --replay 1 --json; is_json
has '^{"event":"replayed","of":1,"run":2,.*"identical":true}'
train changed 2
succeed runs compare --project changed --json; is_json; has '"weight_decay":\[0.01,0.01,0.0005\]'
refuse "is no change" train --project changed --network network.json --dataset data --change 5-rate=1
refuse "cannot change during a run" train --project unchanged --network network.json --dataset data --change 1:optimizer=adam
[ ! -e unchanged ] || complain "a change that is refused leaves a project behind"
refuse "There is no run 99" train --project changed --replay 99

# Layers are looked at while they learn, and the numbers of training stay as they are.
train probed 2 --probe fc1 --probe-every 5; is_json; cp out probed.out
has '^{"event":"probe","step":1,"layer":"fc1","milliseconds":[0-9]'; has '"histogram":{"minimum":.*"gradient_norm":[0-9].*"update_ratio":[0-9].*"thumbnail":{"shape":'
train unprobed 2
expect "the last loss with probes" "$(grep '^{"event":"end"' probed.out | sed 's/,"waits_for.*//')" "$(grep '^{"event":"end"' out | sed 's/,"waits_for.*//')"
refuse 'no layer named "fc9"' train --project unprobed --network network.json --dataset data --probe fc9

# How the layers are spread is recorded, shown, exported and imported, and the numbers of training stay as they are.
train recorded 2 --histograms 10; is_json; has '^{"event":"histograms","records":2,"seconds":[0-9]'
expect "the last loss with histograms" "$(grep '^{"event":"end"' out | sed 's/,"waits_for.*//')" "$(grep '^{"event":"end"' probed.out | sed 's/,"waits_for.*//')"
succeed runs histograms 1 --project recorded --layer fc1 --json; is_json; expect "records of fc1" "$(grep -c '"layer":"fc1","weights":{"minimum":' out)" 2
succeed runs histograms 1 --project recorded; has 'fc1 .*weights .*|.*update'; has '^Run 1: 2 records, which took'
refuse 'No histograms of a layer "fc9"' runs histograms 1 --project recorded --layer fc9
refuse "No histograms were recorded" runs histograms 1 --project unprobed
succeed runs export 1 --project recorded --format tensorboard --out recorded.logs
succeed runs import recorded.logs/run-1 --project recorded-again --json; has '"histograms":[1-9]'
succeed runs histograms 1 --project recorded-again --layer fc1 --json; expect "records that came back" "$(grep -c '"layer":"fc1","weights":{"minimum":' out)" 2

# What a run will take is measured on some steps and leaves nothing behind; the first step is walked through.
train estimated 2 --estimate; is_json; has '^{"event":"estimate","seconds":[0-9].*"steps":[12][0-9],"validation_batches":[0-9]*,"memory_bytes":[1-9]'
[ ! -e estimated ] || complain "a measurement leaves a project behind"
train walked 2 --step-layers --step-layers-out walked.tensors; is_json
has '^{"event":"tensor","step":1,"layer":"fc1","pass":"forward","name":"output"'; has '"layer":"fc1","pass":"backward","name":"gradient of fc1.weight"'
expect "the last loss after a walk" "$(grep '^{"event":"end"' out | sed 's/,"waits_for.*//')" "$(grep '^{"event":"end"' probed.out | sed 's/,"waits_for.*//')"
[ -e walked.tensors/*forward-fc1-output.npy ] || complain "no tensor of fc1 in $(ls walked.tensors)"
has '"waits_for":"[a-z]*","seconds_of_steps":{"compute":[0-9]'

# Settings are saved under a name for every project.
export XDG_CONFIG_HOME=$PWD/config
succeed presets save slow --set learning_rate=0.0001 --set optimizer=adam
succeed presets list --json; is_json; has '"preset":"slow","settings":{"learning_rate":0.0001,"optimizer":"adam"}'
train preset 1 --preset slow --set optimizer=sgd; has '"optimizer":{"value":"sgd","source":"set"'
refuse 'There are: slow' train --project preset --network network.json --dataset data --preset fast
succeed presets save like-run --project preset --run 1; succeed presets delete slow; refuse "There is no preset" presets delete slow

# A short trial suggests a rate and leaves nothing behind.
train searched 1 --find-rate; is_json
has '^{"event":"rate_search","suggested":[0-9.e-]*,"steepest_fall":[0-9].*"points":\[{"rate":1e-06'
[ ! -e searched ] || complain "a trial leaves a project behind"

# A breakpoint stops the run where it holds; resumed, it ends with the numbers of a run that never stopped.
train unbroken 2; whole=$(number train_loss)
train broken 2 --break 'fc1: gradient > 0' --break 'loss is nan' --probe-every 4
has '^{"event":"breakpoint","breakpoint":"fc1: gradient > 0","step":1,'; is_json
succeed resume --project broken --json; [ "$(number train_loss)" = "$whole" ] || complain "a run that a breakpoint stopped ends with another loss"
# A breakpoint in the very last step, with no validation after it, is reported all the same.
succeed import source --out plain --option validation_share=0
succeed train --project ended --network network.json --dataset plain --epochs 1 --set batch=150 --break 'fc1: gradient > 0' --json; is_json
has '^{"event":"breakpoint","breakpoint":"fc1: gradient > 0","step":1,'
refuse 'no layer named "fc9"' train --project unbroken --network network.json --dataset data --break 'fc9: zeros > 0.5'
refuse 'is not a breakpoint' train --project unbroken --network network.json --dataset data --break 'zeros'

# A branch is run again, and so is the run that ran it again.
train branched 3
first=$(find branched/checkpoints/1 -name '*.safetensors' | sort -V | head -n 1)
succeed resume --project branched --run 1 --checkpoint "$first" --epochs 4 --json
succeed train --project branched --replay 2 --json; has '^{"event":"replayed","of":2,"run":3,.*"identical":true}'
succeed train --project branched --replay 3 --json; has '^{"event":"replayed","of":3,"run":4,.*"identical":true}'

# Checkpoints as one likes them, and a run that ends where nothing is gained.
train kept 6 --set keep_last=1 --set keep_best=1 --set checkpoint_unit=steps --set checkpoint_every=3
[ "$(find kept/checkpoints/1 -name '*.safetensors' | wc -l)" -le 2 ] || complain "too many checkpoints: $(ls kept/checkpoints/1)"
train patient 40 --set stop_patience=2 --set stop_minimum=5; is_json
has '^{"event":"stopped_early",'; expect "epochs of a run that stops early" "$(grep -c '^{"event":"epoch"' out)" 3
succeed train --project patient --network network.json --dataset data --epochs 2 --set validation_unit=steps --set validation_every=3 --set batch=16 --json
has '^{"event":"validation","step":3,"val_loss":[0-9]'
refuse "Set best_metric to one of: loss, accuracy" train --project patient --network network.json --dataset data --set best_metric=psnr
refuse "cannot end early" train --project patient --network network.json --dataset data --epochs 2 --set stop_patience=2

# Runs are listed, compared, taken out and brought in.
succeed runs list --project changed; has 'finished'
succeed runs list --project changed --json; is_json; expect "listed runs" "$(wc -l < out)" 3
succeed runs show 1 --project changed; has 'weight_decay'
succeed runs show 1 --project changed --json; is_json; has '"changes":\[{"step":5,'; has '"pinned":false'
step=$(number step)
succeed runs pin 1 --step "$step" --project changed; succeed runs show 1 --project changed; has pinned
for format in csv json tensorboard; do
  succeed runs export --project changed --format $format --out exported --json; is_json
  has '"event":"exported"'
done
head -n 1 exported/run-1-epochs.csv | grep -q '^epoch,step,train_loss' || complain "no table of epochs"
refuse "there already" runs export 1 --project changed --format csv --out exported
succeed runs import exported/run-1 --project brought --name theirs --json; is_json; has '"event":"imported","run":1'
succeed runs list --project brought; has theirs
refuse "cannot be run again" train --project brought --replay 1
refuse "no event file" runs import exported --project brought
refuse "json, csv or tensorboard" runs export --project changed --format xml --out exported
refuse "There is no run 9" runs show 9 --project changed

# Settings are tried; a sweep that is killed goes on where it was.
tried() { succeed sweep --project "$1" --network network.json --dataset data --grid learning_rate=0.1,0.001 --seeds 2 --epochs 3 --set batch=16 --name rates --json; }
tried swept; is_json
cp out swept.out
expect "trials" "$(grep -c '^{"event":"trial"' out)" 4
has '^{"event":"sweep","name":"rates","metric":"val_accuracy","results":\[{"values":{"learning_rate":'; has '"deviation":[0-9]'
succeed runs list --project swept --group rates --json; expect "runs of the sweep" "$(wc -l < out)" 4
"$cli" sweep --project killed_sweep --network network.json --dataset data --grid learning_rate=0.1,0.001 --seeds 2 --epochs 3 --set batch=16 --name rates --json > cut.out 2> err &
pid=$!
for _ in $(seq 300); do
  grep -q '"event":"trial"' cut.out && break
  sleep 0.05
done
kill -KILL $pid
wait $pid 2> nowhere.out
succeed sweep --project killed_sweep --name rates --json
tail -n 1 out | sed 's/"runs":\[[0-9,]*\]//g' | diff - <(tail -n 1 swept.out | sed 's/"runs":\[[0-9,]*\]//g') > difference || complain "a sweep that goes on differs: $(cat difference)"
succeed sweep --project halved --network network.json --dataset data --random learning_rate=log:1e-4..1e-1 --draws 4 --halving 2 --epochs 4 --json; is_json
expect "trials with halving" "$(grep -c '^{"event":"trial"' out)" 7
refuse 'sweep "rates" with other values to try' sweep --project swept --grid batch=8,16 --name rates
refuse "varies nothing" sweep --project swept --network network.json --dataset data
refuse "no setting" sweep --project swept --network network.json --dataset data --grid colour=red,blue

# Runs wait, and begin in order of priority; one that cannot begin stays.
train queued 1
enqueue() { succeed queue add --project queued --network network.json --dataset data --epochs 1 --set batch=16 "$@" --json; is_json; }
enqueue --name later --priority low; has '{"event":"queued","id":1,"waiting":1}'
enqueue --name sooner --priority high
enqueue --name unwanted
succeed queue list --project queued; has 'sooner'
succeed queue list --project queued --json; is_json; expect "waiting runs" "$(wc -l < out)" 3
head -n 1 out | grep -q '"name":"sooner"' || complain "the run of high priority is not the first: $(cat out)"
refuse "No run with the number 9" queue remove 9 --project queued
succeed queue remove 3 --project queued
before=$("$cli" runs list --project queued --json | wc -l)
succeed queue run --project queued --json; is_json
expect "runs that began" "$(grep -c '^{"event":"start"' out)" 2
succeed runs list --project queued --json; expect "runs afterwards" "$(wc -l < out)" $((before + 2))
head -n 1 out | grep -q '"name":"later"' || complain "the run of low priority is not the last: $(cat out)"
succeed queue list --project queued; has 'No run waits'
enqueue --name elsewhere --device cuda:9
refuse "cuda" queue run --project queued
succeed queue list --project queued --json; expect "runs that could not begin" "$(wc -l < out)" 1

# A new run that begins with what another learnt knows it from its first epoch on.
learnt=$(ls straight/checkpoints/*/*.safetensors | tail -n 1)
train begun 1 --weights "$learnt"; is_json
has '^{"event":"weights",.*"fresh":\[\],"unused":\[\]}'
[ "$(awk -v a="$(number best_val_accuracy)" 'BEGIN { print (a > 0.8) }')" = 1 ] || complain "the weights were not used: $(cat out)"
refuse "nowhere.onnx" train --project begun --network network.json --dataset data --weights nowhere.onnx

# Ctrl+C saves a checkpoint, and a run that is killed has that of its last epoch: going on gives the same numbers.
begin_and_signal() {  # PROJECT SIGNAL: the code is in code, the epochs that were told in told
  : > long.out  # what an earlier run told must not be taken for this one's
  "$cli" train --project "$1" --network network.json --dataset data --seed 3 --epochs 400 --set batch=16 --json > long.out 2> err &
  local pid=$!
  for _ in $(seq 300); do
    [ "$(grep -c '"event":"epoch"' long.out)" -ge 2 ] && break
    sleep 0.1
  done
  kill -"$2" $pid
  wait $pid 2> nowhere.out
  code=$?
  told=$(grep -c '"event":"epoch"' long.out)
}
go_on_like_one_never_stopped() {  # PROJECT EPOCHS
  succeed resume --project "$1" --epochs "$2" --json
  numbers out > resumed.out
  [ -s resumed.out ] || complain "the run in $1 did not go on: $(cat out)"
  rm -rf unstopped
  succeed train --project unstopped --network network.json --dataset data --seed 3 --epochs "$2" --set batch=16 --json
  numbers out | tail -n "$(wc -l < resumed.out)" | diff - resumed.out > difference || complain "the run in $1 goes on differently: $(head -c 600 difference)"
}
begin_and_signal stopped INT
expect "the code after Ctrl+C" $code 130
go_on_like_one_never_stopped stopped $((told + 2))
begin_and_signal killed KILL
go_on_like_one_never_stopped killed $((told + 2))

begin_and_signal hung_up HUP
expect "the code after the terminal was closed" $code 130
go_on_like_one_never_stopped hung_up $((told + 2))

# A run that is killed before its first checkpoint begins anew, under its number and with the numbers it would have had.
sed -e 's/"filters": 4/"filters": 512/' -e 's/"batch_normalization", "name": "norm1", "parameters": {}/"convolution", "name": "conv2", "parameters": {"filters": 256, "kernel": [3, 3]}/' network.json > slow.json
slow() { exec "$cli" train --project "$1" --network slow.json --dataset data --seed 3 --epochs 2 --set batch=1 --set learning_rate=0.001 --json; }
slow early > early.out 2> err &
pid=$!
for _ in $(seq 1500); do
  grep -q '"event":"start"' early.out && break
  sleep 0.02
done
kill -KILL $pid
wait $pid 2> nowhere.out
[ -z "$(ls early/checkpoints/*/*.safetensors 2> nowhere.out)" ] || complain "the run was killed too late for this test"
succeed resume --project early --json; is_json
expect "the number of the run that begins anew" "$(number run)" 1
numbers out > anew.out
(slow unkilled) > out 2> err || complain "the slow run failed: $(cat err)"
numbers out | diff - anew.out > difference || complain "the run that was killed early begins differently: $(cat difference)"

# Where data was corrected meanwhile, going on says so; taken back, it goes on.
train corrected 1
succeed dataset edit data --records 0 --exclude
refuse "not the data set that it was trained on" resume --project corrected --epochs 2
succeed dataset undo data
succeed resume --project corrected --epochs 2

# A disk that is full when a person stops a run at a terminal: it waits for room.
if command -v script > nowhere.out; then
  script -fqec "echo \$\$ > tty.pid; exec '$cli' train --project waiting --network network.json --dataset data --seed 3 --epochs 4000 --set batch=16" tty.out > nowhere.out 2>&1 < /dev/null &
  script_pid=$!
  until [ -n "$(ls waiting/checkpoints/1/*.safetensors 2> nowhere.out)" ]; do sleep 0.1; done
  until mv waiting/checkpoints/1 waiting-aside && touch waiting/checkpoints/1; do sleep 0.1; done
  kill -INT "$(cat tty.pid)"
  for _ in $(seq 100); do
    grep -q "tried again every" tty.out && break
    sleep 0.1
  done
  grep -q "could not be saved" tty.out || complain "nobody was told that the run could not be saved: $(tail -c 600 tty.out)"
  rm waiting/checkpoints/1 && mv waiting-aside waiting/checkpoints/1
  wait $script_pid
  expect "the code after there was room again" $? 130
  grep -q "goes on from here" tty.out || complain "the run was not saved: $(tail -c 600 tty.out)"
else
  echo "There is no script(1): the run that waits for room is left out."
fi

# Where nobody can make room, the last state is kept among the temporary files, and a run can begin with it.
mkdir temporary
TMPDIR=$PWD/temporary "$cli" train --project vanished --network network.json --dataset data --seed 3 --epochs 4000 --set batch=16 --json > out 2> err &
pid=$!
until [ -n "$(ls vanished/checkpoints/1/*.safetensors 2> nowhere.out)" ]; do sleep 0.1; done
until mv vanished/checkpoints/1 vanished-aside && touch vanished/checkpoints/1; do sleep 0.1; done
kill -INT $pid
wait $pid
[ $? -ne 0 ] || complain "a run that could not be saved ended with 0"
has 'The last state is kept in '; is_json
rescued=$(ls temporary/*.safetensors)
[ -n "$rescued" ] || complain "the last state of a run that could not be saved is lost: $(tail -n 1 out)"
succeed train --project after --network network.json --dataset data --epochs 1 --weights "$rescued" --json; has '"event":"end"'

# On a full disk (here: files that may not grow) a run ends with words, and goes on once there is room.
succeed train --project full --network network.json --dataset data --seed 3 --epochs 1 --set batch=16 --json
(ulimit -f 8; exec "$cli" resume --project full --epochs 40) > out 2> err
code=$?
[ $code -ne 0 ] && [ $code -lt 128 ] || complain "on a full disk the program ended with $code: $(cat err)"
grep -q '^error: .' err || complain "no words on a full disk: $(cat out err)"
go_on_like_one_never_stopped full 3

# Where checkpoints cannot be written (here: their folder is a file for a while) training goes on with one warning.
"$cli" train --project blocked --network network.json --dataset data --seed 3 --epochs 4000 --set batch=16 --json > blocked.out 2> err &
pid=$!
wait_for() {  # PATTERN COUNT
  for _ in $(seq 600); do
    [ "$(grep -c "$1" blocked.out)" -ge "$2" ] && return
    sleep 0.1
  done
  complain "waited in vain for $1: $(tail -n 2 blocked.out) $(cat err)"
}
wait_for '"event":"epoch"' 2
folder=$(ls -d blocked/checkpoints/*)
until mv "$folder" aside && touch "$folder"; do sleep 0.1; done
wait_for '"event":"warning"' 1
wait_for '"event":"epoch"' $(($(grep -c '"event":"epoch"' blocked.out) + 3))
expect "warnings" "$(grep -c '"event":"warning"' blocked.out)" 1
rm "$folder" && mv aside "$folder"
wait_for '"event":"epoch"' $(($(grep -c '"event":"epoch"' blocked.out) + 2))
kill -INT $pid
wait $pid 2> nowhere.out
expect "the code after the folder was back" $? 130

# Data sets of a project: another name, away, and back; a run finds its own under the new name.
cp -r straight named
succeed dataset rename --project named data numbers --json; is_json; has '"selected":"numbers"'
succeed resume --project named --epochs 4 --json
succeed dataset rename --project named numbers data
refuse "has no data set" dataset remove --project named numbers
refuse "Name one" dataset remove --project named
succeed import source --out named/datasets/spare
succeed train --project named --network network.json --dataset named/datasets/spare --epochs 1 --set batch=16
succeed dataset remove --project named spare --json; is_json; has '"trash":\["spare"\]'
[ -e named/datasets/spare ] && complain "a removed data set is still in its place"
succeed dataset restore --project named spare --json; has '"trash":\[\]'
[ -e named/datasets/spare/dataset.json ] || complain "a restored data set is not in its place"
succeed dataset remove --project named spare --empty-trash

# Look at what was learned.
checkpoint=$(ls straight/checkpoints/*/epoch-0003.safetensors)
succeed eval "$checkpoint" --json; is_json
expect "samples evaluated" "$(number samples)" 30
for field in loss calibration_error roc_auc average_precision precision recall f1 support; do has "\"$field\":"; done
has '"confusion":\[\[[0-9]'
expect "accuracy" "$(number accuracy)" "$(cp straight.out out; grep '"epoch":3' out > last; cp last out; number val_accuracy)"
succeed eval "$checkpoint" --json; loss=$(number loss)
for batch in 1 7; do
  succeed eval "$checkpoint" --batch $batch --json; expect "loss in batches of $batch" "$(printf %.4f "$(number loss)")" "$(printf %.4f "$loss")"
done
succeed eval "$checkpoint" --split test; has accuracy
succeed eval "$checkpoint" --split test --answers answers.csv --probabilities probabilities.csv
head -n 1 answers.csv | grep -q '^index,source,label,prediction,confidence,label_probability,error' || complain "answers have another header"
[ "$(wc -l < answers.csv)" = "$(wc -l < probabilities.csv)" ] || complain "answers and probabilities are of other samples"
succeed eval "$checkpoint" --against "$(ls straight/checkpoints/*/epoch-0001.safetensors)" --json; is_json
for field in fixed broken agreement both_right both_wrong p_value; do has "\"$field\":"; done
for method in pca tsne umap; do
  succeed project "$checkpoint" --layer conv1 --method $method --split validation --samples 30 --perplexity 5 --iterations 20 --out points.csv --json; is_json
  expect "lines of $method" "$(wc -l < points.csv)" 31
  head -n 1 points.csv | grep -q '^index,label,x,y,prediction,loss' || complain "points of $method have another header"
done
refuse "Take more samples, or fewer neighbours" project "$checkpoint" --layer conv1 --method umap --neighbours 1 --out points.csv
refuse 'no method "guess"' project "$checkpoint" --layer conv1 --method guess --out points.csv
refuse 'no layer "nothing"' project "$checkpoint" --layer nothing --out points.csv
{ printf 'P5\n8 8\n255\n'; tail -c +17 source/t10k-images-idx3-ubyte | head -c 64; } > zero.pgm
{ printf 'P5\n8 8\n255\n'; tail -c +145 source/t10k-images-idx3-ubyte | head -c 64; } > two.pgm
succeed infer "$checkpoint" zero.pgm two.pgm --top 1 --json; is_json
expect "predictions" "$(grep -o '"index":[0-9]' out | tr '\n' ' ')" '"index":0 "index":2 '
succeed infer "$checkpoint" zero.pgm; has '%'
succeed inspect "$checkpoint" --image zero.pgm --json; is_json; has '"method":"activations"'; has '"zeros":'
if [ -e there.onnx ]; then
  succeed infer there.onnx zero.pgm --json; is_json
  succeed inspect there.onnx --image zero.pgm --method grad-cam --class 1 --json; is_json; has '"method":"grad-cam"'
fi
for method in gradient gradient-times-input smooth-gradient integrated-gradients grad-cam occlusion perturbation; do
  succeed inspect "$checkpoint" --image zero.pgm --method $method --class 1 --out why.npy --json; is_json
  has "\"method\":\"$method\""; has '"class":{"index":1,'
  head -c 6 why.npy | grep -q NUMPY || complain "$method writes no array"
done
succeed inspect "$checkpoint" --sample 3 --method occlusion --out why.png; has why.png
# An option counts before the kind is known, and one that no kind found has is refused.
mkdir -p two/tables; printf 'x,y\n1,a\n2,b\n3,a\n4,b\n' > two/tables/one.csv; printf 'p,q\n7,c\n8,d\n9,c\n6,d\n' > two/tables/other.csv
refuse "tables=" import two --look
succeed import two --look --option tables=other.csv --json; is_json; has '"name":"c"'
refuse "cannot be set" import two --look --option tables=other.csv --option nothing=1
# What a question offers can be typed as it stands, blanks and all.
mkdir boxes
for i in 1 2 3; do cp zero.pgm boxes/$i.pgm; echo "cat 1 2 6 7" > boxes/$i.txt; done
succeed import boxes --look; has "--option 'columns=class left top right bottom'"
eval "succeed import boxes --look --json $(grep -o -- "--option 'columns=class left top right bottom'" out)"
is_json; has '"task":"detection"'; has '"name":"cat"'
# Models of other programs are refused with what they are and how they get here.
printf 'PK\003\004' > model.pt
for ask in "infer model.pt zero.pgm" "inspect model.pt --image zero.pgm" "eval model.pt" "network show model.pt" "network convert model.pt model.json" "bench --network model.pt"; do
  # shellcheck disable=SC2086
  refuse "model.pt is a file of PyTorch.*" $ask; grep -q torch.onnx.export out || complain "$ask does not say how PyTorch's models get here"
done
refuse "no model in a format that is read" network convert zero.pgm model.json
refuse "There is no file nothing.onnx\|nothing.onnx" network show nothing.onnx
refuse 'no method "guess"' inspect "$checkpoint" --image zero.pgm --method guess
succeed inspect "$checkpoint" --sample 3 --method gradient,occlusion --out sheet.png --json; is_json
has '"explanations":\[{"method":"gradient"'; head -c 4 sheet.png | grep -q PNG || complain "several methods make no sheet"
refuse "no .png file" inspect "$checkpoint" --sample 3 --method gradient,occlusion --out sheet.npy
succeed inspect "$checkpoint" --sample 3 --method all --masks 50 --json; is_json; has '"method":"perturbation"'
succeed inspect "$checkpoint" --sample 3 --method gradient --sanity --json; is_json; has '"verdict":'; has '"signed_similarity":'
succeed inspect "$checkpoint" --sample 3 --method gradient --sanity --out sane.png; has "rank correlation"
refuse "looks at one method" inspect "$checkpoint" --sample 3 --method gradient,occlusion --sanity
refuse "Only explanations" inspect "$checkpoint" --sample 3 --sanity
succeed inspect "$checkpoint" --sample 3 --compare-devices cpu reference --json; is_json
has '"devices":\["cpu","reference"\]'; has '"first_beyond":null'
succeed inspect "$checkpoint" --sample 3 --compare-devices cpu reference; has "agree"
refuse 'nowhere' inspect "$checkpoint" --sample 3 --compare-devices cpu nowhere
succeed inspect "$checkpoint" --method maximise --class 1 --steps 20 --out grown.png --json; is_json; has '"method":"maximise"'; has '"class":1'
file grown.png 2>/dev/null | grep -q "PNG image" || head -c 8 grown.png | grep -q PNG || complain "maximise writes no picture"
mv grown.png first.png; succeed inspect "$checkpoint" --method maximise --class 1 --steps 20 --out grown.png
cmp -s grown.png first.png || complain "the same seed grows another picture"
succeed inspect "$checkpoint" --method maximise --layer conv1 --at 2,1,1 --steps 5 --out grown.npy --json; is_json; has '"position":\[1,1\]'
succeed inspect "$checkpoint" --method invert --layer conv1 --sample 3 --steps 50 --json; is_json; has '"value":'
succeed inspect "$checkpoint" --method dream --layer conv1 --image zero.pgm --steps 3 --out dream.png --json; is_json; has '"sizes":'
refuse "needs a layer" inspect "$checkpoint" --method invert --sample 3
refuse "channels, counted from 0" inspect "$checkpoint" --method maximise --layer conv1 --channel 999
refuse "neither a .npy nor a .png" inspect "$checkpoint" --method maximise --class 1 --out grown.txt
succeed inspect "$checkpoint" --sample 3 --explain conv1 --at 2,1,1 --json; is_json; has '"kind":"convolution"'; has '"window":'; has '"gradient":'
succeed inspect "$checkpoint" --sample 3 --explain conv1; has "the engine computed"
refuse 'not within' inspect "$checkpoint" --sample 3 --explain conv1 --at 2,100,1
refuse 'no list of whole numbers' inspect "$checkpoint" --sample 3 --explain conv1 --at 2,x
refuse 'no layer "nothing"' inspect "$checkpoint" --sample 3 --explain nothing
succeed inspect "$checkpoint" --sample 3 --layer conv1 --at 2,1,1 --receptive-field --out field.npy --json; is_json; has '"method":"receptive-field"'; has '"exact":true'
succeed inspect "$checkpoint" --sample 3 --layer conv1 --at 2,1,1 --receptive-field --out field.png; has " numbers, ("
refuse "not within" inspect "$checkpoint" --sample 3 --layer conv1 --at 2,100,1 --receptive-field
refuse "neither a .npy nor" inspect "$checkpoint" --sample 3 --layer conv1 --at 2,1,1 --receptive-field --out field.txt
expect "lines of a receptive field that cannot be written" "$(wc -l < out)" 1
refuse "Only activations have" inspect "$checkpoint" --sample 3 --method gradient --sort mean
# Options that a question does not use are refused.
for option in "--out why.png" "--method gradient" "--sort mean" --attention; do
  # shellcheck disable=SC2086
  refuse excludes inspect "$checkpoint" --sample 3 --explain conv1 $option
done
refuse excludes inspect "$checkpoint" --sample 3 --compare-devices cpu reference --out why.png
refuse requires inspect "$checkpoint" --sample 3 --head 0
refuse "one value of a layer" inspect "$checkpoint" --sample 3 --layer conv1 --receptive-field
succeed inspect "$checkpoint" --sample 3 --layer conv1 --sort deviation --out sorted.png --json; is_json; has '"channels":\[{"channel":'
succeed inspect "$checkpoint" --sample 3 --layer conv1 --sort zeros; has "norm"
refuse 'cannot be sorted by "size"' inspect "$checkpoint" --sample 3 --layer conv1 --sort size
refuse "only volumes" inspect "$checkpoint" --sample 3 --layer conv1 --slice 1 --out slice.npy
refuse "no attention layer" inspect "$checkpoint" --sample 3 --attention
succeed inspect "$checkpoint" --sample 3 --network network.json --layer conv1 --json; is_json; has '"name":"conv1"'
refuse "None of the weights" inspect "$checkpoint" --sample 3 --network char-lstm
refuse "None of the weights" eval "$checkpoint" --network char-lstm
succeed inspect "$(dirname "$checkpoint")" --over-time --layer conv1 --sample 3 --out growth.gif --json; is_json; has '"method":"over-time"'
head -c 6 growth.gif | grep -q GIF89a || complain "the growth is no GIF"
succeed inspect "$checkpoint" --over-time --filters --layer conv1 --out growth.gif; has "epoch"
mkdir -p hollow; refuse "no checkpoints" inspect hollow --over-time --layer conv1 --sample 3
refuse "neither a .gif nor" inspect "$checkpoint" --over-time --filters --layer conv1 --out growth.png
refuse "there is no score 99" inspect "$checkpoint" --image zero.pgm --method gradient --class 99
refuse "neither a .npy nor a .png" inspect "$checkpoint" --image zero.pgm --method gradient --out why.txt
refuse "no layer" inspect "$checkpoint" --image zero.pgm --layer nothing
refuse "does not say which input" infer "$checkpoint" --feed why.npy
refuse 'no input "nothing"' infer "$checkpoint" --feed nothing=why.npy
cat > two.json <<'END'
{"format": "fovea-network", "version": 1, "name": "two",
 "layers": [{"id": 1, "type": "input", "name": "a", "parameters": {"shape": [1, 8, 8]}, "position": [0, 0]},
            {"id": 2, "type": "input", "name": "b", "parameters": {"shape": [1, 8, 8]}, "position": [200, 0]},
            {"id": 3, "type": "add", "name": "sum", "position": [0, 88]}],
 "edges": [{"source": 1, "target": 3, "input": 0}, {"source": 2, "target": 3, "input": 1}]}
END
succeed network convert two.json two.safetensors
succeed infer two.safetensors --feed a=why.npy --feed b=why.npy --out said --json; is_json; has '"output":"sum"'
[ -s said/sum.npy ] || complain "an output is not written"
refuse "has 2 inputs" infer two.safetensors zero.pgm
{ printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 16), }"; head -c 256 /dev/zero; } > wide.npy
refuse 'The input "a" expects' infer two.safetensors --feed a=wide.npy --feed b=why.npy --out said
refuse 'input "b" is missing' infer two.safetensors --feed a=why.npy

# Other tasks: numbers from rows of numbers, then a mask from an image.
{ echo "a,b,y"; for i in $(seq 1 120); do echo "$((i * 37 % 100)),$((i * 53 % 90)),$((i * 37 % 100 * 2 - i * 53 % 90))"; done; } > rows.csv
succeed import rows.csv --out rows --kind csv --option task=regression --option feature_columns=a,b --option target_columns=y
cat > line.json <<'END'
{"format":"fovea-network","version":1,"name":"Line","layers":[
 {"id":1,"type":"input","name":"data","parameters":{"shape":[2]},"position":[0,0]},
 {"id":2,"type":"linear","name":"fc","parameters":{"units":1},"position":[0,88]},
 {"id":3,"type":"mean_squared_error","name":"loss","parameters":{},"position":[0,176]}],
 "edges":[{"source":1,"target":2},{"source":2,"target":3}]}
END
succeed train --project lines --network line.json --dataset rows --epochs 40 --set optimizer=adam --set learning_rate=2 --set batch=16 --json
line=$(ls lines/checkpoints/*/epoch-0040.safetensors)
succeed eval "$line"; has 'mean_absolute_error'; has 'r2 *\(1\|0\.9\)'
refuse "one class" eval "$line" --against "$line"
refuse "probabilities of classes" eval "$line" --probabilities nothing.csv
echo "10 20" > row.txt
succeed infer "$line" row.txt --json; has '"numbers":\[-\?[0-9][-0-9.e+]*\]'
succeed infer "$line" --dataset rows --split train --samples 0,1; has 'train-1: '
refuse "nothing to look at" infer "$line"
refuse "does not continue text" infer "$line" --text abc
echo "1 2 3" > three.txt
refuse "holds 3 numbers" infer "$line" three.txt
printf '1 2\n3 4 5\n6 7 8\n' > ragged.txt
refuse "Line 2 of ragged.txt holds 3 numbers" infer "$line" ragged.txt
printf '1,2\n\n3,4,\n' > good.txt
succeed infer "$line" good.txt --json; expect "rows of a file" "$(wc -l < out)" 2
printf '1\n2\n' > tall.txt
succeed infer "$line" tall.txt --json; expect "one sample on two lines" "$(wc -l < out)" 1
printf '1,2\n3,,4\n' > hole.txt
refuse "Line 2 of hole.txt has an empty cell" infer "$line" hole.txt
printf '1\t\t2\n' > hole.txt
refuse "Line 1 of hole.txt has an empty cell" infer "$line" hole.txt
printf '1 2\n3 nan\n' > hole.txt
refuse "Line 2 of hole.txt is no row of numbers" infer "$line" hole.txt
printf '2024-01\n' > hole.txt
refuse "Line 1 of hole.txt is no row of numbers" infer "$line" hole.txt
mkdir -p plates/images plates/masks
for i in 10 11 12 13 14 15 16 17; do
  { printf 'P5\n8 8\n255\n'; for k in $(seq 64); do printf "\\$(printf %o $(( k <= 4 * (i - 8) ? 200 + i : 30 + k % 20 )))"; done; } > plates/images/$i.pgm
  { printf 'P5\n8 8\n255\n'; for k in $(seq 64); do printf "\\$(( k <= 4 * (i - 8) ? 1 : 0 ))"; done; } > plates/masks/$i.pgm
done
succeed import plates --out plates-set --kind masks
sed -e 's/"shape":\[2\]/"shape":[1,8,8]/' -e 's/"type":"linear","name":"fc","parameters":{"units":1}/"type":"convolution","name":"fc","parameters":{"filters":2,"kernel":[1,1]}/' \
    -e 's/"type":"mean_squared_error","name":"loss","parameters":{}/"type":"cross_entropy","name":"loss","parameters":{"labels":"position"}/' line.json > plate.json
succeed train --project plates-project --network plate.json --dataset plates-set --epochs 60 --set optimizer=adam --set learning_rate=0.2 --set batch=4 --json
plate=$(ls plates-project/checkpoints/*/epoch-0060.safetensors)
succeed eval "$plate" --split train --json; is_json; has '"confusion_iou":\(1\|0\.9\)'
succeed infer "$plate" plates/images/12.pgm --out masks --json; has 'masks/12_mask.png'
[ -s masks/12_mask.png ] || complain "no mask was written"
mkdir -p elsewhere; cp plates/images/13.pgm elsewhere/12.pgm
succeed infer "$plate" plates/images/12.pgm elsewhere/12.pgm --out both --json; has 'both/12_2_mask.png'
cmp -s both/12_mask.png masks/12_mask.png || complain "a file of the same name took the place of the first mask"
refuse "no folder for them" infer "$plate" plates/images/12.pgm
[ ! -e 12_mask.png ] || complain "a mask was written into the current folder"

# A text is read in streams where the network carries its state over, by a run that was resumed and by `eval` too.
for i in $(seq 1500); do printf '%d ' $((i * 7919 % 10007)); done > story.txt
# A table of numbers and words as two parts of each sample: a network of two inputs learns it, is judged and asked. The
# class is whether the number is high, turned round for every second word.
awk 'BEGIN { srand(5); print "height,colour,kind"; split("red green blue grey", c, " ")
  for (i = 0; i < 400; ++i) { w = int(rand() * 4); x = rand(); printf "%.4f,%s,%s\n", 100 * x, c[w + 1], (x > 0.5) == (w % 2 == 0) ? "yes" : "no" } }' > mixed.csv
succeed import mixed.csv --out mixed --kind csv --option categories=parts --option label_column=kind --option validation_share=0.2 --option test_share=0.1
has 'two parts: 1 number, and 1 symbol of 4 different ones'
succeed dataset info mixed --json; is_json; has '"name":"categories"'
succeed dataset info mixed; has 'categories *i32\[1\], of 4 symbols'
cat > mixed.json <<'NETWORK'
{"format": "fovea-network", "version": 1, "name": "Mixed",
 "layers": [
  {"id": 1, "type": "input", "name": "categories", "parameters": {"shape": [1], "values": "symbols", "symbols": 4}, "position": [0, 0]},
  {"id": 2, "type": "input", "name": "numbers", "parameters": {"shape": [1]}, "position": [200, 0]},
  {"id": 3, "type": "embedding", "name": "table", "parameters": {"symbols": 4, "size": 4}, "position": [0, 100]},
  {"id": 4, "type": "flatten", "name": "flat", "parameters": {}, "position": [0, 200]},
  {"id": 5, "type": "concatenate", "name": "both", "parameters": {}, "position": [100, 300]},
  {"id": 6, "type": "linear", "name": "fc1", "parameters": {"units": 24}, "position": [100, 400]},
  {"id": 7, "type": "relu", "name": "relu1", "parameters": {}, "position": [100, 500]},
  {"id": 8, "type": "linear", "name": "fc2", "parameters": {"units": 2}, "position": [100, 600]},
  {"id": 9, "type": "cross_entropy", "name": "loss", "parameters": {}, "position": [100, 700]}],
 "edges": [{"source": 1, "target": 3}, {"source": 3, "target": 4}, {"source": 2, "target": 5}, {"source": 4, "target": 5, "input": 1},
           {"source": 5, "target": 6}, {"source": 6, "target": 7}, {"source": 7, "target": 8}, {"source": 8, "target": 9}]}
NETWORK
succeed train --project mixing --network mixed.json --dataset mixed --seed 3 --epochs 30 --set batch=16 --set optimizer=adam --set learning_rate=0.02 --set schedule=fixed --json
is_json
mixed=$(ls mixing/checkpoints/*/epoch-0030.safetensors)
succeed eval "$mixed" --json
awk -v a="$(number accuracy)" 'BEGIN { exit !(a > 0.93) }' || complain "a network of two inputs reaches only $(number accuracy)"
succeed infer "$mixed" --dataset mixed --split train --samples 0,1 --json; is_json; has probability
refuse "each asks for its own" infer "$mixed" mixed.csv
sed 's/"name": "categories"/"name": "words"/; s/"shape": \[1\], "values"/"shape": [3], "values"/' mixed.json > misfit.json
refuse 'expects i32\[3\], and none of the parts' train --project misfit --network misfit.json --dataset mixed

succeed import story.txt --out story --kind text --option length=8 --option validation_share=0.2
cat > reader.json <<'END'
{"format":"fovea-network","version":1,"name":"Reader","layers":[
 {"id":1,"type":"input","name":"text","parameters":{"shape":[8],"values":"symbols","symbols":64},"position":[0,0]},
 {"id":2,"type":"embedding","name":"embedding","parameters":{"symbols":64,"size":8},"position":[0,88]},
 {"id":3,"type":"gru","name":"memory","parameters":{"units":16,"state":"carried"},"position":[0,176]},
 {"id":4,"type":"linear","name":"fc","parameters":{"units":64},"position":[0,264]},
 {"id":5,"type":"cross_entropy","name":"loss","parameters":{"labels":"position"},"position":[0,352]}],
 "edges":[{"source":1,"target":2},{"source":2,"target":3},{"source":3,"target":4},{"source":4,"target":5}]}
END
succeed train --project reader --network reader.json --dataset story --epochs 1 --set batch=16 --json; is_json; has '"streams":{"count":16,"gaps":[0-9]'
succeed resume --project reader --epochs 2; has 'Batches follow the text in 16 streams of'
succeed resume --project reader --epochs 3 --json; validated=$(number val_loss)
succeed eval "$(ls reader/checkpoints/*/epoch-0003.safetensors)" --json; is_json; has '"streams":{"count":[0-9]*,'
expect "what validation and eval measure" "$(printf %.5f "$(number loss)")" "$(printf %.5f "$validated")"
succeed import story.txt --out overlapping --kind text --option length=8 --option step=4
refuse "only .* of the .* windows of .*go on where the one before ends" train --project refused --network reader.json --dataset overlapping --set batch=16

# Measure.
succeed bench --network network.json --batch 8 --seconds 0.5 --json; is_json
for field in images_per_second median p99 peak_memory_bytes gflops fraction_of_peak; do has "\"$field\":[0-9]"; done
has '"network":"network.json"'; has '"device":"cpu"'; has '"batch":8'
succeed bench --network network.json --batch 8 --seconds 0.2 --train --data data --profile; has conv1
# A program that has restarted itself, to wait in another way, keeps its name.
env -u OMP_WAIT_POLICY "$cli" bench --network network.json --batch 8 --seconds 3 > out 2> err & process=$!
for _ in $(seq 100); do grep -qz GOMP_SPINCOUNT "/proc/$process/environ" 2> /dev/null && break; sleep 0.02; done
expect "the name of the process" "$(cat /proc/$process/comm)" fovea-cli
kill $process; wait $process 2> /dev/null
succeed bench --data data --batch 8 --seconds 0.6 --transforms '[{"type":"random_flip"}]' --json; has '"share_of_decoding":[0-9]'

# A data set without a validation split trains too.
succeed import source --out unvalidated --option validation_share=0 --option test_files=leave_out
succeed train --project unvalidated-run --network network.json --dataset unvalidated --epochs 1 --set batch=50
grep -q nan out && complain "a person sees \"nan\": $(cat out)"
succeed resume --project unvalidated-run --epochs 2 --json; has '"val_loss":null'

# What must be refused, each with its words.
refuse "There is no" dataset info nowhere
refuse "cannot open\|no such" eval nowhere.safetensors
refuse "no standard network" network show nowhere
refuse "nowhere" bench --network nowhere.json --seconds 0.2
refuse "no device named" train --project refused --network network.json --dataset data --device tpu
refuse "no device named" bench --device tpu --seconds 0.2
refuse "no op named" doctor --kernels --op fly
refuse "no device named" doctor --kernels --device tpu
refuse "data set" train --project empty --network network.json
refuse "no data set\|there is no" train --project refused --network network.json --dataset nowhere
refuse "120" train --project refused --network network.json --dataset data --set batch=5000
refuse "Rate" train --project refused --network network.json --dataset data --set learning_rate=-1
refuse "cannot be set" train --project refused --network network.json --dataset data --set speed=9
refuse "expects samples of" train --project refused --network ./mine.json --dataset data
refuse "no longer a number" train --project refused --network network.json --dataset data --set learning_rate=1000 --set weight_decay=10
refuse "no device named" train --project refused --network network.json --dataset data --device null
touch file
refuse "folder\|directory" train --project file --network network.json --dataset data
refuse "project" resume --project nowhere
refuse "no run" resume --project empty
refuse "no such run" resume --project straight --run 77

mkdir truncated unlabelled
cp source/train-* truncated
head -c 5000 source/train-images-idx3-ubyte > truncated/train-images-idx3-ubyte
refuse "cut off\|shorter\|too short\|holds\|bytes" import truncated --out cut
[ -e cut ] && complain "a failed import left something: $(ls -a cut)"
cp source/train-images-idx3-ubyte unlabelled
refuse "label" import unlabelled --out without
mkdir nothing
refuse "nothing\|no .*found\|not.*recogni\|cannot" import nothing --out void

sed 's/"edges": \[/"edges": [{"source": 4, "target": 3}, /; s/{"source": 2, "target": 3}, //' network.json > cycle.json
refuse "cycle\|circle\|loop" network show cycle.json
refuse "cycle\|circle\|loop" train --project refused --network cycle.json --dataset data
head -c 300 network.json > cut.json
refuse "cut.json" network show cut.json

head -c 700 "$checkpoint" > damaged.safetensors
refuse "damaged" eval damaged.safetensors
refuse "damaged" infer damaged.safetensors zero.pgm
refuse "not an image\|cannot\|image" infer "$checkpoint" network.json
head -c 20 zero.pgm > cut.pgm
refuse "damaged\|cut off" infer "$checkpoint" cut.pgm
newest=$(ls pieces/checkpoints/*/epoch-0003.safetensors)
cp damaged.safetensors "$newest"
refuse "damaged" resume --project pieces --epochs 5
refuse "checkpoint epoch-0002.safetensors" resume --project pieces --epochs 5
succeed resume --project pieces --epochs 3 --checkpoint epoch-0002.safetensors --json
expect "the run that goes on from an earlier checkpoint" "$(number run)" 2

# Wrong words on the command line: a code, and a hint on the standard error.
for arguments in "" "fly" "train" "bench --batch 0" "eval x --batch 0" "bench --seconds abc" "train --project p --epochs 0" "infer"; do
  # shellcheck disable=SC2086
  "$cli" $arguments > out 2> err && complain "fovea-cli $arguments should fail"
  [ -s err ] || complain "fovea-cli $arguments fails without words"
done
# An empty value, as of a variable that is not set, chooses nothing.
for option in --records --text --split --class --side --brightness; do
  "$cli" dataset edit data --tag odd "$option" "" --exclude > out 2> err && complain "an empty $option should be refused"
  grep -q "value is missing" err || complain "an empty $option is not named"
done

[ $failures -eq 0 ] && echo "fovea-cli does what it says."
exit $((failures > 0))
