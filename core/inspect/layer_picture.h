// Why: window and terminal draw a layer's values as the same images, whatever their shape. Pure functions.
#pragma once
#include "core/inspect/model_inspector.h"
#include "core/train/statistics.h"

namespace fovea {

// Returns the number of slices of a layer's volumes [C, D, H, W]; 1 for other shapes.
std::int64_t sliceCount(const Shape& shape);
// Returns the slice that is shown first.
inline std::int64_t middleSlice(const Shape& shape) {
  return sliceCount(shape) / 2;
}

// Converts f32 values to planes f32 [N, H, W]: [K] becomes K planes of 1×1, [C, L] becomes C planes of one row, [C, H,
// W] stays unchanged, [C, D, H, W] becomes its slice at depth `slice` (0 ≤ slice < sliceCount()). With `steps`, [T, K]
// becomes one plane with a row per unit and a column per step.
Tensor layerPicture(const Tensor& values, bool steps, std::int64_t slice = 0);

// The value by which channels are sorted.
enum class ChannelSort { Index, Mean, Deviation, Zeros, Largest, Norm };
// "index", "mean", "deviation", "zeros", "largest", "norm"
const char* channelSortName(ChannelSort sort);
// Fails with InvalidArgument, which lists all names.
Result<ChannelSort> channelSortFromName(const std::string& name);
double channelFigure(const Statistics& statistics, ChannelSort sort);
// Returns the square root of the sum of all squares.
double normOf(const Statistics& statistics);

// Returns the channels by descending value; ties and Index keep their order. Channels without finite numbers are last.
std::vector<int> channelOrder(const std::vector<Statistics>& channels, ChannelSort sort);

}  // namespace fovea
