#!/usr/bin/env python3
"""Fuzzes each parser for a while, in turns, and keeps account of it, so that hours add up over several sittings.

    cmake --preset fuzzer && cmake --build build/fuzzer --target guided_fuzz
    tests/fuzz/guided/run_hours.py build/fuzzer/bin/guided_fuzz --out DIR --minutes 60 --jobs 2

DIR keeps a folder of inputs for each parser, what was found (findings/), the last messages (logs/), and account.json:
seconds by the clock, seconds of a processor, inputs and branches by parser. Started again, it goes on with the parser
that has had the least time of a processor. `--table` prints the account, `--export FOLDER` writes the smallest set of inputs with
the same branches as tests/corpus holds it: an input a line, in base 64.
"""
import argparse
import base64
import json
import os
import re
import resource
import subprocess
import sys
import threading
import time

MOST_BYTES_OF_A_CORPUS = 60_000
MOST_BYTES_OF_AN_INPUT = 8192


class Account:
    """What each parser has had so far; written after every slice."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "account.json")
        self.lock = threading.Lock()
        self.rows = {}
        if os.path.exists(self.path):
            with open(self.path) as file:
                self.rows = json.load(file)

    def row(self, parser):
        return self.rows.setdefault(
            parser, {"clock": 0.0, "processor": 0.0, "inputs": 0, "branches": 0, "new_at": 0.0, "findings": 0})

    def save(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.rows, file, indent=1, sort_keys=True)
        os.replace(self.path + ".new", self.path)


def parsers_of(program):
    text = subprocess.run([program, "--names"], capture_output=True, text=True,
                          env={**os.environ, "FOVEA_FUZZ_PARSER": "?"}).stderr
    names = [line[2:] for line in text.splitlines() if line.startswith("- ")]
    if not names:
        sys.exit(f"{program} names no parsers:\n{text}")
    return names


def file_name(parser):
    return parser.replace(" ", "_")


def fuzz(program, folder, parser, seconds, account):
    """One slice. A finding ends it early; the input that did it stays in findings/."""
    corpus = os.path.join(folder, "inputs", file_name(parser))
    for place in (corpus, os.path.join(folder, "findings"), os.path.join(folder, "logs")):
        os.makedirs(place, exist_ok=True)
    found = os.path.join(folder, "findings", file_name(parser) + "-")
    command = [program, corpus, f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=3000", "-print_final_stats=1",
               f"-max_len={MOST_BYTES_OF_AN_INPUT}", f"-artifact_prefix={found}", "-close_fd_mask=3", "-use_value_profile=0",
               "-detect_leaks=0", "-reload=0"]
    log = os.path.join(folder, "logs", file_name(parser) + ".txt")
    begin = time.monotonic()
    with open(log, "w") as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT,
                                 env={"FOVEA_FUZZ_SLOWNESS": "10", **os.environ, "FOVEA_FUZZ_PARSER": parser})
        _, status, used = os.wait4(child.pid, 0)
    with open(log, errors="replace") as file:
        text = file.read()
    branches = [int(n) for n in re.findall(r" cov: (\d+)", text)]
    executed = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
    done = [int(n) for n in re.findall(r"^#(\d+)", text, re.M)]
    with account.lock:
        row = account.row(parser)
        row["clock"] += time.monotonic() - begin
        row["processor"] += used.ru_utime + used.ru_stime
        row["inputs"] += int(executed.group(1)) if executed else (done[-1] if done else 0)
        if branches and branches[-1] > row["branches"]:
            row["branches"] = branches[-1]
            row["new_at"] = row["processor"]
        if status != 0:
            row["findings"] += 1
        account.save()
    return status, log


def work(program, folder, names, arguments, account, taken):
    while True:
        with account.lock:
            rest = [name for name in names if name not in taken and account.row(name)["processor"] < 60 * arguments.minutes]
            if not rest or time.monotonic() > arguments.until:
                return
            parser = min(rest, key=lambda name: account.row(name)["processor"])
            taken.add(parser)
        status, log = fuzz(program, folder, parser, arguments.slice, account)
        with account.lock:
            taken.discard(parser)
            if status != 0:
                print(f"{parser}: a finding, see {log}", flush=True)
                if account.row(parser)["findings"] % 3 == 0:  # the same one again and again: leave it to a person
                    names.remove(parser)


def export(program, folder, names, target):
    for parser in names:
        source = os.path.join(folder, "inputs", file_name(parser))
        if not os.path.isdir(source):
            continue
        small = os.path.join(folder, "smallest", file_name(parser))
        os.makedirs(small, exist_ok=True)
        for name in os.listdir(small):
            os.remove(os.path.join(small, name))
        subprocess.run([program, "-merge=1", "-close_fd_mask=3", f"-max_len={MOST_BYTES_OF_AN_INPUT}", small, source],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={"FOVEA_FUZZ_SLOWNESS": "10", **os.environ, "FOVEA_FUZZ_PARSER": parser})
        lines, size = [], 0
        for path in sorted((os.path.join(small, name) for name in os.listdir(small)), key=os.path.getsize):
            with open(path, "rb") as file:
                line = base64.b64encode(file.read()).decode()
            if line and size + len(line) + 1 <= MOST_BYTES_OF_A_CORPUS:
                lines.append(line)
                size += len(line) + 1
        if lines:
            with open(os.path.join(target, parser + ".txt"), "w") as file:
                file.write("\n".join(lines) + "\n")
            print(f"{parser}: {len(lines)} inputs, {size} bytes")


def table(account):
    print("| parser | minutes of a processor | by the clock | inputs | branches | last new branch at minute | findings |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for parser, row in sorted(account.rows.items()):
        print(f"| {parser} | {row['processor'] / 60:.1f} | {row['clock'] / 60:.1f} | {row['inputs']:,} | {row['branches']:,} "
              f"| {row['new_at'] / 60:.1f} | {row['findings']} |")


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("program")
    reader.add_argument("--out", required=True)
    reader.add_argument("--minutes", type=float, default=60, help="of a processor, for each parser, with what it had before")
    reader.add_argument("--slice", type=int, default=60, help="seconds by the clock of one turn")
    reader.add_argument("--jobs", type=int, default=os.cpu_count())
    reader.add_argument("--for-minutes", type=float, default=1e9, help="stop after so many by the clock")
    reader.add_argument("--parsers", nargs="*", help="only these")
    reader.add_argument("--table", action="store_true")
    reader.add_argument("--export", metavar="FOLDER")
    arguments = reader.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    account = Account(arguments.out)
    if arguments.table:
        return table(account)
    names = arguments.parsers or parsers_of(arguments.program)
    if arguments.export:
        return export(arguments.program, arguments.out, names, arguments.export)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    arguments.until = time.monotonic() + 60 * arguments.for_minutes
    taken = set()
    threads = [threading.Thread(target=work, args=(arguments.program, arguments.out, names, arguments, account, taken))
               for _ in range(arguments.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table(account)


if __name__ == "__main__":
    main()
