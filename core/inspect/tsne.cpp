#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel_ranges.h"
#include "core/base/random.h"
#include "core/inspect/projection.h"
#include "core/inspect/repulsion_tree.h"
#include "core/inspect/row_links.h"

namespace fovea {
namespace {

constexpr std::int64_t kWidth = 50;  // maximum number of dimensions for the neighbour search
constexpr int kCompressing = 20;     // iterations for the principal components that reduce the rows
constexpr int kExaggerated = 250;    // iterations with increased attraction of neighbours
constexpr double kExaggeration = 12;
constexpr double kBeginning = 1e-4;   // standard deviation of the initial points
constexpr std::size_t kPoints = 512;  // points per task

// Computes Gaussian weights of the nearest rows with sum 1, and the width that yields the perplexity.
void weigh(std::span<const float> squared, double perplexity, std::span<float> result) {
  double low = 0, high = std::numeric_limits<double>::infinity(), beta = 1;
  const double wanted = std::log(perplexity), least = static_cast<double>(squared.front());
  double sum = 0;
  for (int step = 0; step < 200; ++step) {
    sum = 0;
    double weighted = 0;
    for (std::size_t k = 0; k < squared.size(); ++k) {
      const double further = static_cast<double>(squared[k]) - least, weight = std::exp(-beta * further);
      result[k] = static_cast<float>(weight);
      sum += weight;
      weighted += weight * further;
    }
    const double entropy = std::log(sum) + beta * weighted / sum;
    if (std::abs(entropy - wanted) < 1e-5) break;
    (entropy > wanted ? low : high) = beta;
    beta = std::isinf(high) ? beta * 2 : (low + high) / 2;
  }
  for (float& weight : result) weight = static_cast<float>(static_cast<double>(weight) / sum);
}

// Returns symmetric links to the neighbours, with weights that add up to 1.
Result<RowLinks> weightedNeighbours(const Tensor& rows, const TsneOptions& options, const CancelToken& cancel,
                                    const ProgressFunction& progress) {
  const auto count = static_cast<std::size_t>(rows.shape()[0]);
  const std::size_t kept = std::min(count - 1, static_cast<std::size_t>(3 * options.perplexity));
  NearestOptions search;
  search.seed = options.seed;
  search.threads = options.threads;
  FOVEA_TRY(const NearestRows nearest, nearestRows(rows, kept, search, cancel, progress));
  std::vector<float> weights(nearest.squared.size());
  const bool done = parallelRanges(
      count, kPoints,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          weigh(std::span(nearest.squared).subspan(i * kept, kept), options.perplexity,
                std::span(weights).subspan(i * kept, kept));
      },
      [&](std::size_t) { return !cancel.cancelled(); }, options.threads);
  if (!done) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
  FOVEA_TRY(RowLinks links, linksBothWays(
                                nearest, weights, [](float a, float b) { return a + b; }, cancel));
  for (float& weight : links.weight)
    weight = static_cast<float>(static_cast<double>(weight) / (2 * static_cast<double>(count)));
  return links;
}

class Descent {
 public:
  Descent(const RowLinks& neighbours, std::vector<PlanePoint> points, const TsneOptions& options)
      : neighbours_(neighbours),
        points_(std::move(points)),
        speed_(points_.size()),
        gain_(points_.size(), PlanePoint{1, 1}),
        repulsion_(points_.size()),
        options_(options),
        rate_(std::max(static_cast<double>(points_.size()) / kExaggeration / 4, 50.0)) {}

  // Returns false if cancelled.
  bool step(int iteration, const CancelToken& cancel) {
    const bool early = iteration < kExaggerated;
    tree_.build(points_);
    const auto goOn = [&](std::size_t) { return !cancel.cancelled(); };
    const auto order = std::span(tree_.order());
    const bool repelled = parallelRanges(
        points_.size(), kPoints,
        [&](std::size_t begin, std::size_t end) {
          for (const std::uint32_t i : order.subspan(begin, end - begin))
            repulsion_[i] = tree_.repulsion(points_[i], options_.angle);
        },
        goOn, options_.threads);
    if (!repelled) return false;
    double sum = 0;
    for (const auto& each : repulsion_) sum += each.sum;
    sum = std::max(sum, std::numeric_limits<double>::min());
    const bool moved = parallelRanges(
        points_.size(), kPoints,
        [&](std::size_t begin, std::size_t end) {
          for (const std::uint32_t i : order.subspan(begin, end - begin))
            move(i, sum, early ? kExaggeration : 1, early ? 0.5 : 0.8);
        },
        goOn, options_.threads);
    if (moved) apply();
    return moved;
  }
  const std::vector<PlanePoint>& points() const { return points_; }

