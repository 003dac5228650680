#!/usr/bin/env python3
"""Measures ranks that mpirun starts against one process with the same number of threads in total, in turns.

compare_ranks.py --fovea build/release/bin/fovea-cli [--network resnet18-cifar] [--ranks 2] [--batch 64] [--rounds 5]

It trains on random pictures of 3×32×32. Each round trains a few epochs with one process and with the ranks; an epoch's
rate is its training samples over its seconds. Prints the medians over all epochs but the first of each run, and their
ratio.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
from pathlib import Path


def write_pictures(folder: Path, count: int) -> None:
    """The binary files of CIFAR-10: a label and 3,072 bytes for each picture."""
    folder.mkdir()
    source = random.Random(1)
    names = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"]
    (folder / "batches.meta.txt").write_text("\n".join(names) + "\n")
    for name, samples in (("data_batch_1.bin", count), ("test_batch.bin", 10)):
        rows = (bytes([i % 10]) + source.randbytes(3072) for i in range(samples))
        (folder / name).write_bytes(b"".join(rows))


def rates(command: list, environment: dict, samples: int) -> list:
    """Samples a second of each epoch but the first."""
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    epochs = [e for e in map(json.loads, said.splitlines()) if e["event"] == "epoch"]
    start = next(e for e in map(json.loads, said.splitlines()) if e["event"] == "start")
    assert start["samples_per_epoch"] == samples, start
    return [samples / e["seconds"] for e in epochs[1:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fovea", required=True)
    parser.add_argument("--network", default="resnet18-cifar")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--steps", type=int, default=6, help="of an epoch")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="in total")
    parser.add_argument("--mpirun", default="mpirun --allow-run-as-root --oversubscribe --bind-to none")
    given = parser.parse_args()
    fovea = str(Path(given.fovea).resolve())
    samples = given.batch * given.steps
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_pictures(folder / "source", samples)
        subprocess.run([fovea, "import", str(folder / "source"), "--out", str(folder / "data"), "--option",
                        "validation_share=0"], check=True, capture_output=True)
        measured = {1: [], given.ranks: []}
        for turn in range(given.rounds):
            for ranks in measured if turn % 2 == 0 else reversed(list(measured)):
                environment = dict(os.environ, OMP_NUM_THREADS=str(given.threads // ranks))
                train = [fovea, "train", "--project", str(folder / f"{ranks}-{turn}"), "--dataset", str(folder / "data"),
                         "--network", given.network, "--set", f"batch={given.batch}", "--epochs", str(given.epochs),
                         "--set", "checkpoint_every=1000", "--seed", "1", "--json"]
                launch = [] if ranks == 1 else given.mpirun.split() + ["-n", str(ranks)]
                measured[ranks] += rates(launch + train, environment, samples)
                print(f"round {turn + 1}, {ranks} ranks: {measured[ranks][-1]:.2f} samples/s", flush=True)
    one, several = (statistics.median(measured[ranks]) for ranks in (1, given.ranks))
    print(json.dumps({"network": given.network, "batch": given.batch, "threads": given.threads, "one_process": one,
                      "ranks": given.ranks, "of_ranks": several, "ratio": several / one,
                      "epochs_measured": len(measured[1])}))


if __name__ == "__main__":
    main()
