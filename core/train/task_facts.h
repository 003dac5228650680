// Why: one table of what a task means for losses and networks, including its names and counts.
#pragma once
#include "core/data/store/dataset.h"
#include "core/layers/layer_type.h"

namespace fovea {

// The kind of target that samples of `task` have; nothing if no loss can use it.
std::optional<TargetKind> targetOf(Task task);

// Describes the target of each sample of `data`, as the end of a sentence: " with one of 10 labels each".
std::string targetWords(const DatasetInfo& data);
// Advises which loss to use for `data`: "Use Cross-entropy with labels for each position, … with 4 channels."
std::string lossAdvice(const DatasetInfo& data);

// The number of scores, numbers or channels that a network of that meaning needs for the task of `data`; 0: any number.
std::int64_t scoresFor(const DatasetInfo& data, AnswerMeaning meaning);

// The usual loss for the task of `data`, with its parameters. For samples without targets it is a reconstruction loss.
struct UsualLoss {
  const LayerType* type = nullptr;
  FieldValues parameters;
};
UsualLoss usualLoss(const DatasetInfo& data);

}  // namespace fovea
