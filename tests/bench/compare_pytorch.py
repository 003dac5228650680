#!/usr/bin/env python3
"""Fovea against PyTorch (and ONNX Runtime) in one run: the same networks, batches, threads and cores, in turns.

Each round runs every contender once, in a process of its own; figures are the median of the rounds' median step times,
with the fastest and slowest round beside it. PyTorch is taken at its best: the faster of its default memory format and
channels_last, fused optimizer, inference mode. Times are of a step on synthetic input that lies in memory already;
training is forward, backward and SGD with momentum, inference ends in the softmax as Fovea's does.

Memory: `growth` compares how much the resident sets of the two processes grow from the start of the program (PyTorch: from
after the import) to the peak; `planned` compares what Fovea's step needs by its own account (arena, variables, scratch,
inputs) with PyTorch's growth.

    python compare_pytorch.py --fovea build/release/bin/fovea-cli                      every row
    python compare_pytorch.py --rows lenet:train:64 resnet50:infer:16 --rounds 3 --json result.json

Needs Python 3.9 and torch; onnxruntime where its rows are wanted. Run it on an otherwise idle machine.
"""
import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = ["lenet:train:64", "lenet:infer:1", "resnet18-cifar:train:128", "resnet50:infer:1", "resnet50:infer:16",
        "char-lstm:train:32", "char-lstm:infer:1", "char-transformer:train:16", "mlp:train:64", "alexnet:train:16",
        "alexnet:infer:1", "vgg16:train:4", "vgg16:infer:1", "googlenet:train:16", "googlenet:infer:1",
        "squeezenet:train:16", "squeezenet:infer:1", "resnet18:train:8", "resnet18:infer:1", "resnet34:train:8",
        "resnet50:train:8", "mobilenet-v2:train:16", "mobilenet-v2:infer:1", "densenet121:train:8", "densenet121:infer:1",
        "unet:train:2", "unet:infer:1", "srcnn:train:16", "srcnn:infer:1"]


# --- one contender, in its own process ---------------------------------------------------------------------------------

def resident(key):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(key + ":"))


def reset_peak():
    """From here on VmHWM is the peak since now; where the kernel forbids that, the peak since the start."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass
    return resident("VmRSS")


def timed(step, seconds):
    """The step's times in ms over `seconds`, after a warm-up of a fifth of that and at least two steps."""
    start, count = time.perf_counter(), 0
    while count < 2 or time.perf_counter() - start < seconds / 5:
        step()
        count += 1
    times, start = [], time.perf_counter()
    before = start
    while len(times) < 3 or before - start < seconds:
        step()
        now = time.perf_counter()
        times.append((now - before) * 1e3)
        before = now
    return times


def synthetic(torch, spec, batch):
    torch.manual_seed(1)
    return torch.randint(spec.symbols, (batch, *spec.shape)) if spec.symbols else torch.randn(batch, *spec.shape)


def synthetic_target(torch, spec, shape):
    """Of outputs [N, K, …] of that shape, or [N, T, K] of symbols."""
    if spec.target == "image":
        return torch.randn(shape)
    return torch.randint(spec.classes, shape[:-1] if spec.target == "symbol" else (shape[0], *shape[2:]))


def torch_training(torch, spec, model, x):
    with torch.no_grad():
        shape = (x.shape[0], *model.eval()(x[:1]).shape[1:])
    target = synthetic_target(torch, spec, shape)
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001, momentum=0.9, weight_decay=0.0005, fused=True)

    def loss_of(output):
        if spec.target == "image":
            return torch.nn.functional.mse_loss(output, target)
        if spec.target == "symbol":
            return torch.nn.functional.cross_entropy(output.flatten(0, 1), target.flatten())
        return torch.nn.functional.cross_entropy(output, target)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss_of(model(x)).backward()
        optimizer.step()
    return step


def torch_inference(torch, spec, model, x):
    model.eval()
    axis = {"class": 1, "pixel": 1, "symbol": -1}.get(spec.target)

    def step():
        with torch.inference_mode():
            output = model(x)
            return output if axis is None else torch.softmax(output, axis)
    return step


def load_torch(network):
    import torch
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    sys.path.insert(0, HERE)
    import pytorch_networks
    return torch, pytorch_networks.NETWORKS[network]


def run_torch(network, mode, batch, seconds, channels_last):
    torch, spec = load_torch(network)
    base = reset_peak()
    torch.manual_seed(1)
    model, x = spec.build(), synthetic(torch, spec, batch)
    if channels_last:
        model, x = model.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    step = (torch_training if mode == "train" else torch_inference)(torch, spec, model, x)
    return {"times": timed(step, seconds), "bytes": resident("VmHWM") - base, "version": torch.__version__}


