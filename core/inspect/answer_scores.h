// Why: the device's sums give overall metrics; scores per class or label need each sample's answer. Not thread-safe.
#pragma once
#include <memory>

#include "core/data/loading/batch.h"
#include "core/inspect/answer.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Scores answers of one kind, batch by batch.
class AnswerScores {
 public:
  virtual ~AnswerScores() = default;
  // `predictions` are f32 [N, …] for the samples of `batch`, `target` is the loss's target.
  virtual void add(const Tensor& predictions, const Tensor& target, const Batch& batch) = 0;
  // Adds the results to `evaluation`: appends metrics, sets classes and their curves.
  virtual void finish(Evaluation& evaluation) const = 0;
};

// Returns the scores for a kind of answer. SeveralClasses: precision, recall, F1 and overlap of each class, and the
// means of the first three. Numbers: "r2", unless all targets are equal. Transcript: "label_error_rate" (edits per
// label, unless there is no label) and "exact" (fraction of exact transcripts). Boxes: see DetectionScores. Embedding:
// "recall_at_1", the fraction of samples whose nearest other sample has the same label. Null for kinds that need no
// more than the device's sums.
std::unique_ptr<AnswerScores> answerScores(AnswerKind kind, const std::vector<std::string>& classes);

}  // namespace fovea
