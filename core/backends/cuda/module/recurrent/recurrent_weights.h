// Why: cuDNN expects all parameters of an RNN in one block of memory, with its own position for each gate; the ops have
// four tensors. This computes which bytes go where. Pure functions.
#pragma once
#include <span>
#include <vector>

#include "core/ops/recurrent.h"

namespace fovea::cuda {

// In the order of the op's inputs.
enum class RecurrentParameter { WeightInput, WeightHidden, BiasInput, BiasHidden };

// The offsets in bytes of one gate's matrix and bias from the start of the weight space.
struct GatePlace {
  std::size_t matrix = 0, bias = 0;
};

// Bytes of a parameter and where they are in the space.
struct WeightCopy {
  RecurrentParameter parameter = RecurrentParameter::WeightInput;
  std::size_t from = 0, to = 0, bytes = 0;
  bool operator==(const WeightCopy&) const = default;
};

// `places` has the gates over the input, then those over the hidden state, both in the order of the ops, which is also
// cuDNN's: i, f, g, o and r, z, n. Ranges that are adjacent on both sides become one copy. Unsupported if a range is
// outside of the space, or if two overlap.
Result<std::vector<WeightCopy>> weightCopies(const RecurrentGeometry& g, DataType type,
                                             std::span<const GatePlace> places, std::size_t spaceBytes);

}  // namespace fovea::cuda
