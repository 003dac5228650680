#!/bin/bash
# mpirun -n K fovea-cli train: 1, 2 and 4 ranks give the same losses, the same number twice gives the same bits, only
# rank 0 prints, and a lost rank, other data, another program or a batch that does not divide end the run in words.
source "$(dirname "$0")/shared/terminal.sh"
command -v mpirun > /dev/null || { echo "Open MPI's mpirun is not installed: several processes are not tested."; exit 77; }
mpirun --version 2> /dev/null | grep -q "Open MPI" || { echo "mpirun is not Open MPI's: several processes are not tested."; exit 77; }

# Ranks are never bound here, so that four of them run on two processors.
mpi() { OMP_NUM_THREADS=1 timeout -k 5 60 mpirun --allow-run-as-root --oversubscribe --bind-to none "$@"; }
ranks() { # COUNT ARGUMENTS…
  local count=$1; shift
  if [ "$count" -eq 1 ]; then OMP_NUM_THREADS=1 "$cli" "$@" > out 2> err; else mpi -n "$count" "$cli" "$@" > out 2> err; fi
}
refuse() { # WORDS COUNT ARGUMENTS…: all ranks end, and rank 0 says why in one event
  local words=$1; shift
  ranks "$@" && complain "$* was not refused"
  has "$words"
  [ "$(grep -c '"event":"error"' out)" -eq 1 ] || complain "not one error in: $(cat out)"
}

source "$shared/squares.sh"
mkdir source
idx source/train 240 1
idx source/t10k 60 2
cat > network.json <<'NETWORK'
{"format": "fovea-network", "version": 1, "name": "Squares",
 "layers": [
  {"id": 1, "type": "input", "name": "data", "parameters": {"shape": [1, 8, 8]}, "position": [0, 0]},
  {"id": 2, "type": "convolution", "name": "conv1", "parameters": {"filters": 6, "kernel": [3, 3]}, "position": [0, 88]},
  {"id": 3, "type": "relu", "name": "relu1", "parameters": {}, "position": [0, 176]},
  {"id": 4, "type": "dropout", "name": "drop1", "parameters": {"probability": 0.2}, "position": [0, 264]},
  {"id": 5, "type": "linear", "name": "fc1", "parameters": {"units": 3}, "position": [0, 352]},
  {"id": 6, "type": "cross_entropy", "name": "loss", "parameters": {}, "position": [0, 440]}],
 "edges": [
  {"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": 4}, {"source": 4, "target": 5},
  {"source": 5, "target": 6}]}
NETWORK
succeed import source --out data
settings=(--network "$work/network.json" --dataset data --seed 3 --set batch=16 --set optimizer=sgd --set learning_rate=0.004
  --set schedule=fixed --set log_interval=1 --json)
points() { # PROJECT RUN: its curve
  succeed runs export "$2" --project "$1" --format csv --out "$1.csv" --replace
  cut -d , -f 1,3 "$1.csv/run-$2-points.csv"
}

