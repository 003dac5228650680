// Why: spatial kernels treat every layout as planes of positions with lanes. This is the view of values [N, C, L], [N,
// C, H, W] and [N, C, D, H, W].
#pragma once
#include <algorithm>

#include "core/backends/cpu/runtime/cpu_layout.h"

namespace fovea::cpu {

// Memory as [planes][positions][lanes]: the lanes are channels (last or in blocks), images (in blocks), or a single
// number.
struct SpatialView {
  ImageOrder order = ImageOrder::Dense;
  std::int64_t block = 1;  // channels per block, for ChannelBlocks
  std::int64_t planes = 0;
  std::int64_t positions = 1;
  std::int64_t lanes = 1;
  bool padded = false;  // some lanes are padding, which contains zeros and must keep them

  std::int64_t planeFloats() const { return positions * lanes; }
  double work() const { return static_cast<double>(planes * positions * lanes); }
  // The layout of another value with the same memory order.
  Layout layout(const TensorType& type) const { return layoutInOrder(type, order, block); }
};

// The view of a value of rank 3 or more in its own layout, or dense if that layout is not supported.
inline SpatialView spatialView(const TensorType& type, const Layout& layout) {
  const std::int64_t batch = type.shape[0], channels = type.shape[1];
  SpatialView view;
  view.order = imageOrder(type, layout).value_or(ImageOrder::Dense);
  view.positions = type.shape.elementsFrom(2);
  switch (view.order) {
    case ImageOrder::Dense:
      view.planes = batch * channels;
      break;
    case ImageOrder::ChannelsLast:
      view.planes = batch;
      view.lanes = channels;
      break;
    case ImageOrder::ChannelBlocks:
      view.block = view.lanes = channelBlock(type, layout);
      view.planes = batch * ((channels + view.block - 1) / view.block);
      view.padded = channels % view.block != 0;
      break;
    case ImageOrder::ImageBlocks:
      view.lanes = kImageBlock;
      view.planes = (batch + kImageBlock - 1) / kImageBlock * channels;
      view.padded = batch % kImageBlock != 0;
      break;
  }
  return view;
}

}  // namespace fovea::cpu
