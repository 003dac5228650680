#!/usr/bin/env python3
"""Writes the cases of an installed `onnx` package as folders, as `fovea-cli doctor --onnx-suite` reads them.

Needs onnx and numpy from PyPI. What the package computes its cases from must be there too: pictures need pillow.

    write_onnx_suite.py FOLDER [--kind node --kind simple --kind model]
"""
import argparse
import collections
import pathlib
import warnings

import numpy
import onnx
from onnx import numpy_helper
from onnx.backend.test.case import model as model_cases
from onnx.backend.test.case import node as node_cases


def cases_of(kinds):
    warnings.filterwarnings("ignore")  # of numbers that do not fit, which the cases are about
    if "node" in kinds:
        yield from node_cases.collect_testcases(None)
    for case in model_cases.collect_testcases() if {"simple", "model"} & set(kinds) else []:
        if case.kind in kinds:
            yield case


def message_of(value, info):
    """The value as the message that its type in the model asks for."""
    if isinstance(value, (onnx.TensorProto, onnx.SequenceProto, onnx.OptionalProto)):
        return value
    kind = info.type.WhichOneof("value") if info is not None else "tensor_type"
    if kind == "sequence_type":
        return numpy_helper.from_list(value, info.name)
    if kind == "optional_type":
        return numpy_helper.from_optional(value, info.name)
    if kind == "map_type":
        return numpy_helper.from_dict(value, info.name)
    return numpy_helper.from_array(numpy.asarray(value), info.name if info is not None else "")


def write(case, folder):
    """False for a case without a model or without numbers, such as those of a zoo that must be fetched."""
    if case.model is None or not case.data_sets:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(case.model, str(folder / "model.onnx"))
    graph = case.model.graph
    for number, (inputs, outputs) in enumerate(case.data_sets):
        place = folder / f"test_data_set_{number}"
        place.mkdir(exist_ok=True)
        for prefix, values, infos in (("input", inputs, graph.input), ("output", outputs, graph.output)):
            for i, value in enumerate(values):
                message = message_of(value, infos[i] if i < len(infos) else None)
                (place / f"{prefix}_{i}.pb").write_bytes(message.SerializeToString())
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--kind", action="append", choices=["node", "simple", "model"])
    arguments = parser.parse_args()
    written, left = collections.Counter(), collections.Counter()
    for case in cases_of(arguments.kind or ["node", "simple"]):
        (written if write(case, arguments.folder / case.kind / case.name) else left)[case.kind] += 1
    for kind in sorted(written | left):
        print(f"{kind}: {written[kind]} written, {left[kind]} without numbers (onnx {onnx.__version__})")


if __name__ == "__main__":
    main()
