#!/usr/bin/env python3
"""Fovea against PyTorch (and ONNX Runtime) in one run: the same networks, batches, threads and cores, in turns.

Each round runs every contender once, in a process of its own; figures are the median of the rounds' median step times,
with the fastest and slowest round beside it. PyTorch is taken at its best: the faster of its default memory format and
channels_last, fused optimizer, inference mode; on a GPU also with torch.compile, with the whole step as a CUDA graph, and
with both. Times are of a step on synthetic input that lies in the device's memory already; training is forward, backward
and SGD with momentum, inference ends in the softmax as Fovea's does. On a GPU, f32 is TF32 on both sides, 16 bits are
autocast in PyTorch, and steps are given in a row for a millisecond or more before they are waited for.

Memory: `growth` compares how much the resident sets of the two processes grow from the start of the program (PyTorch: from
after the import) to the peak; `planned` compares what Fovea's step needs by its own account (arena, variables, scratch,
inputs) with PyTorch's growth; on a GPU, with the most that PyTorch allocated there.

    python compare_pytorch.py --fovea build/release/bin/fovea-cli                      every row
    python compare_pytorch.py --rows lenet:train:64 resnet50:infer:16 --rounds 3 --json result.json
    python compare_pytorch.py --device cuda:0 --rows lenet:train:64 resnet50:train:256:bf16
    python compare_pytorch.py --rows torchvision/vit_b_16:infer:1      any of torchvision's classifiers, imported as ONNX

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

TORCHVISION = "torchvision/"
HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = ["lenet:train:64", "lenet:infer:1", "resnet18-cifar:train:128", "resnet50:infer:1", "resnet50:infer:16",
        "char-lstm:train:32", "char-lstm:infer:1", "char-transformer:train:16", "mlp:train:64", "alexnet:train:16",
        "alexnet:infer:1", "vgg16:train:4", "vgg16:infer:1", "googlenet:train:16", "googlenet:infer:1",
        "squeezenet:train:16", "squeezenet:infer:1", "resnet18:train:8", "resnet18:infer:1", "resnet34:train:8",
        "resnet50:train:8", "mobilenet-v2:train:16", "mobilenet-v2:infer:1", "densenet121:train:8", "densenet121:infer:1",
        "unet:train:2", "unet:infer:1", "srcnn:train:16", "srcnn:infer:1"]
GPU_ROWS = ["lenet:train:64", "lenet:infer:1", "mlp:train:64", "resnet18-cifar:train:128", "resnet18-cifar:train:128:bf16",
            "resnet50:train:64", "resnet50:train:256:bf16", "resnet50:infer:1:bf16", "resnet50:infer:64:bf16",
            "char-lstm:train:32", "char-lstm:train:32:bf16", "char-transformer:train:16:bf16", "vgg16:train:64:bf16",
            "mobilenet-v2:train:64:bf16", "densenet121:train:64:bf16", "unet:train:8:bf16"]


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


def timed(step, seconds, wait=None):
    """The step's times in ms over `seconds`, after a warm-up of a fifth of that and at least two steps. With `wait`, of a
    device that works by itself, the mean times of steps in a row that take a millisecond or more."""
    start, count = time.perf_counter(), 0
    while count < 2 or time.perf_counter() - start < seconds / 5:
        step()
        count += 1
        if wait:
            wait()
    group = max(1, min(64, int(1e-3 * count / (time.perf_counter() - start)))) if wait else 1
    times, start = [], time.perf_counter()
    before = start
    while len(times) < 3 or before - start < seconds:
        for _ in range(group):
            step()
        if wait:
            wait()
        now = time.perf_counter()
        times.append((now - before) * 1e3 / group)
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


def torch_training(torch, spec, model, x, cast):
    with torch.no_grad():
        shape = (x.shape[0], *model.eval()(x[:1]).shape[1:])
    target = synthetic_target(torch, spec, shape).to(x.device)
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001, momentum=0.9, weight_decay=0.0005, fused=True)

    def loss_of(output):
        if spec.target == "image":
            return torch.nn.functional.mse_loss(output, target)
        if spec.target == "symbol":
            return torch.nn.functional.cross_entropy(output.flatten(0, 1), target.flatten())
        return torch.nn.functional.cross_entropy(output, target)

    def step(run):
        optimizer.zero_grad(set_to_none=True)
        with cast():
            loss = loss_of(run(x))
        loss.backward()
        optimizer.step()
    return step


def torch_inference(torch, spec, model, x, cast):
    model.eval()
    axis = {"class": 1, "pixel": 1, "symbol": -1}.get(spec.target)

    def step(run):
        with torch.inference_mode(), cast():
            output = run(x)
            return output if axis is None else torch.softmax(output, axis)
    return step


def graphed(torch, step):
    """The step as a CUDA graph."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(11):
            step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def load_torch(network):
    import torch
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    sys.path.insert(0, HERE)
    import pytorch_networks
    if network.startswith(TORCHVISION):
        import torchvision
        build = getattr(torchvision.models, network[len(TORCHVISION):])
        return torch, pytorch_networks.Network(build, (3, 224, 224), "class", 1000, None)
    return torch, pytorch_networks.NETWORKS[network]


