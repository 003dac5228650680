// Why: the transforms of samples belong to the network and are stored in its Input layer, so that training, validation
// and prediction always use the same list.
#pragma once
#include "core/data/transforms/transform.h"
#include "core/network/network.h"

namespace fovea {

// The transform list of the network's Input layer; empty if it has none. InvalidArgument says what is wrong with it.
Result<TransformList> inputTransforms(const Network& network);
// Whether the list mixes samples, which then have soft labels.
bool mixesSamples(const TransformList& list);
// Returns the network to train: if its Input layer mixes samples, losses with one label per sample that support soft
// labels are switched to them. InvalidArgument as inputTransforms().
Result<Network> withMixedLabels(const Network& network);
// The Input layer's parameter for `list`; empty for an empty list. Normalise is left out: it belongs to the data set.
std::string inputTransformsText(const TransformList& list);
// The titles of the random transforms, as a person reads them: "Flip, Rotate"; "none" where there are none.
std::string augmentationWords(const TransformList& list);
// The list that such a parameter contains. InvalidArgument.
Result<TransformList> inputTransformsFromText(const std::string& text);

}  // namespace fovea
