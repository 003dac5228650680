// Why: numbers with a sign over an image are read as colours: what speaks for an answer is red, what speaks against it
// is blue. Pure.
#pragma once
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// f32 [H, W] from −1 to 1: each value by the largest absolute one. Of f32 values [H, W], of [C, H, W] the sums over
// channels, of [K] one row; what is no number counts as 0. InvalidArgument for other shapes.
Result<Tensor> heatShares(const Tensor& values);

// u8 [3, H, W] of the shares: white at 0, red at 1, blue at −1. InvalidArgument as heatShares().
Result<Tensor> heatMap(const Tensor& values);

// The map, resized to the picture u8 [1 or 3, H, W], over what is bright and dark in it. OutOfMemory.
Result<Tensor> heatMapOver(const Tensor& map, const Tensor& picture);

}  // namespace fovea
