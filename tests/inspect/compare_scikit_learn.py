#!/usr/bin/env python3
"""Compares the scores of `fovea-cli eval` with scikit-learn's, on the same probabilities of the same network.

Needs numpy and scikit-learn from PyPI. Asks for an evaluation and for the probabilities that it is made of, computes
every score from them with scikit-learn, and prints the largest difference of each; fails where one is over 1e-9.

    compare_scikit_learn.py path/to/fovea-cli checkpoint [split]
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy
from sklearn import metrics
from sklearn.calibration import calibration_curve

LIMIT = 1e-9
BINS = 10


def evaluate(program, checkpoint, split, folder):
    table = folder / "probabilities.csv"
    answer = subprocess.run([program, "eval", checkpoint, "--split", split, "--probabilities", table, "--json"],
                            check=True, capture_output=True, text=True)
    rows = numpy.genfromtxt(table, delimiter=",", skip_header=1)
    # f32 numbers in as many digits as tell them apart: read back, they are the same.
    return json.loads(answer.stdout), rows[:, 1].astype(int), rows[:, 2:].astype(numpy.float32).astype(float)


def expected_calibration_error(labels, probabilities):
    confidence = probabilities.max(1)
    right = (probabilities.argmax(1) == labels).astype(float)
    accuracies, confidences = calibration_curve(right, confidence, n_bins=BINS)
    edges = numpy.linspace(0, 1, BINS + 1)
    counts = numpy.bincount(numpy.searchsorted(edges[1:-1], confidence), minlength=BINS)
    counts = counts[counts > 0]
    return float((counts * abs(accuracies - confidences)).sum() / counts.sum())


def compare(answer, labels, probabilities):
    classes = range(probabilities.shape[1])
    predictions = probabilities.argmax(1)
    precision, recall, f1, support = metrics.precision_recall_fscore_support(
        labels, predictions, labels=classes, zero_division=numpy.nan)
    theirs = {"precision": precision, "recall": recall, "f1": f1, "support": support, "roc_auc": [],
              "average_precision": []}
    for k in classes:
        positive = labels == k
        some = positive.any()
        theirs["roc_auc"].append(metrics.roc_auc_score(positive, probabilities[:, k])
                                 if some and not positive.all() else numpy.nan)
        theirs["average_precision"].append(metrics.average_precision_score(positive, probabilities[:, k])
                                           if some else numpy.nan)
    rows = []
    for name, values in theirs.items():
        ours = numpy.array([numpy.nan if c[name] is None else c[name] for c in answer["classes"]], float)
        values = numpy.array(values, float)
        same = numpy.isnan(ours) == numpy.isnan(values)
        rows.append((name, numpy.nanmax(abs(ours - values)) if same.all() else numpy.inf))
    rows.append(("accuracy", abs(answer["accuracy"] - metrics.accuracy_score(labels, predictions))))
    confusion = metrics.confusion_matrix(labels, predictions, labels=classes)
    rows.append(("confusion", float(abs(confusion - numpy.array(answer["confusion"])).max())))
    rows.append(("calibration_error", abs(answer["calibration_error"] -
                                          expected_calibration_error(labels, probabilities))))
    return rows


def main():
    warnings.simplefilter("ignore")
    program, checkpoint = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    split = sys.argv[3] if len(sys.argv) > 3 else "test"
    with tempfile.TemporaryDirectory() as folder:
        answer, labels, probabilities = evaluate(program, checkpoint, split, pathlib.Path(folder))
    print(f"{len(labels)} samples, {probabilities.shape[1]} classes")
    worst = 0
    for name, difference in compare(answer, labels, probabilities):
        print(f"  {name:<20} {difference:.3g}")
        worst = max(worst, difference)
    sys.exit(0 if worst <= LIMIT else f"a score differs by {worst:.3g}, more than {LIMIT:.0g}")


if __name__ == "__main__":
    main()
