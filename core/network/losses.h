// Why: a network may have losses at its sides that help deep layers to learn; one of them says how good it is.
#pragma once
#include "core/network/network.h"

namespace fovea {

// Those of the network's own sheet, in an order in which they can be computed; of all of them in a flat network.
std::vector<const Layer*> lossesOf(const Network& network);
// Of `losses` in that order the one whose answer is the network's and whose metrics are shown: that of the largest
// weight, the last of several. Null: there is none.
const Layer* judgingLoss(std::span<const Layer* const> losses);
const Layer* judgingLoss(const Network& network);
// What the network's answers mean: what its judging loss declares, or without a loss any of its layers; the same with
// blocks unfolded.
AnswerMeaning answersOf(const Network& network);
// Without the other losses of the network's own sheet and what leads to nothing but them: what answers.
Network withoutSideLosses(const Network& network);

}  // namespace fovea
