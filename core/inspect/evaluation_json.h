// Why: one format of evaluation results for scripts, files and spreadsheets. Thread-safety: pure functions.
#pragma once
#include "core/base/json.h"
#include "core/data/store/dataset.h"
#include "core/inspect/comparison.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Returns {"split", "answers", "samples", "loss", "accuracy", "streams", metrics, "classes": [{"name", "precision",
// "recall", "f1", "iou", "support", "roc_auc", "average_precision"}], "confusion": [[…]] (rows are labels),
// "calibration_error", "calibration": [{"samples", "confidence", "accuracy"}]}; absent if inapplicable, null for NaN.
Json evaluationJson(const Evaluation& evaluation);

// Returns one line per sample: index, source, then label, prediction, confidence, label_probability or (numbers) truth,
// answer, then error. Names are quoted if needed (RFC 4180). `dataset` is the evaluated one.
std::string answersCsv(const Evaluation& evaluation, const Dataset& dataset);
// Returns one line per class, with the fields of "classes" above.
std::string classesCsv(const Evaluation& evaluation);

// Returns {"samples", "agreement", "fixed", "broken", "both_right", "both_wrong", "p_value", "accuracy",
// "accuracy_against", "fixed_samples": [index…], "broken_samples": [index…]}, with indices within the split. `now` is
// the evaluation that was compared as `now`.
Json comparisonJson(const EvaluationComparison& comparison, const Evaluation& now);

}  // namespace fovea
