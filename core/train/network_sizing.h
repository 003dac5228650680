// Why: a standard network is drawn for one sample size and number of classes; this adapts it to the data at hand.
#pragma once
#include "core/data/store/dataset.h"
#include "core/network/network.h"

namespace fovea {

// The layer that produces the scores for `loss`, and its parameter for their number: units or filters. Null if several
// layers produce them or no parameter sets their number.
struct ScoringLayer {
  const Layer* layer = nullptr;
  const char* parameter = nullptr;
};
ScoringLayer scoringLayer(const Network& network, const Layer& loss);

// Adapts the network to a data set. Its Input accepts the samples as they are if all later layers can, else images
// resized to the size it was drawn for. The last layer with units or filters before the loss gets one for each class,
// number or channel of the target. Positions, names and all other parameters stay. A network for another kind of values
// (symbols, numbers) is returned unchanged. For samples of several parts each Input layer gets the part of its name or
// the only one of its kind, and the Embedding after it gets the size of its vocabulary.
Network sizedFor(const Network& network, const DatasetInfo& data);

// The extents of a shape as the value of a parameter.
std::vector<std::int64_t> extentList(const Shape& shape);

}  // namespace fovea
