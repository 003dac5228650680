// Why: cuDNN wants all parameters of a recurrence in one piece of memory, gate by gate where it says; the ops have them
// as four tensors. Which bytes go where is arithmetic. Pure functions.
#pragma once
#include <span>
#include <vector>

#include "core/ops/recurrent.h"

namespace fovea::cuda {

// In the order of the ops' inputs.
enum class RecurrentParameter { WeightInput, WeightHidden, BiasInput, BiasHidden };

// Where one gate has its matrix and its bias, in bytes from the start of the space.
struct GatePlace {
  std::size_t matrix = 0, bias = 0;
};

// Bytes of a parameter and where they are in the space.
struct WeightCopy {
  RecurrentParameter parameter = RecurrentParameter::WeightInput;
  std::size_t from = 0, to = 0, bytes = 0;
  bool operator==(const WeightCopy&) const = default;
};

// `places` has the gates over the input, then those over the hidden state, both in the order of the ops, which is
// cuDNN's too: i, f, g, o and r, z, n. What adjoins on both sides is one copy. Unsupported where a place is not in the
// space, and where two overlap.
Result<std::vector<WeightCopy>> weightCopies(const RecurrentGeometry& g, DataType type,
                                             std::span<const GatePlace> places, std::size_t spaceBytes);

}  // namespace fovea::cuda
