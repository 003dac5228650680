// Why: one format of evaluation results for scripts, files and spreadsheets. Thread-safety: pure functions.
#pragma once
#include "core/base/json.h"
#include "core/data/store/dataset.h"
#include "core/inspect/comparison.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// {"split", "samples", "loss", "accuracy", metrics by name, "classes": [{"name", "precision", "recall", "f1", "iou",
// "support", "roc_auc", "average_precision"}], "confusion": [[…]] (rows are labels), "calibration_error",
// "calibration": [{"samples", "confidence", "accuracy"}]}. Inapplicable items are absent; NaN becomes null.
Json evaluationJson(const Evaluation& evaluation);

// One line per sample: "index,source,label,prediction,confidence,label_probability,error", or for numbers
// "index,source,truth,answer,error". Names are quoted if necessary (RFC 4180). `dataset` is the one that was evaluated.
std::string answersCsv(const Evaluation& evaluation, const Dataset& dataset);
// One line per class, with the fields of "classes" above.
std::string classesCsv(const Evaluation& evaluation);

// {"samples", "agreement", "fixed", "broken", "both_right", "both_wrong", "p_value", "accuracy", "accuracy_against",
// "fixed_samples": [index…], "broken_samples": [index…]}, with indices within the split. `now` is the comparison's
// `now`.
Json comparisonJson(const EvaluationComparison& comparison, const Evaluation& now);

}  // namespace fovea
