// Why: what the device adds up says how good a network is over all; class by class, label by label, it takes a look at
// each answer. Not thread-safe.
#pragma once
#include <memory>

#include "core/inspect/answer.h"
#include "core/inspect/evaluation.h"

namespace fovea {

// Judges the answers of one kind, batch by batch.
class AnswerScores {
 public:
  virtual ~AnswerScores() = default;
  // `predictions` are f32 [N, …], `target` is what the loss compares them with; `lengths` are Batch::lengths.
  virtual void add(const Tensor& predictions, const Tensor& target, const Tensor& lengths) = 0;
  // Puts what was seen into `evaluation`: metrics behind those that are there, and classes.
  virtual void finish(Evaluation& evaluation) const = 0;
};

// Of several labels: precision, recall, F1 and overlap of each class, and their means. Of numbers: the share of the
// variance that is explained ("r2"). Of transcriptions: "label_error_rate" (labels put in, taken out or changed, by
// label) and "exact" (the share that is right altogether). Of embeddings: "recall_at_1", the share of samples whose
// nearest other sample has the same label. Null for kinds about which the device's sums say all.
std::unique_ptr<AnswerScores> answerScores(AnswerKind kind, const std::vector<std::string>& classes);

}  // namespace fovea
