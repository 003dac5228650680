#!/usr/bin/env python3
"""Reads ONNX models as networks and compares what Fovea says of a sample with what ONNX Runtime says of the model.

Needs numpy and onnxruntime from PyPI. Prints a table: how many layers a model became, how many of them are primitive
ones, and by how much the outputs differ. Fails if a model is not read or differs by more than the limit.

    compare_onnx_import.py path/to/fovea-cli model.onnx lines.onnx@3x48x320 ... [--limit 1e-4]

Behind an @ stands the shape of a sample, for a model that leaves it open.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import onnxruntime

from compare_onnxruntime import read_safetensors


def run(model, sample):
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    given = session.get_inputs()[0]
    size = given.shape[0] if isinstance(given.shape[0], int) else len(sample)
    kind = {"tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32, "tensor(double)": numpy.float64}
    if sample.ndim == 4 and given.shape[3] in (1, 3) and sample.shape[1] == given.shape[3] != sample.shape[3]:
        sample = sample.transpose(0, 2, 3, 1)  # the network has its channels first
    sample = sample.astype(kind.get(given.type, numpy.float32))
    parts = [session.run(None, {given.name: sample[i:i + size]})[0] for i in range(0, len(sample), size)]
    return numpy.concatenate(parts)


def compare(program, model, shape, folder):
    network, sample = folder / "network.json", folder / "sample.safetensors"
    begin = time.monotonic()
    command = [program, "network", "convert", model, network, "--sample", sample]
    done = subprocess.run(command + (["--shape", shape] if shape else []), capture_output=True, text=True)
    seconds = time.monotonic() - begin
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip().splitlines()[0])
    types = [layer["type"] for layer in json.loads(network.read_text())["layers"]]
    primitive = [name for name in types if name.startswith("op_")]
    tensors = read_safetensors(sample)
    ours, theirs = tensors["output"], run(model, tensors["input"])
    if ours.shape != theirs.shape:
        raise RuntimeError(f"{ours.shape} instead of {theirs.shape}")
    difference = float(numpy.abs(ours - theirs).max() / max(numpy.abs(theirs).max(), 1e-30))
    return len(types), primitive, difference, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--limit", type=float, default=1e-4)
    parser.add_argument("--primitive", action="store_true", help="name the primitive layers")
    arguments = parser.parse_args()
    print("| Model | Layers | Primitive | Difference | Seconds |\n| --- | ---: | ---: | ---: | ---: |")
    failed = 0
    for given in arguments.models:
        path, _, shape = given.partition("@")
        model = pathlib.Path(path)
        with tempfile.TemporaryDirectory() as folder:
            try:
                layers, primitive, difference, seconds = compare(arguments.program, model, shape, pathlib.Path(folder))
            except Exception as error:  # a table with all rows says more than the first failure
                print(f"| {model.stem} | {error} |", flush=True)
                failed += 1
                continue
        good = difference <= arguments.limit
        failed += not good
        names = " ".join(sorted(set(primitive))) if arguments.primitive else ""
        print(f"| {model.stem} | {layers} | {len(primitive)} | {difference:.1e} | {seconds:.1f} |"
              f"{'' if good else ' too much'} {names}", flush=True)
    print(f"{len(arguments.models) - failed} of {len(arguments.models)} within {arguments.limit:g}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
