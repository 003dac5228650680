#!/usr/bin/env python3
"""Kills a training run with SIGKILL at random moments, resumes it, and compares it with a run that was never killed.

For each trial: train in a new project, kill the process after a random time, check that the store and every checkpoint
can be read, resume to the end, and compare all recorded curves. A trial may also be killed again while it resumes.

  kill_and_resume.py --cli build/release/bin/fovea-cli --dataset FOLDER [--network mlp] [--trials 200] [--epochs 6]

Prints one line a trial that fails and a summary; the exit status is 0 if none failed.
"""
import argparse
import json
import random
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import time
from pathlib import Path


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--dataset", required=True, type=Path)
    parser.add_argument("--network", default="mlp")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("--set", nargs="*", default=["batch=16", "log_interval=5"], help="training settings")
    return parser.parse_args()


class Trials:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.random = random.Random(options.seed)

    def train(self, project):
        settings = [part for each in self.options.set for part in ("--set", each)]
        return [self.options.cli, "train", "--project", project, "--network", self.options.network, "--dataset",
                self.options.dataset.resolve(), "--epochs", str(self.options.epochs), *settings, "--json"]

    def resume(self, project):
        return [self.options.cli, "resume", "--project", project, "--json"]

    @staticmethod
    def run(command):
        return subprocess.run([str(each) for each in command], capture_output=True, text=True)

    def run_killed(self, command, longest):
        """Whether the process was killed before it ended by itself."""
        process = subprocess.Popen([str(each) for each in command], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0, longest))
        killed = process.poll() is None
        process.kill()
        process.wait()
        return killed

    def curves(self, project):
        out = self.folder / "curves"
        shutil.rmtree(out, ignore_errors=True)
        done = self.run([self.options.cli, "runs", "export", "--project", project, "--format", "json", "--out", out])
        if done.returncode:
            raise RuntimeError("the curves cannot be exported: " + done.stdout + done.stderr)
        return {file.name: without_times(json.loads(file.read_text())) for file in sorted(out.glob("*.json"))}

    def unreadable(self, project):
        """What cannot be read of a project whose program was killed."""
        faults = []
        store = project / "runs.db"
        if store.exists():
            with sqlite3.connect(store) as connection:
                found = connection.execute("pragma integrity_check").fetchall()
            if found != [("ok",)]:
                faults.append(f"runs.db: {found[:2]}")
        for file in project.rglob("*.safetensors"):
            data = file.read_bytes()
            try:
                length = struct.unpack("<Q", data[:8])[0]
                header = json.loads(data[8:8 + length])
                end = max(each["data_offsets"][1] for name, each in header.items() if name != "__metadata__")
                if len(data) != 8 + length + end:
                    faults.append(f"{file.name}: its size is wrong")
            except Exception as error:
                faults.append(f"{file.name}: {error}")
        for file in project.glob("*.json"):
            try:
                json.loads(file.read_text())
            except ValueError as error:
                faults.append(f"{file.name}: {error}")
        return faults


def without_times(run):
    """The settings and curves of an exported run, without the times at which they were recorded."""
    def numbers(record):
        return {name: each for name, each in record.items() if name not in ("seconds", "recorded")}
    return {"settings": run["settings"], "points": [numbers(each) for each in run["points"]],
            "epochs": [numbers(each) for each in run["epochs"]]}


def differences(expected, found, path=""):
    if type(expected) is not type(found):
        return [f"{path}: {expected!r} / {found!r}"]
    if isinstance(expected, dict):
        names = sorted(set(expected) | set(found))
        return [line for name in names for line in
                (differences(expected[name], found[name], f"{path}.{name}") if name in expected and name in found
                 else [f"{path}.{name}: only in one"])]
    if isinstance(expected, list):
        if len(expected) != len(found):
            return [f"{path}: {len(expected)} / {len(found)} values"]
        return [line for i, (a, b) in enumerate(zip(expected, found)) for line in differences(a, b, f"{path}[{i}]")]
    same = expected == found or (expected != expected and found != found)
    return [] if same else [f"{path}: {expected!r} / {found!r}"]


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        trials = Trials(options, Path(temporary))
        straight = trials.folder / "straight"
        begin = time.monotonic()
        done = trials.run(trials.train(straight))
        longest = time.monotonic() - begin
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        expected = trials.curves(straight)
        killed = files = unequal = 0
        for trial in range(options.trials):
            project = trials.folder / f"trial-{trial}"
            killed += trials.run_killed(trials.train(project), longest)
            # Nothing to resume where the project was not made yet.
            made = (project / "project.json").exists() and '"run":' in trials.run(
                [options.cli, "runs", "list", "--project", project, "--json"]).stdout
            faults = trials.unreadable(project)
            if made and trial % 3 == 0:
                killed += trials.run_killed(trials.resume(project), longest)
                faults += trials.unreadable(project)
            done = trials.run(trials.resume(project) if made else trials.train(project))
            files += bool(faults)
            found = differences(expected, trials.curves(project)) if done.returncode == 0 else [done.stdout[-300:] +
                                                                                                done.stderr[-300:]]
            unequal += bool(found)
            if faults or found:
                print(f"trial {trial}: {faults} {found[:3]}", flush=True)
            shutil.rmtree(project, ignore_errors=True)
        print(f"{options.trials} trials, {killed} kills (a run takes {longest:.2f} s): {files} with unreadable files, "
              f"{unequal} with other curves")
        raise SystemExit(1 if files or unequal else 0)


if __name__ == "__main__":
    main()
