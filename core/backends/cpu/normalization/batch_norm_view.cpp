#include "core/backends/cpu/normalization/batch_norm_view.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kFloatsOfSlice = 32 * 1024;
constexpr std::int64_t kMostTasks = 128;

BatchNormView viewInOrder(const ChannelGeometry& g, ImageOrder order, std::int64_t block) {
  switch (order) {
    case ImageOrder::ChannelBlocks: {
      const std::int64_t units = (g.channels + block - 1) / block;
      return {units, g.inner * block, block, {g.batch, units * g.inner * block, g.inner, block}};
    }
    case ImageOrder::ChannelsLast:
      return {1, 0, g.channels, {g.batch, g.inner * g.channels, g.inner, g.channels}};
    case ImageOrder::ImageBlocks: {
      const std::int64_t run = g.inner * kImageBlock;
      return {g.channels, run, 1, {g.batch / kImageBlock, g.channels * run, run, 0}};
    }
    case ImageOrder::Dense:
      break;
  }
  if (g.inner == 1) return {1, 0, g.channels, {1, 0, g.batch, g.channels}};
  return {g.channels, g.inner, 1, {g.batch, g.channels * g.inner, g.inner, 0}};
}

}  // namespace

std::pair<Layout, BatchNormView> batchNormView(const TensorType& type, const Layout& layout) {
  const ChannelGeometry g = readChannels(type.shape);
  auto order = imageOrder(type, layout);
  if (order == ImageOrder::ImageBlocks && g.batch % kImageBlock != 0) order = std::nullopt;
  const ImageOrder taken = order.value_or(ImageOrder::Dense);
  BatchNormView view = viewInOrder(g, taken, taken == ImageOrder::ChannelBlocks ? channelBlock(type, layout) : 1);
  view.perChannel = static_cast<double>(g.perChannel());
  const auto wanted = static_cast<std::int64_t>(view.elements()) / kFloatsOfSlice / view.units;
  view.slices = std::clamp<std::int64_t>(std::min(wanted, kMostTasks / view.units), 1, view.rows.planes);
  return {order ? layout : Layout(), view};
}

}  // namespace fovea::cpu
