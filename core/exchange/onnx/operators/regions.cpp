// ONNX operators on regions of interest, and on position grids in images. Regions must be known. Source: ONNX operator
// specification, RoiAlign of opsets 10, 16 and 22, MaxRoiPool of opset 22, AffineGrid of opset 20; He et al., "Mask
// R-CNN", 2017.
#include <cmath>

#include "core/exchange/onnx/bilinear_taps.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostRegionPlaces = std::int64_t{1} << 22, kMostRegions = 4096, kMostBins = 1 << 14,
                       kMostExtent = std::int64_t{1} << 24;

struct Region {
  std::int64_t image = 0;
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

struct Alignment {
  std::int64_t height = 1, width = 1, samples = 0;
  double scale = 1, shift = 0;
  bool atLeastOne = false;
};

Result<std::vector<Region>> readRegions(OnnxNodeContext& c) {
  const Shape x = c.shape();
  if (x.rank() != 4 || x.elementCount() == 0) return unsupported("values that are not images");
  if (c.shape(1).rank() != 2 || c.shape(1)[1] != 4 || c.shape(1)[0] < 1 || c.shape(1)[0] > kMostRegions)
    return unsupported("such regions");
  FOVEA_TRY(const Tensor corners, c.known(1));
  FOVEA_TRY(const auto images, c.wholeNumbers(2));
  std::vector<Region> regions(static_cast<std::size_t>(c.shape(1)[0]));
  if (images.size() != regions.size()) return unsupported("it needs an image for each region");
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const auto at = [&](std::int64_t k) { return numberAt(corners, static_cast<std::int64_t>(i) * 4 + k); };
    if (images[i] < 0 || images[i] >= x[0]) return unsupported("a region of an image that is not there");
    regions[i] = {images[i], at(0), at(1), at(2), at(3)};
    for (const double corner : {regions[i].x1, regions[i].y1, regions[i].x2, regions[i].y2})
      if (!(std::abs(corner) < 1e9)) return unsupported("a region without an end");
  }
  return regions;
}

Result<Alignment> readAlignment(OnnxNodeContext& c) {
  Alignment a;
  a.height = c.integer("output_height", 1);
  a.width = c.integer("output_width", 1);
  a.samples = c.integer("sampling_ratio", 0);
  a.scale = c.real("spatial_scale", 1);
  const std::string mode =
      c.text("coordinate_transformation_mode", c.opset() < 16 ? "output_half_pixel" : "half_pixel");
  if (mode != "half_pixel" && mode != "output_half_pixel") return unsupported("the coordinates " + mode);
  a.shift = mode == "half_pixel" ? -0.5 : 0;
  a.atLeastOne = mode == "output_half_pixel";
  if (a.height < 1 || a.width < 1 || a.height > kMostBins || a.width > kMostBins || a.height * a.width > kMostBins ||
      a.samples < 0 || a.samples > 256)
    return unsupported("such sizes");
  return a;
}

// The positions that one bin of a region reads along an axis: start of the region, bin size, and count.
struct TapAxis {
  double start = 0, bin = 0;
  std::int64_t samples = 0;

  double at(std::int64_t bins, std::int64_t sample) const {
    return start +
           bin * (static_cast<double>(bins) + (static_cast<double>(sample) + 0.5) / static_cast<double>(samples));
  }
};

TapAxis axisOfRegion(const Alignment& a, double from, double to, std::int64_t bins) {
  TapAxis axis;
  axis.start = from * a.scale + a.shift;
  double size = (to - from) * a.scale;
  if (a.atLeastOne) size = std::max(size, 1.0);
  axis.bin = size / static_cast<double>(bins);
  axis.samples = a.samples > 0 ? a.samples : static_cast<std::int64_t>(std::min(std::ceil(axis.bin), 1e6));
  return axis;
}

// Positions up to one pixel outside of the image read its edge, those farther away zeros.
void setPlace(BilinearTaps& taps, std::int64_t i, const Shape& x, std::int64_t image, double row, double column) {
  const auto height = static_cast<double>(x[2]), width = static_cast<double>(x[3]);
  if (row < -1 || row > height || column < -1 || column > width) return;
  taps.set(i, image * x[2] * x[3], {x[2], x[3]}, std::clamp(row, 0.0, height - 1), std::clamp(column, 0.0, width - 1));
}

