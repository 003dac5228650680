#include "core/data/transforms/signal_effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea {
namespace {

std::pair<double, double> meanAndDeviation(const float* numbers, std::int64_t count) {
  double sum = 0, squares = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    sum += static_cast<double>(numbers[i]);
    squares += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
  }
  const double mean = sum / static_cast<double>(count);
  return {mean, std::sqrt(std::max(squares / static_cast<double>(count) - mean * mean, 0.0))};
}

// Interpolates linearly. `still` is the fixed point of the stretch.
void stretchRow(double factor, double still, float outside, std::int64_t length, const float* source, float* target) {
  for (std::int64_t t = 0; t < length; ++t) {
    const double at = (static_cast<double>(t) + 0.5 - still) * factor + still - 0.5;
    if (!(at >= -0.5 && at <= static_cast<double>(length) - 0.5)) {
      target[t] = outside;
      continue;
    }
    const double place = std::clamp(at, 0.0, static_cast<double>(length - 1));
    const auto first = static_cast<std::int64_t>(place);
    const float next = source[std::min(first + 1, length - 1)];
    target[t] = source[first] + static_cast<float>(place - static_cast<double>(first)) * (next - source[first]);
  }
}

void silence(const SignalMask& mask, const Shape& shape, float value, float* numbers) {
  const int rank = shape.rank();
  if (mask.bands && rank < 2) return;
  const std::int64_t time = shape[rank - 1], bands = rank > 1 ? shape[rank - 2] : 1;
  const std::int64_t extent = mask.bands ? bands : time;
  const auto first = static_cast<std::int64_t>(mask.start * static_cast<double>(extent));
  const std::int64_t last =
      std::min(extent, first + static_cast<std::int64_t>(mask.length * static_cast<double>(extent)));
  const std::int64_t rows = shape.elementCount() / time;
  for (std::int64_t row = 0; row < rows; ++row) {
    if (!mask.bands)
      std::fill(numbers + row * time + first, numbers + row * time + last, value);
    else if (row % bands >= first && row % bands < last)
      std::fill_n(numbers + row * time, time, value);
  }
}

}  // namespace

double lengthAfter(const SignalDrawing& drawing) {
  return drawing.length < 1 ? std::min(1.0, drawing.length / drawing.stretch) : 1;
}

void changeSignal(const SignalDrawing& drawing, const Shape& shape, Random& random, float* numbers,
                  std::vector<float>& copy) {
  const std::int64_t count = shape.elementCount(), time = shape[shape.rank() - 1];
  const auto [mean, deviation] = meanAndDeviation(numbers, count);
  if (drawing.stretch != 1) {
    copy.assign(numbers, numbers + count);
    const double still = drawing.length < 1 ? 0 : static_cast<double>(time) / 2;
    for (std::int64_t at = 0; at < count; at += time)
      stretchRow(drawing.stretch, still, static_cast<float>(mean), time, copy.data() + at, numbers + at);
  }
  if (drawing.noise > 0)
    for (std::int64_t i = 0; i < count; ++i)
      numbers[i] += static_cast<float>(drawing.noise * deviation * random.normal());
  for (const SignalMask& mask : drawing.masks) silence(mask, shape, static_cast<float>(mean), numbers);
}

}  // namespace fovea
