#!/usr/bin/env python3
"""Writes networks as PyTorch code, runs it, and compares what it says of a sample with what Fovea says.

Needs numpy and torch from PyPI. Prints a table; fails if a network cannot be written or differs by more than 1e-4 of
its largest output.

    compare_pytorch_code.py path/to/fovea-cli [network ...]
"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from compare_onnxruntime import LIMIT, program_and_networks, read_safetensors  # noqa: E402


def compare(program, network, folder):
    code, sample = folder / "rebuilt.py", folder / "sample.safetensors"
    subprocess.run([program, "network", "convert", network, code, "--sample", sample], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    specification = importlib.util.spec_from_file_location("rebuilt", code)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    rebuilt = module.load()
    weights = read_safetensors(folder / "rebuilt.safetensors")
    missing = [name for name, value in rebuilt.state_dict().items()
               if name not in weights and not name.endswith("num_batches_tracked")]
    extra = [name for name in weights if name not in rebuilt.state_dict()]
    if missing or extra:
        raise ValueError(f"weights differ: {missing[:3]} are missing, {extra[:3]} unknown")
    tensors = read_safetensors(sample)
    with torch.no_grad():
        result = rebuilt(torch.from_numpy(tensors["input"].copy())).numpy()
    expected = tensors["output"]
    if result.shape != expected.shape:
        raise ValueError(f"{result.shape} instead of {expected.shape}")
    return float(numpy.abs(result - expected).max() / numpy.abs(expected).max())


def main():
    program, networks = program_and_networks(__doc__)
    failed = 0
    for network in networks:
        with tempfile.TemporaryDirectory() as folder:
            try:
                difference = compare(program, network, pathlib.Path(folder))
            except subprocess.CalledProcessError as error:
                failed += 1
                print(f"| {network} | not written: {error.stderr.decode().strip()} |")
                continue
            except Exception as error:
                failed += 1
                print(f"| {network} | {type(error).__name__}: {error} |")
                continue
        failed += difference > LIMIT
        print(f"| {network} | {difference:.1e} |{' too much' if difference > LIMIT else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
