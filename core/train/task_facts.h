// Why: what a task means for losses and networks is one table; whoever needs a word or a count of it reads it here.
#pragma once
#include "core/data/dataset.h"
#include "core/layers/layer_type.h"

namespace fovea {

// The kind of target that samples of `task` have; nothing if they have none that a loss can use.
std::optional<TargetKind> targetOf(Task task);

// Describes the target of each sample of `data`, as the end of a sentence: " with one of 10 labels each".
std::string targetWords(const DatasetInfo& data);
// Advises which loss to use for `data`: "Use Cross-entropy with labels for each position, … with 4 channels."
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
