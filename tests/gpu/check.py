"""What check.sh runs: the checks and measurements of a half hour on a GPU, each remembered as soon as it is done.

Only the standard library; see check.sh for how to call it. `check.json` is both the result and the state from which a later
call goes on; `check.md` is the page for tests/bench/RESULTS.md.
"""
import argparse
import datetime
import json
import os
import sys
import time

from check_page import write_page
from check_run import Run
from check_steps import PARTS, steps_of

PART_SECONDS = 570  # below the ten minutes that a command may take


class State:
    """What is known so far. Written after every step, whole or not at all."""

    def __init__(self, folder, dry):
        self.path = os.path.join(folder, "check.json")
        self.data = {"dry": dry, "machine": {}, "steps": {}}
        if os.path.exists(self.path):
            with open(self.path) as file:
                found = json.load(file)
            if found.get("dry") == dry:  # what was rehearsed is not done
                self.data = found

    def save(self):
        with open(self.path + ".partial", "w") as file:
            json.dump(self.data, file, indent=1)
        os.replace(self.path + ".partial", self.path)


def read_arguments():
    parser = argparse.ArgumentParser(prog="check.sh", description="Checks and measures Fovea on a GPU.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="A, B, C, D (default: all)")
    parser.add_argument("--dry", action="store_true", help="the same way where there is no device")
    parser.add_argument("--out", help="where the results go (default: $OUT, else ./check-results)")
    parser.add_argument("--state", help="what to go on from (default: the same folder)")
    parser.add_argument("--again", nargs="*", default=[], metavar="STEP", help="steps to do again")
    arguments = parser.parse_args()
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}: the parts are {', '.join(PARTS)}")
    return arguments


def run_part(part, state, run, end):
    """Whether all of its steps are done."""
    done = True
    for name, action in steps_of(part):
        known = state.data["steps"].get(name)
        if known and known["status"] != "unfinished":
            continue
        left = end - time.monotonic()
        if left < 20:
            print(f"{part}: no time is left for {name}; call check.sh {part} again.", flush=True)
            return False
        print(f"{part}: {name} …", flush=True)
        start = time.monotonic()
        try:
            result = action(run, known or {}, left)
        except Exception as error:  # a fault of this script must not cost the steps behind it
            result = {"status": "failed", "note": f"check.py: {type(error).__name__}: {error}"}
        result["seconds"] = round(time.monotonic() - start + (known or {}).get("seconds", 0), 1)
        result["part"] = part
        state.data["steps"][name] = result
        state.data["machine"].update(run.machine)
        state.save()
        done = done and result["status"] != "unfinished"
        print(f"   {result['status']}" + (f": {result['note']}" if result.get("note") else ""), flush=True)
        if run.lost:
            print("The device is gone; nothing else can be run.", flush=True)
            return False
    return done


def main():
    arguments = read_arguments()
    here = os.path.dirname(os.path.abspath(__file__))
    # The programs are started in another folder than this one.
    out = os.path.abspath(arguments.out or os.environ.get("OUT") or "check-results")
    os.makedirs(out, exist_ok=True)
    folder = os.path.abspath(arguments.state or out)
    os.makedirs(folder, exist_ok=True)
    state = State(folder, arguments.dry)
    for name in arguments.again:
        state.data["steps"].pop(name, None)
    run = Run(here, folder, arguments.dry)
    run.machine.update(state.data["machine"])
    state.data["machine"]["date"] = datetime.datetime.now().astimezone().isoformat(timespec="minutes")
    done = True
    try:
        for part in arguments.parts or PARTS:
            done = run_part(part, state, run, time.monotonic() + PART_SECONDS) and done
            if run.lost:
                break
    finally:
        state.save()
        write_page(state.data, os.path.join(folder, "check.md"))
        run.deliver(out)
    steps = state.data["steps"].values()
    failed = [step for step in steps if step["status"] == "failed"]
    print(f"{len(steps)} steps, {len(failed)} failed{'' if done else ', some are left'}; results in {out}")
    return 1 if failed else 0 if done else 3


if __name__ == "__main__":
    sys.exit(main())
