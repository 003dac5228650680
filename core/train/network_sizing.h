// Why: a standard network is drawn for samples of one size and a number of classes; who opens one wants it for the data
// at hand.
#pragma once
#include "core/data/dataset.h"
#include "core/network/network.h"

namespace fovea {

// The layer that makes what `loss` judges, and which of its parameters says how many numbers that are: units or
// filters. Null where several layers make it, or none of them says how many.
struct ScoringLayer {
  const Layer* layer = nullptr;
  const char* parameter = nullptr;
};
ScoringLayer scoringLayer(const Network& network, const Layer& loss);

// The network for a data set: its Input takes the samples as they are where all layers behind it can, else images
// resized to the size it was drawn for; the last layer with units or filters before the loss has one for each class,
// number or channel of the target. Positions, names and all other parameters stay. A network that takes another kind of
// values (symbols, numbers) comes back as it is.
Network sizedFor(const Network& network, const DatasetInfo& data);

}  // namespace fovea
