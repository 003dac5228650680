// Why: explanations that mask parts of a sample and observe the score need no gradients, only many runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/random.h"
#include "core/inspect/attribution_work.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostCopies = 32;  // modified copies that are scored at once
constexpr std::int64_t kMostWindows = 1'000'000;
constexpr std::int64_t kMostMasks = 1'000'000, kMostCells = 64;

// Returns the first position axis of a sample: the one after the channels for images and volumes, else 0.
int firstPositionAxis(const Shape& sample) {
  return sample.rank() >= 3 ? 1 : 0;
}

// Returns the start of each window of `window` elements along an axis of `extent`; the last may extend beyond it.
std::vector<std::int64_t> windowStarts(std::int64_t extent, std::int64_t window, std::int64_t stride) {
  std::vector<std::int64_t> starts;
  const std::int64_t count = (std::max<std::int64_t>(0, extent - window) + stride - 1) / stride + 1;
  for (std::int64_t i = 0; i < count; ++i) starts.push_back(i * stride);
  return starts;
}

// Calls `visit` with the index of each element of a sample inside the window, in all channels.
template <class Visit>
void underWindow(const Shape& sample, const std::vector<std::int64_t>& corner, std::int64_t window,
                 const Visit& visit) {
  const int begin = firstPositionAxis(sample);
  const auto walk = [&](const auto& self, int axis, std::int64_t at) -> void {
    if (axis == sample.rank()) return visit(at);
    const bool position = axis >= begin;
    const std::int64_t first = position ? corner[static_cast<std::size_t>(axis - begin)] : 0;
    const std::int64_t last = position ? std::min(first + window, sample[axis]) : sample[axis];
    for (std::int64_t i = first; i < last; ++i) self(self, axis + 1, at * sample[axis] + i);
  };
  walk(walk, 0, 0);
}

// Returns the corners of all windows with the lowest indices.
Result<std::vector<std::vector<std::int64_t>>> windowCorners(const Shape& sample, std::int64_t window,
                                                             std::int64_t stride) {
  std::vector<std::vector<std::int64_t>> corners{{}};
  for (int axis = firstPositionAxis(sample); axis < sample.rank(); ++axis) {
    std::vector<std::vector<std::int64_t>> longer;
    const std::vector<std::int64_t> starts = windowStarts(sample[axis], window, stride);
    if (std::ssize(corners) * std::ssize(starts) > kMostWindows)
      return fail(ErrorCode::InvalidArgument, "The windows are too many.", "Choose larger ones, further apart.");
    for (const auto& corner : corners)
      for (const std::int64_t start : starts) {
        longer.push_back(corner);
        longer.back().push_back(start);
      }
    corners = std::move(longer);
  }
  return corners;
}

// Random masks over a sample's positions: a coarse grid of 0 and 1, shifted by a fraction of a cell and interpolated
// linearly. An axis with no more positions than cells has one cell per position.
class RandomCovers {
 public:
  RandomCovers(const Shape& sample, std::int64_t cells, bool sharp) : sharp_(sharp) {
    for (int axis = firstPositionAxis(sample); axis < sample.rank(); ++axis) {
      const std::int64_t count = std::min(cells, sample[axis]);
      axes_.push_back({sample[axis], count, static_cast<double>(sample[axis]) / static_cast<double>(count)});
      places_ *= sample[axis];
      corners_ *= count + 2;
    }
  }
  std::int64_t places() const { return places_; }
  // Draws a mask: for each position, a value from 0 (covered) to 1 (visible).
  void draw(Random& random, std::vector<double>& shares) const {
    std::vector<double> grid(static_cast<std::size_t>(corners_)), shifts;
    for (double& corner : grid) corner = random.uniform() < 0.5 ? 0 : 1;
    for (const Axis& axis : axes_) shifts.push_back(axis.size > 1 ? random.uniform() * axis.size : 0);
    shares.assign(static_cast<std::size_t>(places_), 0);
    std::size_t at = 0;
    const auto walk = [&](const auto& self, std::size_t depth, const std::vector<double>& part) -> void {
      if (depth == axes_.size()) {
        shares[at++] = sharp_ ? (part[0] < 0.5 ? 0.0 : 1.0) : part[0];
        return;
      }
      const Axis& axis = axes_[depth];
      const std::size_t inner = part.size() / static_cast<std::size_t>(axis.cells + 2);
      std::vector<double> slice(inner);
      for (std::int64_t i = 0; i < axis.extent; ++i) {
        const double place = (static_cast<double>(i) + shifts[depth]) / axis.size, cell = std::floor(place);
        const double* const low = &part[static_cast<std::size_t>(cell) * inner];
        for (std::size_t k = 0; k < inner; ++k) slice[k] = low[k] + (place - cell) * (low[inner + k] - low[k]);
        self(self, depth + 1, slice);
      }
    };
    walk(walk, 0, grid);
  }

 private:
  struct Axis {
    std::int64_t extent, cells;
    double size;  // of a cell, in positions
  };
  std::vector<Axis> axes_;
  std::int64_t places_ = 1, corners_ = 1;
  bool sharp_;
};

// Computes the slope of the score against each position's visibility by least squares.
class SlopeByPlace {
 public:
  explicit SlopeByPlace(std::int64_t places)
      : shares_(static_cast<std::size_t>(places), 0.0), squares_(shares_), products_(shares_) {}
  void add(const std::vector<double>& shares, double score) {
    ++count_;
    scores_ += score;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      shares_[i] += shares[i];
      squares_[i] += shares[i] * shares[i];
      products_[i] += shares[i] * score;
    }
  }
  double slope(std::int64_t place) const {
    const auto at = static_cast<std::size_t>(place);
    const double mean = shares_[at] / count_, spread = squares_[at] / count_ - mean * mean;
    return spread > 1e-9 ? (products_[at] / count_ - mean * scores_ / count_) / spread : 0;
  }

 private:
  double count_ = 0, scores_ = 0;
  std::vector<double> shares_, squares_, products_;
};

}  // namespace

