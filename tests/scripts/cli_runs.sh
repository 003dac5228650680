#!/bin/bash
# What fovea-cli chooses, keeps and refuses around runs: data sets of one name, sweeps that are there already, trials that
# leave nothing behind, queues with runs that fail, and runs that go on.
source "$(dirname "$0")/shared/terminal.sh"
source "$shared/answers.sh"
source "$shared/squares.sh"
export XDG_CONFIG_HOME=$PWD/config

lacks() { grep -q -- "$1" out && complain "$1 in: $(cat out)"; }

# network LAYER…: a chain of layers, each "type parameters".
network() {
  local id=1 layers edges='' layer
  layers='{"id":1,"type":"input","name":"data","parameters":{"shape":[1,8,8]},"position":[0,0]}'
  for layer in "$@"; do
    id=$((id + 1))
    layers+=",{\"id\":$id,\"type\":\"${layer%% *}\",\"name\":\"layer$id\",\"parameters\":${layer#* },\"position\":[0,$((88 * id))]}"
    edges+="${edges:+,}{\"source\":$((id - 1)),\"target\":$id}"
  done
  echo "{\"format\":\"fovea-network\",\"version\":1,\"name\":\"Squares\",\"layers\":[$layers],\"edges\":[$edges]}"
}
scores='linear {"units":3}' loss='cross_entropy {}'
network "$scores" "$loss" > plain.json
network 'linear {"units":8}' 'relu {}' "$scores" "$loss" > wider.json
network 'convolution {"filters":384,"kernel":[3,3]}' 'convolution {"filters":256,"kernel":[3,3]}' "$scores" "$loss" > slow.json

# data FOLDER TRAINING TEST: a fifth of the training images becomes the validation split.
data() {
  rm -rf source
  mkdir source
  idx source/train "$2" "$2"
  idx source/t10k "$3" "$3"
  succeed import source --out "$1" --option validation_share=0.2
}
mkdir elsewhere
data one 60 30
data elsewhere/one 90 30
data long 600 30
# train PROJECT EPOCHS DATA ARGUMENTS…
train() { succeed train --project "$1" --network plain.json --epochs "$2" --dataset "$3" --set batch=12 --json "${@:4}"; is_json; }
samples() { expect "samples an epoch $1" "$(number samples_per_epoch)" "$2"; }

# A data set is known by its name in the project or by its folder; another folder of a name that is taken gets a new name.
train sets 1 one
samples "of the first data set" 48
train sets 1 elsewhere/one
samples "of another folder of that name" 72
has '^{"event":"warning","message":"The project has another data set .*one 2'
succeed runs show 2 --project sets --json; has '"dataset":"one 2"'
succeed resume --project sets --epochs 2 --json
samples "of a run that goes on" 72
train sets 1 ./elsewhere/../elsewhere/one/
lacks '"event":"warning"'
succeed runs show 3 --project sets --json; has '"dataset":"one 2"'
(cd elsewhere && "$cli" train --project ../sets --network ../plain.json --dataset one --set batch=12 --epochs 1 --json > ../out 2> ../err) ||
  complain "a name in the project was not found: $(cat err)"
samples "of a name that is also a folder" 48
succeed queue add --project sets --network plain.json --dataset elsewhere/one --epochs 1 --set batch=12
succeed queue run --project sets --json
samples "of a run that waited" 72
succeed sweep --project sets --network plain.json --dataset elsewhere/one --epochs 1 --grid batch=12,24 --name second
succeed runs list --project sets --group second --json
expect "runs of the sweep on the second data set" "$(grep -c '"dataset":"one 2"' out)" 2
mkdir deeper
cp -r elsewhere/one deeper
succeed train --project sets --network plain.json --dataset deeper/one --set batch=12 --epochs 1
grep -q 'another data set "one".*"one 3"' err || complain "nobody is told of the new name: $(cat err)"
refuse "." train --project sets --network plain.json --dataset source
grep -q '"source"' sets/project.json && complain "a folder without a data set is in the project"