# 210 steps (of 200 training samples: the tail of an epoch is uneven) with 1, 2, 4 and again 2 ranks.
for run in one:1 two:2 four:4 again:2; do
  project=${run%:*}; count=${run#*:}
  ranks "$count" train --project "$work/$project" "${settings[@]}" --epochs 15 || complain "$count ranks failed: $(cat out err)"
  for event in start end; do
    [ "$(grep -c "\"event\":\"$event\"" out)" -eq 1 ] || complain "$count ranks do not print one $event: $(cat out)"
  done
  [ -s err ] && complain "$count ranks print errors: $(cat err)"
  [ "$count" -eq 1 ] || has "\"ranks\":$count"
  points "$project" 1 > "$project.points"
done
# Two devices of one program are two ranks, to the same bits.
ranks 1 train --project "$work/devices" "${settings[@]}" --epochs 15 --device cpu,cpu || complain "cpu,cpu failed: $(cat out err)"
has '"ranks":2'
points devices 1 > devices.points
cmp two.points devices.points || complain "two devices are not two ranks"
[ "$(wc -l < one.points)" -gt 200 ] || complain "fewer than 200 steps: $(wc -l < one.points)"
for other in two four; do
  paste -d , one.points "$other.points" | awk -F , -v other="$other" '
    NR == 1 { next }
    { d = $2 - $4; if (d < 0) d = -d; if (d > most) most = d; if ($1 != $3) most = 1; ++n }
    END { printf "%s ranks: %d losses, largest difference %.3g\n", other, n, most; exit !(n > 200 && most <= 1e-5) }' ||
    complain "the losses of $other ranks differ by more than 1e-5"
done
cmp two.points again.points || complain "two ranks give other losses the second time"
awk -F , 'NR == 2 { first = $2 } { last = $2 } END { exit !(last < 0.7 * first) }' one.points || complain "nothing was learned"

# A batch in four micro-batches gives the same bits on one, two and four ranks, and on two devices.
for run in 1:alone 2:both 4:all; do
  ranks "${run%:*}" train --project "$work/micro-${run#*:}" "${settings[@]}" --set micro_batches=4 --epochs 15 ||
    complain "${run%:*} ranks fail with micro-batches: $(cat out err)"
done
ranks 1 train --project "$work/micro-devices" "${settings[@]}" --set micro_batches=4 --epochs 15 --device cpu,cpu ||
  complain "cpu,cpu fails with micro-batches: $(cat out err)"
points micro-alone 1 > alone.points
[ "$(wc -l < alone.points)" -gt 200 ] || complain "fewer than 200 steps of micro-batches: $(wc -l < alone.points)"
for other in both all devices; do
  points "micro-$other" 1 | cmp alone.points - || complain "micro-batches give other losses on $other"
done
refuse "cannot be divided into 32 micro-batches" 2 train --project "$work/refused" "${settings[@]}" --set micro_batches=32

# It goes on from the checkpoint with another number of ranks, and gives what one rank gives that never stopped.
ranks 1 train --project "$work/whole" "${settings[@]}" --epochs 6 || complain "the whole run failed: $(cat out err)"
ranks 4 train --project "$work/parts" "${settings[@]}" --epochs 3 || complain "the first part failed: $(cat out err)"
ranks 2 resume --project "$work/parts" --epochs 6 --json || complain "two ranks do not go on: $(cat out err)"
paste -d , <(points whole 1) <(points parts 1) | awk -F , 'NR > 1 { d = $2 - $4; if (d < 0) d = -d; if (d > 1e-5 || $1 != $3) exit 1; ++n } END { exit !(n > 50) }' ||
  complain "going on with two ranks differs from never having stopped"

# What cannot work is refused in words.
refuse "cannot be divided among 4 ranks" 4 train --project "$work/refused" "${settings[@]}" --set batch=18
refuse "2 ranks of one machine cannot share cuda:0" 2 train --project "$work/refused" "${settings[@]}" --device cuda:0
refuse "does not work with several ranks" 2 train --project "$work/refused" "${settings[@]}" --break "loss > 5"
refuse "no data set" 2 train --project "$work/nothing" --network "$work/network.json" --json
refuse "Only train and resume" 2 bench --network lenet --json
idx source/train 243 1
mkdir elsewhere
succeed import source --out elsewhere/data
mpi -n 1 "$cli" train --project "$work/refused" "${settings[@]}" : -wdir elsewhere -n 1 "$cli" train --project "$work/refused" "${settings[@]}" > out 2> err &&
  complain "ranks with other data were not refused"
has "Rank 1 has other data than rank 0"
# A name in the project means its data set on every rank, whatever lies in the current folder.
(cd elsewhere && mpi -n 2 "$cli" train --project "$work/refused" "${settings[@]}" --epochs 1 > "$work/out" 2> "$work/err") ||
  complain "the ranks do not use the data set that the project has under that name: $(cat out err)"
cp "$cli" other-cli && printf 'x' >> other-cli
mpi -n 1 "$cli" train --project "$work/refused" "${settings[@]}" : -n 1 ./other-cli train --project "$work/refused" "${settings[@]}" > out 2> err &&
  complain "another program was not refused"
has "Rank 1 runs another version"
mpi -n 1 "$cli" train --project "$work/refused" "${settings[@]}" : -n 1 "$cli" train --project "$work/refused" "${settings[@]}" --set momentum=0.5 > out 2> err &&
  complain "other arguments were not refused"
has "Rank 1 was started with other arguments"

rank_of() { # PROJECT RANK: the process
  pgrep -f "$cli train --project $work/$1" | while read -r pid; do
    tr '\0' '\n' < "/proc/$pid/environ" 2> /dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$2" && echo "$pid"
  done
}
begin() { # PROJECT: three ranks in the background, once the first checkpoint is there
  ranks 3 train --project "$work/$1" "${settings[@]}" --set batch=15 --epochs 100000 &
  job=$!
  for _ in $(seq 100); do ls "$1"/checkpoints/*/*.safetensors > /dev/null 2>&1 && break; sleep 0.1; done
}

goes_on() { # PROJECT: with one rank, for an epoch or two
  local epoch; epoch=$(grep '"event":"epoch"' out | tail -n 1 | sed 's/.*"epoch":\([0-9]*\).*/\1/')
  ranks 1 resume --project "$work/$1" --epochs $((epoch + 2)) --json || complain "one rank does not go on: $(cat out err)"
  has '"event":"end"'
}

# A rank that is told to stop (Ctrl+C) stops all of them after the same step, and the state is saved.
begin stopped
kill -INT "$(rank_of stopped 2)" || complain "there is no rank 2 to stop"
wait $job && complain "a run that was stopped ended with 0"
has '"code":"cancelled"'
goes_on stopped

# A rank that hangs is given up after the time that was set; mpirun ends what is left of it.
export FOVEA_RANK_WAIT_SECONDS=2
begin hanging
unset FOVEA_RANK_WAIT_SECONDS
victim=$(rank_of hanging 1)
[ -n "$victim" ] && kill -STOP "$victim" || complain "there is no rank 1 to stop"
for _ in $(seq 150); do grep -q "did not answer for 2 seconds" out err && break; sleep 0.1; done
grep -q "did not answer for 2 seconds" out || complain "a rank that hangs is waited for: $(cat out err)"
kill -KILL "$victim"
wait $job && complain "the run went on without rank 1"

# A killed rank ends the others within seconds, rank 0 says why, and the run goes on from its checkpoint.
begin lost
victim=$(rank_of lost 1)
begun=$(date +%s%N)
[ -n "$victim" ] && kill -9 "$victim" || complain "there is no rank 1 to kill"
wait $job && complain "the run went on without rank 1"
milliseconds=$((($(date +%s%N) - begun) / 1000000))
echo "A killed rank ended the others after $milliseconds ms."
[ $milliseconds -lt 8000 ] || complain "the other ranks ended only after $milliseconds ms"
has '"event":"error"'; has "rank"
pgrep -f "$cli train --project $work/lost" > /dev/null && complain "a rank is left"
goes_on lost

[ $failures -eq 0 ] && echo "Ranks of several processes train one network."
exit $((failures > 0))
