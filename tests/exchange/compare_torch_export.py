#!/usr/bin/env python3
"""Exports small PyTorch modules with torch's own ONNX exporter at several opsets, reads them as networks, and compares.

Needs numpy, torch, onnx and onnxscript from PyPI. Each module holds what changed from opset to opset: resizing, pooling,
normalisations, attention, recurrences, scattering. Prints a table: by how much Fovea's outputs differ from PyTorch's, by
opset. Fails if a model is not read or differs by more than 1e-4 of its largest output; what is refused by name is shown.

    compare_torch_export.py path/to/fovea-cli [--opset 18 --opset 23] [--module resize ...] [--models FOLDER]

Models that lie in the folder already are not exported again; their weights are the same each time.
"""
import argparse
import contextlib
import io
import logging
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy
import torch
from torch import nn
from torch.nn import functional

from compare_onnxruntime import read_safetensors

LIMIT = 1e-4
OPSETS = range(18, 24)


class Formula(nn.Module):
    def __init__(self, formula, **parts):
        super().__init__()
        self.formula = formula
        for name, part in parts.items():
            setattr(self, name, part)

    def forward(self, x):
        return self.formula(self, x)


class Attention(nn.Module):
    def __init__(self, causal):
        super().__init__()
        self.causal = causal
        self.all = nn.Linear(16, 48)

    def forward(self, x):
        query, key, value = (part.unflatten(-1, (4, 4)).transpose(1, 2) for part in self.all(x).chunk(3, -1))
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=self.causal)
        return mixed.transpose(1, 2).flatten(2)