def export_onnx(network, batch, path):
    import warnings
    warnings.simplefilter("ignore")
    torch, spec = load_torch(network)
    model = spec.build().eval()
    if spec.target == "class":
        model = torch.nn.Sequential(model, torch.nn.Softmax(1))
    torch.onnx.export(model, (synthetic(torch, spec, batch),), path, dynamo=False, input_names=["input"])
    return {}


def run_onnx(network, batch, seconds, path):
    import numpy
    import onnxruntime
    base = reset_peak()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = len(os.sched_getaffinity(0))
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    shape = session.get_inputs()[0].shape
    x = {"input": numpy.random.default_rng(1).standard_normal(shape).astype(numpy.float32)}
    times = timed(lambda: session.run(None, x), seconds)
    return {"times": times, "bytes": resident("VmHWM") - base, "version": onnxruntime.__version__}


def work(request):
    kind = request.pop("kind")
    result = {"torch": run_torch, "export": export_onnx, "onnx": run_onnx}[kind](**request)
    if "times" in result:
        times = sorted(result.pop("times"))
        result.update(ms=statistics.median(times), steps=len(times))
    print(json.dumps(result))


# --- the rounds -----------------------------------------------------------------------------------------------------------

class Failed(Exception):
    pass


def message_of(lines, errors):
    """What a failed program says: Fovea's error line, or the last line of a traceback."""
    for line in reversed(lines):
        if line.startswith('{"event":"error"'):
            return json.loads(line)["message"]
    return (errors.strip().splitlines() or lines or ["failed"])[-1][:300]


def start(command):
    """The command's last line as JSON, and the peak resident set of its process."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    lines = [line for line in output.splitlines() if line.strip()]
    if process.returncode != 0:
        raise Failed(message_of(lines, errors))
    result = json.loads(lines[-1])
    result["process_bytes"] = usage.ru_maxrss * 1024
    return result


def worker(**request):
    return start([sys.executable, os.path.abspath(__file__), "--worker", json.dumps(request)])


def fovea(arguments, network, mode, batch):
    command = [arguments.fovea, "bench", "--network", network, "--batch", str(batch), "--seconds",
               str(arguments.seconds), "--json"] + (["--train"] if mode == "train" else [])
    result = start(command)
    return {"ms": result["step_ms"]["median"], "bytes": result["process_growth_bytes"],
            "planned_bytes": result["peak_memory_bytes"], "gflops": result["gflops"],
            "peak_gflops": result["peak_gflops"], "process_bytes": result["process_bytes"], "steps": result["steps"]}


def contenders(arguments, network, mode, batch, folder):
    """name -> function that runs it once."""
    torch_run = lambda last: lambda: worker(kind="torch", network=network, mode=mode, batch=batch,
                                            seconds=arguments.seconds, channels_last=last)
    runs = {"fovea": lambda: fovea(arguments, network, mode, batch), "pytorch": torch_run(False)}
    if not network.startswith(("mlp", "char-")):
        runs["pytorch channels_last"] = torch_run(True)
    if mode == "infer" and network in arguments.onnx:
        path = os.path.join(folder, f"{network}-{batch}.onnx")
        worker(kind="export", network=network, batch=batch, path=path)
        runs["onnxruntime"] = lambda: worker(kind="onnx", network=network, batch=batch, seconds=arguments.seconds,
                                             path=path)
    return runs


def summary(rounds):
    times = [result["ms"] for result in rounds]
    entry = {"ms": statistics.median(times), "ms_min": min(times), "ms_max": max(times)}
    for key in ("bytes", "process_bytes"):
        entry[key] = statistics.median(result[key] for result in rounds)
    for key in ("planned_bytes", "gflops", "peak_gflops"):
        if key in rounds[0]:
            entry[key] = statistics.median(result[key] for result in rounds)
    return entry


def against(mine, other):
    """Ratios of a contender to Fovea: speed over 1 and memory under 1 are in Fovea's favour."""
    speed = [theirs["ms"] / ours["ms"] for ours, theirs in zip(mine, other)]
    own, theirs = summary(mine), summary(other)
    return {"speed": statistics.median(speed), "speed_min": min(speed), "speed_max": max(speed),
            "growth": own["bytes"] / max(theirs["bytes"], 1), "planned": own["planned_bytes"] / max(theirs["bytes"], 1),
            "process": own["process_bytes"] / theirs["process_bytes"]}