# A sweep that is there goes on only with options that agree with it.
same_results() { tail -n 1 out | diff - <(tail -n 1 rates.out) > difference || complain "$1: $(cat difference)"; }
rates=(sweep --project swept --network plain.json --dataset one --epochs 1 --set batch=12 --grid learning_rate=0.1,0.01 --name rates --json)
succeed "${rates[@]}"; is_json
cp out rates.out
succeed "${rates[@]}"
same_results "the same command again"
lacks '"event":"trial"'
again=(sweep --project swept --name rates)
refuse 'sweep "rates" with another network' "${again[@]}" --network wider.json
refuse 'sweep "rates" with another data set' "${again[@]}" --dataset elsewhere/one
refuse 'with other values to try' "${again[@]}" --grid learning_rate=0.1,0.02
refuse 'with another metric' "${again[@]}" --metric val_loss
refuse 'with another value of batch' "${again[@]}" --set batch=24
refuse 'with another value of epochs' "${again[@]}" --epochs 2
refuse 'with another value of seed' "${again[@]}" --seed 5
refuse 'with another number of seeds' "${again[@]}" --seeds 2
refuse 'with another halving' "${again[@]}" --halving 2
refuse 'with another number of first epochs' "${again[@]}" --first-epochs 2
refuse 'with another network and another value of batch' "${again[@]}" --network wider.json --dataset one --set batch=24
grep -q '"one 2"' swept/project.json && complain "a sweep that is refused adds a data set"
ls swept/networks 2> nowhere.out | grep -q . && complain "a sweep that is refused adds a network"
succeed "${again[@]}" --dataset ./one --set batch=12 --json
same_results "some of the options again"
tries=(sweep --project swept --network plain.json --dataset one --epochs 1)
succeed "${tries[@]}" --grid batch=12,24 --set seed=5 --name seeded --json
has '^{"event":"trial".*"seed":5,'

# What a sweep cannot measure is refused before it begins, and one without any result fails.
refuse 'do not measure "val_acuracy"' "${tries[@]}" --grid batch=12,24 --name measured --metric val_acuracy
lacks '"event":"trial"'
for metric in val_accuracy train_loss val_confusion_f1; do
  succeed "${tries[@]}" --grid batch=12,24 --name "by $metric" --metric $metric --json
  has "\"metric\":\"$metric\",\"results\":\[{\"values\":{\"batch\":[0-9]*},\"mean\":[0-9]"
done
succeed "${tries[@]}" --grid batch=12,24 --name measured --metric val_accuracy
refuse 'No configuration of the sweep "large" has a result.*larger than' "${tries[@]}" --grid batch=5000,6000 --name large
has '^{"event":"sweep","name":"large"'

# A trial adds nothing to a project, works beside a program that has it open, and makes none.
train tried 1 one
state() { cat tried/project.json; ls tried/networks 2>&1; "$cli" runs list --project tried --json; }
state > before
mkdir temporary
for trial in --estimate --find-rate; do
  succeed train --project tried --network wider.json --dataset elsewhere/one --set batch=12 --json $trial; is_json
  state | diff before - > difference || complain "$trial changes the project: $(cat difference)"
  TMPDIR=$PWD/temporary train untouched 1 one $trial
  [ -e untouched ] && complain "$trial makes a project"
  [ -z "$(ls temporary)" ] || complain "$trial leaves temporary files: $(ls temporary)"
  refuse "has no data set" train --project untouched --network plain.json $trial
done
wait_for() { # FILE PATTERN COUNT
  for _ in $(seq 600); do
    [ "$(grep -c "$2" "$1")" -ge "$3" ] && return
    sleep 0.02
  done
  complain "waited in vain for $2: $(tail -n 2 "$1") $(cat background.err)"
}
begin() { # PROJECT ARGUMENTS…: in the background, until the run has begun; the process is in pid
  : > background.out
  "$cli" train --project "$@" --json > background.out 2> background.err &
  pid=$!
  wait_for background.out '"event":"start"' 1
}
end() { kill -"$1" $pid; wait $pid 2> nowhere.out; }
begin tried --network plain.json --dataset one --set batch=12 --epochs 1000000
succeed train --project tried --estimate --set batch=12 --json; has '^{"event":"estimate"'
end INT

# Where the loss is infinite from the start, the search for a rate says so.
{ echo "a,b,y"; for i in $(seq 1 40); do echo "$i,$((i * 7 % 40)),$((i * 3 % 7 + 1))e30"; done; } > rows.csv
succeed import rows.csv --out rows --kind csv --option task=regression --option feature_columns=a,b --option target_columns=y
network 'linear {"units":1}' 'mean_squared_error {}' | sed 's/\[1,8,8\]/[2]/' > line.json
succeed train --project untouched --network line.json --dataset rows --set batch=8 --find-rate; has 'no finite number at the first rate'
succeed train --project untouched --network line.json --dataset rows --set batch=8 --find-rate --json; is_json; has '"exploded":true,"points":\[\]'

# A standard network that computes nothing on such samples is neither written nor taken into a project.
refuse 'The layer "conv1" is not ready' network fit lenet --dataset rows --out unusable.json
[ -e unusable.json ] && complain "network fit writes a network that cannot be used"
refuse 'The layer "conv1" is not ready' train --project unfit --network lenet --dataset rows
grep -rq conv1 unfit/network.json unfit/networks 2> nowhere.out && complain "a network that cannot be used is in the project"

