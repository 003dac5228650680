#include "core/data/pixel_statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace fovea {

PixelStatistics::PixelStatistics(const Shape& shape)
    : channelPixels_(static_cast<std::size_t>(shape.elementsFrom(1))),
      sums_(static_cast<std::size_t>(shape.elementCount())),
      squares_(static_cast<std::size_t>(shape[0])) {}

void PixelStatistics::add(std::span<const std::uint8_t> pixels) {
  assert(pixels.size() == sums_.size());
  ++samples_;
  for (std::size_t i = 0; i < pixels.size(); ++i) sums_[i] += pixels[i];
  for (std::size_t channel = 0; channel < squares_.size(); ++channel) {
    std::uint64_t sum = 0;
    for (const std::uint8_t pixel : pixels.subspan(channel * channelPixels_, channelPixels_))
      sum += static_cast<std::uint32_t>(pixel) * pixel;
    squares_[channel] += sum;
  }
}

double PixelStatistics::meanOf(std::size_t channel) const {
  if (samples_ == 0) return 0;
  const auto begin = sums_.begin() + static_cast<std::ptrdiff_t>(channel * channelPixels_);
  const auto sum = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(channelPixels_), std::uint64_t{0});
  return static_cast<double>(sum) / static_cast<double>(samples_ * channelPixels_);
}

std::vector<double> PixelStatistics::channelMean() const {
  std::vector<double> means(squares_.size());
  for (std::size_t channel = 0; channel < means.size(); ++channel) means[channel] = meanOf(channel) / 255.0;
  return means;
}

std::vector<double> PixelStatistics::channelDeviation() const {
  std::vector<double> deviations(squares_.size());
  for (std::size_t channel = 0; channel < deviations.size() && samples_ > 0; ++channel) {
    const double mean = meanOf(channel);
    const double square = static_cast<double>(squares_[channel]) / static_cast<double>(samples_ * channelPixels_);
    deviations[channel] = std::sqrt(std::max(0.0, square - mean * mean)) / 255.0;
  }
  return deviations;
}

std::vector<float> PixelStatistics::meanImage() const {
  std::vector<float> mean(sums_.size());
  for (std::size_t i = 0; i < mean.size() && samples_ > 0; ++i)
    mean[i] = static_cast<float>(static_cast<double>(sums_[i]) / static_cast<double>(samples_) / 255.0);
  return mean;
}

}  // namespace fovea
