#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/inspect/projection.h"

namespace fovea {
namespace {

constexpr std::int64_t kWidth = 50;  // dimensions at most while neighbours are looked for
constexpr int kExaggerated = 250;    // iterations in which neighbours pull harder
constexpr double kExaggeration = 12;
constexpr double kBeginning = 1e-4;  // deviation of the points at first
constexpr int kDeepest = 48;         // cells of points that are nearly the same are divided no further

using Point = std::array<double, 2>;

// The neighbours of a row and how much each counts.
struct Neighbours {
  std::vector<std::size_t> first;  // of a row, in the lists below; one entry more than rows
  std::vector<std::size_t> other;
  std::vector<double> weight;  // all together 1
};

struct NeighbourEdge {
  std::size_t from, to;
  double weight;
};

// Gaussian weights of the nearest rows, as wide as gives the perplexity.
void addEdges(std::size_t row, std::vector<std::pair<float, std::size_t>>& nearest, double perplexity,
              std::vector<NeighbourEdge>& edges) {
  double low = 0, high = std::numeric_limits<double>::infinity(), beta = 1;
  const double wanted = std::log(perplexity), least = static_cast<double>(nearest.front().first);
  std::vector<double> weights(nearest.size());
  double sum = 0;
  for (int step = 0; step < 200; ++step) {
    sum = 0;
    double weighted = 0;
    for (std::size_t k = 0; k < nearest.size(); ++k) {
      const double further = static_cast<double>(nearest[k].first) - least;
      weights[k] = std::exp(-beta * further);
      sum += weights[k];
      weighted += weights[k] * further;
    }
    const double entropy = std::log(sum) + beta * weighted / sum;
    if (std::abs(entropy - wanted) < 1e-6) break;
    (entropy > wanted ? low : high) = beta;
    beta = std::isinf(high) ? beta * 2 : (low + high) / 2;
  }
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    edges.push_back({row, nearest[k].second, weights[k] / sum});
    edges.push_back({nearest[k].second, row, weights[k] / sum});
  }
}

Result<Neighbours> neighboursOf(const Tensor& rows, double perplexity, const CancelToken& cancel) {
  const auto count = static_cast<std::size_t>(rows.shape()[0]), width = static_cast<std::size_t>(rows.shape()[1]);
  const std::size_t kept = std::min(count - 1, static_cast<std::size_t>(3 * perplexity));
  const float* values = rows.data<float>();
  std::vector<NeighbourEdge> edges;
  edges.reserve(2 * count * kept);
  std::vector<std::pair<float, std::size_t>> distances(count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    distances.resize(count - 1);
    for (std::size_t other = 0; other < count; ++other) {
      if (other == i) continue;
      float sum = 0;
      for (std::size_t d = 0; d < width; ++d) {
        const float away = values[i * width + d] - values[other * width + d];
        sum += away * away;
      }
      distances[other - (other > i)] = {sum, other};
    }
    std::partial_sort(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(kept), distances.end());
    distances.resize(kept);
    addEdges(i, distances, perplexity, edges);
  }
  std::ranges::sort(edges, [](const NeighbourEdge& a, const NeighbourEdge& b) {
    return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.weight < b.weight;
  });
  Neighbours result;
  for (const NeighbourEdge& edge : edges) {
    while (result.first.size() <= edge.from) result.first.push_back(result.other.size());
    const bool again =
        !result.other.empty() && result.first.back() < result.other.size() && result.other.back() == edge.to;
    if (!again) {
      result.other.push_back(edge.to);
      result.weight.push_back(0);
    }
    result.weight.back() += edge.weight / (2 * static_cast<double>(count));
  }
  while (result.first.size() <= count) result.first.push_back(result.other.size());
  return result;
}

// Points in cells of four, each with its middle.
class QuadTree {
 public:
  void build(const std::vector<Point>& points) {
    Point low = points.front(), high = points.front();
    for (const Point& point : points)
      for (std::size_t axis = 0; axis < 2; ++axis) {
        low[axis] = std::min(low[axis], point[axis]);
        high[axis] = std::max(high[axis], point[axis]);
      }
    const double side = std::max({high[0] - low[0], high[1] - low[1], 1e-12}) * (1 + 1e-9);
    cells_.clear();
    cells_.push_back({low, side});
    for (const Point& point : points) insert(point);
  }
  // Adds the repulsion on `point`, one of the tree's, to `force`, and what it is to be divided by to `sum`.
  void repel(const Point& point, double angle, Point& force, double& sum) const {
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const Cell& cell = cells_[stack_.back()];
      stack_.pop_back();
      const double x = point[0] - cell.sum[0] / cell.count, y = point[1] - cell.sum[1] / cell.count;
      const double distance = x * x + y * y;
      if (cell.child == 0 || cell.side * cell.side < angle * angle * distance) {
        const double near = 1 / (1 + distance);
        // A point does not repel itself.
        const double count = cell.child == 0 && distance < 1e-24 ? cell.count - 1 : cell.count;
        sum += count * near;
        force[0] += count * near * near * x;
        force[1] += count * near * near * y;
        continue;
      }
      for (std::size_t k = 0; k < 4; ++k)
        if (cells_[cell.child + k].count > 0) stack_.push_back(cell.child + k);
    }
  }

