"""The steps of the four parts: each a name and a function of (run, what an earlier call has left, seconds) that returns
{"status": passed | failed | skipped | rehearsed | unfinished, "note": …, figures …}."""
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

from check_run import run_tests

PARTS = ["A", "B", "C", "D"]
SHARDS = 6
EVERY_CASE = "*/OnCuda.*:*/RecordedOnCuda.*:*/JointUpdatesTest.*cuda*"
# What saves kernels or memory traffic and can be turned off by FOVEA_CUDA_WITHOUT, see
# core/backends/cuda/module/runtime/savings.h.
SAVINGS = ["casts", "masks", "order", "launches", "layouts", "branches", "losses", "epilogues",
           "residuals", "stem", "statistics", "norminputs", "normsums", "pooled", "classifier", "poolsums"]
BENCHES = [("lenet", 64, "f32"), ("resnet50", 64, "f32"), ("resnet50", 64, "bf16"), ("resnet50", 64, "f16"),
           ("resnet50", 256, "bf16")]
PROFILES = [("lenet", 64, "f32"), ("resnet50", 64, "bf16")]
COMPARED = ["lenet:train:64", "resnet50:train:64:bf16", "resnet50:train:256:bf16", "resnet50:train:64",
            "char-lstm:train:32:bf16", "vgg16:train:64:bf16", "resnet50:infer:64:bf16", "lenet:infer:1",
            "unet:train:8:bf16", "char-transformer:train:16:bf16", "mobilenet-v2:train:64:bf16",
            "densenet121:train:64:bf16", "resnet18-cifar:train:128:bf16", "mlp:train:64"]


def steps_of(part):
    return {"A": part_a, "B": part_b, "C": part_c, "D": part_d}[part]()


def tests(program, name_filter, **more):
    return lambda run, known, seconds: run_tests(run, known, seconds, program, name_filter, **more)


def step_tests(name_filter):
    """Where steps of networks fail, they are run again without the savings: that says whether one of these is at fault."""
    def action(run, known, seconds):
        end = time.monotonic() + seconds
        result = run_tests(run, known, seconds, "numeric", name_filter)
        failed = list(result.get("failures", {}))[:20]
        left = end - time.monotonic()
        if result["status"] != "failed" or not failed or result.get("device_lost_by") or left < 60:
            return result
        again = run_tests(run, {}, left, "numeric", ":".join(failed), environment={"FOVEA_CUDA_WITHOUT": "all"})
        result["note"] += f"; with FOVEA_CUDA_WITHOUT=all: {again['note']}"
        return result
    return action


def part_a():
    return [("doctor", doctor),
            ("device", tests("core_backends", "CudaDeviceTest.*")),
            ("wide convolution under compute-sanitizer", sanitized),
            ("steps of networks, exact", step_tests("Steps/Network.*cuda*")),
            ("steps of networks, TF32", step_tests("Steps/RoundedNetwork.*cuda_tf32*")),
            ("steps of networks, bf16", step_tests("Steps/RoundedNetwork.*cuda_bf16*")),
            ("recurrences", tests("core_backends", "*CudaRecurrent*"))]


def part_b():
    return [(f"numeric cases, shard {i + 1} of {SHARDS}", tests("numeric", EVERY_CASE, shard=(i, SHARDS)))
            for i in range(SHARDS)]


def part_c():
    steps = [(f"bench {n} {b} {p}", lambda run, known, seconds, n=n, b=b, p=p: bench(run, known, n, b, p, seconds))
             for n, b, p in BENCHES]
    return steps + [(f"profile {n} {b} {p}", lambda run, known, seconds, n=n, b=b, p=p: profile(run, n, b, p, seconds))
                    for n, b, p in PROFILES]


def part_d():
    return [(f"PyTorch {row}", lambda run, known, seconds, row=row: compare(run, row, seconds)) for row in COMPARED]


def failure(run, finished, seconds):
    """Of a program of ours that did not succeed, where the step had so many seconds: a program that ran to their end may
    have needed more."""
    told = re.search(r'"message":"((?:[^"\\]|\\.)*)"', finished.text)
    words = told.group(1)[:500] if told else finished.last()
    if run.missing_device(finished.text):
        return {"status": "rehearsed", "note": words}
    if finished.late and finished.seconds >= seconds:
        return {"status": "unfinished", "note": "no time was left"}
    if finished.late:
        return {"status": "failed", "note": f"not done after {finished.seconds:.0f} s: {words}"}
    return {"status": "failed", "note": f"code {finished.code}: {words}"}


