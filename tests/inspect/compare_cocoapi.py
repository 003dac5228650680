#!/usr/bin/env python3
"""Trains a detector on real pictures in made scenes and compares the scores of its boxes with COCO's own evaluation.

Puts clothes of Fashion-MNIST, enlarged by 1 to 2, on noise, writes the scenes as PNG with COCO's JSON, imports them,
lets the program suggest a network and trains it. Then asks for the found boxes of each test picture, gives them to
pycocotools, and compares every score with those of `fovea-cli eval`. Fails where one differs by more than 1e-6 (the
boxes come as f32). Needs numpy, Pillow and pycocotools from PyPI.

    compare_cocoapi.py path/to/fovea-cli images-idx3-ubyte.gz labels-idx1-ubyte.gz [--scenes 1200] [--epochs 30]
                       [--classes 4] [--keep FOLDER]
"""
import argparse
import contextlib
import gzip
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

LIMIT = 1e-6
NAMES = ["shirt", "trousers", "pullover", "dress", "coat", "sandal", "blouse", "sneaker", "bag", "boot"]
HEIGHT, WIDTH = 96, 128


def idx(path, offset):
    return numpy.frombuffer(gzip.open(path).read(), dtype=numpy.uint8, offset=offset)


def scene(random, pictures, labels):
    """A grey picture, and its objects as (class, left, top, width, height), which do not overlap."""
    picture = random.normal(60, 18, (HEIGHT, WIDTH))
    taken, objects = numpy.zeros((HEIGHT, WIDTH), bool), []
    for _ in range(random.integers(1, 5)):
        index = random.integers(len(pictures))
        side = int(28 * random.uniform(1, 2))
        item = numpy.asarray(Image.fromarray(pictures[index]).resize((side, side)), float)
        rows, columns = numpy.nonzero(item > 30)
        if len(rows) == 0:
            continue
        item = item[rows.min():rows.max() + 1, columns.min():columns.max() + 1]
        height, width = item.shape
        top, left = random.integers(HEIGHT - height), random.integers(WIDTH - width)
        place = slice(top, top + height), slice(left, left + width)
        if taken[place].any():
            continue
        taken[place] = True
        picture[place] = numpy.where(item > 30, item, picture[place])
        objects.append((int(labels[index]), int(left), int(top), width, height))
    return numpy.clip(picture, 0, 255).astype(numpy.uint8), objects


def write_scenes(folder, arguments):
    pictures = idx(arguments.images, 16).reshape(-1, 28, 28)
    labels = idx(arguments.labels, 8)
    known = labels < arguments.classes
    pictures, labels = pictures[known], labels[known]
    random = numpy.random.default_rng(1)
    for split, share in (("train", 0.8), ("val", 0.1), ("test", 0.1)):
        images, annotations = [], []
        (folder / split).mkdir(parents=True)
        for number in range(int(arguments.scenes * share)):
            picture, objects = scene(random, pictures, labels)
            name = f"{number:05}.png"
            Image.fromarray(picture).save(folder / split / name)
            images.append({"id": number, "file_name": name, "width": WIDTH, "height": HEIGHT})
            for label, *box in objects:
                annotations.append({"id": len(annotations) + 1, "image_id": number, "category_id": label + 1,
                                    "bbox": box, "area": box[2] * box[3], "iscrowd": 0})
        content = {"images": images, "annotations": annotations,
                   "categories": [{"id": k + 1, "name": NAMES[k]} for k in range(arguments.classes)]}
        (folder / "annotations").mkdir(exist_ok=True)
        (folder / "annotations" / f"instances_{split}.json").write_text(json.dumps(content))


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def theirs(truth_file, found_by_image):
    """Scores by pycocotools; boxes in pixels."""
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(truth_file)
        category = {entry["name"]: entry["id"] for entry in truth.loadCats(truth.getCatIds())}
        found = []
        for image in truth.loadImgs(truth.getImgIds()):
            for each in found_by_image[image["file_name"]]:
                left, top, right, bottom = each["box"]  # pixels
                found.append({"image_id": image["id"], "category_id": category[each["name"]],
                              "bbox": [left, top, right - left, bottom - top],
                              "score": each["probability"]})
        evaluation = COCOeval(truth, truth.loadRes(found), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    precision = evaluation.eval["precision"][:, :, :, 0, 2]
    scores = {"average_precision": evaluation.stats[0], "average_precision_50": evaluation.stats[1],
              "average_precision_75": evaluation.stats[2]}
    for k, entry in enumerate(truth.loadCats(evaluation.params.catIds)):
        scores[entry["name"]] = precision[:, :, k].mean()
    return scores


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("images")
    parser.add_argument("labels")
    parser.add_argument("--scenes", type=int, default=1200)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--classes", type=int, default=4)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        write_scenes(folder / "scenes", arguments)
        program, data, project = arguments.program, folder / "data", folder / "project"
        run(program, "import", folder / "scenes", "--out", data)
        print(run(program, "network", "new", "--dataset", data, "--out", folder / "detector.json"), end="")
        run(program, "train", "--network", folder / "detector.json", "--dataset", data, "--project", project,
            "--set", f"epochs={arguments.epochs}", "--json")
        checkpoint = sorted(project.rglob("*.safetensors"), key=lambda file: file.stat().st_mtime)[-1]
        ours = json.loads(run(program, "eval", checkpoint, "--dataset", data, "--split", "test", "--json"))
        pictures = sorted((folder / "scenes" / "test").iterdir())
        lines = run(program, "infer", checkpoint, *pictures, "--json").splitlines()
        found = {picture.name: json.loads(line)["boxes"] for picture, line in zip(pictures, lines)}
        expected = theirs(str(folder / "scenes" / "annotations" / "instances_test.json"), found)
    scores = {name: ours[name] for name in ("average_precision", "average_precision_50", "average_precision_75")}
    scores.update({entry["name"]: entry["average_precision"] for entry in ours["classes"]})
    worst = 0
    for name, value in expected.items():
        worst = max(worst, abs(scores[name] - value))
        print(f"{name:<22} Fovea {scores[name]:.6f}  COCO {value:.6f}  difference {abs(scores[name] - value):.1e}")
    if worst > LIMIT:
        sys.exit(f"The largest difference is {worst:.1e}.")


if __name__ == "__main__":
    main()