 private:
  // Updates the speed of a point: momentum with a gain per coordinate (Jacobs 1988).
  void move(std::size_t i, double sum, double exaggeration, double momentum) {
    double pullX = 0, pullY = 0;
    const PlanePoint point = points_[i];
    for (std::size_t k = neighbours_.first[i]; k < neighbours_.first[i + 1]; ++k) {
      const PlanePoint& other = points_[neighbours_.other[k]];
      const double x = point[0] - other[0], y = point[1] - other[1];
      const double pull = static_cast<double>(neighbours_.weight[k]) / (1 + x * x + y * y);
      pullX += pull * x;
      pullY += pull * y;
    }
    const PlanePoint gradient{exaggeration * pullX - repulsion_[i].force[0] / sum,
                              exaggeration * pullY - repulsion_[i].force[1] / sum};
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const bool on = (gradient[axis] > 0) != (speed_[i][axis] > 0);
      gain_[i][axis] = std::max(0.01, on ? gain_[i][axis] + 0.2 : gain_[i][axis] * 0.8);
      speed_[i][axis] = momentum * speed_[i][axis] - rate_ * gain_[i][axis] * 4 * gradient[axis];
    }
  }
  void apply() {
    PlanePoint mean{};
    for (std::size_t i = 0; i < points_.size(); ++i)
      for (std::size_t axis = 0; axis < 2; ++axis) {
        points_[i][axis] += speed_[i][axis];
        mean[axis] += points_[i][axis] / static_cast<double>(points_.size());
      }
    for (PlanePoint& point : points_)
      for (std::size_t axis = 0; axis < 2; ++axis) point[axis] -= mean[axis];
  }

  const RowLinks& neighbours_;
  std::vector<PlanePoint> points_, speed_, gain_;
  std::vector<RepulsionTree::Repulsion> repulsion_;
  const TsneOptions& options_;
  double rate_;
  RepulsionTree tree_;
};

std::vector<PlanePoint> beginning(const Tensor& components, std::uint64_t seed) {
  const std::int64_t width = components.shape()[1];
  std::vector<PlanePoint> points(static_cast<std::size_t>(components.shape()[0]));
  double spread = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float* row = components.data<float>() + static_cast<std::int64_t>(i) * width;
    points[i] = {row[0], width > 1 ? row[1] : 0};
    spread += points[i][0] * points[i][0] / static_cast<double>(points.size());
  }
  const double factor = spread > 0 ? kBeginning / std::sqrt(spread) : 0;
  Random random(seed);
  for (PlanePoint& point : points)
    for (double& value : point) value = value * factor + (random.uniform() - 0.5) * kBeginning * 0.01;
  return points;
}

}  // namespace

Result<Tensor> tsne(const Tensor& rows, const TsneOptions& options, const CancelToken& cancel,
                    const ProgressFunction& progress) {
  const std::int64_t most = rows.defined() && rows.shape().rank() == 2 ? std::min(rows.shape()[0], rows.shape()[1]) : 1;
  FOVEA_TRY(const PrincipalComponents reduced,
            principalComponents(rows, std::min(most, kWidth), cancel, progress, kCompressing));
  const std::int64_t count = rows.shape()[0];
  if (!(options.perplexity >= 1) || options.perplexity * 3 > static_cast<double>(count) || options.iterations < 1 ||
      !(options.angle >= 0 && options.angle <= 1))
    return fail(ErrorCode::InvalidArgument,
                "t-SNE needs at least three samples for each neighbour that counts, an iteration, and an angle from 0 "
                "to 1.",
                "Take more samples, or a smaller perplexity.");
  FOVEA_TRY(const RowLinks neighbours,
            weightedNeighbours(rows.shape()[1] <= kWidth ? rows : reduced.points, options, cancel, progress));
  const bool begun = options.start.defined() && options.start.shape() == Shape{count, 2};
  Descent descent(neighbours, beginning(begun ? options.start : reduced.points, options.seed), options);
  Progress state{"Arranging", 0, static_cast<std::uint64_t>(options.iterations)};
  for (int i = 0; i < static_cast<int>(options.iterations); ++i) {
    if (cancel.cancelled() || !descent.step(i, cancel))
      return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    ++state.done;
    if (progress) progress(state);
  }
  Tensor result = Tensor::make({DataType::Float32, Shape{count, 2}});
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t axis = 0; axis < 2; ++axis)
      result.data<float>()[2 * i + axis] =
          static_cast<float>(descent.points()[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)]);
  return result;
}

}  // namespace fovea
