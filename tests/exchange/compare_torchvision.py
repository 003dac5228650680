#!/usr/bin/env python3
"""Gives torchvision's weights to Fovea's networks and compares what both say of a sample.

Needs numpy, torch, torchvision and safetensors from PyPI. The weights are random, those of normalisations too. Prints a
table; fails if a network differs by more than 1e-4 of its largest output, or if weights that do not fit were taken.

    compare_torchvision.py path/to/fovea-cli [network ...]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import safetensors.torch
import torch
import torchvision

from compare_onnxruntime import read_safetensors

LIMIT = 1e-4
# Fovea's name, torchvision's, and whether both are the same network.
PAIRS = [
    ("resnet18", "resnet18", True),
    ("resnet34", "resnet34", True),
    ("resnet50", "resnet50", True),
    ("vgg16", "vgg16", True),
    ("mobilenet-v2", "mobilenet_v2", True),
    ("densenet121", "densenet121", True),
    ("squeezenet", "squeezenet1_0", True),
    ("squeezenet-v1-1", "squeezenet1_1", True),
    ("alexnet", "alexnet", False),  # torchvision's has other widths
    ("googlenet", "googlenet", False),  # torchvision's has batch normalisation
]


def shaken(model):
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if name.endswith("running_var"):
                value.uniform_(0.5, 1.5)
            elif name.endswith("running_mean"):
                value.normal_(0, 0.1)
            elif name.endswith("bias"):
                value.normal_(0, 0.1)
            elif value.dim() == 1 and value.is_floating_point():
                value.uniform_(0.5, 1.5)
        # Classes of similar scores tell networks apart; one that takes all does not.
        model.eval()
        last = [m for m in model.modules() if isinstance(m, (torch.nn.Linear, torch.nn.Conv2d))][-1]
        size = float(model(torch.randn(2, 3, 224, 224)).std())
        last.weight /= size
        last.bias /= size
    return model


def compare(program, network, theirs, folder):
    more = {"init_weights": True, "aux_logits": False} if theirs == "googlenet" else {}
    torch.manual_seed(1)
    model = shaken(getattr(torchvision.models, theirs)(**more))
    weights, sample, out, again = (folder / name for name in ("w.safetensors", "s.safetensors", "o.safetensors",
                                                              "p.safetensors"))
    safetensors.torch.save_file({k: v.contiguous() for k, v in model.state_dict().items()}, str(weights))
    convert = [program, "network", "convert", network]
    done = subprocess.run([*convert, out, "--weights", weights, "--sample", sample, "--json"], capture_output=True,
                          text=True)
    if done.returncode:
        return None, (done.stderr or done.stdout).strip().splitlines()[0]
    report = json.loads(done.stdout)
    tensors = read_safetensors(sample)
    with torch.no_grad():
        expected = torch.softmax(model(torch.from_numpy(tensors["input"].copy())), 1).numpy()
    rest = f", {len(report['approximated'])} kept, {len(report['dropped'])} left" if report["dropped"] else ""
    difference = float(numpy.abs(tensors["output"] - expected).max() / numpy.abs(expected).max())
    if rest:
        return difference, report["notes"][-1] + rest
    # Out under PyTorch's names and in again: nothing is lost on the way.
    subprocess.run([program, "network", "convert", out, again, "--names", "pytorch"], check=True,
                   stdout=subprocess.DEVNULL)
    back = safetensors.torch.load_file(str(again))
    given = [v for k, v in model.state_dict().items() if not k.endswith("num_batches_tracked")]
    if sorted(float(v.double().sum()) for v in back.values()) != sorted(float(v.double().sum()) for v in given):
        return None, "written weights differ"
    return difference, report["notes"][-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("networks", nargs="*")
    arguments = parser.parse_args()
    failed = 0
    for network, theirs, same in PAIRS:
        if arguments.networks and network not in arguments.networks:
            continue
        with tempfile.TemporaryDirectory() as folder:
            difference, words = compare(arguments.program, network, theirs, pathlib.Path(folder))
        good = (difference is not None and difference <= LIMIT) if same else difference is None or difference > LIMIT
        failed += not good
        shown = "-" if difference is None else f"{difference:.1e}"
        print(f"| {network} | {theirs} | {shown} | {words} |{'' if good else ' wrong'}", flush=True)
    print(f"{failed} of the networks are wrong" if failed else "all as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
