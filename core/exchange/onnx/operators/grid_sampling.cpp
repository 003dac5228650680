// ONNX GridSample: samples a value at known grid positions, given as -1 to 1 along each axis. Source: ONNX operator
// specification, opsets 16 to 28; PyTorch, "grid_sample".
#include <algorithm>
#include <array>
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/interpolation.h"

namespace fovea {
namespace {

constexpr std::size_t kMostAxes = 3;
constexpr double kCubic = -0.75;

// Maps a position beyond the edge: to nowhere (returns false), to the edge, or mirrored at the edge.
bool comeInside(const std::string& padding, bool corners, std::int64_t extent, std::int64_t& at) {
  if (at >= 0 && at < extent) return true;
  if (padding == "zeros") return false;
  if (padding == "border" || extent == 1) {
    at = std::clamp<std::int64_t>(at, 0, extent - 1);
    return true;
  }
  const std::int64_t period = corners ? 2 * (extent - 1) : 2 * extent, folded = ((at % period) + period) % period;
  at = folded < extent ? folded : (corners ? period - folded : period - 1 - folded);
  return true;
}

double reflected(double x, double low, double high) {
  const double span = high - low;
  if (span <= 0) return low;
  const double rest = std::fmod(std::abs(x - low), 2 * span);
  return low + (rest <= span ? rest : 2 * span - rest);
}

struct Grid {
  std::size_t axes = 2;   // spatial axes, after [N, C]
  std::int64_t taps = 2;  // interpolated positions along each axis
  std::string mode, padding;
  bool corners = false;
};

Result<Grid> readGrid(const OnnxNodeContext& c) {
  const Shape x = c.shape(), g = c.shape(1);
  Grid grid;
  grid.axes = static_cast<std::size_t>(std::max(x.rank() - 2, 0));
  if (grid.axes < 1 || grid.axes > kMostAxes || g.rank() != x.rank() || g[0] != x[0] || x.elementCount() == 0 ||
      g[g.rank() - 1] != static_cast<std::int64_t>(grid.axes))
    return unsupported("a grid that does not fit, or of more than 3 axes");
  grid.mode = c.text("mode", "linear");
  if (grid.mode == "bilinear") grid.mode = "linear";  // names before opset 20
  if (grid.mode == "bicubic") grid.mode = "cubic";
  if (grid.mode != "linear" && grid.mode != "cubic" && grid.mode != "nearest")
    return unsupported("the mode " + grid.mode);
  grid.padding = c.text("padding_mode", "zeros");
  if (grid.padding != "zeros" && grid.padding != "border" && grid.padding != "reflection")
    return unsupported("the padding " + grid.padding);
  grid.taps = grid.mode == "nearest" ? 1 : grid.mode == "cubic" ? 4 : 2;
  grid.corners = c.integer("align_corners", 0) != 0;
  return grid;
}

// Converts a grid coordinate to a position along an axis.
double placeOf(const Grid& grid, double share, double extent) {
  double at = grid.corners ? (share + 1) / 2 * (extent - 1) : ((share + 1) * extent - 1) / 2;
  if (!(std::abs(at) < 1e9)) at = -1e9;
  if (grid.taps == 4) return at;  // each tap is mapped inside separately, as in PyTorch and ONNX Runtime
  if (grid.padding == "border") at = std::clamp(at, 0.0, extent - 1);
  if (grid.padding == "reflection")
    at = grid.corners ? reflected(at, 0, extent - 1) : std::clamp(reflected(at, -0.5, extent - 0.5), 0.0, extent - 1);
  return grid.mode == "nearest" ? std::nearbyint(at) : at;
}

struct Tap {
  std::int64_t position = -1;  // position in the plane; -1: reads nothing
  double weight = 0;
};

// Tap number `tap` of those interpolated at a position.
Tap tapAt(const Grid& grid, const Shape& x, const std::array<double, kMostAxes>& place, std::int64_t tap) {
  Tap result{0, 1};
  std::int64_t rest = tap;
  for (std::size_t a = grid.axes; a-- > 0;) {
    const std::int64_t extent = x[static_cast<int>(a) + 2];
    std::int64_t at = static_cast<std::int64_t>(std::floor(place[a])) + (grid.taps == 4 ? -1 : 0) + rest % grid.taps;
    rest /= grid.taps;
    const double distance = place[a] - static_cast<double>(at);
    if (grid.taps > 1) result.weight *= grid.taps == 4 ? cubicWeight(distance, kCubic) : linearWeight(distance);
    if (!comeInside(grid.padding, grid.corners, extent, at)) return {};
    result.position += at * x.elementsFrom(static_cast<int>(a) + 3);
  }
  return result;
}

// The reads from a table with `grids` consecutive planes of positions: rows and weights of each tap.
struct Reads {
  std::vector<Extents64> index;
  std::vector<std::vector<double>> weights;
};

Reads readsOf(const Grid& grid, const Shape& x, const Tensor& shares, std::int64_t grids, std::int64_t perGrid) {
  const auto axes = static_cast<std::int64_t>(grid.axes);
  const std::int64_t count = grids * perGrid, plane = x.elementsFrom(2);
  std::size_t taps = 1;
  for (std::size_t a = 0; a < grid.axes; ++a) taps *= static_cast<std::size_t>(grid.taps);
  Reads reads{{taps, Extents64(static_cast<std::size_t>(count), -1)},
              {taps, std::vector<double>(static_cast<std::size_t>(count), 0.0)}};
  for (std::int64_t p = 0; p < count; ++p) {
    std::array<double, kMostAxes> place{};
    for (std::int64_t a = 0; a < axes; ++a)  // a grid stores the last axis first
      place[static_cast<std::size_t>(a)] =
          placeOf(grid, numberAt(shares, p * axes + axes - 1 - a), static_cast<double>(x[static_cast<int>(a) + 2]));
    for (std::size_t k = 0; k < taps; ++k) {
      const Tap tap = tapAt(grid, x, place, static_cast<std::int64_t>(k));
      if (tap.position < 0) continue;
      reads.index[k][static_cast<std::size_t>(p)] = p / perGrid * plane + tap.position;
      reads.weights[k][static_cast<std::size_t>(p)] = tap.weight;
    }
  }
  return reads;
}

// The axes of [N, C, positions] with positions first: after the samples if each has a grid of its own.
Extents64 placesInFront(int rank, bool shared) {
  Extents64 order;
  if (!shared) order.push_back(0);
  for (int axis = 2; axis < rank; ++axis) order.push_back(axis);
  if (shared) order.push_back(0);
  order.push_back(1);
  return order;
}

Status gridSample(OnnxNodeContext& c) {
  FOVEA_TRY(const Grid grid, readGrid(c));
  FOVEA_TRY(const Tensor shares, c.known(1));
  Emitter& e = c.emitter();
  const Shape x = c.shape(), g = c.shape(1);
  // Samples that share a grid are side by side in each row, so the reads do not depend on their number.
  const std::int64_t grids = sameForEach(shares) ? 1 : g[0], perGrid = g.elementsFrom(1) / g[g.rank() - 1];
  const Extents64 order = placesInFront(x.rank(), grids == 1);
  Extents64 extents, back(order.size());
  for (std::size_t a = 0; a < order.size(); ++a) {
    const auto axis = static_cast<int>(order[a]);
    extents.push_back(axis < 2 ? x[axis] : g[axis - 1]);
    back[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(a);
  }
  const std::int64_t rowsOfTable = grids * x.elementsFrom(2);
  const ValueId table =
      reshaped(e, permuted(e, c.in(0), order), Extents64{rowsOfTable, x.elementCount() / rowsOfTable});
  const Reads reads = readsOf(grid, x, shares, grids, perGrid);
  ValueId total;
  for (std::size_t k = 0; k < reads.index.size(); ++k) {
    const ValueId weights = e.constant(tensorOf(c.type().dtype, Shape{grids * perGrid, 1}, reads.weights[k]));
    const ValueId term = product(e, rows(e, table, reads.index[k]), weights);
    total = total.valid() ? sum(e, total, term) : term;
  }
  if (isWhole(c.element())) total = map(e, total, [](PointwiseTerm t) { return truncated(t); });
  c.give(permuted(e, reshaped(e, total, extents), back));
  return {};
}

}  // namespace

OnnxOperators gridSamplingOperators() {
  return {{"GridSample", gridSample, {22, {"align_corners", "mode", "padding_mode"}}}};
}

}  // namespace fovea
