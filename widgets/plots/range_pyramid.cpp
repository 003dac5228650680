#include "widgets/plots/range_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

constexpr std::size_t kFan = 16;

// Equivalent to adding values[begin, end) one by one, but without testing the state at each.
void addValues(std::span<const double> values, std::size_t begin, std::size_t end, Extremes& extremes) {
  double low = extremes.found ? extremes.low : std::numeric_limits<double>::infinity();
  double high = extremes.found ? extremes.high : -low;
  for (std::size_t i = begin; i < end; ++i) {
    const double value = values[i];
    if (!(std::abs(value) <= std::numeric_limits<double>::max())) {
      extremes.gap = true;
      continue;
    }
    extremes.found = true;
    if (value < low) {
      low = value;
      extremes.lowAt = static_cast<std::uint32_t>(i);
    }
    if (value > high) {
      high = value;
      extremes.highAt = static_cast<std::uint32_t>(i);
    }
  }
  extremes.low = low;
  extremes.high = high;
}

}  // namespace

void Extremes::add(std::size_t at, double value) {
  if (!std::isfinite(value)) {
    gap = true;
    return;
  }
  if (!found || value < low) {
    low = value;
    lowAt = static_cast<std::uint32_t>(at);
  }
  if (!found || value > high) {
    high = value;
    highAt = static_cast<std::uint32_t>(at);
  }
  found = true;
}

void Extremes::add(const Extremes& later) {
  gap = gap || later.gap;
  if (!later.found) return;
  if (!found || later.low < low) {
    low = later.low;
    lowAt = later.lowAt;
  }
  if (!found || later.high > high) {
    high = later.high;
    highAt = later.highAt;
  }
  found = true;
}

void RangePyramid::truncate(std::size_t size) {
  for (auto& level : levels_) {
    size /= kFan;
    if (level.size() > size) level.resize(size);
  }
}

void RangePyramid::extend(std::span<const double> values) {
  if (levels_.empty()) levels_.emplace_back();
  for (std::size_t block = levels_[0].size(); (block + 1) * kFan <= values.size(); ++block) {
    Extremes extremes;
    addValues(values, block * kFan, (block + 1) * kFan, extremes);
    levels_[0].push_back(extremes);
  }
  for (std::size_t below = 0; levels_[below].size() >= kFan; ++below) {
    if (below + 1 == levels_.size()) levels_.emplace_back();
    const auto& parts = levels_[below];
    auto& level = levels_[below + 1];
    for (std::size_t block = level.size(); (block + 1) * kFan <= parts.size(); ++block) {
      Extremes extremes;
      for (std::size_t i = block * kFan; i < (block + 1) * kFan; ++i) extremes.add(parts[i]);
      level.push_back(extremes);
    }
  }
}

Extremes RangePyramid::over(std::span<const double> values, std::size_t begin, std::size_t end) const {
  Extremes extremes;
  end = std::min(end, values.size());
  while (begin < end) {
    // The largest block that begins here and ends within the range.
    std::size_t size = 1;
    const Extremes* block = nullptr;
    for (const auto& level : levels_) {
      const std::size_t wider = size * kFan;
      if (begin % wider != 0 || begin + wider > end || begin / wider >= level.size()) break;
      size = wider;
      block = &level[begin / wider];
    }
    if (block) {
      extremes.add(*block);
      begin += size;
      continue;
    }
    // The end of the part before the next block.
    const std::size_t until = std::min(end, (begin / kFan + 1) * kFan);
    addValues(values, begin, until, extremes);
    begin = until;
  }
  return extremes;
}

}  // namespace fovea
