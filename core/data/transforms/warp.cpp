#include "core/data/transforms/warp.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/transforms/pixel_convert.h"

namespace fovea {
namespace {

// Composed maps may miss an integer by rounding errors.
bool isWhole(double number) {
  return std::abs(number - std::round(number)) < 1e-9 && std::abs(number) < 1e9;
}
bool isUnit(double number) {
  return std::abs(std::abs(number) - 1) < 1e-12;
}

// Shifts by whole pixels, possibly mirrored.
void copyMoved(const PixelView& source, Point scale, Point offset, std::uint8_t fill, const PixelPlanes& target) {
  const auto place = [](std::int64_t i, double factor, double shift) {
    return static_cast<std::int64_t>(factor > 0 ? static_cast<double>(i) + shift : shift - 1 - static_cast<double>(i));
  };
  // Target columns [begin, end) that are inside the source.
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

// The four pixels around a position, and the shares of the right and the lower ones.
struct AroundPlace {
  std::int64_t left, right, top, bottom;
  float a, b;

  template <class T>
  float in(const Planes<const T>& source, std::int64_t channel) const {
    const T *above = source.row(channel, top), *below = source.row(channel, bottom);
    const auto value = [](T pixel) { return static_cast<float>(pixel); };
    const float first = value(above[left]) + a * (value(above[right]) - value(above[left]));
    const float second = value(below[left]) + a * (value(below[right]) - value(below[left]));
    return first + b * (second - first);
  }
};

// Finds the pixels around positions in an image.
class Surroundings {
 public:
  Surroundings(std::int64_t width, std::int64_t height)
      : lastX_(width - 1),
        lastY_(height - 1),
        width_(static_cast<double>(width)),
        height_(static_cast<double>(height)) {}

  bool contain(const Point& at) const { return at.x >= 0 && at.x <= width_ && at.y >= 0 && at.y <= height_; }
  // The position must be within the image.
  AroundPlace at(const Point& place) const {
    const double u = std::clamp(place.x - 0.5, 0.0, width_ - 1), v = std::clamp(place.y - 0.5, 0.0, height_ - 1);
    const auto left = static_cast<std::int64_t>(u), top = static_cast<std::int64_t>(v);
    return {left,
            std::min(left + 1, lastX_),
            top,
            std::min(top + 1, lastY_),
            static_cast<float>(u - static_cast<double>(left)),
            static_cast<float>(v - static_cast<double>(top))};
  }
  // The same without pixels that have no share, so that a number that is not finite stays where it is.
  AroundPlace sharesAt(const Point& place) const {
    AroundPlace around = at(place);
    if (around.a == 0) around.right = around.left;
    if (around.b == 0) around.bottom = around.top;
    return around;
  }

 private:
  std::int64_t lastX_, lastY_;
  double width_, height_;
};

// Interpolates between four pixels.
void bilinear(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target) {
  const Surroundings surroundings(source.width, source.height);
  for (std::int64_t y = 0; y < target.height; ++y)
    for (std::int64_t x = 0; x < target.width; ++x) {
      const Point at = toSource({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
      if (!surroundings.contain(at)) {
        for (std::int64_t c = 0; c < target.channels; ++c) target.row(c, y)[x] = fill;
        continue;
      }
      const AroundPlace around = surroundings.at(at);
      for (std::int64_t c = 0; c < target.channels; ++c) target.row(c, y)[x] = pixelOf(around.in(source, c));
    }
}

}  // namespace

void warp(const PixelView& source, const PlaneMap& toSource, std::uint8_t fill, const PixelPlanes& target,
          WarpScratch& scratch) {
  if (toSource.keepsAxes()) {
    const Point scale = toSource.scale(), offset = toSource.offset();
    const bool moves = isUnit(scale.x) && isUnit(scale.y) && isWhole(offset.x) && isWhole(offset.y);
    if (moves) return copyMoved(source, scale, {std::round(offset.x), std::round(offset.y)}, fill, target);
    return resample(source, scale, offset, fill, target, scratch.resample);
  }
  // An image that shrinks by more than 1.5 is reduced first, by the scale at its middle.
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
  resample(source, {across, down}, {0, 0}, fill, reduced, scratch.resample);
  bilinear({reduced.pixels, reduced.channels, reduced.height, reduced.width},
           toSource.then(PlaneMap::scaling(1 / across, 1 / down)), fill, target);
}

void warpNumbers(const Planes<const float>& source, const PlaneMap& toSource, float fill, const Planes<float>& target) {
  static constexpr double kMostPlaces = 64;
  const double reduction =
      toSource.enlargement({static_cast<double>(target.width) / 2, static_cast<double>(target.height) / 2});
  const Point scale = toSource.keepsAxes() ? toSource.scale() : Point{reduction, reduction};
  const auto placesAlong = [](double by) {
    return std::isfinite(by) ? static_cast<std::int64_t>(std::clamp(std::ceil(std::abs(by) - 1e-6), 1.0, kMostPlaces))
                             : std::int64_t{1};
  };
  const std::int64_t across = placesAlong(scale.x), down = placesAlong(scale.y);
  const Surroundings surroundings(source.width, source.height);
  std::vector<AroundPlace> seen;
  const auto part = [](std::int64_t pixel, std::int64_t place, std::int64_t places) {
    return static_cast<double>(pixel) + (static_cast<double>(place) + 0.5) / static_cast<double>(places);
  };
  for (std::int64_t y = 0; y < target.height; ++y)
    for (std::int64_t x = 0; x < target.width; ++x) {
      seen.clear();
      for (std::int64_t j = 0; j < down; ++j)
        for (std::int64_t i = 0; i < across; ++i) {
          const Point at = toSource({part(x, i, across), part(y, j, down)});
          if (surroundings.contain(at)) seen.push_back(surroundings.sharesAt(at));
        }
      for (std::int64_t c = 0; c < target.channels; ++c) {
        float sum = 0;
        for (const AroundPlace& around : seen) sum += around.in(source, c);
        target.row(c, y)[x] = seen.empty() ? fill : sum / static_cast<float>(seen.size());
      }
    }
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
