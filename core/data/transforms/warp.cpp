#include "core/data/transforms/warp.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fovea {
namespace {

// Along one axis: target place i is the sum of `count` source places from firsts[i], by weights; firsts of -1 lie
// outside.
struct Taps {
  std::int64_t count = 1;
  const std::int32_t* firsts = nullptr;
  const float* weights = nullptr;

  bool outside(std::int64_t place) const { return firsts[place] < 0; }
  const float* of(std::int64_t place) const { return weights + place * count; }
};

std::int64_t tapsFor(double scale, std::int64_t extent) {
  const double reach = std::max(1.0, std::abs(scale));
  return std::min<std::int64_t>(extent, static_cast<std::int64_t>(std::ceil(2 * reach)) + 1);
}

// Weights of a triangle around scale · (i + ½) + offset.
void fillTaps(double scale, double offset, std::int64_t extent, std::int64_t places, std::int64_t count,
              std::int32_t* firsts, float* weights) {
  const double reach = std::max(1.0, std::abs(scale));
  for (std::int64_t i = 0; i < places; ++i, weights += count) {
    const double centre = scale * (static_cast<double>(i) + 0.5) + offset;
    if (!(centre >= 0 && centre <= static_cast<double>(extent))) {
      firsts[i] = -1;
      continue;
    }
    const auto begin = static_cast<std::int64_t>(std::ceil(centre - 0.5 - reach));
    const std::int64_t first = std::clamp<std::int64_t>(begin, 0, extent - count);
    firsts[i] = static_cast<std::int32_t>(first);
    double sum = 0;
    for (std::int64_t k = 0; k < count; ++k) {
      const double distance = std::abs(static_cast<double>(first + k) + 0.5 - centre) / reach;
      weights[k] = static_cast<float>(std::max(0.0, 1.0 - distance));
      sum += static_cast<double>(weights[k]);
    }
    for (std::int64_t k = 0; k < count; ++k) weights[k] = static_cast<float>(static_cast<double>(weights[k]) / sum);
  }
}

std::uint8_t rounded(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

// Maps that follow each other may miss a whole number by their rounding.
bool isWhole(double number) {
  return std::abs(number - std::round(number)) < 1e-9 && std::abs(number) < 1e9;
}
bool isUnit(double number) {
  return std::abs(std::abs(number) - 1) < 1e-12;
}

// By whole pixels, perhaps mirrored.
void copyMoved(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target) {
  const auto place = [](std::int64_t i, double factor, double shift) {
    return static_cast<std::int64_t>(factor > 0 ? static_cast<double>(i) + shift : shift - 1 - static_cast<double>(i));
  };
  // Target columns [begin, end) that lie within the source.
  const std::int64_t atZero = place(0, scale.x, offset.x), step = scale.x > 0 ? 1 : -1;
  std::int64_t begin = scale.x > 0 ? -atZero : atZero - (source.width - 1);
  std::int64_t end = scale.x > 0 ? source.width - atZero : atZero + 1;
  begin = std::clamp<std::int64_t>(begin, 0, target.width);
  end = std::clamp<std::int64_t>(end, begin, target.width);
  for (std::int64_t channel = 0; channel < target.channels; ++channel)
    for (std::int64_t y = 0; y < target.height; ++y) {
      std::uint8_t* const row = target.row(channel, y);
      const std::int64_t from = place(y, scale.y, offset.y);
      const bool inside = from >= 0 && from < source.height;
      const std::int64_t first = inside ? begin : target.width, last = inside ? end : target.width;
      std::memset(row, fill, static_cast<std::size_t>(first));
      if (first < last) {
        const std::uint8_t* const pixels = source.row(channel, from) + atZero + step * first;
        if (step > 0)
          std::memcpy(row + first, pixels, static_cast<std::size_t>(last - first));
        else
          std::reverse_copy(pixels - (last - first - 1), pixels + 1, row + first);
      }
      std::memset(row + last, fill, static_cast<std::size_t>(target.width - last));
    }
}

// First down, along whole rows, then across.
void resample(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target,
              WarpScratch& scratch) {
  Taps down{tapsFor(scale.y, source.height), nullptr, nullptr},
      across{tapsFor(scale.x, source.width), nullptr, nullptr};
  scratch.firsts.resize(static_cast<std::size_t>(target.height + target.width));
  scratch.weights.resize(static_cast<std::size_t>(target.height * down.count + target.width * across.count));
  scratch.rows.resize(static_cast<std::size_t>(source.width));
  std::int32_t* const acrossFirsts = scratch.firsts.data() + target.height;
  float* const acrossWeights = scratch.weights.data() + target.height * down.count;
  fillTaps(scale.y, offset.y, source.height, target.height, down.count, scratch.firsts.data(), scratch.weights.data());
  fillTaps(scale.x, offset.x, source.width, target.width, across.count, acrossFirsts, acrossWeights);
  down.firsts = scratch.firsts.data();
  down.weights = scratch.weights.data();
  across.firsts = acrossFirsts;
  across.weights = acrossWeights;
  // Source columns that any target column reads.
  std::int64_t left = source.width, right = 0;
  for (std::int64_t x = 0; x < target.width; ++x)
    if (!across.outside(x)) {
      left = std::min<std::int64_t>(left, across.firsts[x]);
      right = std::max<std::int64_t>(right, across.firsts[x] + across.count);
    }
  for (std::int64_t channel = 0; channel < target.channels; ++channel)
    for (std::int64_t y = 0; y < target.height; ++y) {
      std::uint8_t* const row = target.row(channel, y);
      if (down.outside(y) || left >= right) {
        std::memset(row, fill, static_cast<std::size_t>(target.width));
        continue;
      }
      float* const sums = scratch.rows.data();
      std::fill(sums + left, sums + right, 0.0f);
      for (std::int64_t k = 0; k < down.count; ++k) {
        const float weight = down.of(y)[k];
        if (weight == 0) continue;
        const std::uint8_t* const pixels = source.row(channel, down.firsts[y] + k);
        for (std::int64_t x = left; x < right; ++x) sums[x] += weight * static_cast<float>(pixels[x]);
      }
      for (std::int64_t x = 0; x < target.width; ++x) {
        if (across.outside(x)) {
          row[x] = fill;
          continue;
        }
        float sum = 0;
        for (std::int64_t k = 0; k < across.count; ++k) sum += across.of(x)[k] * sums[across.firsts[x] + k];
        row[x] = rounded(sum);
      }
    }
}

// Between four pixels.
void bilinear(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target) {
  const auto w = static_cast<double>(source.width), h = static_cast<double>(source.height);
  for (std::int64_t y = 0; y < target.height; ++y)
    for (std::int64_t x = 0; x < target.width; ++x) {
      const Point at = toSource({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
      if (!(at.x >= 0 && at.x <= w && at.y >= 0 && at.y <= h)) {
        for (std::int64_t c = 0; c < target.channels; ++c) target.row(c, y)[x] = fill;
        continue;
      }
      const double u = std::clamp(at.x - 0.5, 0.0, w - 1), v = std::clamp(at.y - 0.5, 0.0, h - 1);
      const auto left = static_cast<std::int64_t>(u), top = static_cast<std::int64_t>(v);
      const std::int64_t right = std::min(left + 1, source.width - 1), bottom = std::min(top + 1, source.height - 1);
      const auto a = static_cast<float>(u - static_cast<double>(left)),
                 b = static_cast<float>(v - static_cast<double>(top));
      for (std::int64_t c = 0; c < target.channels; ++c) {
        const std::uint8_t *above = source.row(c, top), *below = source.row(c, bottom);
        const auto value = [](std::uint8_t pixel) { return static_cast<float>(pixel); };
        const float first = value(above[left]) + a * (value(above[right]) - value(above[left]));
        const float second = value(below[left]) + a * (value(below[right]) - value(below[left]));
        target.row(c, y)[x] = rounded(first + b * (second - first));
      }
    }
}

}  // namespace

void warp(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target,
          WarpScratch& scratch) {
  if (toSource.keepsAxes()) {
    const Point scale = toSource.scale(), offset = toSource.offset();
    const bool moves = isUnit(scale.x) && isUnit(scale.y) && isWhole(offset.x) && isWhole(offset.y);
    if (moves) return copyMoved(source, scale, {std::round(offset.x), std::round(offset.y)}, fill, target);
    return resample(source, scale, offset, fill, target, scratch);
  }
  // What becomes much smaller is reduced first, by what the middle of the image tells.
  const Point middle{static_cast<double>(target.width) / 2, static_cast<double>(target.height) / 2};
  const double reduction = toSource.enlargement(middle);
  if (!(reduction > 1.5) || !std::isfinite(reduction)) return bilinear(source, toSource, fill, target);
  const auto reducedExtent = [&](std::int64_t extent) {
    return std::max<std::int64_t>(1, std::llround(static_cast<double>(extent) / reduction));
  };
  PixelPlanes reduced{nullptr, source.channels, reducedExtent(source.height), reducedExtent(source.width)};
  scratch.reduced.resize(static_cast<std::size_t>(reduced.size()));
  reduced.pixels = scratch.reduced.data();
  const double across = static_cast<double>(source.width) / static_cast<double>(reduced.width);
  const double down = static_cast<double>(source.height) / static_cast<double>(reduced.height);
  resample(source, {across, down}, {0, 0}, fill, reduced, scratch);
  bilinear({reduced.pixels, reduced.channels, reduced.height, reduced.width},
           toSource.then(PlaneMap::scaling(1 / across, 1 / down)), fill, target);
}

void warpNearest(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target) {
  for (std::int64_t y = 0; y < target.height; ++y)
    for (std::int64_t x = 0; x < target.width; ++x) {
      const Point at = toSource({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
      const bool inside = at.x >= 0 && at.x < static_cast<double>(source.width) && at.y >= 0 &&
                          at.y < static_cast<double>(source.height);
      for (std::int64_t c = 0; c < target.channels; ++c)
        target.row(c, y)[x] =
            inside ? source.row(c, static_cast<std::int64_t>(at.y))[static_cast<std::int64_t>(at.x)] : fill;
    }
}

}  // namespace fovea
