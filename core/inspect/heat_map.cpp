#include "core/inspect/heat_map.h"

#include <algorithm>
#include <cmath>

#include "core/data/files/image_fit.h"

namespace fovea {
namespace {

struct Colour {
  double red, green, blue;
};
// The two ends of ColorBrewer's scheme RdBu (Brewer 2003), which colour-blind people can distinguish.
constexpr Colour kFor{178, 24, 43}, kAgainst{33, 102, 172};
constexpr double kPictureShare = 0.45;

std::uint8_t byteOf(double value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, 255.0));
}

}  // namespace

Result<Tensor> heatShares(const Tensor& values) {
  const Shape& shape = values.shape();
  const int rank = shape.rank();
  if (rank < 1 || rank > 3)
    return fail(ErrorCode::InvalidArgument, "Values of " + shape.toString() + " are no picture.",
                "Write them as a .npy file.");
  const std::int64_t channels = rank == 3 ? shape[0] : 1, height = rank == 1 ? 1 : shape[rank - 2];
  const std::int64_t width = shape[rank - 1], places = height * width;
  FOVEA_TRY(Tensor shares, Tensor::tryMake({DataType::Float32, Shape{height, width}}));
  std::vector<double> sums(static_cast<std::size_t>(places), 0.0);
  for (std::int64_t i = 0; i < channels * places; ++i)
    sums[static_cast<std::size_t>(i % places)] += static_cast<double>(values.data<float>()[i]);
  double largest = 0;
  for (double& sum : sums) {
    if (!std::isfinite(sum)) sum = 0;
    largest = std::max(largest, std::abs(sum));
  }
  std::transform(sums.begin(), sums.end(), shares.data<float>(),
                 [&](double sum) { return largest > 0 ? static_cast<float>(sum / largest) : 0.0f; });
  return shares;
}

Result<Tensor> heatMap(const Tensor& values) {
  FOVEA_TRY(const Tensor shares, heatShares(values));
  const std::int64_t places = shares.elementCount();
  FOVEA_TRY(Tensor map, Tensor::tryMake({DataType::UInt8, Shape{3, shares.shape()[0], shares.shape()[1]}}));
  for (std::int64_t i = 0; i < places; ++i) {
    const auto share = static_cast<double>(shares.data<float>()[i]);
    const Colour& end = share < 0 ? kAgainst : kFor;
    const double parts[] = {end.red, end.green, end.blue};
    for (std::int64_t channel = 0; channel < 3; ++channel)
      map.data<std::uint8_t>()[channel * places + i] = byteOf(255 + std::abs(share) * (parts[channel] - 255));
  }
  return map;
}

Result<Tensor> heatMapOver(const Tensor& map, const Tensor& picture) {
  const std::int64_t height = picture.shape()[1], width = picture.shape()[2], places = height * width;
  FOVEA_TRY(const Tensor resized,
            resizeImage(map, planFit(map.shape()[1], map.shape()[2], height, width, FitMode::Squash)));
  FOVEA_TRY(const Tensor grey, withChannels(picture, 1));
  FOVEA_TRY(Tensor mixed, Tensor::tryMake({DataType::UInt8, Shape{3, height, width}}));
  for (std::int64_t i = 0; i < 3 * places; ++i) {
    const auto heat = static_cast<double>(resized.data<std::uint8_t>()[i]);
    const auto light = static_cast<double>(grey.data<std::uint8_t>()[i % places]);
    mixed.data<std::uint8_t>()[i] = byteOf(heat * (1 - kPictureShare + kPictureShare * light / 255));
  }
  return mixed;
}

}  // namespace fovea