def read_json(text):
    begin, end = text.find("{"), text.rfind("}")
    try:
        return json.loads(text[begin:end + 1]) if begin >= 0 else None
    except ValueError:
        return None


def from_smi(fields):
    """What the driver's own tool says, by field; nothing where it is not there."""
    try:
        said = subprocess.run(["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits"],
                              capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = said.stdout.strip().splitlines()
    return [word.strip() for word in lines[0].split(",")] if said.returncode == 0 and lines else None


def doctor(run, known, seconds):
    smi = from_smi(["name", "driver_version", "memory.total"])
    if smi:
        run.machine.update(gpu=smi[0], driver=smi[1], memory_mib=smi[2])
    version = run.start([run.program("fovea-cli"), "--version"], 60)
    run.machine["fovea"] = version.last(1)
    finished = run.start([run.program("fovea-cli"), "doctor", "--json"], min(seconds, 120))
    report = read_json(finished.text)
    if finished.code or report is None:
        return failure(run, finished, seconds)
    cuda = next((backend for backend in report["backends"] if backend["name"] == "cuda"), {})
    run.machine["libraries"] = "; ".join(cuda.get("report", []))[:800]
    if cuda.get("devices"):
        run.machine.setdefault("gpu", cuda["devices"][0]["name"])
        return {"status": "passed", "note": cuda["devices"][0]["name"], "report": cuda}
    reason = cuda.get("missing", {}).get("message", "doctor does not know of CUDA")
    if run.missing_device(reason):
        return {"status": "rehearsed", "note": reason[:300], "report": cuda}
    run.lost = True
    return {"status": "failed", "note": reason[:300], "report": cuda}


def sanitized(run, known, seconds):
    """Reads and writes outside of memory, in the kernels that a convolution of 16-bit numbers with a wide sum takes."""
    name_filter = "CheckHalf/OnCuda.*hard_swish*"
    places = ["/usr/local/cuda/bin"] + [os.path.join(path, "nvidia", "cu13", "bin") for path in sys.path]
    tool = shutil.which("compute-sanitizer") or next(
        (os.path.join(place, "compute-sanitizer") for place in places
         if os.path.exists(os.path.join(place, "compute-sanitizer"))), None)
    if not tool:
        plain = run_tests(run, {}, seconds, "numeric", name_filter)
        plain["note"] = "compute-sanitizer is not there; without it: " + plain["note"]
        return plain
    command = [tool, "--tool", "memcheck", "--error-exitcode", "9", run.program("numeric"),
               f"--gtest_filter={name_filter}", "--gtest_color=no"]
    finished = run.start(command, min(seconds, 240))
    passed = len(re.findall(r"^\[       OK \] ", finished.text, re.M))
    errors = re.search(r"ERROR SUMMARY: (\d+) error", finished.text)
    if finished.code == 0 and passed and errors and errors.group(1) == "0":
        return {"status": "passed", "note": f"{passed} cases, 0 errors"}
    if passed == 0 and run.missing_device(finished.text):
        return {"status": "rehearsed", "note": "every case is skipped: no device"}
    first = re.search(r"========= (Invalid .*|Program hit .*)", finished.text)
    result = failure(run, finished, seconds)
    result["note"] = (first.group(1) + "; " if first else "") + result["note"]
    return result


class MemoryWatch:
    """The most memory of the device that is in use while something runs, above what was in use before."""

    def __enter__(self):
        self.before, self.most, self.over = self.now(), 0, threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        if self.before is not None:
            self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()

    def now(self):
        said = from_smi(["memory.used"])
        return float(said[0]) * 2**20 if said and said[0].replace(".", "").isdigit() else None

    def watch(self):
        while not self.over.wait(0.2):
            self.most = max(self.most, self.now() or 0)

    def growth(self):
        return None if self.before is None or not self.most else int(self.most - self.before)


def bench_command(run, network, batch, precision, window):
    return [run.program("fovea-cli"), "bench", "--network", network, "--batch", str(batch), "--precision", precision,
            "--train", "--device", "cuda:0", "--seconds", str(window), "--json"]


def bench(run, known, network, batch, precision, seconds):
    """Where the step fails, it is run in other ways, which say where the fault is."""
    end = time.monotonic() + seconds
    command = bench_command(run, network, batch, precision, 5)
    if "failure" in known:  # of an earlier call
        return diagnosis(run, known, command, end)
    with MemoryWatch() as memory:
        finished = run.start(command, min(seconds, 150))
    figures = read_json(finished.text)
    if finished.code == 0 and figures:
        figures["device_growth_bytes"] = memory.growth()
        note = f"{figures['images_per_second']:,.0f} images/s, {figures['step_ms']['median']:.3f} ms"
        if figures.get("not_recorded"):
            return {"status": "failed", "note": f"{note}; not recorded: {figures['not_recorded']}", "figures": figures}
        return {"status": "passed", "note": note, "figures": figures}
    result = failure(run, finished, seconds)
    if result["status"] != "failed":
        return result
    return diagnosis(run, {"failure": result["note"]}, command, end)


class NoTime(Exception):
    pass


def diagnosis(run, known, command, end):
    """Without its recording, recorded without branches, and without what saves kernels. `known` has the failure, and what
    came of each try so far: where the end is near, a later call goes on from there."""
    tried = dict(known.get("tried", {}))

    def outcome(flags=(), environment=None):
        way = " ".join([*flags, *(environment or {}).values()])
        if way not in tried:
            left = end - time.monotonic()
            if left < 10:
                raise NoTime
            again = run.start(command + list(flags), min(left, 60), environment=environment)
            if again.late and left < 60:
                raise NoTime
            tried[way] = "works" if again.code == 0 else again.last(1)
        return tried[way]

    try:
        note = known["failure"]
        for word, flag in (("kernel by kernel", "--no-capture"), ("one after the other", "--serial")):
            note += f"; {word}: {outcome([flag])}"
        works = lambda savings: outcome(environment={"FOVEA_CUDA_WITHOUT": ",".join(savings)}) == "works"
        return {"status": "failed", "note": f"{note}; {faulty_saving(works)}"}
    except NoTime:
        return {"status": "unfinished", "note": f"{known['failure']}; tried in {len(tried)} other ways so far",
                "failure": known["failure"], "tried": tried}


def faulty_saving(works):
    """Which saving must be turned off so that a command works(savings): by halves, as each try takes seconds."""
    if not works(["all"]):
        return "without all savings: fails too"
    left = SAVINGS
    while len(left) > 1:
        half = left[:len(left) // 2]
        left = half if works(half) else left[len(half):]
    alone = left[0] if works(left) else "all"
    return f"works with FOVEA_CUDA_WITHOUT={alone}"


def profile(run, network, batch, precision, seconds):
    """Time by kernel of one step that is not recorded: CUPTI's where it is there, else what lies between events."""
    finished = run.start(bench_command(run, network, batch, precision, 0.5) + ["--profile"], min(seconds, 120))
    figures = read_json(finished.text)
    if finished.code or not figures:
        return failure(run, finished, seconds)
    kinds = {}
    for kernel in figures["profile"]:
        entry = kinds.setdefault((kernel["op"], kernel["kernel"][:80]), [0.0, 0])
        entry[0] += kernel["ms"]
        entry[1] += 1
    total = sum(ms for ms, _ in kinds.values())
    table = [{"op": op, "kernel": name, "ms": round(ms, 4), "count": count}
             for (op, name), (ms, count) in sorted(kinds.items(), key=lambda item: -item[1][0])]
    return {"status": "passed", "note": f"{total:.3f} ms in {len(figures['profile'])} parts{clock_of(run)}",
            "kernels": table[:40]}


def clock_of(run):
    """By what doctor has said of the module."""
    said = re.search(r"kernel times by (\w+)", run.machine.get("libraries", ""))
    return f", by {said.group(1)}" if said else ""


def compare(run, row, seconds):
    script = run.program("compare_pytorch.py")
    if not has_torch():
        return {"status": "rehearsed" if run.dry else "skipped", "note": "this Python has no PyTorch"}
    if seconds < 60:
        return {"status": "unfinished", "note": "no time was left"}
    path = os.path.join(run.folder, "row.json")
    finished = run.start([sys.executable, script, "--fovea", run.program("fovea-cli"), "--device", "cuda:0", "--rows", row,
                          "--rounds", "2", "--seconds", "1.5", "--onnx", "--json", path], min(seconds, 270))
    if not os.path.exists(path):
        return failure(run, finished, seconds)
    with open(path) as file:
        report = json.load(file)
    os.remove(path)
    run.machine.update(report.get("versions", {}))
    result = report["results"][0]
    if "error" in result:
        status = "rehearsed" if run.missing_device(result["error"]) or run.dry else "failed"
        return {"status": status, "note": result["error"][:300], "row": result}
    return {"status": "passed", "note": f"{result['pytorch']['speed']:.2f} × PyTorch", "row": result,
            "table": [line for line in finished.text.splitlines() if line.startswith("| ")][-1]}


def has_torch():
    import importlib.util
    return importlib.util.find_spec("torch") is not None
