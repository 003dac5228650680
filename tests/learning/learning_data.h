// Why: short trainings need small real data: garments of Fashion-MNIST (Debian's dataset-fashion-mnist) as classes, as
// masks and as images to sharpen, and the text of a licence that is on every Debian system. The data are the same every
// time.
#pragma once
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea::learning {

// One row per sample.
struct Samples {
  Tensor inputs;
  Tensor targets;
};

// The first `count` garments, enlarged to [channels, size, size] and normalised; targets are the ten classes, i32 [N].
Result<Samples> garments(std::int64_t count, std::int64_t channels, std::int64_t size);

// Grey garments [1, size, size] and the class of each pixel, i32 [N, size, size]: 1 where there is a garment.
Result<Samples> outlines(std::int64_t count, std::int64_t size);

// Garments with each block of four pixels averaged, [1, 28, 28] from 0 to 1, and the originals, f32 of the same shape.
Result<Samples> coarsened(std::int64_t count);

// Parts of a licence's text as symbols below 128, i32 [N, length], and the symbol after each.
Result<Samples> text(std::int64_t count, std::int64_t length);

// Rows `first`, `first` + 1, … of a tensor, starting again at row 0 after the last one.
Tensor rows(const Tensor& all, std::int64_t first, std::int64_t count);

}  // namespace fovea::learning
