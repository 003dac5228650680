// Why: mean image and per-channel mean and deviation are gathered while a data set is imported, in whole numbers, so
// they do not depend on the order of the samples.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

// Sums over samples of one shape, u8 [C, H, W]. Exact up to 2^40 samples. One thread at a time.
class PixelStatistics {
 public:
  explicit PixelStatistics(const Shape& shape);

  void add(std::span<const std::uint8_t> pixels);
  std::uint64_t samples() const { return samples_; }
  // Pixels scaled to [0, 1]; zeros when there is no sample.
  std::vector<double> channelMean() const;
  std::vector<double> channelDeviation() const;
  std::vector<float> meanImage() const;

 private:
  double meanOf(std::size_t channel) const;
  std::size_t channelPixels_;
  std::uint64_t samples_ = 0;
  std::vector<std::uint64_t> sums_;     // by pixel
  std::vector<std::uint64_t> squares_;  // by channel
};

}  // namespace fovea
