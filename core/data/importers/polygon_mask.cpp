#include "core/data/importers/polygon_mask.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fovea {

void fillPolygon(std::span<const float> outline, std::uint8_t value, Tensor& mask) {
  const std::int64_t height = mask.shape()[1];
  const std::int64_t width = mask.shape()[2];
  const std::size_t corners = outline.size() / 2;
  if (corners < 3) return;
  float top = outline[1];
  float bottom = outline[1];
  for (std::size_t i = 0; i < corners; ++i) {
    top = std::min(top, outline[2 * i + 1]);
    bottom = std::max(bottom, outline[2 * i + 1]);
  }
  const auto first = static_cast<std::int64_t>(std::clamp(std::floor(top), 0.0f, static_cast<float>(height)));
  const auto last = static_cast<std::int64_t>(std::clamp(std::ceil(bottom), 0.0f, static_cast<float>(height)));
  std::vector<float> crossings;
  for (std::int64_t y = first; y < last; ++y) {
    const float line = static_cast<float>(y) + 0.5f;
    crossings.clear();
    for (std::size_t i = 0; i < corners; ++i) {
      const std::size_t next = i + 1 < corners ? i + 1 : 0;
      const float ya = outline[2 * i + 1];
      const float yb = outline[2 * next + 1];
      if ((ya <= line) == (yb <= line)) continue;
      crossings.push_back(outline[2 * i] + (line - ya) / (yb - ya) * (outline[2 * next] - outline[2 * i]));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const auto bound = [&](float x) {
        return static_cast<std::int64_t>(std::clamp(std::ceil(x - 0.5f), 0.0f, static_cast<float>(width)));
      };
      std::uint8_t* row = mask.data<std::uint8_t>() + y * width;
      std::fill(row + bound(crossings[i]), row + std::max(bound(crossings[i]), bound(crossings[i + 1])), value);
    }
  }
}

void fillBox(const Box& box, std::uint8_t value, Tensor& mask) {
  const float outline[] = {box.left, box.top, box.right, box.top, box.right, box.bottom, box.left, box.bottom};
  if (std::ranges::all_of(outline, [](float number) { return std::isfinite(number); }))
    fillPolygon(outline, value, mask);
}

void fillRuns(std::span<const float> runs, std::uint8_t value, Tensor& mask) {
  std::int64_t at = 0;
  bool inside = false;
  for (const float length : runs) {
    const std::int64_t end =
        std::min(at + static_cast<std::int64_t>(std::clamp(length, 0.0f, 1e9f)), mask.elementCount());
    if (inside) fillColumns(at, end, value, mask);
    at = end;
    inside = !inside;
  }
}

void fillColumns(std::int64_t begin, std::int64_t end, std::uint8_t value, Tensor& mask) {
  const std::int64_t height = mask.shape()[1], width = mask.shape()[2];
  std::uint8_t* pixels = mask.data<std::uint8_t>();
  for (std::int64_t at = begin; at < end; ++at) pixels[at % height * width + at / height] = value;
}

double polygonArea(std::span<const float> outline) {
  double twice = 0;
  const std::size_t corners = outline.size() / 2;
  for (std::size_t i = 0; i < corners; ++i) {
    const std::size_t next = i + 1 < corners ? i + 1 : 0;
    twice += static_cast<double>(outline[2 * i]) * outline[2 * next + 1] -
             static_cast<double>(outline[2 * next]) * outline[2 * i + 1];
  }
  return std::abs(twice) / 2;
}

}  // namespace fovea
