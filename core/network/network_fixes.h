// Why: finds the edits that solve a problem, separately from finding the problem. Internal to this room. Thread-safety:
// pure functions.
#pragma once
#include "core/network/network_analysis.h"

namespace fovea {

// The known facts about one edge into a layer that could not be built.
struct ArrivingShape {
  Edge edge;
  Shape shape;  // with the batch axis
};

// Fixes for `layer`, which rejected the inputs listed in `arriving`.
std::vector<NetworkFix> fixesForShapes(const Network& network, const Layer& layer,
                                       const std::vector<ArrivingShape>& arriving);
// Fixes for a layer whose input `input` has no edge.
std::vector<NetworkFix> fixesForMissingEdge(const Network& network, const Layer& layer, int input);
// Fixes for a network without an input layer.
std::vector<NetworkFix> fixesForMissingInput(const Network& network);
// Fixes for a network without a loss; `end` is the layer to attach one to, or null.
std::vector<NetworkFix> fixesForMissingLoss(const Network& network, const Layer* end);
// Fixes for a network with a loss in which no layer learns; `layers` are those with weights, in topological order.
std::vector<NetworkFix> fixesForFrozenWeights(const std::vector<const Layer*>& layers);
// "Remove “name”".
NetworkFix fixByRemoving(const Layer& layer);

}  // namespace fovea
