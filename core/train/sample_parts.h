// Why: a sample may have several parts (numbers and symbols, a picture and numbers) and a network several Input layers.
// Training, evaluation and inference share this rule for which layer reads which part. Pure.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/layers/feed.h"

namespace fovea {

// The type of one part of a sample in batches.
struct PartType {
  std::string name;  // empty if the data set gives no name
  TensorType type;
  std::int64_t symbols = 0;  // for symbols: vocabulary size; 0 if unknown
};

// The parts of the samples of `data`, main input first; `input` is the type of the main input in batches.
std::vector<PartType> partsOf(const DatasetInfo& data, const TensorType& input);

// Returns, for each of `inputs`, the index of the part that it reads: the part with the layer's name, else the only
// part of its type and shape whose name no other layer has. Unused parts are ignored. InvalidArgument names the layer
// and the parts of `data`: no part or several fit a layer, two layers read one part, or the part with the layer's name
// has another type or more symbols.
Result<std::vector<std::size_t>> matchParts(std::span<const Feed> inputs, std::span<const PartType> parts,
                                            const std::string& data);

}  // namespace fovea
