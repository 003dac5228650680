#!/usr/bin/env python3
"""Fovea's loader against OpenCV's decoder alone and PyTorch's DataLoader with torchvision, on the same JPEG files, in turns.

Each round runs every contender once, in a process of its own that may use the same cores: one core, then as many as asked
for. The work is decode, crop to 224×224 (random, or random with another scale), flip, normalise, in batches of 32. Figures
are images a second, the median over the rounds, with the slowest and fastest beside it. PyTorch is taken at its best: the
faster of Pillow and torchvision's own decoder with transforms on tensors, in the main process on one core, with a worker a
core on several. OpenCV decodes and does nothing else.

    python compare_loader.py --fovea build/release/bin/fovea-cli --pictures /usr/share/doc/opencv-doc --json result.json
    python compare_loader.py --fovea build/release/bin/fovea-cli --images FOLDER

--pictures makes 256 photographs of 500×375 from the larger ones in a folder, in qualities from 85 to 95; --images takes a
folder that holds a folder of JPEG files for each class. Needs torch, torchvision and opencv-python-headless.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

BATCH = 32
WORK = {
    "crop": [{"type": "random_crop", "height": 224, "width": 224}, {"type": "random_flip"}],
    "resized crop": [{"type": "random_resized_crop", "height": 224, "width": 224}, {"type": "random_flip"}],
}


def files_of(folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".jpg"))


def cut_photographs(source, target, count=256, width=500, height=375):
    from PIL import Image
    pictures = []
    for path in files_of(source):
        with Image.open(path) as picture:
            if picture.width >= 400 and picture.height >= 300:
                pictures.append(picture.convert("RGB"))
    chance = random.Random(1)
    for i in range(count):
        picture = pictures[i % len(pictures)]
        across = int(min(picture.width, picture.height * width / height) * chance.uniform(0.6, 1))
        down = across * height // width
        left, top = chance.randint(0, picture.width - across), chance.randint(0, picture.height - down)
        part = picture.crop((left, top, left + across, top + down)).resize((width, height), Image.LANCZOS)
        folder = os.path.join(target, f"class{i % 2}")
        os.makedirs(folder, exist_ok=True)
        part.save(os.path.join(folder, f"{i:04}.jpg"), quality=chance.choice([85, 90, 92, 95]))


def rate(step, seconds):
    """Images a second of `step`, which says how many it made, after a warm-up of a fifth of the time."""
    start = time.perf_counter()
    while time.perf_counter() - start < seconds / 5:
        step()
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += step()
    return done / (time.perf_counter() - start)


def run_opencv(folder, seconds):
    import cv2
    import numpy
    cv2.setNumThreads(1)
    contents = [numpy.fromfile(path, numpy.uint8) for path in files_of(folder)]

    def step():
        for content in contents:
            cv2.imdecode(content, cv2.IMREAD_COLOR)
        return len(contents)
    return rate(step, seconds)


def run_torch(folder, seconds, work, own_decoder, workers):
    import torch
    import torchvision
    from torchvision.transforms import v2
    torch.set_num_threads(1)
    crop = v2.RandomCrop(224) if work == "crop" else v2.RandomResizedCrop(224, antialias=True)
    first = [] if own_decoder else [v2.PILToTensor()]
    steps = [crop, v2.RandomHorizontalFlip()] + first + [
        v2.ToDtype(torch.float32, scale=True), v2.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))]
    read = (lambda path: torchvision.io.decode_jpeg(torchvision.io.read_file(path))) if own_decoder else \
        torchvision.datasets.folder.default_loader
    data = torchvision.datasets.ImageFolder(folder, v2.Compose(steps), loader=read)
    # Many epochs in one, so that starting the workers does not count.
    sampler = torch.utils.data.RandomSampler(data, replacement=True, num_samples=10**7)
    loader = iter(torch.utils.data.DataLoader(data, BATCH, sampler=sampler, num_workers=workers))
    return rate(lambda: len(next(loader)[1]), seconds)


def child(arguments):
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:arguments.cores]))
    if arguments.child == "opencv":
        print(run_opencv(arguments.images, arguments.seconds))
    else:
        workers = 0 if arguments.cores == 1 else arguments.cores
        print(run_torch(arguments.images, arguments.seconds, arguments.work, arguments.child == "torch", workers))


def run_fovea(arguments, dataset, work, cores):
    cpus = ",".join(str(cpu) for cpu in sorted(os.sched_getaffinity(0))[:cores])
    # Half of the time of one thread goes into decoding alone.
    out = subprocess.run(["taskset", "-c", cpus, arguments.fovea, "bench", "--data", dataset, "--transforms",
                          json.dumps(WORK[work]), "--threads", str(cores), "--batch", str(BATCH), "--seconds",
                          str(2 * arguments.seconds), "--json"], check=True, capture_output=True, text=True).stdout
    return json.loads(out)["per_thread" if cores == 1 else "samples_per_second"]


def run_child(arguments, kind, work, cores):
    command = [sys.executable, os.path.abspath(__file__), "--child", kind, "--images", arguments.images, "--work", work,
               "--cores", str(cores), "--seconds", str(arguments.seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def compare(arguments, dataset, work, cores):
    rates = {"fovea": [], "pillow": [], "torch": []}
    if cores == 1:
        rates["opencv"] = []
    for _ in range(arguments.rounds):
        rates["fovea"].append(run_fovea(arguments, dataset, work, cores))
        for kind in rates:
            if kind != "fovea":
                rates[kind].append(run_child(arguments, kind, work, cores))
    best = max(("pillow", "torch"), key=lambda kind: statistics.median(rates[kind]))

    def ratio(kind):
        return statistics.median(a / b for a, b in zip(rates["fovea"], rates[kind])) if kind in rates else None
    return {"work": work, "cores": cores, "rates": rates, "pytorch": best, "to_pytorch": ratio(best),
            "to_opencv": ratio("opencv")}


def row(result):
    def words(kind):
        values = result["rates"].get(kind)
        return f"{statistics.median(values):.0f} ({min(values):.0f}–{max(values):.0f})" if values else ""
    opencv = f"{result['to_opencv']:.2f}" if result["to_opencv"] else ""
    name = {"pillow": " Pillow", "torch": " own decoder"}[result["pytorch"]]
    return (f"| {result['work']} | {result['cores']} | {words('fovea')} | {words('opencv')} | {opencv} | "
            f"{words(result['pytorch'])}{name} | {result['to_pytorch']:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fovea", default="fovea-cli")
    parser.add_argument("--images")
    parser.add_argument("--pictures")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)), help="the most that are used")
    parser.add_argument("--json")
    parser.add_argument("--work", default="crop", help=argparse.SUPPRESS)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return child(arguments)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        dataset = os.path.join(folder, "set")
        if arguments.pictures:
            arguments.images = os.path.join(folder, "images")
            cut_photographs(arguments.pictures, arguments.images)
        subprocess.run([arguments.fovea, "import", arguments.images, "--out", dataset, "--json"], check=True,
                       stdout=subprocess.DEVNULL)
        print("| work | cores | Fovea images/s (min–max) | OpenCV decoding alone | × OpenCV | PyTorch | × PyTorch |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for work in WORK:
            for cores in sorted({1, arguments.cores}):
                results.append(compare(arguments, dataset, work, cores))
                print(row(results[-1]), flush=True)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
