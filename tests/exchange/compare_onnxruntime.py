#!/usr/bin/env python3
"""Exports networks as ONNX models and compares what ONNX Runtime says of a sample with what Fovea says.

Needs numpy and onnxruntime from PyPI (onnx too, for its newest checker). Prints a table; fails if a network differs by
more than 1e-4 of its largest output.

    compare_onnxruntime.py path/to/fovea-cli [--opset 17] [network ...]
"""
import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy

try:
    import onnx
except ImportError:
    onnx = None

LIMIT = 1e-4
TYPES = {"F32": numpy.float32, "I32": numpy.int32}


def program_and_networks(description):
    """The program that is named on the command line, and the networks: those that are named, or all standard ones."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("networks", nargs="*")
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.program, "network", "list", "--json"], check=True, capture_output=True).stdout
    return arguments.program, arguments.networks or [entry["name"] for entry in json.loads(listed)]


def read_safetensors(path):
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        numbers = numpy.frombuffer(data[8 + length + begin:8 + length + end], TYPES[entry["dtype"]])
        tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def compare(program, network, opset, folder):
    import onnxruntime  # only here: others read samples with this file and need no ONNX Runtime

    model, sample = folder / f"{network}.onnx", folder / f"{network}.safetensors"
    subprocess.run([program, "network", "convert", network, model, "--opset", str(opset), "--sample", sample],
                   check=True, stdout=subprocess.DEVNULL)
    if onnx is not None:
        onnx.checker.check_model(str(model), full_check=True)
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    tensors = read_safetensors(sample)
    (result,) = session.run(None, {"input": tensors["input"]})
    expected = tensors["output"]
    if result.shape != expected.shape:
        return numpy.inf, result.shape
    return float(numpy.abs(result - expected).max() / numpy.abs(expected).max()), result.shape


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("networks", nargs="*")
    parser.add_argument("--opset", type=int, default=17)
    arguments = parser.parse_args()
    listed = json.loads(subprocess.run([arguments.program, "network", "list", "--json"], check=True,
                                       capture_output=True).stdout)
    networks = arguments.networks or [entry["name"] for entry in listed]
    print(f"ONNX Runtime, opset {arguments.opset}")
    failed = 0
    for network in networks:
        with tempfile.TemporaryDirectory() as folder:
            try:
                difference, shape = compare(arguments.program, network, arguments.opset, pathlib.Path(folder))
            except Exception as error:  # a table with all rows says more than the first failure
                print(f"| {network} | {type(error).__name__}: {error} |")
                failed += 1
                continue
        failed += difference > LIMIT
        print(f"| {network} | {list(shape)} | {difference:.1e} |{' too much' if difference > LIMIT else ''}")
    print(f"{len(networks) - failed} of {len(networks)} within {LIMIT:g}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