Status Attributor::scoreCopies(Work& work, std::int64_t count, const std::function<void(std::int64_t, Tensor&)>& change,
                               const std::function<void(std::int64_t, double)>& visit) {
  // All batches have the same size, so that one program serves them, and the last one is almost full.
  const std::int64_t batches = (count + kMostCopies - 1) / kMostCopies, batch = (count + batches - 1) / batches;
  FOVEA_TRY(ScoreGradients* const model, this->model(batch, false, {}));
  FOVEA_TRY(Tensor inputs, Tensor::tryMake(model->inputType()));
  FOVEA_TRY(Tensor copy, Tensor::tryMake(inputType_));
  const std::size_t bytes = work.input.bytes();
  const auto target = static_cast<std::size_t>(work.result.target);
  for (std::int64_t first = 0; first < count; first += batch) {
    FOVEA_CHECK(work.step("Covering", first, count));
    const std::int64_t used = std::min(batch, count - first);
    for (std::int64_t i = 0; i < batch; ++i) {
      std::memcpy(copy.raw(), work.input.raw(), bytes);
      if (i < used) change(first + i, copy);
      std::memcpy(static_cast<std::byte*>(inputs.raw()) + static_cast<std::size_t>(i) * bytes, copy.raw(), bytes);
    }
    FOVEA_TRY(const auto answer, model->run(inputs, {}));
    for (std::int64_t i = 0; i < used; ++i)
      visit(first + i, static_cast<double>(scoresOfClasses(rowOf(answer.scores, i), withoutBatch(answer.scores.shape()),
                                                           scoreAxis_)[target]));
  }
  return {};
}

Status Attributor::occlude(Work& work) {
  const Shape& shape = inputType_.shape;
  const int begin = firstPositionAxis(shape);
  std::int64_t shortest = shape[begin];
  for (int axis = begin; axis < shape.rank(); ++axis) shortest = std::min(shortest, shape[axis]);
  const std::int64_t window = work.options.window > 0 ? work.options.window : std::max<std::int64_t>(1, shortest / 8);
  const std::int64_t stride = work.options.stride > 0 ? work.options.stride : std::max<std::int64_t>(1, window / 2);
  if (stride > window)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("Windows of {} every {} leave positions between them that are never covered.", window, stride),
        "Choose a stride of at most the window.");
  FOVEA_TRY(const auto corners, windowCorners(shape, window, stride));
  std::vector<double> falls(static_cast<std::size_t>(shape.elementCount()), 0.0), covers(falls.size(), 0.0);
  const auto cornerOf = [&](std::int64_t copy) { return corners[static_cast<std::size_t>(copy)]; };
  const auto whole = static_cast<double>(work.result.scores[static_cast<std::size_t>(work.result.target)]);
  FOVEA_CHECK(scoreCopies(
      work, std::ssize(corners),
      [&](std::int64_t copy, Tensor& input) {
        auto* const numbers = static_cast<std::byte*>(input.raw());  // f32 and i32 alike
        underWindow(shape, cornerOf(copy), window, [&](std::int64_t at) { std::memset(numbers + at * 4, 0, 4); });
      },
      [&](std::int64_t copy, double score) {
        underWindow(shape, cornerOf(copy), window, [&](std::int64_t at) {
          falls[static_cast<std::size_t>(at)] += whole - score;
          covers[static_cast<std::size_t>(at)] += 1;
        });
      }));
  work.result.values = Tensor::zeros({DataType::Float32, shape});
  for (std::size_t i = 0; i < falls.size(); ++i)
    if (covers[i] > 0) work.result.values.data<float>()[i] = static_cast<float>(falls[i] / covers[i]);
  return {};
}

Status Attributor::perturb(Work& work) {
  const AttributionOptions& options = work.options;
  if (options.masks < 2 || options.masks > kMostMasks)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} covers are too few or too many; there can be 2 to {}.", options.masks, kMostMasks));
  if (options.cells < 1 || options.cells > kMostCells)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A cover cannot have {} cells along an axis, only 1 to {}.", options.cells, kMostCells));
  const bool symbols = inputType_.dtype == DataType::Int32;
  const RandomCovers covers(inputType_.shape, options.cells, symbols);
  const std::int64_t places = covers.places();
  SlopeByPlace slopes(places);
  std::vector<std::vector<double>> drawn(static_cast<std::size_t>(std::min(options.masks, kMostCopies)));
  const auto coverOf = [&](std::int64_t copy) -> std::vector<double>& {
    return drawn[static_cast<std::size_t>(copy) % drawn.size()];
  };
  FOVEA_CHECK(scoreCopies(
      work, options.masks,
      [&](std::int64_t copy, Tensor& input) {
        Random random(options.seed + static_cast<std::uint64_t>(copy));
        covers.draw(random, coverOf(copy));
        for (std::int64_t i = 0; i < input.elementCount(); ++i) {
          const double share = coverOf(copy)[static_cast<std::size_t>(i % places)];
          if (symbols && share == 0) input.data<std::int32_t>()[i] = 0;
          if (!symbols) input.data<float>()[i] *= static_cast<float>(share);
        }
      },
      [&](std::int64_t copy, double score) { slopes.add(coverOf(copy), score); }));
  FOVEA_TRY(work.result.values, Tensor::tryMake({DataType::Float32, inputType_.shape}));
  for (std::int64_t i = 0; i < work.result.values.elementCount(); ++i)
    work.result.values.data<float>()[i] = static_cast<float>(slopes.slope(i % places));
  return {};
}

}  // namespace fovea