def run_torch(network, mode, batch, precision, seconds, device, variant):
    torch, spec = load_torch(network)
    on_gpu = device != "cpu"
    if on_gpu:
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = True
    base = reset_peak()
    torch.manual_seed(1)
    model, x = spec.build().to(device), synthetic(torch, spec, batch).to(device)
    if "last" in variant:
        model, x = model.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    half = {"bf16": torch.bfloat16, "f16": torch.float16}.get(precision)
    cast = lambda: torch.autocast(x.device.type, half or torch.bfloat16, enabled=half is not None)
    make = torch_training if mode == "train" else torch_inference
    whole = make(torch, spec, model, x, cast)
    run = torch.compile(model) if "compile" in variant else model
    step = lambda: whole(run)
    if "graph" in variant:
        step = graphed(torch, step)
    times = timed(step, seconds, torch.cuda.synchronize if on_gpu else None)
    used = torch.cuda.max_memory_allocated() if on_gpu else resident("VmHWM") - base
    return {"times": times, "bytes": used, "version": torch.__version__}


def export_onnx(network, batch, path, softmax=True):
    import warnings
    warnings.simplefilter("ignore")
    torch, spec = load_torch(network)
    model = spec.build().eval()
    if spec.target == "class" and softmax:
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


def name_of(device):
    import torch
    return {"name": torch.cuda.get_device_name(device)}


def work(request):
    kind = request.pop("kind")
    result = {"torch": run_torch, "export": export_onnx, "onnx": run_onnx, "name": name_of}[kind](**request)
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
    with tempfile.TemporaryFile("w+", errors="replace") as told:  # more than a pipe holds would stop the program
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, text=True)
        with process.stdout:
            output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        errors = told.read()
    lines = [line for line in output.splitlines() if line.strip()]
    if process.returncode != 0:
        raise Failed(message_of(lines, errors))
    result = json.loads(lines[-1])
    result["process_bytes"] = usage.ru_maxrss * 1024
    return result


def worker(**request):
    return start([sys.executable, os.path.abspath(__file__), "--worker", json.dumps(request)])