 private:
  struct Cell {
    Point low{};
    double side = 0;
    Point sum{};
    double count = 0;
    std::size_t child = 0;  // the first of four; 0: a leaf, whose points are all at one place
  };
  std::size_t childFor(const Cell& cell, const Point& point) const {
    const double half = cell.side / 2;
    return cell.child + (point[0] >= cell.low[0] + half ? 1u : 0u) + (point[1] >= cell.low[1] + half ? 2u : 0u);
  }
  void divide(std::size_t index) {
    const Cell parent = cells_[index];
    cells_[index].child = cells_.size();
    const double half = parent.side / 2;
    for (int k = 0; k < 4; ++k)
      cells_.push_back({{parent.low[0] + (k & 1 ? half : 0), parent.low[1] + (k & 2 ? half : 0)}, half});
    Cell& heir = cells_[childFor(cells_[index], {parent.sum[0] / parent.count, parent.sum[1] / parent.count})];
    heir.sum = parent.sum;
    heir.count = parent.count;
  }
  void insert(const Point& point) {
    std::size_t index = 0;
    for (int depth = 0;; ++depth) {
      if (cells_[index].child == 0 && cells_[index].count > 0 && depth < kDeepest) {
        const double x = cells_[index].sum[0] / cells_[index].count - point[0],
                     y = cells_[index].sum[1] / cells_[index].count - point[1];
        if (x * x + y * y > 1e-24) divide(index);
      }
      Cell& cell = cells_[index];
      cell.sum[0] += point[0];
      cell.sum[1] += point[1];
      ++cell.count;
      if (cell.child == 0) return;
      index = childFor(cell, point);
    }
  }
  std::vector<Cell> cells_;
  mutable std::vector<std::size_t> stack_;
};

class Descent {
 public:
  Descent(const Neighbours& neighbours, std::vector<Point> points, double angle)
      : neighbours_(neighbours),
        points_(std::move(points)),
        forces_(points_.size()),
        speed_(points_.size()),
        gain_(points_.size(), Point{1, 1}),
        angle_(angle),
        rate_(std::max(static_cast<double>(points_.size()) / kExaggeration / 4, 50.0)) {}

  void step(int iteration) {
    const bool early = iteration < kExaggerated;
    tree_.build(points_);
    double sum = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      forces_[i] = {};
      tree_.repel(points_[i], angle_, forces_[i], sum);
    }
    for (std::size_t i = 0; i < points_.size(); ++i) move(i, sum, early ? kExaggeration : 1, early ? 0.5 : 0.8);
    apply();
  }
  const std::vector<Point>& points() const { return points_; }

 private:
  // Momentum with a gain for each number (Jacobs 1988).
  void move(std::size_t i, double sum, double exaggeration, double momentum) {
    Point gradient{-forces_[i][0] / sum, -forces_[i][1] / sum};
    for (std::size_t k = neighbours_.first[i]; k < neighbours_.first[i + 1]; ++k) {
      const Point& other = points_[neighbours_.other[k]];
      const double x = points_[i][0] - other[0], y = points_[i][1] - other[1];
      const double pull = exaggeration * neighbours_.weight[k] / (1 + x * x + y * y);
      gradient[0] += pull * x;
      gradient[1] += pull * y;
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const bool on = (gradient[axis] > 0) != (speed_[i][axis] > 0);
      gain_[i][axis] = std::max(0.01, on ? gain_[i][axis] + 0.2 : gain_[i][axis] * 0.8);
      speed_[i][axis] = momentum * speed_[i][axis] - rate_ * gain_[i][axis] * 4 * gradient[axis];
    }
  }
  void apply() {
    Point mean{};
    for (std::size_t i = 0; i < points_.size(); ++i)
      for (std::size_t axis = 0; axis < 2; ++axis) {
        points_[i][axis] += speed_[i][axis];
        mean[axis] += points_[i][axis] / static_cast<double>(points_.size());
      }
    for (Point& point : points_)
      for (std::size_t axis = 0; axis < 2; ++axis) point[axis] -= mean[axis];
  }

  const Neighbours& neighbours_;
  std::vector<Point> points_, forces_, speed_, gain_;
  double angle_, rate_;
  QuadTree tree_;
};

std::vector<Point> beginning(const Tensor& components, std::uint64_t seed) {
  const std::int64_t width = components.shape()[1];
  std::vector<Point> points(static_cast<std::size_t>(components.shape()[0]));
  double spread = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float* row = components.data<float>() + static_cast<std::int64_t>(i) * width;
    points[i] = {row[0], width > 1 ? row[1] : 0};
    spread += points[i][0] * points[i][0] / static_cast<double>(points.size());
  }
  const double factor = spread > 0 ? kBeginning / std::sqrt(spread) : 0;
  Random random(seed);
  for (Point& point : points)
    for (double& value : point) value = value * factor + (random.uniform() - 0.5) * kBeginning * 0.01;
  return points;
}

}  // namespace

Result<Tensor> tsne(const Tensor& rows, const TsneOptions& options, const CancelToken& cancel,
                    const ProgressFunction& progress) {
  const std::int64_t most = rows.defined() && rows.shape().rank() == 2 ? std::min(rows.shape()[0], rows.shape()[1]) : 1;
  FOVEA_TRY(const PrincipalComponents reduced, principalComponents(rows, std::min(most, kWidth), cancel));
  const std::int64_t count = rows.shape()[0];
  if (!(options.perplexity >= 1) || options.perplexity * 3 > static_cast<double>(count) || options.iterations < 1 ||
      !(options.angle >= 0 && options.angle <= 1))
    return fail(ErrorCode::InvalidArgument,
                "t-SNE needs at least three samples for each neighbour that counts, an iteration, and an angle from 0 "
                "to 1.",
                "Take more samples, or a smaller perplexity.");
  FOVEA_TRY(const Neighbours neighbours,
            neighboursOf(rows.shape()[1] <= kWidth ? rows : reduced.points, options.perplexity, cancel));
  Descent descent(neighbours, beginning(reduced.points, options.seed), options.angle);
  Progress state{"Arranging", 0, static_cast<std::uint64_t>(options.iterations)};
  for (int i = 0; i < static_cast<int>(options.iterations); ++i) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    descent.step(i);
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
