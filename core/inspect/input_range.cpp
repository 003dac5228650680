#include "core/inspect/input_range.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr double kSmallestDeviation = 1e-6;

// Calls `change(value, channel)` for each value of a copy of f32 [C, …].
template <class Change>
Tensor perChannel(const Tensor& values, std::size_t channels, const Change& change) {
  Tensor result = Tensor::make(values.type());
  const auto from = values.values<float>();
  const auto to = result.values<float>();
  const std::size_t plane = std::max<std::size_t>(1, from.size() / channels);
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = change(from[i], std::min(i / plane, channels - 1));
  return result;
}

}  // namespace

InputRange inputRange(const Checkpoint& checkpoint, const Shape& input) {
  const std::int64_t channels = std::max<std::int64_t>(1, input.rank() > 0 ? input[0] : 1);
  InputRange range;
  range.low.assign(static_cast<std::size_t>(channels), 0.0f);
  range.high.assign(static_cast<std::size_t>(channels), 1.0f);
  const bool drawable = input.rank() == 3 && (channels == 1 || channels == 3);
  // Imported networks do not state what they were trained on.
  const bool pictures = checkpoint.samples.shape.rank() == 0 || checkpoint.samples.dtype == DataType::UInt8;
  range.picture = drawable && pictures;
  if (!range.picture || checkpoint.transforms.empty()) return range;
  const auto* const normalise = std::get_if<Normalise>(&checkpoint.transforms.back());
  if (!normalise || normalise->mean.empty() || normalise->deviation.empty()) return range;
  for (std::size_t c = 0; c < range.low.size(); ++c) {
    const double mean = normalise->mean[std::min(c, normalise->mean.size() - 1)];
    const double deviation =
        std::max(kSmallestDeviation, normalise->deviation[std::min(c, normalise->deviation.size() - 1)]);
    range.low[c] = static_cast<float>((0 - mean) / deviation);
    range.high[c] = static_cast<float>((1 - mean) / deviation);
  }
  return range;
}

float InputRange::clampedShare(float share) const {
  return picture ? std::clamp(share, 0.0f, 1.0f) : share;
}

Tensor InputRange::fromShares(const Tensor& shares) const {
  return perChannel(shares, low.size(),
                    [&](float share, std::size_t c) { return low[c] + share * (high[c] - low[c]); });
}

Tensor InputRange::toShares(const Tensor& input) const {
  return perChannel(input, low.size(),
                    [&](float value, std::size_t c) { return (value - low[c]) / (high[c] - low[c]); });
}

Tensor InputRange::gradientOfShares(const Tensor& gradient) const {
  return perChannel(gradient, low.size(), [&](float slope, std::size_t c) { return slope * (high[c] - low[c]); });
}

Tensor pictureOfShares(const Tensor& shares) {
  Tensor picture = Tensor::make({DataType::UInt8, shares.shape()});
  std::transform(shares.data<float>(), shares.data<float>() + shares.elementCount(), picture.data<std::uint8_t>(),
                 [](float share) {
                   return std::isnan(share)
                              ? std::uint8_t{0}
                              : static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255));
                 });
  return picture;
}

}  // namespace fovea
