// Why: window and terminal draw a layer's values as the same pictures, whatever their shape. Pure functions.
#pragma once
#include "core/inspect/model_inspector.h"
#include "core/train/statistics.h"

namespace fovea {

// The number of slices of a layer's volumes [C, D, H, W]; 1 for other shapes.
std::int64_t sliceCount(const Shape& shape);
// The middle slice is shown first.
inline std::int64_t middleSlice(const Shape& shape) {
  return sliceCount(shape) / 2;
}

// Planes f32 [N, H, W] of f32 values: [K] becomes K of 1×1, [C, L] becomes C of one row, [C, H, W] stays as it is,
// [C, D, H, W] gives its slice at depth `slice` (0 ≤ slice < sliceCount()). A layer over steps [T, K] is one plane, a
// unit in each row and a step in each column.
Tensor layerPicture(const Tensor& values, bool steps, std::int64_t slice = 0);

// By what channels can be ordered.
enum class ChannelSort { Index, Mean, Deviation, Zeros, Largest, Norm };
// "index", "mean", "deviation", "zeros", "largest", "norm"
const char* channelSortName(ChannelSort sort);
// InvalidArgument names all of them.
Result<ChannelSort> channelSortFromName(const std::string& name);
double channelFigure(const Statistics& statistics, ChannelSort sort);
// The square root of the sum of all squares.
double normOf(const Statistics& statistics);

// The channels by descending figure, ties and Index in their own order; channels without a finite number come last.
std::vector<int> channelOrder(const std::vector<Statistics>& channels, ChannelSort sort);

}  // namespace fovea
