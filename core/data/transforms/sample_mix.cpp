#include "core/data/transforms/sample_mix.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fovea {
namespace {

void blend(float* own, const float* other, std::int64_t count, float share) {
  for (std::int64_t i = 0; i < count; ++i) own[i] = share * own[i] + (1 - share) * other[i];
}

// Copies a rectangle of `other` into `own`; returns the share of `own` that is left.
double patch(float* own, const float* other, const Shape& shape, const SampleMix& mix) {
  const std::int64_t channels = shape[1], height = shape[2], width = shape[3];
  const double side = std::sqrt(1 - mix.share);
  const auto range = [side](double middle, std::int64_t extent) {
    const auto size = static_cast<double>(extent);
    const auto within = [&](double place) { return std::clamp<std::int64_t>(std::llround(place), 0, extent); };
    return std::pair(within((middle - side / 2) * size), within((middle + side / 2) * size));
  };
  const auto [left, right] = range(mix.x, width);
  const auto [top, bottom] = range(mix.y, height);
  for (std::int64_t c = 0; c < channels; ++c)
    for (std::int64_t y = top; y < bottom; ++y) {
      const std::int64_t at = (c * height + y) * width;
      std::copy(other + at + left, other + at + right, own + at + left);
    }
  return 1 - static_cast<double>((right - left) * (bottom - top)) / static_cast<double>(height * width);
}

}  // namespace

double drawBeta(Random& random, double alpha) {
  // Needs two random numbers whatever alpha is; Jöhnk's method below rejects nearly all of them where alpha is large.
  if (alpha > 1) {
    const double radius = std::sqrt(1 - std::pow(1 - random.uniform(), 2 / (2 * alpha - 1)));
    return (1 + radius * std::cos(2 * std::numbers::pi * random.uniform())) / 2;
  }
  for (;;) {
    const double a = std::log(1 - random.uniform()) / alpha, b = std::log(1 - random.uniform()) / alpha;
    // Uses logarithms of u^(1/alpha) and v^(1/alpha), since both may underflow to 0.
    const double larger = std::max(a, b), sum = larger + std::log(std::exp(a - larger) + std::exp(b - larger));
    if (sum <= 0) return std::exp(a - sum);
  }
}

void mixSamples(std::span<const SampleMix> mixes, std::span<const std::uint32_t> partners, Tensor& inputs,
                Tensor& targets, std::vector<float>& copy) {
  const std::int64_t inputSize = inputs.shape().elementsFrom(1), targetSize = targets.shape().elementsFrom(1);
  const auto inputCount = static_cast<std::size_t>(inputs.elementCount());
  copy.resize(inputCount + static_cast<std::size_t>(targets.elementCount()));
  float *const input = inputs.data<float>(), *const target = targets.data<float>();
  std::copy_n(input, inputCount, copy.data());
  std::copy_n(target, static_cast<std::size_t>(targets.elementCount()), copy.data() + inputCount);
  for (std::size_t i = 0; i < mixes.size(); ++i) {
    const auto own = static_cast<std::int64_t>(i);
    const std::int64_t other = partners[i];
    if (other == own || mixes[i].share >= 1) continue;
    double share = mixes[i].share;
    if (mixes[i].patch)
      share = patch(input + own * inputSize, copy.data() + other * inputSize, inputs.shape(), mixes[i]);
    else
      blend(input + own * inputSize, copy.data() + other * inputSize, inputSize, static_cast<float>(share));
    blend(target + own * targetSize, copy.data() + inputCount + other * targetSize, targetSize,
          static_cast<float>(share));
  }
}

}  // namespace fovea
