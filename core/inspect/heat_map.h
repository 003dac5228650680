// Why: shows signed numbers over an image as colours: evidence for an answer is red, evidence against it is blue. Pure.
#pragma once
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Scales values to f32 [H, W] from −1 to 1 by the largest absolute value. f32 [H, W] is used directly, [C, H, W] is
// summed over channels, [K] becomes one row; NaN counts as 0. InvalidArgument for other shapes.
Result<Tensor> heatShares(const Tensor& values);

// Colours the scaled values, u8 [3, H, W]: white at 0, red at 1, blue at −1. InvalidArgument as heatShares().
Result<Tensor> heatMap(const Tensor& values);

// Overlays the map, resized, on the brightness of the picture u8 [1 or 3, H, W]. OutOfMemory.
Result<Tensor> heatMapOver(const Tensor& map, const Tensor& picture);

}  // namespace fovea
