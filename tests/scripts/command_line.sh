#!/bin/bash
# How fovea-cli reads its command line: options may stand before arguments, what is not understood is refused in words and
# as an event, and so is an option that a command would not use. What it prints of settings can be typed.
source "$(dirname "$0")/shared/terminal.sh"
source "$shared/answers.sh"
export XDG_CONFIG_HOME=$PWD/config

# misunderstood WORDS ARGUMENTS…: refused with and without --json, with the code of a command line that is not understood.
misunderstood() {
  refuse "$@"
  "$cli" "${@:2}" > out 2> err
  expect "the code of fovea-cli ${*:2}" $? 2
  [ -s out ] && complain "fovea-cli ${*:2} says on the standard output: $(cat out)"
}

misunderstood "source is required" import
misunderstood "subcommand is required" runs
misunderstood "not in range" train --project p --epochs 0
misunderstood "not in range" network show lenet --batch 0
misunderstood "does not exist" doctor --onnx-suite nowhere
misunderstood "not expected" network show lenet --fly
"$cli" slurm --nodes many -- train --project p --json > out 2> err && complain "many machines are a number"
[ -s out ] && complain "the --json of another command is taken for the own one: $(cat out)"
succeed import --help --json; has Usage; succeed --version

# An option takes one value, so that arguments may follow it.
printf 'x,y,label\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n' > people.csv
succeed import --option header=yes people.csv --out people; has 'Imported 4 samples'
misunderstood "not expected" train --project p --set batch=8 epochs=3
for i in 1 2 3 4 5 6 7 8; do
  mkdir -p "pictures/c$((i % 2))"
  { printf 'P5\n28 28\n255\n'; for k in $(seq 784); do printf "\\$(printf %o $(((i * 37 + k * (i % 2 ? 3 : 11)) % 250)))"; done; } > "pictures/c$((i % 2))/$i.pgm"
done
succeed import pictures --out data --option validation_share=0 --option test_share=0
succeed network fit lenet --dataset data --out net.json
succeed network convert net.json model.safetensors
succeed infer model.safetensors --dataset data --split train --samples 0,1 pictures/c0/2.pgm --json; is_json
expect "answers" "$(wc -l < out)" 3
succeed dataset list --tag odd data; has '^0 of'
succeed presets save --set optimizer=adam --set clipping=norm slow --set batch=4
succeed presets list; has 'slow .*optimizer adam'; has 'clipping norm'; has 'batch 4'

# What a command would not use is refused.
misunderstood "requires --network" bench --data data --train --seconds 0.1
misunderstood "requires --data" bench --threads 2 --seconds 0.1
misunderstood excludes bench --network lenet --data data --threads 2 --seconds 0.1
misunderstood requires doctor --onnx-table
misunderstood excludes doctor --onnx-operators --kernels
misunderstood excludes train --project p --as-run 1 --network lenet
refuse "Leave out --device" doctor --kernels --mode grad --op relu --device cpu
if [ -x "${cli%-cli}" ]; then
  "${cli%-cli}" one --project two > out 2> err && complain "two projects are opened at once"
  grep -q excludes err || complain "fovea does not say which project it opens: $(cat err)"
fi

# The settings of runs are shown as --set takes them.
succeed train --project trained --network net.json --dataset data --epochs 1 --preset slow --seed 2
succeed runs show 1 --project trained; has '^  optimizer  *adam$'; has '^  clipping  *norm$'
succeed train --project trained --as-run 1 --set optimizer=sgd --json; is_json; has '"batch":{"value":4,"source":"run"}'
succeed runs compare 1 2 --project trained; has '^optimizer  *adam  *sgd$'
refuse "There is no run 9" train --project trained --as-run 9
refuse "project" train --project untrained --as-run 1
[ ! -e untrained ] || complain "a run like one that is not there leaves a project behind"

[ $failures -eq 0 ] && echo "The command line is read as it is written."
exit $((failures > 0))
