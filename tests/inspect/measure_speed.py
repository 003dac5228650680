#!/usr/bin/env python3
"""Measures what inspecting costs beside plain inference, in turns with it in the same run.

Occlusion runs the network once for each window and evaluation once for each sample. The time of one window or sample is
the difference of two calls of different length, so that starting the program and compiling the network do not count;
inference is `fovea-cli bench` at the same batch size, kernels and precision. Prints the throughput of both and the median
of their ratios.

    measure_speed.py path/to/fovea-cli [--rounds N] [--occlusion NETWORK] [--evaluation NETWORK]
"""
import argparse
import json
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import time

BATCH = 32


def run(*arguments):
    began = time.monotonic()
    answer = subprocess.run([str(argument) for argument in arguments], check=True, capture_output=True, text=True)
    return time.monotonic() - began, answer.stdout


def inference(program, network, batch, *options):
    _, answer = run(program, "bench", "--network", network, "--batch", batch, "--seconds", 4, "--json", *options)
    return json.loads(answer.strip().splitlines()[-1])["images_per_second"]


def windows(side, window, stride):
    along = (max(0, side - window) + stride - 1) // stride + 1
    return along * along


def occlusion(program, checkpoint, image, side):
    """Windows a second, from two calls."""
    times, counts = [], []
    for stride in (side // 8, side // 16):
        seconds, _ = run(program, "inspect", checkpoint, "--image", image, "--method", "occlusion", "--window", side // 8,
                         "--stride", stride, "--json")
        times.append(seconds)
        counts.append(windows(side, side // 8, stride))
    return (counts[1] - counts[0]) / (times[1] - times[0])


def write_digits(folder, count):
    folder.mkdir()
    for prefix, samples in (("train", 64), ("t10k", count)):
        pixels = bytes((i * 7919 >> 3) % 251 for i in range(784 * 64)) * (samples // 64 + 1)
        (folder / f"{prefix}-images-idx3-ubyte").write_bytes(
            struct.pack(">IIII", 0x803, samples, 28, 28) + pixels[: 784 * samples])
        (folder / f"{prefix}-labels-idx1-ubyte").write_bytes(
            struct.pack(">II", 0x801, samples) + bytes(i % 10 for i in range(samples)))


def evaluation(program, checkpoint, sets):
    """Samples a second, from two data sets of different size."""
    times = [run(program, "eval", checkpoint, "--dataset", folder, "--split", "test", "--json")[0] for folder, _ in sets]
    return (sets[1][1] - sets[0][1]) / (times[1] - times[0])


def in_turns(name, rounds, plain, inspected):
    ratios = []
    for _ in range(rounds):
        inference_rate, rate = plain(), inspected()
        ratios.append(rate / inference_rate)
        print(f"{name}: {rate:.1f} a second, inference {inference_rate:.1f} a second, ratio {ratios[-1]:.2f}", flush=True)
    print(f"{name}: median ratio {statistics.median(ratios):.2f}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--occlusion", default="resnet50", help="a network for images of 3 x 224 x 224")
    arguments.add_argument("--evaluation", default="resnet-mini", help="a network for images of 1 x 28 x 28, ten classes")
    chosen = arguments.parse_args()
    program = chosen.program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        weights = {}
        for network in (chosen.occlusion, chosen.evaluation):
            weights[network] = folder / f"{network}.safetensors"
            run(program, "network", "convert", network, weights[network])
        sets = []
        for count in (2000, 22000):
            write_digits(folder / f"source{count}", count)
            run(program, "import", folder / f"source{count}", "--out", folder / f"set{count}")
            sets.append((folder / f"set{count}", count))
        in_turns(f"evaluation of {chosen.evaluation}", chosen.rounds, lambda: inference(program, chosen.evaluation, 256),
                 lambda: evaluation(program, weights[chosen.evaluation], sets))
        side = 224
        image = folder / "noise.ppm"
        image.write_bytes(b"P6\n%d %d\n255\n" % (side, side) + bytes((i * 7919) % 251 for i in range(3 * side * side)))
        in_turns(f"occlusion with {chosen.occlusion}", chosen.rounds,
                 lambda: inference(program, chosen.occlusion, BATCH, "--exact"),
                 lambda: occlusion(program, weights[chosen.occlusion], image, side))


if __name__ == "__main__":
    main()
