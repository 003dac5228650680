#!/bin/bash
# Nothing that a person can ask for ends the program: more memory than there is, asked for at every door of fovea-cli,
# is refused with a code and words that say how much was wanted.
source "$(dirname "$0")/shared/terminal.sh"

# refuse WORDS ARGUMENTS…: ends with a code of its own, not by a signal, and with words.
refuse() {
  local words=$1 code
  shift
  timeout 60 "$cli" "$@" > out 2> err
  code=$?
  if [ $code -eq 0 ] || [ $code -ge 124 ]; then complain "fovea-cli $* ended with $code: $(cat err)"; fi
  grep -q -- "$words" err || complain "fovea-cli $* does not say \"$words\" but: $(cat err)"
}
memory='not enough memory'

# network NAME INPUT LAYER…: a chain of layers, each "type parameters".
network() {
  local name=$1 id=1 layers edges=
  layers="{\"id\":1,\"type\":\"input\",\"name\":\"data\",\"parameters\":{\"shape\":$2},\"position\":[0,0]}"
  shift 2
  for layer in "$@"; do
    id=$((id + 1))
    layers+=",{\"id\":$id,\"type\":\"${layer%% *}\",\"name\":\"layer$id\",\"parameters\":${layer#* },\"position\":[0,$((88 * id))]}"
    edges+="${edges:+,}{\"source\":$((id - 1)),\"target\":$id}"
  done
  echo "{\"format\":\"fovea-network\",\"version\":1,\"name\":\"$name\",\"layers\":[$layers],\"edges\":[$edges]}" > "$name.json"
}
loss='cross_entropy {}'
network wide '[3,224,224]' 'linear {"units":200000}' "$loss"
network widest '[3,224,224]' 'linear {"units":1000000}' "$loss"
network plain '[1,8,8]' 'linear {"units":2}' "$loss"
network tall '[1,8,8]' 'linear {"units":100000}' 'linear {"units":1000000}' "$loss"
network vast '[3,20000,20000]' 'convolution {"filters":2000,"kernel":[3,3]}' 'global_pooling {}' "$loss"

# Data: 40 images of 8×8 in two folders.
for i in $(seq 40); do
  mkdir -p "pictures/c$((i % 2))"
  { printf 'P5\n8 8\n255\n'; for k in $(seq 64); do printf "\\$(printf %o $(((i * 37 + k * (i % 2 ? 3 : 11)) % 250)))"; done; } > "pictures/c$((i % 2))/$i.pgm"
done
succeed import pictures --out data
succeed train --project project --network plain.json --dataset data --epochs 1 --set batch=8
checkpoint=$(ls project/checkpoints/*/epoch-0001.safetensors)

for name in wide widest vast; do succeed network show $name.json --json; done
succeed network show wide.json --batch 65536
for name in wide widest tall; do
  for target in onnx safetensors py prototxt; do refuse "$memory" network convert $name.json $name.$target; done
  refuse "$memory" bench --network $name.json --batch 1 --seconds 0.1
  refuse "$memory" bench --network $name.json --batch 1 --seconds 0.1 --train
done
refuse "$memory" bench --network vast.json --batch 64 --seconds 0.1
refuse "$memory" train --project tall --network tall.json --dataset data --set batch=8
refuse "Width must be" import pictures --out stretched --option width=2000000000 --option height=2000000000
[ -e stretched ] && complain "a refused import left something"
{ printf 'P5\n60000 60000\n255\n'; head -c 100000 /dev/zero; } > claims.pgm
refuse "." infer "$checkpoint" claims.pgm
mkdir claims && cp claims.pgm claims && refuse "." import claims --out claimed
for door in "dataset info" "dataset list" "dataset check" eval infer "network show" "doctor --onnx-suite"; do
  # shellcheck disable=SC2086
  refuse "." $door claims.pgm
done

# Under a limit of its own, what the system refuses is refused alike. The program itself needs less than this.
limited() {
  (ulimit -v 1500000; timeout 60 "$cli" "$@" > out 2> err)
  local code=$?
  if [ $code -eq 0 ] || [ $code -ge 124 ]; then complain "fovea-cli $* under a limit ended with $code: $(cat err)"; fi
  grep -qi 'memory' err || complain "fovea-cli $* under a limit does not speak of memory: $(cat err)"
}
network middle '[1,512,512]' 'linear {"units":2000}' "$loss"
limited network convert middle.json middle.safetensors
limited bench --network middle.json --batch 4 --seconds 0.1 --train

[ $failures -eq 0 ] && echo "The impossible is refused at every door."
exit $((failures > 0))