# A run that fails holds up no other.
enqueue() { succeed queue add --project waiting --network plain.json --dataset one --set batch=12 --json "$@"; is_json; }
train waiting 1 one
enqueue --name nowhere --epochs 1 --priority high --device cuda:9
enqueue --name wild --set learning_rate=1000 --set weight_decay=10 --epochs 100
enqueue --name good --epochs 1
refuse "larger than" queue add --project waiting --network plain.json --dataset one --set batch=5000
"$cli" queue run --project waiting > out 2> err && complain "a queue with failing runs ends with 0"
for words in 'The run "nowhere" failed' 'The run "wild" failed' '2 of 3 runs failed'; do
  grep -q "$words" err || complain "queue run does not say \"$words\" but: $(cat err)"
done
succeed runs list --project waiting --json
has '"name":"good".*"status":"finished"'; has '"name":"wild".*"status":"failed"'; lacks '"name":"nowhere"'
succeed queue list --project waiting --json; expect "runs that still wait" "$(grep -o '"name":"[a-z]*","network"' out)" '"name":"nowhere","network"'
refuse "1 of 1 runs failed" queue run --project waiting

# A checkpoint is meant by its whole path, and by its name only where one run has it.
for _ in 1 2; do train gone_on 2 one; done
refuse "Several runs have a checkpoint epoch-0001.safetensors: 2, 1" resume --project gone_on --checkpoint epoch-0001.safetensors --epochs 3
refuse "no such run or checkpoint" resume --project gone_on --checkpoint tried/checkpoints/1/epoch-0001.safetensors --epochs 3
succeed resume --project gone_on --checkpoint gone_on/checkpoints/1/epoch-0001.safetensors --epochs 3 --json; is_json
has '^{"event":"branch","run":3,"of":1,"step":4}'
succeed resume --project gone_on --checkpoint checkpoints/2/epoch-0001.safetensors --epochs 3; has 'Goes on as a new run from step 4 of run 2'
succeed resume --project gone_on --run 1 --checkpoint epoch-0002.safetensors --epochs 3 --json
lacks '"event":"branch"'; expect "the run that goes on" "$(number run)" 1
refuse "2 epochs already" resume --project gone_on --run 2 --epochs 1

# Without a checkpoint a run begins anew, with the changes that are asked for; not if that would lose what it has done.
slowly=(--network slow.json --dataset long --set batch=1 --set learning_rate=0.0003 --epochs 1)
begin restarted "${slowly[@]}"
end KILL
[ -z "$(ls restarted/checkpoints/1/*.safetensors 2> nowhere.out)" ] || complain "the run was killed too late for this test"
succeed resume --project restarted --change 5:learning_rate=0.0002 --json; is_json
expect "the run that begins anew" "$(number run)" 1
has '^{"event":"change","step":5,"setting":"learning_rate","value":0.0002}'
begin_nothing() { # PROJECT: its run is refused before anything begins
  "$cli" resume --project "$1" --epochs 4 --json > out 2> err && complain "the run in $1 begins anew"
  lacks '"event":"start"'; has '^{"event":"error"'
  "$cli" resume --project "$1" --epochs 4 > out 2> err && complain "the run in $1 begins anew"
  [ -s out ] && complain "something is said before the run in $1 is refused: $(cat out)"
}
train finished 1 one
rm finished/checkpoints/1/*
begin_nothing finished
succeed runs show 1 --project finished --json; has '"status":"finished"'; has '"epochs":1,'
succeed train --project finished --replay 1 --json; is_json; has '^{"event":"replayed","of":1,"run":2,"step":null,"identical":null}'
begin given --network plain.json --dataset one --set batch=12 --epochs 1000000 --weights gone_on/checkpoints/1/epoch-0001.safetensors
end KILL
rm -f given/checkpoints/1/*
begin_nothing given

# A run that is killed within a long epoch goes on from a copy, with the numbers it would have had.
copy() { ls killed/checkpoints/1 2> nowhere.out | grep -- '-step-.*\.safetensors$' | sort -V | tail -n 1; }
export FOVEA_SAFETY_COPY_SECONDS=0.02
begin killed "${slowly[@]}"
first=
for _ in $(seq 3000); do
  [ -n "$first" ] || first=$(copy)
  [ -n "$first" ] && [ "$(copy)" != "$first" ] && break
  sleep 0.01
done
end KILL
unset FOVEA_SAFETY_COPY_SECONDS
grep -q '"event":"epoch"' background.out && complain "the epoch was over too soon for this test"
[ -n "$(copy)" ] || complain "a long epoch leaves no copy: $(ls killed/checkpoints/1)"
numbers() { grep '^{"event":"epoch"' out | sed 's/,"seconds":[-0-9.e+]*//'; }
succeed runs show 1 --project killed --json; has '"file":"checkpoints/1/[^"]*-step-[0-9]*\.safetensors"'
succeed resume --project killed --json; is_json
numbers > resumed.out
[ -s resumed.out ] || complain "the killed run did not go on: $(cat out)"
succeed train --project unkilled "${slowly[@]}" --json
numbers | diff - resumed.out > difference || complain "a run that goes on from a copy differs: $(cat difference)"

