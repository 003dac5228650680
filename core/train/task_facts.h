// Why: what a task means for losses and networks is one table; whoever needs a word or a count of it reads it here.
#pragma once
#include "core/data/dataset.h"
#include "core/layers/layer_type.h"

namespace fovea {

// What the samples of `task` have for a loss to compare with; nothing where they have none that a loss knows.
std::optional<TargetKind> targetOf(Task task);

// What each sample of `data` has beside its input, as the end of a sentence: " with one of 10 labels each".
std::string targetWords(const DatasetInfo& data);
// What to train on `data` with: "Use Cross-entropy with labels for each position, … behind a layer with 4 channels."
std::string lossAdvice(const DatasetInfo& data);

// How many scores, numbers or channels a network of that meaning gives for the task of `data`; 0: any number.
std::int64_t scoresFor(const DatasetInfo& data, AnswerMeaning meaning);

// The loss that is usual for the task of `data` with its parameters; for samples with nothing to compare with that
// which reproduces them.
struct UsualLoss {
  const LayerType* type = nullptr;
  FieldValues parameters;
};
UsualLoss usualLoss(const DatasetInfo& data);

}  // namespace fovea
