#!/usr/bin/env python3
"""Curves go to TensorBoard and come back from its writers.

    compare_tensorboard.py FOVEA_CLI PROJECT

PROJECT has at least one run with a validation, trained with --histograms N. Needs the packages tensorboard and tensorboardX, and torch's writer where
torch is there. Ends with 1 where a number differs.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy


def fovea(cli, *arguments):
    lines = subprocess.run([cli, *map(str, arguments), "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def check(condition, words):
    if not condition:
        print("FAILED:", words)
        sys.exit(1)


def read_ours(cli, project, work):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    fovea(cli, "runs", "export", 1, "--project", project, "--format", "json", "--out", work)
    fovea(cli, "runs", "export", 1, "--project", project, "--format", "tensorboard", "--out", work)
    run = json.loads((work / "run-1.json").read_text())
    reader = EventAccumulator(str(work / "run-1"))
    reader.Reload()
    count = 0
    for tag, rows, name in (("train/loss", run["points"], "loss"), ("learning_rate", run["points"], "learning_rate"),
                            ("validation/loss", run["epochs"], "val_loss")):
        values = {event.step: event.value for event in reader.Scalars(tag)}
        for row in rows:
            if row[name] is None:
                continue
            check(abs(values[row["step"]] - row[name]) <= 1e-6 * max(1.0, abs(row[name])), f"{tag} of step {row['step']}")
            count += 1
    print(f"tensorboard reads {count} of our values as they are")
    check(run["layers"], "the run has no histograms: train it with --histograms N")
    count = 0
    for row in run["layers"]:
        for kind in ("weights", "gradients", "activations"):
            if row[kind] is None:
                continue
            event = next(e for e in reader.Histograms(f"{kind}/{row['layer']}") if e.step == row["step"])
            ours, theirs = row[kind], event.histogram_value
            what = f"{kind} of {row['layer']} at step {row['step']}"
            # From the third row on tensorboard gives the buckets; it pads them to a number of its own.
            check(abs(theirs.min - ours["minimum"]) <= 1e-6 * max(1, abs(ours["minimum"])), what)
            check(abs(theirs.max - ours["maximum"]) <= 1e-6 * max(1, abs(ours["maximum"])), what)
            check(sum(theirs.bucket) == sum(ours["counts"]), what)
            check([c for c in theirs.bucket if c] == [c for c in ours["counts"] if c], what)
            count += 1
    print(f"tensorboard reads {count} of our histograms as they are")


def writers():
    from tensorboardX import SummaryWriter as Plain

    yield "tensorboardX", Plain
    try:
        from torch.utils.tensorboard import SummaryWriter as Torch

        yield "torch", Torch
    except ImportError:
        print("torch is not there: its writer is left out")


def read_theirs(cli, work):
    for name, writer in writers():
        folder, project = work / name, work / f"{name}-project"
        log = writer(str(folder))
        for step in range(200):
            log.add_scalar("Loss/train", 1 / (step + 1), step)
            if step % 10 == 9:
                log.add_scalar("Loss/val", 2 / (step + 1), step)
            if step % 50 == 49:
                log.add_histogram("fc.weight", numpy.random.default_rng(step).normal(size=1000), step)
        log.close()
        imported = fovea(cli, "runs", "import", folder, "--project", project)[-1]
        check(imported["values"] == 220, f"{name}: {imported}")
        shown = fovea(cli, "runs", "show", imported["run"], "--project", project)[-1]["metrics"]
        check(abs(shown["train_loss"]["last"] - 1 / 200) < 1e-8, f"{name}: {shown}")
        check(abs(shown["val_loss"]["best"] - 2 / 200) < 1e-8, f"{name}: {shown}")
        check(imported["histograms"] == 4, f"{name}: {imported}")
        for row in fovea(cli, "runs", "histograms", imported["run"], "--project", project):
            values = numpy.random.default_rng(row["step"]).normal(size=1000)
            histogram = row["weights"]
            # torch's and tensorboardX's buckets grow by a tenth each; we share them out among 64 equal ones.
            counts = numpy.array(histogram["counts"])
            edges = numpy.linspace(histogram["minimum"], histogram["maximum"], len(counts) + 1)
            check(abs(counts.sum() - 1000) <= len(counts), f"{name}: {row}")
            theirs = numpy.cumsum(counts) / counts.sum()
            real = numpy.array([(values <= edge).mean() for edge in edges[1:]])
            check(numpy.abs(theirs - real).max() < 0.05, f"{name}: the distribution differs by {numpy.abs(theirs - real).max()}")
        print(f"{name}: 220 values and 4 histograms are read as they are")


def read_tensors(cli, work):
    """The second form of histograms, as TensorFlow 2 writes them: tensors of rows (left, right, count)."""
    from tensorboard.compat.proto import event_pb2
    from tensorboard.plugins.histogram.summary import pb
    from tensorboard.summary.writer.event_file_writer import EventFileWriter

    values = numpy.random.default_rng(1).normal(size=1000)
    writer = EventFileWriter(str(work / "tensors"))
    summary = pb("dense/kernel", values, bucket_count=30)
    writer.add_event(event_pb2.Event(wall_time=1.7e9, step=5, summary=summary))
    writer.close()
    imported = fovea(cli, "runs", "import", work / "tensors", "--project", work / "tensor-project")[-1]
    check(imported["histograms"] == 1, imported)
    row = fovea(cli, "runs", "histograms", imported["run"], "--project", work / "tensor-project")[-1]
    expected = numpy.histogram(values, bins=30)[0].tolist()
    check(row["weights"]["counts"] == expected and row["step"] == 5, row)
    print("a histogram in the form of a tensor is read as it is")


if __name__ == "__main__":
    check(len(sys.argv) == 3, __doc__)
    with tempfile.TemporaryDirectory() as place:
        read_ours(sys.argv[1], sys.argv[2], pathlib.Path(place))
        read_theirs(sys.argv[1], pathlib.Path(place))
        read_tensors(sys.argv[1], pathlib.Path(place))