def compare(arguments, row, folder, versions):
    network, mode, batch = row.split(":")
    result = {"network": network, "mode": mode, "batch": int(batch)}
    rounds = {}
    try:
        runs = contenders(arguments, network, mode, int(batch), folder)
        for _ in range(arguments.rounds):
            for name, run in runs.items():
                rounds.setdefault(name, []).append(run())
    except Failed as error:
        result["error"] = str(error)
        return result
    for name, list_of in rounds.items():
        if "version" in list_of[0]:
            versions[name.split()[0]] = list_of[0]["version"]
    result["contenders"] = {name: summary(list_of) for name, list_of in rounds.items()}
    best = min((name for name in rounds if name.startswith("pytorch")),
               key=lambda name: result["contenders"][name]["ms"])
    result["pytorch_best"] = best
    result["pytorch"] = against(rounds["fovea"], rounds[best])
    if "onnxruntime" in rounds:
        result["onnxruntime"] = against(rounds["fovea"], rounds["onnxruntime"])
    return result


HEAD = ["network", "mode", "batch", "Fovea ms (min–max)", "of peak", "PyTorch ms (min–max)", "speed ×", "planned ×", "growth ×",
        "ORT ms", "ORT speed ×"]


def cells(result):
    first = [result["network"], result["mode"], str(result["batch"])]
    if "error" in result:
        return first + [result["error"][:60]] + [""] * (len(HEAD) - 4)
    span = lambda entry: f"{entry['ms']:.4g} ({entry['ms_min']:.4g}–{entry['ms_max']:.4g})"
    own, theirs, ratio = result["contenders"]["fovea"], result["contenders"][result["pytorch_best"]], result["pytorch"]
    peak = f"{own['gflops'] / own['peak_gflops']:.2f}" if own.get("peak_gflops") else ""
    best = " last" if result["pytorch_best"].endswith("last") else ""
    row = first + [span(own), peak, span(theirs) + best, f"{ratio['speed']:.2f}", f"{ratio['planned']:.2f}",
                   f"{ratio['growth']:.2f}"]
    if "onnxruntime" not in result:
        return row + ["", ""]
    return row + [f"{result['contenders']['onnxruntime']['ms']:.4g}", f"{result['onnxruntime']['speed']:.2f}"]


def print_table(results):
    table = [HEAD, ["---"] * len(HEAD)] + [cells(result) for result in results]
    widths = [max(len(line[i]) for line in table) for i in range(len(HEAD))]
    for line in table:
        print("| " + " | ".join((cell if cell != "---" else "-" * width).ljust(width)
                                for cell, width in zip(line, widths)) + " |")


def machine(threads):
    model = platform.processor()
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    return {"processor": model, "threads": threads, "system": platform.platform(),
            "load_before": os.getloadavg()[0], "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds")}


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fovea", default="fovea-cli", help="the program (default: the one on the path)")
    parser.add_argument("--rows", nargs="+", default=ROWS, metavar="NETWORK:MODE:BATCH", help="MODE is train or infer")
    parser.add_argument("--rounds", type=int, default=5, help="turns of every contender")
    parser.add_argument("--seconds", type=float, default=4, help="measured window of each turn")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="threads, each on its own core")
    parser.add_argument("--onnx", nargs="*", default=["resnet50"], metavar="NETWORK",
                        help="networks whose inference ONNX Runtime runs too")
    parser.add_argument("--json", metavar="FILE", help="also write everything measured there")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    arguments = read_arguments()
    if arguments.worker:
        return work(json.loads(arguments.worker))
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.threads])
    os.environ["OMP_NUM_THREADS"] = str(arguments.threads)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    report = {"machine": machine(arguments.threads), "rounds": arguments.rounds, "seconds": arguments.seconds,
              "versions": {"python": platform.python_version()}, "results": []}
    with tempfile.TemporaryDirectory() as folder:
        for row in arguments.rows:
            print(f"{row} …", file=sys.stderr, flush=True)
            report["results"].append(compare(arguments, row, folder, report["versions"]))
    print(f"{report['machine']['processor']}, {arguments.threads} threads, {report['machine']['date']}, "
          + ", ".join(f"{name} {version}" for name, version in report["versions"].items()))
    print_table(report["results"])
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(report, file, indent=1)
    return int(any("error" in result for result in report["results"]))


if __name__ == "__main__":
    sys.exit(main())