# A run that was lengthened after its end is run again with all its epochs, and so is one that is to lengthen itself.
succeed train --project gone_on --replay 1 --name anew --json
has '^{"event":"replayed","of":1,.*"step":12,"identical":true}'
train lengthened 2 one --change 8:epochs=3
expect "epochs of a run that lengthens itself" "$(grep -c '^{"event":"epoch"' out)" 3

# A change is noted with its own value; one that the run does not come to is named.
succeed train --project late --network plain.json --dataset one --set batch=12 --set learning_rate=0.01 --epochs 2 \
  --change 3:learning_rate=0.002 --change 5000:learning_rate=0.5 --change 6000:weight_decay=0.001
has 'After step 3: learning_rate → 0.002$'
grep -q 'ended after step 8, before these changes of settings: 5000:learning_rate=0.5, 6000:weight_decay=0.001\.$' err ||
  complain "the changes that were not made are not named: $(cat err)"
succeed runs show 1 --project late; has 'after step 3: learning_rate → 0.002$'
succeed train --project late --epochs 2 --set batch=12 --break "loss>0" --probe-every 1 --change 5000:learning_rate=0.5 --json
is_json; has '"event":"warning","message":"The run ended.*5000:learning_rate=0.5\.","advice":".*--change again'

# The last run is one that can go on: curves of another program cannot, and a path without curves leaves no project.
succeed runs export 1 --project late --format tensorboard --out logs
succeed runs import logs/run-1 --project late --json; has '"repeated":0'
expect "the imported run" "$(number run)" 3
cp logs/run-1/events* logs/run-1/events.out.tfevents.9999999999.copy
succeed runs import logs/run-1 --project late --json; has '"repeated":[1-9]'
succeed runs import logs/run-1 --project late; has 'replaced by later ones of the same or an earlier step'
succeed resume --project late --epochs 3 --json
expect "the run that goes on after an import" "$(number run)" 2
mkdir nothing
refuse "no event file" runs import nothing --project unmade
[ ! -e unmade ] || complain "an import without curves leaves a project behind"
refuse "no run of a group" runs compare --group nobody --project late
refuse "no run of a group" runs export --group nobody --project late --out nobody

# A preset of a run gives its settings again, also those that a network would set otherwise.
succeed train --project like --network resnet-mini --dataset one --epochs 1 --set batch=12 --set learning_rate=0.01 \
  --set schedule=fixed --json
succeed presets save like-that --project like --run 1
succeed train --project like --preset like-that --json; is_json
has '"learning_rate":{"value":0.01,"source":"set"}'
has '"schedule":{"value":"fixed","source":"set"}'
refuse "are not known" presets save theirs --project late --run 3
succeed presets delete like-that

# What a command does not use is refused, and so are numbers that no run has.
for option in "--set batch=6" "--preset slow" "--epochs 3" "--seed 1" "--device cpu" "--histograms 5" "--change 1:learning_rate=0.1" \
  "--break loss>5" "--probe layer2" "--probe-every 5" "--dataset one" "--network plain.json" "--weights w.safetensors" \
  "--example fashion-lenet" --step-layers --find-rate --estimate; do
  # shellcheck disable=SC2086
  refuse excludes train --project gone_on --replay 1 $option
done
for option in "--change 1:learning_rate=0.1" "--break loss>5" "--probe layer2" --step-layers; do
  # shellcheck disable=SC2086
  for trial in --find-rate --estimate; do refuse excludes train --project gone_on $trial $option; done
done
refuse excludes train --project gone_on --find-rate --estimate
refuse excludes runs compare 1 2 --group rates --project gone_on
refuse "At Most 1" runs pin 1 2 --step 4 --project gone_on
for number in 4294967297 0; do
  for command in "runs show $number" "runs compare $number" "runs histograms $number" "runs pin $number --step 4" \
    "runs export $number --out exported" "resume --run $number" "train --replay $number" "diagnose --run $number" \
    "presets save x --run $number"; do
    # shellcheck disable=SC2086
    refuse "not in range 1 to 2147483647" $command --project gone_on
  done
done

[ $failures -eq 0 ] && echo "Runs in the terminal are what was asked for."
exit $((failures > 0))