// The bins of one region: [C, height * width]. `left` is the remaining budget of positions for all regions.
Result<ValueId> alignedRegion(OnnxNodeContext& c, const Alignment& a, const Region& region, ValueId table,
                              std::int64_t& left) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  const TapAxis rows = axisOfRegion(a, region.y1, region.y2, a.height),
                columns = axisOfRegion(a, region.x1, region.x2, a.width);
  const std::int64_t bins = a.height * a.width;
  if (rows.samples < 1 || columns.samples < 1)  // an empty region
    return broadcastTo(e, number(e, c.type().dtype, 0), Shape{x[1], bins});
  const std::int64_t samples = rows.samples * columns.samples;
  if (samples > left || bins * samples > left) return unsupported("so many samples");
  left -= bins * samples;
  BilinearTaps taps(bins * samples);
  std::int64_t i = 0;
  for (std::int64_t bin = 0; bin < bins; ++bin)
    for (std::int64_t row = 0; row < rows.samples; ++row)
      for (std::int64_t column = 0; column < columns.samples; ++column)
        setPlace(taps, i++, x, region.image, rows.at(bin / a.width, row), columns.at(bin % a.width, column));
  const auto ofBins = [&](const char* op, ValueId places) {
    return reduced(e, op, reshaped(e, places, Extents64{bins, samples, x[1]}), {1}, false);
  };
  ValueId y;
  if (c.text("mode", "avg") == "avg") {
    y = ofBins("reduce_mean", taps.sums(e, table));
  } else {
    // ONNX takes the maximum of the weighted pixels, not of their sums.
    for (const ValueId tap : taps.weighted(e, table)) {
      const ValueId largest = ofBins("reduce_max", tap);
      y = y.valid() ? e.emitOne("maximum", {}, {y, largest}) : largest;
    }
  }
  return permuted(e, y, {1, 0});
}

Status roiAlign(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const std::string mode = c.text("mode", "avg");
  if (mode != "avg" && mode != "max") return unsupported("the mode " + mode);
  FOVEA_TRY(const Alignment alignment, readAlignment(c));
  FOVEA_TRY(const auto regions, readRegions(c));
  const Shape x = c.shape();
  const ValueId table = pixelsOf(e, c.in(0));
  std::vector<ValueId> parts;
  std::int64_t left = kMostRegionPlaces;
  for (const Region& region : regions) {
    FOVEA_TRY(const ValueId part, alignedRegion(c, alignment, region, table, left));
    parts.push_back(reshaped(e, part, Extents64{1, x[1], alignment.height, alignment.width}));
  }
  c.give(joined(e, parts, 0));
  return {};
}

// The first and the end pixel of a bin; an empty range if the end is not after the first.
std::pair<std::int64_t, std::int64_t> pixelsOfBin(double from, double to, std::int64_t bin, std::int64_t bins,
                                                  std::int64_t extent) {
  const double start = std::round(from), size = std::max(std::round(to) - start + 1, 1.0) / static_cast<double>(bins);
  const auto inside = [&](double at) {
    return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(extent)));
  };
  return {inside(std::floor(static_cast<double>(bin) * size) + start),
          inside(std::ceil(static_cast<double>(bin + 1) * size) + start)};
}

