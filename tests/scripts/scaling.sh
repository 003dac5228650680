#!/bin/bash
# fovea-cli plan-scaling says what several devices give, also measured; fovea-cli slurm writes a script that starts them.
source "$(dirname "$0")/shared/terminal.sh"

refuse() { local words=$1; shift; "$cli" "$@" > out 2>&1 && complain "fovea-cli $* was not refused"; has "$words"; }
near() { # NAME VALUE: the first number of that name in out is this one within a millionth
  local number; number=$(grep -o "\"$1\":[-0-9.e+]*" out | head -n 1 | cut -d: -f2)
  awk -v a="$number" -v b="$2" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= 1e-6 * b) }' || complain "$1 is $number, not $2"
}

# LeNet of Caffe's has 431,080 parameters: 1,724,320 bytes. Four devices send 1.5 times that for a sum, here 0.0258648 s;
# the weights pass on in 64 pieces in 66 parts of a piece's time, 0.01778205 s.
succeed plan-scaling --network lenet --batch 64 --step-seconds 0.1 --bandwidth 0.1 --devices 4 --json
near gradient_bytes 1724320; near bytes_of_each 2586480; near reduce_seconds 0.0258648
near broadcast_seconds 0.01778205; near compute_seconds 0.025; near nothing_hidden 0.0508648; near all_hidden 0.0258648
has '"step_measured":false'; has '"measured":\[\]'
succeed plan-scaling --network lenet --batch 64 --step-seconds 0.1 --devices 1,2; has "efficiency"; has "100 %"
succeed plan-scaling --network lenet --batch 16 --seconds 0.3 --devices 1,2 --measure 1,2 --json
has '"step_measured":true'; has '"ranks":1'; has '"ranks":2'; has '"speedup":[0-9]'
succeed plan-scaling --network lenet --batch 6 --step-seconds 0.01 --json
has '"devices":4'; has '"devices":6'; grep -q '"devices":8' out && complain "more devices than samples are planned: $(cat out)"
has '"devices":4,"batch_of_each":2,"divides_batch":false'
succeed plan-scaling --network lenet --batch 6 --step-seconds 0.01
has 'needs a batch that the number of devices divides: not so for 4\.$'
refuse "cannot share a batch of 4" plan-scaling --network lenet --batch 4 --step-seconds 1 --devices 5
refuse "cannot be divided among 3" plan-scaling --network lenet --batch 16 --seconds 0.1 --devices 1 --measure 3
refuse "nowhere" plan-scaling --network nowhere.json --step-seconds 1

# The script starts as many ranks as there are tasks; a stand-in for mpirun shows what it gets.
succeed slurm --nodes 2 --ranks 3 --threads 4 --time 1:00:00 --out job.sh --program "$cli" -- train --project "my demo" --set batch=60
has "sbatch job.sh"
bash -n job.sh || complain "job.sh is no script for bash"
printf '#!/bin/bash\nprintf "%%s|" "$@"\n' > mpirun && chmod +x mpirun
PATH=$work:$PATH bash job.sh > out
has "^-n|6|--map-by|ppr:3:node:PE=4|--bind-to|core|$cli|train|--project|my demo|--set|batch=60|$"
# The GPUs that are asked for are trained on, unless the run names a device.
succeed slurm --gpus 2 -- train --project demo; has "train --device 'cuda:0,cuda:1' --project demo"
succeed slurm --gpus 2 -- train --project demo --device cpu; has "train --project demo --device cpu"
succeed slurm --gpus 2 -- train --project demo --set=device=cpu; has "train --project demo '--set=device=cpu'$"
# On several machines each GPU has its rank.
succeed slurm --nodes 2 --gpus 4 -- train --project demo
has "mpirun -n 8 --map-by ppr:4:node"; has "train --device 'cuda:0,cuda:1,cuda:2,cuda:3'"
refuse "each rank uses one GPU" slurm --nodes 2 --ranks 1 --gpus 4 -- train --project demo
refuse "each rank uses one GPU" slurm --ranks 4 --gpus 1 -- train --project demo
refuse "already" slurm --out job.sh -- train --project demo
refuse "trains or resumes" slurm -- bench
refuse "cannot stand in a Slurm script" slurm --partition "a b" -- train --project demo

[ $failures -eq 0 ] && echo "fovea-cli plans scaling, and writes Slurm's scripts."
exit $((failures > 0))
