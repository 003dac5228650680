// Why: shows signed numbers as colours over an image: red is evidence for an answer, blue evidence against it. Pure.
#pragma once
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Scales values to f32 [H, W] from −1 to 1 by the largest absolute value. Accepts f32 [H, W], [C, H, W], which is
// summed over channels, and [K], which becomes one row. NaN counts as 0. Fails with InvalidArgument for other shapes.
Result<Tensor> heatShares(const Tensor& values);

// Colours the scaled values as u8 [3, H, W]: white at 0, red at 1, blue at −1. Fails as heatShares().
Result<Tensor> heatMap(const Tensor& values);

// Resizes the map and overlays it on the brightness of the image u8 [1 or 3, H, W]. Fails with OutOfMemory.
Result<Tensor> heatMapOver(const Tensor& map, const Tensor& picture);

}  // namespace fovea
