// Why: what is done to samples on their way into a network belongs to the network: it is kept with its Input layer, so
// that whoever opens the network trains, validates and predicts with the same list.
#pragma once
#include "core/data/transform.h"
#include "core/network/network.h"

namespace fovea {

// The list of the network's Input layer; empty if it has none. InvalidArgument names what is wrong with it.
Result<TransformList> inputTransforms(const Network& network);
// Whether that list mixes samples, after which each has shares of several labels.
bool mixesSamples(const TransformList& list);
// `network` with the losses for one label each that can take shares of labels made to do so, where its Input layer
// mixes samples: what is trained. InvalidArgument as inputTransforms().
Result<Network> withMixedLabels(const Network& network);
// The parameter of an Input layer that holds `list`; empty for an empty list. Normalise is not kept: it is the data
// set's.
std::string inputTransformsText(const TransformList& list);
// The list that such a parameter holds. InvalidArgument.
Result<TransformList> inputTransformsFromText(const std::string& text);

}  // namespace fovea
