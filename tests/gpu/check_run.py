"""Runs programs of the bundle with a limit of time, keeps what they say, and reads the output of the test programs."""
import glob
import os
import re
import shutil
import signal
import subprocess
import threading
import time

LOST = "is lost to this program"  # of every error after which a process can do nothing more on the device
NO_DEVICE = re.compile(r"(?i)no NVIDIA driver|shows no device|is missing: lib|No CUDA module|has no CUDA|no CUDA module")
KEPT_OF_LOG = 4_000_000  # bytes
MOST_NAMES = 400  # of failed tests in the result


class Finished:
    def __init__(self, code, text, late, seconds):
        self.code, self.text, self.late, self.seconds = code, text, late, seconds

    def last(self, lines=3):
        said = [line.strip() for line in self.text.splitlines() if line.strip()]
        return " / ".join(said[-lines:])[:500]


class Run:
    """The bundle's folder, where state is kept, and whether there is to be a device (`dry`: there is none)."""

    def __init__(self, bundle, folder, dry):
        self.bundle, self.folder, self.dry = bundle, folder, dry
        self.machine, self.lost = {}, False
        self.log = os.path.join(folder, "check.log")
        self.environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, "cache"), OMP_WAIT_POLICY="passive")

    def program(self, name):
        return os.path.join(self.bundle, name)

    def write_log(self, text):
        with open(self.log, "a") as file:
            if file.tell() < KEPT_OF_LOG:
                file.write(text)

    def start(self, command, seconds, watch=None, environment=None):
        """Runs to the end or for so many seconds. `watch(line)` may return True to end it."""
        self.write_log(f"\n$ {' '.join(command)[:2000]}\n")
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                   env={**self.environment, **(environment or {})}, start_new_session=True,
                                   cwd=self.folder)
        late = threading.Event()

        def end():
            late.set()
            kill(process)

        timer = threading.Timer(max(1.0, seconds), end)
        timer.start()
        lines = []
        for line in process.stdout:
            lines.append(line)
            if watch and watch(line):
                kill(process)
                break  # what it still said is of no use
        process.stdout.close()
        process.wait()
        timer.cancel()
        text = "".join(lines)
        self.write_log(text[-200_000:])
        return Finished(process.returncode, text, late.is_set(), time.monotonic() - begin)

    def missing_device(self, text):
        """In a rehearsal, whether the text says that there is no device: that is what a rehearsal goes up to."""
        return self.dry and NO_DEVICE.search(text)

    def deliver(self, out):
        """The results, at most eight files: check.json, check.md, check.log and the tuned plans."""
        plans = sorted(glob.glob(os.path.join(self.folder, "cache", "fovea", "cuda", "*.plans")))[:4]
        names = [os.path.join(self.folder, name) for name in ("check.json", "check.md", "check.log")]
        for path in names + plans:
            if os.path.exists(path) and not os.path.samefile(os.path.dirname(path), out):
                shutil.copy(path, out)


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Tests:
    """One call of a test program, test by test. A test behind which the device is lost, or the program ends or hangs, is
    named; the rest is run by a new process."""

    def __init__(self, run, program, name_filter, environment=None):
        self.run, self.program, self.filter, self.environment = run, program, name_filter, environment or {}

    def names(self, seconds):
        listed = self.run.start([self.run.program(self.program), "--gtest_list_tests", f"--gtest_filter={self.filter}"],
                                min(seconds, 60))
        names, suite = [], ""
        for line in listed.text.splitlines():
            if line and not line[0].isspace() and line.split()[0].endswith("."):
                suite = line.split()[0]
            elif line.startswith("  "):
                names.append(suite + line.split()[0])
        return names

    def execute(self, names, known, seconds):
        """`names` but for those that `known` has seen; adds to `known`: passed, failed {name: reason}, skipped, seen."""
        end = time.monotonic() + seconds
        counts = known.setdefault("counts", {"passed": 0, "skipped": 0})
        failed, seen = known.setdefault("failures", {}), set(known.get("seen", []))
        known.setdefault("device_lost_by", [])
        left = [name for name in names if name not in seen]
        while left and end - time.monotonic() > 5:
            current, said, lost = [None], [], [False]

            def watch(line):
                word = re.match(r"\[\s*(RUN|OK|FAILED|SKIPPED)\s*\] (\S+?\.\S+?)(?:,| \(|$)", line)
                if not word:
                    said.append(line.strip())
                    lost[0] = lost[0] or LOST in line
                    return False
                kind, name = word.groups()
                if kind == "RUN":
                    current[0] = name
                    said.clear()
                    return False
                if name != current[0]:  # the summary at the end
                    return False
                seen.add(name)
                current[0] = None
                if kind == "FAILED":
                    if len(failed) < MOST_NAMES:
                        failed[name] = " ".join(said)[:400]
                elif kind == "SKIPPED":
                    counts["skipped"] += 1
                    known["skip_reason"] = re.sub(r"\S+:\d+: Skipped ", "", " ".join(said))[:300]
                else:
                    counts["passed"] += 1
                if lost[0]:
                    known["device_lost_by"].append(name)
                return lost[0]

            flags = os.path.join(self.run.folder, "flags.txt")
            with open(flags, "w") as file:
                file.write("--gtest_filter=" + ":".join(left) + "\n")
            finished = self.run.start([self.run.program(self.program), f"--gtest_flagfile={flags}", "--gtest_color=no"],
                                      end - time.monotonic(), watch, self.environment)
            os.remove(flags)
            if current[0] and not finished.late:
                failed[current[0]] = f"the program ended (code {finished.code}): " + " ".join(said)[-300:]
                known["device_lost_by"].append(current[0])
                seen.add(current[0])
            elif finished.late:
                known["interrupted"] = current[0]
                if current[0] and current[0] == known.get("interrupted_before"):
                    failed[current[0]] = "does not end"  # twice in a row
                    seen.add(current[0])
                known["interrupted_before"] = current[0]
                break
            before, left = len(left), [name for name in left if name not in seen]
            if len(left) == before:  # nothing ran at all
                known["note"] = finished.last()
                break
        known["seen"] = sorted(seen)
        known["total"] = len(names)
        known["left"] = len([name for name in names if name not in seen])
        return known


def run_tests(run, known, seconds, program, name_filter, environment=None, shard=None):
    end = time.monotonic() + seconds
    tests = Tests(run, program, name_filter, environment)
    names = tests.names(seconds)
    if not names:
        return {"status": "failed", "note": f"{program} has no test {name_filter}"}
    if shard:
        names = names[shard[0]::shard[1]]
    result = tests.execute(names, known, end - time.monotonic())
    counts, failures = result["counts"], result["failures"]
    words = f"{counts['passed']} of {result['total']} pass"
    if counts["skipped"]:
        words += f", {counts['skipped']} are skipped ({result.get('skip_reason', '')[:120]})"
    if failures:
        words += f", {len(failures)} fail"
    if result["device_lost_by"]:
        words += f"; the device was lost by {', '.join(result['device_lost_by'])}"
    if result["left"]:
        result.update(status="unfinished", note=f"{words}; {result['left']} are left. {result.get('note', '')}")
        return result
    result.pop("seen")  # long, and no longer needed
    nothing = counts["passed"] == 0 and not failures
    if nothing and run.missing_device(result.get("skip_reason", "")):
        return {**result, "status": "rehearsed", "note": words}
    return {**result, "status": "failed" if failures or nothing else "passed", "note": words}