Status maxRoiPool(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape(), given = c.shape(1);
  const auto pooled = c.integers("pooled_shape").value_or(Extents64());
  const double scale = c.real("spatial_scale", 1);
  if (x.rank() != 4 || x.elementCount() == 0 || given.rank() != 2 || given[1] != 5 || given[0] < 1 ||
      given[0] > kMostRegions || pooled.size() != 2 || pooled[0] < 1 || pooled[1] < 1 || pooled[0] > kMostBins ||
      pooled[1] > kMostBins || given[0] * pooled[0] * pooled[1] > kMostBins)
    return unsupported("such regions");
  FOVEA_TRY(const Tensor rois, c.known(1));
  std::vector<ValueId> bins;
  for (std::int64_t i = 0; i < given[0]; ++i) {
    // Rounded like numbers of that type: rounding decides about whole pixels.
    const auto at = [&](std::int64_t k) {
      const double place = numberAt(rois, i * 5 + k) * (k > 0 ? scale : 1);
      return rois.dtype() == DataType::Float32 ? static_cast<double>(static_cast<float>(place)) : place;
    };
    for (std::int64_t k = 0; k < 5; ++k)
      if (!(std::abs(at(k)) < 1e9)) return unsupported("a region without an end");
    const auto image = static_cast<std::int64_t>(at(0));
    if (image < 0 || image >= x[0]) return unsupported("a region of an image that is not there");
    for (std::int64_t bin = 0; bin < pooled[0] * pooled[1]; ++bin) {
      const auto [top, bottom] = pixelsOfBin(at(2), at(4), bin / pooled[1], pooled[0], x[2]);
      const auto [left, right] = pixelsOfBin(at(1), at(3), bin % pooled[1], pooled[1], x[3]);
      if (bottom <= top || right <= left) {
        bins.push_back(broadcastTo(e, number(e, c.type().dtype, 0), Shape{1, x[1], 1, 1}));
        continue;
      }
      const ValueId part =
          sliced(e, sliced(e, sliced(e, c.in(0), 0, image, 1), 2, top, bottom - top), 3, left, right - left);
      bins.push_back(reduced(e, "reduce_max", part, {2, 3}));
    }
  }
  const ValueId all = reshaped(e, joined(e, bins, 0), Extents64{given[0], pooled[0], pooled[1], x[1]});
  c.give(permuted(e, all, {0, 3, 1, 2}));
  return {};
}

// The coordinates of each pixel from -1 to 1, transformed by a matrix [n, n + 1] per sample.
Status affineGrid(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const auto sizes, c.wholeNumbers(1));
  const auto axes = static_cast<std::int64_t>(sizes.size()) - 2;
  if ((axes != 2 && axes != 3) || c.shape() != Shape{sizes[0], axes, axes + 1})
    return unsupported("its matrices do not fit");
  const bool corners = c.integer("align_corners", 0) != 0;
  const DataType type = c.type().dtype;
  Extents64 extents{sizes[0]};
  extents.insert(extents.end(), sizes.begin() + 2, sizes.end());
  extents.push_back(axes);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() < 1 || shape.elementCount() > c.scope().mostElements() ||
      *std::max_element(shape.begin(), shape.end()) > kMostExtent)
    return unsupported("such a size");
  // Column k of the matrices: [N, 1, .., 1, n].
  const auto column = [&](std::int64_t k) {
    Extents64 spread(static_cast<std::size_t>(axes) + 2, 1);
    spread.front() = sizes[0];
    spread.back() = axes;
    return reshaped(e, sliced(e, c.in(0), 2, k, 1), spread);
  };
  ValueId y = column(axes);
  for (std::int64_t k = 0; k < axes; ++k) {
    const int axis = static_cast<int>(axes - k);  // x is along the last axis of the image
    const auto extent = static_cast<double>(shape[axis]);
    const double step = corners ? 2 / std::max(extent - 1, 1.0) : 2 / extent, first = corners ? -1 : step / 2 - 1;
    const ValueId place =
        map(e, positions(e, type, shape.rank(), axis, shape[axis]), [&](PointwiseTerm i) { return i * step + first; });
    y = map(e, y, place, column(k), [](PointwiseTerm t, PointwiseTerm at, PointwiseTerm m) { return t + at * m; });
  }
  c.give(broadcastTo(e, y, shape));
  return {};
}

}  // namespace

OnnxOperators regionsOperators() {
  return {
      {"RoiAlign",
       roiAlign,
       {22,
        {"coordinate_transformation_mode", "mode", "output_height", "output_width", "sampling_ratio",
         "spatial_scale"}}},
      {"MaxRoiPool", maxRoiPool, {22, {"pooled_shape", "spatial_scale"}}},
      {"AffineGrid", affineGrid, {20, {"align_corners"}}},
  };
}

}  // namespace fovea
