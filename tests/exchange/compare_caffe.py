#!/usr/bin/env python3
"""Exports networks as Caffe's and compares what OpenCV's importer of Caffe says of a sample with what Fovea says.

Needs numpy and OpenCV 4 (opencv-python-headless below 5 from PyPI). Prints a table; a network that Caffe cannot say is
listed with the reason. Fails if a network differs by more than 1e-4 of its largest output.

    compare_caffe.py path/to/fovea-cli [network or prototxt ...]
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy

from compare_onnxruntime import program_and_networks, read_safetensors

LIMIT = 1e-4


class Refused(Exception):
    pass


def compare(program, network, folder):
    import cv2

    prototxt, sample = folder / "net.prototxt", folder / "sample.safetensors"
    result = subprocess.run([program, "network", "convert", network, prototxt, "--sample", sample],
                            capture_output=True, text=True)
    if result.returncode != 0:
        raise Refused(result.stderr.strip().splitlines()[0])
    tensors = read_safetensors(sample)
    net = cv2.dnn.readNetFromCaffe(str(prototxt), str(prototxt.with_suffix(".caffemodel")))
    expected = tensors["output"]
    outputs = []
    for one in tensors["input"]:  # one at a time: a prototxt names its batch
        net.setInput(numpy.ascontiguousarray(one[None].astype(numpy.float32)))
        outputs.append(net.forward().copy())
    got = numpy.concatenate(outputs).reshape(-1)
    if got.size != expected.size:
        return numpy.inf, outputs[0].shape
    return float(numpy.abs(got - expected.reshape(-1)).max() / numpy.abs(expected).max()), expected.shape


def main():
    program, networks = program_and_networks(__doc__)
    failed = refused = 0
    for network in networks:
        with tempfile.TemporaryDirectory() as folder:
            try:
                difference, shape = compare(program, network, pathlib.Path(folder))
            except Refused as words:
                print(f"| {network} | not said in Caffe: {words} |")
                refused += 1
                continue
            except Exception as error:  # a table with all rows says more than the first failure
                print(f"| {network} | {type(error).__name__}: {error} |")
                failed += 1
                continue
        failed += difference > LIMIT
        print(f"| {network} | {list(shape)} | {difference:.1e} |{' too much' if difference > LIMIT else ''}", flush=True)
    print(f"{len(networks) - failed - refused} of {len(networks)} within {LIMIT:g}, {refused} that Caffe cannot say")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
