#!/usr/bin/env python3
"""Compares `fovea-cli project` with scikit-learn's t-SNE, openTSNE and umap-learn, on the pixels of the same samples.

Needs numpy, scikit-learn, openTSNE and umap-learn from PyPI. Projects the network's input layer, whose numbers are the
pixels up to scale, and prints trustworthiness (12 neighbours) and seconds of each. Fails if Fovea's trustworthiness is
more than 2 % below theirs. openTSNE and Fovea's t-SNE both arrange 50 principal components.

    compare_projection.py path/to/fovea-cli checkpoint images-idx3-ubyte.gz [--split test] [--samples 10000]
                          [--layer data] [--threads 2]

The images are those of the split, in its order.
"""
import argparse
import csv
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE, trustworthiness

LIMIT = 0.02
NEIGHBOURS = 12


def fovea(arguments, method, folder):
    table = folder / f"{method}.csv"
    answer = subprocess.run([arguments.program, "project", arguments.checkpoint, "--layer", arguments.layer, "--method",
                             method, "--samples", str(arguments.samples), "--split", arguments.split, "--out", table,
                             "--json"], check=True, capture_output=True, text=True)
    rows = list(csv.DictReader(table.open()))
    points = numpy.array([[float(row["x"]), float(row["y"])] for row in rows])
    return points, json.loads(answer.stdout)["seconds"], [int(row["index"]) for row in rows]


def timed(work):
    since = time.monotonic()
    points = work()
    return numpy.asarray(points), time.monotonic() - since


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("checkpoint")
    parser.add_argument("images", type=pathlib.Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--samples", type=int, default=10000)
    parser.add_argument("--layer", default="data")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    pixels = numpy.frombuffer(gzip.open(arguments.images).read(), numpy.uint8, offset=16)
    pixels = pixels.reshape(-1, 784).astype(numpy.float32) / 255
    with tempfile.TemporaryDirectory() as name:
        ours = {method: fovea(arguments, method, pathlib.Path(name)) for method in ("tsne", "umap")}
    rows = pixels[ours["tsne"][2]]
    import openTSNE
    import umap
    components = PCA(50, random_state=1).fit_transform(rows)
    theirs = {
        ("tsne", "openTSNE"): timed(lambda: openTSNE.TSNE(n_jobs=arguments.threads, random_state=1).fit(components)),
        ("tsne", "scikit-learn"): timed(lambda: TSNE(n_jobs=arguments.threads, random_state=1).fit_transform(rows)),
        ("umap", "umap-learn"): timed(lambda: umap.UMAP(random_state=1).fit_transform(rows)),
    }
    failed = False
    own = {}
    for method, (points, seconds, _) in ours.items():
        own[method] = trustworthiness(rows, points, n_neighbors=NEIGHBOURS)
        print(f"{method:5} {'fovea':13} trustworthiness {own[method]:.4f} {seconds:7.1f} s", flush=True)
    for (method, library), (points, seconds) in theirs.items():
        value = trustworthiness(rows, points, n_neighbors=NEIGHBOURS)
        print(f"{method:5} {library:13} trustworthiness {value:.4f} {seconds:7.1f} s, {seconds / ours[method][1]:.1f} "
              "times as long", flush=True)
        failed |= own[method] < value * (1 - LIMIT)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
