// Why: a network may have auxiliary losses that help deep layers to learn; its main loss measures its quality.
#pragma once
#include "core/network/network.h"

namespace fovea {

// The losses on the network's own sheet, in computation order; in a flat network these are all losses.
std::vector<const Layer*> lossesOf(const Network& network);
// The main loss, which defines the network's predictions and the metrics shown: the one with the largest weight, the
// last among equals. Null if there is no loss.
const Layer* judgingLoss(std::span<const Layer* const> losses);
const Layer* judgingLoss(const Network& network);
// The meaning of the network's predictions, as declared by its main loss or, without a loss, by one of its layers.
// Folding layers into blocks does not change it.
AnswerMeaning answersOf(const Network& network);
// Returns the network without the auxiliary losses of its own sheet and without layers that lead only to them.
Network withoutSideLosses(const Network& network);

}  // namespace fovea
