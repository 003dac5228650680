#!/usr/bin/env python3
"""Compares attributions with Captum's, on the same network with the same weights and the same input.

Writes each network as PyTorch code and as a checkpoint, and asks both why they answer as they do. Needs captum, numpy
and torch from PyPI. Captum computes in f64: where a network bends, the roundings of f32 alone change single numbers of
integrated gradients by 3e-4 of the largest. Prints a table: the length of the difference by that of Captum's answer,
and the largest difference by the largest number; fails where the first is more than 1e-4.

    compare_captum.py path/to/fovea-cli [network ...]
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch
from captum.attr import (GuidedBackprop, InputXGradient, IntegratedGradients, LayerGradCam, Occlusion, Saliency)

LIMIT = 1e-4


class Scores(torch.nn.Module):
    """What the last linear layer of a network says, before the softmax behind it."""

    def __init__(self, network):
        super().__init__()
        self.network = network
        self.last = [module for module in network.modules() if isinstance(module, torch.nn.Linear)][-1]
        self.last.register_forward_hook(lambda _, __, output: setattr(self, "said", output))

    def forward(self, x):
        self.network(x)
        return self.said


def rebuilt(program, network, folder):
    subprocess.run([program, "network", "convert", network, folder / "rebuilt.py"], check=True, capture_output=True)
    subprocess.run([program, "network", "convert", network, folder / "model.safetensors"], check=True,
                   capture_output=True)
    specification = importlib.util.spec_from_file_location("rebuilt", folder / "rebuilt.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.load()


def ask(program, folder, method, *options):
    out = folder / "values.npy"
    answer = subprocess.run([program, "inspect", folder / "model.safetensors", "--image", folder / "input.npy",
                             "--method", method, "--class", "2", "--out", out, "--json", *options],
                            check=True, capture_output=True, text=True)
    return numpy.load(out), json.loads(answer.stdout)


def compare(program, network, shape, layer, folder):
    scores = Scores(rebuilt(program, network, folder)).eval().double()
    x = torch.randn(1, *shape, generator=torch.Generator().manual_seed(1))
    numpy.save(folder / "input.npy", x[0].numpy())
    side = max(2, shape[-1] // 8)
    x = x.double()
    window, stride = (shape[0], side, side), (shape[0], side // 2, side // 2)
    expected = {
        "gradient": Saliency(scores).attribute(x, target=2, abs=False),
        "gradient-times-input": InputXGradient(scores).attribute(x, target=2),
        "integrated-gradients": IntegratedGradients(scores).attribute(x, target=2, n_steps=50),
        "grad-cam": LayerGradCam(scores, getattr(scores.network, layer)).attribute(x, target=2, relu_attributions=True)[0],
        "guided-gradients": GuidedBackprop(scores).attribute(x, target=2),
        "occlusion": Occlusion(scores).attribute(x, target=2, sliding_window_shapes=window, strides=stride),
    }
    options = {"grad-cam": ["--layer", layer], "occlusion": ["--window", str(side), "--stride", str(side // 2)]}
    worst = 0
    for method, theirs in expected.items():
        ours, _ = ask(program, folder, method, *options.get(method, []))
        theirs = theirs[0].detach().numpy()
        difference = float(numpy.linalg.norm(ours - theirs) / max(numpy.linalg.norm(theirs), 1e-30))
        largest = float(numpy.abs(ours - theirs).max() / max(numpy.abs(theirs).max(), 1e-30))
        print(f"{network:<12} {method:<22} {str(ours.shape):<16} {difference:.1e} {largest:.1e}")
        worst = max(worst, difference)
    return worst


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    known = {"lenet": ((1, 28, 28), "conv2"), "resnet18": ((3, 224, 224), None)}
    chosen = sys.argv[2:] or list(known)
    worst = 0
    for network in chosen:
        shape, layer = known[network]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            if layer is None:  # the last convolution
                modules = dict(rebuilt(program, network, folder).named_modules())
                layer = [key for key, module in modules.items() if isinstance(module, torch.nn.Conv2d)][-1]
            worst = max(worst, compare(program, network, shape, layer, folder))
    if worst > LIMIT:
        sys.exit(f"The largest difference is {worst:.1e}.")


if __name__ == "__main__":
    main()
