// Why: short trainings need small real data: garments of Fashion-MNIST (Debian's dataset-fashion-mnist). The same
// numbers every time.
#pragma once
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea::learning {

// One row a sample.
struct Samples {
  Tensor inputs;
  Tensor targets;
};

// The first `count` garments, enlarged to [channels, size, size] and normalised; targets are the ten classes, i32 [N].
Result<Samples> garments(std::int64_t count, std::int64_t channels, std::int64_t size);

// Rows `first`, `first` + 1, … of a tensor, from the beginning again after its last one.
Tensor rows(const Tensor& all, std::int64_t first, std::int64_t count);

}  // namespace fovea::learning
