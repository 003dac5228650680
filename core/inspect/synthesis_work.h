// Why: declares the state of a run that the methods of a Synthesizer share. Internal to it.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include "core/base/random.h"
#include "core/inspect/synthesis.h"

namespace fovea {

inline double rootMeanSquare(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

inline bool allFinite(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

inline Shape batchOfOne(const Shape& sample) {
  std::vector<std::int64_t> extents(sample.begin(), sample.end());
  extents.insert(extents.begin(), 1);
  return Shape(std::span<const std::int64_t>(extents));
}

inline Error divergedError() {
  return {ErrorCode::InvalidArgument, "The gradient is not a number, so no input can be grown.",
          "The network's training has diverged: choose an earlier checkpoint."};
}

// The state of one call of run().
struct Synthesizer::Work {
  using Clock = std::chrono::steady_clock;
  static constexpr auto kWatchEvery = std::chrono::milliseconds(50);
  static constexpr double kNoise = 0.05;  // standard deviation of the initial noise, as a fraction of the range

  const SynthesisOptions& options;
  const Tensor& start;
  const CancelToken& cancel;
  const ProgressFunction& progress;
  const SynthesisWatcher& watch;
  const InputRange& range;
  Random random;
  SynthesisResult result{};
  Tensor shares{};  // input as fractions of the pixel range: 0 is black, 1 is white
  std::int64_t done = 0;
  std::int64_t total = 1;
  Clock::time_point watched{};

  bool planes() const { return shares.shape().rank() == 3; }
  Status next(double value) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The synthesis was cancelled.");
    if (done == 0) result.first = value;
    result.values.push_back(value);
    ++done;
    if (progress) progress({"Growing", static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total)});
    if (!watch || Clock::now() - watched < kWatchEvery) return {};
    watch(frame(value));
    watched = Clock::now();
    return {};
  }
  SynthesisFrame frame(double value) const {
    SynthesisFrame frame{range.fromShares(shares), {}, done, total, value};
    if (range.picture) frame.picture = pictureOfShares(shares);
    return frame;
  }
  void beginWithNoise(const Shape& shape) {
    shares = Tensor::make({DataType::Float32, shape});
    const double grey = range.picture ? 0.5 : 0.0;
    for (float& share : shares.values<float>())
      share = range.clampedShare(static_cast<float>(grey + kNoise * random.normal()));
  }
  // Adds `factor` times the direction to the shares and clamps them to the range.
  void move(const Tensor& direction, double factor) {
    const auto steps = direction.values<float>();
    const auto to = shares.values<float>();
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = range.clampedShare(to[i] + static_cast<float>(factor) * steps[i]);
  }
};

}  // namespace fovea
