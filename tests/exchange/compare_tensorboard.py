#!/usr/bin/env python3
"""Curves go to TensorBoard and come back from its writers.

    compare_tensorboard.py FOVEA_CLI PROJECT

PROJECT has at least one run with a validation. Needs the packages tensorboard and tensorboardX, and torch's writer where
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
        log.add_histogram("weights", numpy.arange(10), 0)
        log.close()
        imported = fovea(cli, "runs", "import", folder, "--project", project)[-1]
        check(imported["values"] == 220, f"{name}: {imported}")
        shown = fovea(cli, "runs", "show", imported["run"], "--project", project)[-1]["metrics"]
        check(abs(shown["train_loss"]["last"] - 1 / 200) < 1e-8, f"{name}: {shown}")
        check(abs(shown["val_loss"]["best"] - 2 / 200) < 1e-8, f"{name}: {shown}")
        print(f"{name}: 220 values are read as they are")


if __name__ == "__main__":
    check(len(sys.argv) == 3, __doc__)
    with tempfile.TemporaryDirectory() as place:
        read_ours(sys.argv[1], sys.argv[2], pathlib.Path(place))
        read_theirs(sys.argv[1], pathlib.Path(place))
