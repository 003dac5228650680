#!/usr/bin/env python3
"""Exports PyTorch modules with torch's own ONNX exporters at several opsets, reads them as networks, and compares.

Needs numpy, torch, onnx, onnxruntime and onnxscript from PyPI; torchvision for its networks, which have random weights.
Prints a table: by how much Fovea's outputs differ from PyTorch's, by opset. Fails if a model differs by more than 1e-4
of its largest output; what is refused by name is shown. Where the export itself says something else than PyTorch, ONNX
Runtime's outputs are those that count.

    compare_torch_export.py path/to/fovea-cli [--opset 18 --opset 23] [--module resize ...] [--models FOLDER]
                            [--older] [--batch 4] [--networks]

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

from compare_onnxruntime import read_safetensors
from torch_modules import modules, networks

LIMIT = 1e-4
OPSETS = range(18, 24)


def export(module, shape, opset, path, arguments):
    """False where the exporter gave another opset than it was asked for."""
    sample = torch.randn(arguments.batch or 2, *shape)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), torch.no_grad():
        warnings.simplefilter("ignore")
        if arguments.older:
            names = {"dynamic_axes": {"x": {0: "batch"}, "y": {0: "batch"}}} if arguments.batch == 0 else {}
            torch.onnx.export(module, (sample,), str(path), dynamo=False, opset_version=opset, input_names=["x"],
                              output_names=["y"], **names)
            return True
        shapes = {"dynamic_shapes": ({0: torch.export.Dim("batch")},)} if arguments.batch == 0 else {}
        program = torch.onnx.export(module, (sample,), dynamo=True, opset_version=opset, verbose=False, optimize=True,
                                    **shapes)
        program.save(str(path))
    versions = {entry.domain: entry.version for entry in program.model_proto.opset_import}
    return versions.get("", versions.get("ai.onnx")) == opset


def difference_of(got, expected):
    if got.shape != expected.shape:
        return None, f"{got.shape} instead of {expected.shape}"
    if (numpy.isnan(got) != numpy.isnan(expected)).any():
        return None, f"{numpy.isnan(got).sum()} outputs are no numbers instead of {numpy.isnan(expected).sum()}"
    if numpy.isnan(expected).all():
        return 0.0, ""
    same = got == expected  # infinities, too
    return float(numpy.nanmax(numpy.where(same, 0, numpy.abs(got - expected)))
                 / max(float(numpy.nanmax(numpy.abs(expected))), 1e-30)), ""


def as_onnx_runtime(model, sample, batch):
    import onnxruntime  # only here: most outputs are those of PyTorch

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    name, size = session.get_inputs()[0].name, batch or len(sample)
    parts = [sample[at:at + size] for at in range(0, len(sample), size)]
    return numpy.concatenate([session.run(None, {name: part})[0] for part in parts])


def compare(module, shape, opset, model, folder, arguments):
    """By how much the outputs differ, or None and why there are none."""
    network, sample = folder / "n.json", folder / "s.safetensors"
    if not model.exists() and not export(module, shape, opset, model, arguments):
        model.unlink()
        return None, "not exported at this opset"
    done = subprocess.run([arguments.program, "network", "convert", model, network, "--sample", sample],
                          capture_output=True, text=True)
    if done.returncode:
        return None, next(iter((done.stderr or done.stdout).strip().splitlines()), f"ended with {done.returncode}")
    tensors = read_safetensors(sample)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given = torch.from_numpy(tensors["input"].copy())
        expected = numpy.concatenate([module(part).numpy() for part in given.split(arguments.batch or len(given))])
    difference, words = difference_of(tensors["output"], expected)
    if difference is not None and difference <= LIMIT:
        return difference, ""
    difference_of_export, _ = difference_of(tensors["output"], as_onnx_runtime(model, tensors["input"], arguments.batch))
    if difference_of_export is not None and difference_of_export <= LIMIT:
        return difference_of_export, " of ONNX Runtime's; the export differs from PyTorch"
    return difference, words


def arguments_of_command_line():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--opset", action="append", type=int)
    parser.add_argument("--module", action="append", help="words of the names of those that are to be compared")
    parser.add_argument("--models", type=pathlib.Path, help="where exported models stay")
    parser.add_argument("--older", action="store_true", help="the exporter by tracing, which is deprecated")
    parser.add_argument("--batch", type=int, default=2, help="samples that a model is exported for; 0: any number")
    parser.add_argument("--networks", action="store_true", help="torchvision's networks instead of small modules")
    return parser.parse_args()


def main():
    arguments = arguments_of_command_line()
    logging.disable(logging.WARNING)
    opsets = arguments.opset or list(OPSETS)
    kind = f"{'older' if arguments.older else 'new'}_{arguments.batch}"
    print(f"| Module | {' | '.join(f'opset {opset}' for opset in opsets)} |\n| --- |{' ---: |' * len(opsets)}")
    wrong = refused = count = 0
    torch.manual_seed(1)
    entries = list((networks if arguments.networks else modules)())  # all, before anything else draws numbers
    for name, (module, shape) in entries:
        if arguments.module and not any(word in name for word in arguments.module):
            continue
        cells = []
        for opset in opsets:
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                place = pathlib.Path(folder)
                file = "".join(c if c.isalnum() else "_" for c in name)
                model = (arguments.models or place) / f"{file}_{kind}_{opset}.onnx"
                try:
                    difference, words = compare(module.eval(), shape, opset, model, place, arguments)
                except Exception as error:  # torch does not export every module at every opset
                    model.unlink(missing_ok=True)
                    difference, words = None, f"not exported: {(str(error).splitlines() or [''])[0][:60]}"
            named = difference is None and ("unsupported" in words or "not exported" in words)
            good = difference is not None and difference <= LIMIT
            refused += named
            wrong += not good and not named
            cells.append(words if difference is None else f"{difference:.1e}{words}{'' if good else ' wrong'}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print(f"{count - wrong - refused} of {count} within {LIMIT:g}, {refused} refused by name or not exported, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