def imported(arguments, network, folder):
    """The file of torchvision's network as Fovea imports it, with a loss behind its scores."""
    path = os.path.join(folder, network.replace("/", "-"))
    if not os.path.exists(path + ".json"):
        worker(kind="export", network=network, batch=1, path=path + ".onnx", softmax=False)
        subprocess.run([arguments.fovea, "network", "convert", path + ".onnx", path + ".json"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(path + ".json") as file:
            document = json.load(file)
        layers, edges = document["layers"], document["edges"]
        fed = {edge["source"] for edge in edges}
        last = next(layer["id"] for layer in layers if layer["id"] not in fed)
        loss = max(layer["id"] for layer in layers) + 1
        layers.append({"id": loss, "type": "cross_entropy", "name": "training_loss", "parameters": {}, "position": [0, 0]})
        edges.append({"source": last, "target": loss})
        with open(path + ".json", "w") as file:
            json.dump(document, file)
    return path + ".json"


def fovea(arguments, network, mode, batch, precision):
    command = [arguments.fovea, "bench", "--network", network, "--batch", str(batch), "--seconds",
               str(arguments.seconds), "--device", arguments.device, "--precision", precision,
               "--json"] + (["--train"] if mode == "train" else [])
    result = start(command)
    used = result["process_growth_bytes"] if arguments.device == "cpu" else result["peak_memory_bytes"]
    return {"ms": result["step_ms"]["median"], "bytes": used,
            "planned_bytes": result["peak_memory_bytes"], "gflops": result["gflops"],
            "peak_gflops": result["peak_gflops"], "process_bytes": result["process_bytes"], "steps": result["steps"]}


def variants(device, network, mode):
    """The ways in which PyTorch runs a network."""
    formats = [""] if network.startswith(("mlp", "char-")) else ["", "last"]
    if device == "cpu":
        return formats
    return formats + [f"{formats[-1]} {way}".strip() for way in ("compile", "graph", "compile graph")]


def contenders(arguments, network, mode, batch, precision, folder):
    """name -> function that runs it once."""
    torch_run = lambda variant: lambda: worker(kind="torch", network=network, mode=mode, batch=batch,
                                               precision=precision, seconds=arguments.seconds, device=arguments.device,
                                               variant=variant)
    own = imported(arguments, network, folder) if network.startswith(TORCHVISION) else network
    runs = {"fovea": lambda: fovea(arguments, own, mode, batch, precision)}
    for variant in variants(arguments.device, network, mode):
        runs[f"pytorch {variant}".strip()] = torch_run(variant)
    if mode == "infer" and network in arguments.onnx and arguments.device == "cpu":
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
    network, mode, batch, precision = (row.split(":") + ["f32"])[:4]
    result = {"network": network, "mode": mode, "batch": int(batch), "precision": precision}
    rounds, failed = {}, {}
    try:
        runs = contenders(arguments, network, mode, int(batch), precision, folder)
        for _ in range(arguments.rounds):
            for name, run in runs.items():
                try:
                    rounds.setdefault(name, []).append(run())
                except Failed as error:  # not each network can be compiled, or be a graph
                    if not name.startswith("pytorch "):
                        raise
                    failed[name] = str(error)
    except Failed as error:
        result["error"] = str(error)
        return result
    rounds = {name: list_of for name, list_of in rounds.items() if name not in failed}
    for name, list_of in rounds.items():
        if "version" in list_of[0]:
            versions[name.split()[0]] = list_of[0]["version"]
    result["failed"] = failed
    result["contenders"] = {name: summary(list_of) for name, list_of in rounds.items()}
    best = min((name for name in rounds if name.startswith("pytorch")),
               key=lambda name: result["contenders"][name]["ms"])
    result["pytorch_best"] = best
    for name in ("pytorch", best):
        result["pytorch" if name == best else "pytorch_eager"] = against(rounds["fovea"], rounds[name])
    if "onnxruntime" in rounds:
        result["onnxruntime"] = against(rounds["fovea"], rounds["onnxruntime"])
    return result


HEAD = ["network", "mode", "batch", "Fovea ms (min–max)", "of peak", "PyTorch ms (min–max)", "speed ×", "planned ×", "growth ×",
        "ORT ms", "ORT speed ×"]


def cells(result):
    half = "" if result["precision"] == "f32" else " " + result["precision"]
    first = [result["network"], result["mode"], str(result["batch"]) + half]
    if "error" in result:
        return first + [result["error"][:60]] + [""] * (len(HEAD) - 4)
    span = lambda entry: f"{entry['ms']:.4g} ({entry['ms_min']:.4g}–{entry['ms_max']:.4g})"
    own, theirs, ratio = result["contenders"]["fovea"], result["contenders"][result["pytorch_best"]], result["pytorch"]
    peak = f"{own['gflops'] / own['peak_gflops']:.2f}" if own.get("peak_gflops") else ""
    best = result["pytorch_best"].removeprefix("pytorch")
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
    parser.add_argument("--device", default="cpu", help="cpu, cuda:0, …")
    parser.add_argument("--rows", nargs="+", metavar="NETWORK:MODE:BATCH[:PRECISION]",
                        help="MODE is train or infer; PRECISION is f32, bf16 or f16")
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
        for row in arguments.rows or (ROWS if arguments.device == "cpu" else GPU_ROWS):
            print(f"{row} …", file=sys.stderr, flush=True)
            report["results"].append(compare(arguments, row, folder, report["versions"]))
    if arguments.device != "cpu":
        report["machine"]["gpu"] = worker(kind="name", device=arguments.device)["name"]
        print(report["machine"]["gpu"])
    print(f"{report['machine']['processor']}, {arguments.threads} threads, {report['machine']['date']}, "
          + ", ".join(f"{name} {version}" for name, version in report["versions"].items()))
    print_table(report["results"])
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(report, file, indent=1)
    return int(any("error" in result for result in report["results"]))


if __name__ == "__main__":
    sys.exit(main())
