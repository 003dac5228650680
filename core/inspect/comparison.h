// Why: a better accuracy can hide regressions, so two networks are compared sample by sample. Thread-safety: pure
// functions.
#pragma once
#include <cstdint>
#include <vector>

#include "core/inspect/evaluation.h"

namespace fovea {

// Compares `now` with `before` on the same samples.
struct EvaluationComparison {
  std::int64_t samples = 0;
  std::int64_t bothRight = 0;
  std::int64_t bothWrong = 0;
  std::int64_t same = 0;  // both predict the same class, right or wrong
  double accuracy = 0;    // of `now`
  double accuracyBefore = 0;
  // The probability of a difference at least this large between fixed and broken samples if both networks are equally
  // good (McNemar 1947, the exact test).
  double pValue = 1;
  // Indices in both Evaluation::answers; the most confident answer of `now` first.
  std::vector<std::size_t> fixed;   // wrong before, right now
  std::vector<std::size_t> broken;  // right before, wrong now
};

// Fails with InvalidArgument if one of them does not have one label per sample, or the samples differ.
Result<EvaluationComparison> compareEvaluations(const Evaluation& now, const Evaluation& before);

}  // namespace fovea