class Recurrent(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.inner = kind(6, 5, batch_first=True, **options)

    def forward(self, x):
        return self.inner(x)[0]


def resized(**options):
    return Formula(lambda m, x: functional.interpolate(x, **options)), (3, 9, 7)


def modules():
    image, row, sequence = (4, 8, 8), (12,), (5, 6)
    theta = torch.tensor([[[0.8, 0.2, 0.1], [-0.3, 0.9, 0.05]]])
    grid = functional.affine_grid(theta, (1, 4, 6, 7), align_corners=False)
    index = torch.tensor([[0, 2, 2, 5, 7, 1, 0, 3]]).expand(1, 8)

    def sampled(mode, padding):
        def sample(m, x):
            return functional.grid_sample(x, m.grid.expand(x.shape[0], -1, -1, -1), mode=mode, padding_mode=padding,
                                          align_corners=False)
        return Formula(sample, grid=nn.Parameter(grid)), image

    yield "resize nearest", resized(scale_factor=2, mode="nearest")
    yield "resize bilinear", resized(scale_factor=1.7, mode="bilinear")
    yield "resize bilinear to a size", resized(size=(13, 5), mode="bilinear", align_corners=True)
    yield "resize bicubic", resized(size=(13, 12), mode="bicubic")
    yield "resize against aliasing", resized(size=(4, 5), mode="bilinear", antialias=True)
    yield "resize bicubic against aliasing", resized(size=(4, 5), mode="bicubic", antialias=True)
    for mode in ("bilinear", "bicubic", "nearest"):
        for padding in ("zeros", "border", "reflection"):
            yield f"sample a grid {mode} {padding}", sampled(mode, padding)
    yield "average pooling", (nn.AvgPool2d(3, 2, 1), image)
    yield "average pooling rounded up", (nn.AvgPool2d(3, 2, 1, ceil_mode=True, count_include_pad=False), image)
    yield "largest with gaps", (nn.MaxPool2d(2, 1, dilation=3), image)
    yield "adaptive pooling", (nn.AdaptiveAvgPool2d(2), image)
    yield "norm pooling", (nn.LPPool2d(2, 2), image)
    yield "convolution transposed", (nn.ConvTranspose2d(4, 3, 3, 2, 1, 1), image)
    yield "group normalisation", (nn.GroupNorm(2, 4), image)
    yield "instance normalisation", (nn.InstanceNorm2d(4, affine=True), image)
    yield "layer normalisation", (nn.LayerNorm(6), sequence)
    yield "RMS normalisation", (nn.RMSNorm(6), sequence)
    yield "batch normalisation", (nn.BatchNorm2d(4).eval(), image)
    yield "local response", (nn.LocalResponseNorm(3), image)
    for name in ("GELU", "SiLU", "Mish", "Hardswish", "ELU", "CELU", "SELU", "Softplus", "Hardsigmoid", "LogSoftmax"):
        options = {"dim": -1} if name == "LogSoftmax" else {}
        yield name, (getattr(nn, name)(**options), row)
    yield "GELU by tanh", (nn.GELU(approximate="tanh"), row)
    yield "attention", (Attention(False), (5, 16))
    yield "attention, causal", (Attention(True), (5, 16))
    yield "transformer", (nn.TransformerEncoderLayer(6, 2, 8, batch_first=True).eval(), sequence)
    yield "LSTM", (Recurrent(nn.LSTM), sequence)
    yield "GRU, both ways", (Recurrent(nn.GRU, bidirectional=True), sequence)
    yield "RNN", (Recurrent(nn.RNN), sequence)
    yield "padding mirrored", (nn.ReflectionPad2d((1, 2, 0, 3)), image)
    yield "padding around", (nn.CircularPad2d(2), image)
    yield "split", (Formula(lambda m, x: torch.cat([a * (i + 1) for i, a in enumerate(x.split(5, 1))], 1)), row)
    yield "largest three", (Formula(lambda m, x: x.topk(3, 1).values), row)
    yield "running sum", (Formula(lambda m, x: x.cumsum(1)), row)
    yield "means", (Formula(lambda m, x: x.mean((1, 3)) - x.amax((1, 3)) + x.prod(1).sum(1)), image)
    yield "norms", (Formula(lambda m, x: functional.normalize(x, dim=1) + x.norm(dim=1, keepdim=True)), row)
    yield "gather", (Formula(lambda m, x: x.gather(1, m.index.expand(x.shape[0], -1)),
                             index=nn.Parameter(index, requires_grad=False)), row)
    yield "scatter", (Formula(lambda m, x: x.scatter_reduce(1, m.index.expand(x.shape[0], -1), x[:, :8], "amax"),
                              index=nn.Parameter(index, requires_grad=False)), row)
    yield "blocks to channels", (nn.PixelUnshuffle(2), image)
    yield "channels to blocks", (nn.PixelShuffle(2), image)
    yield "unfold", (nn.Unfold(3, padding=1), image)
    yield "rest", (Formula(lambda m, x: torch.fmod(x, 0.3) + torch.remainder(x, -0.7)), row)
    yield "rounding", (Formula(lambda m, x: torch.round(x * 3) + torch.floor(x) + torch.trunc(x * 2)), row)
    yield "bfloat16 and back", (Formula(lambda m, x: x.bfloat16().float() + x.half().float()), row)
    yield "einsum", (Formula(lambda m, x: torch.einsum("bij,bkj->bik", x, x)), sequence)
    yield "triangle", (Formula(lambda m, x: torch.tril(x, -1) + torch.triu(x, 1)), sequence)
    yield "clamped", (Formula(lambda m, x: x.clamp(-0.5, 0.7).sign() + torch.where(x > 0, x, -x)), row)


def export(module, shape, opset, path):
    sample = torch.randn(2, *shape)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        program = torch.onnx.export(module, (sample,), dynamo=True, opset_version=opset, verbose=False,
                                    optimize=True)
        program.save(str(path))
    return next(entry.version for entry in program.model_proto.opset_import if entry.domain in ("", "ai.onnx"))


def compare(program, module, shape, opset, model, folder):
    network, sample = folder / "n.json", folder / "s.safetensors"
    if not model.exists() and export(module, shape, opset, model) != opset:
        return None, "not exported at this opset"
    done = subprocess.run([program, "network", "convert", model, network, "--sample", sample], capture_output=True,
                          text=True)
    if done.returncode:
        return None, (done.stderr or done.stdout).strip().splitlines()[0]
    tensors = read_safetensors(sample)
    with torch.no_grad():
        parts = torch.from_numpy(tensors["input"].copy()).split(2)
        expected = numpy.concatenate([module(part).numpy() for part in parts])
    if tensors["output"].shape != expected.shape:
        return None, f"{tensors['output'].shape} instead of {expected.shape}"
    return float(numpy.abs(tensors["output"] - expected).max() / max(float(numpy.abs(expected).max()), 1e-30)), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--opset", action="append", type=int)
    parser.add_argument("--module", action="append")
    parser.add_argument("--models", type=pathlib.Path)
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    opsets = arguments.opset or list(OPSETS)
    print(f"| Module | {' | '.join(f'opset {opset}' for opset in opsets)} |\n| --- |{' ---: |' * len(opsets)}")
    wrong = refused = count = 0
    torch.manual_seed(1)
    for name, (module, shape) in list(modules()):  # all of them, before anything else draws numbers
        if arguments.module and not any(word in name for word in arguments.module):
            continue
        cells = []
        for opset in opsets:
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                place = pathlib.Path(folder)
                model = (arguments.models or place) / f"{name.replace(' ', '_')}_{opset}.onnx"
                try:
                    difference, words = compare(arguments.program, module.eval(), shape, opset, model, place)
                except Exception as error:  # torch does not export every module at every opset
                    difference, words = None, f"not exported: {str(error).splitlines()[0][:60]}"
            refused += difference is None and ("unsupported" in words or "not exported" in words)
            good = difference is not None and difference <= LIMIT
            wrong += not good and not (difference is None and ("unsupported" in words or "not exported" in words))
            cells.append(words if difference is None else f"{difference:.1e}{'' if good else ' wrong'}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print(f"{count - wrong - refused} of {count} within {LIMIT:g}, {refused} refused by name or not exported, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
