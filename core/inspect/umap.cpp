#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/inspect/projection.h"
#include "core/inspect/row_links.h"

namespace fovea {
namespace {

constexpr double kLargestStart = 10;      // largest absolute coordinate of the initial points
constexpr double kStartNoise = 1e-4;      // separates equal rows
constexpr int kStartIterations = 50;      // for the principal components
constexpr int kNegativeSamples = 5;       // repelling points per attracting neighbour
constexpr float kLargestStep = 4;         // limit for each component of a gradient
constexpr float kNearZero = 0.001f;       // keeps the repulsion of close points finite
constexpr double kLeastWidth = 1e-3;      // minimum width of a neighbourhood, as a fraction of the mean distance
constexpr std::size_t kRowsAtOnce = 256;  // rows between two checks of the cancel token
constexpr std::size_t kCancelled = 4096;  // links between two checks of the cancel token

// Adds the membership strength of each neighbour of a row: 1 for the nearest; the sum is log2 of the number of
// neighbours, including the row. Distances in `nearest` are ascending.
void addMemberships(std::size_t row, const NearestRows& nearest, double mean, std::vector<float>& weights) {
  const std::size_t k = nearest.count;
  const auto distance = [&](std::size_t i) { return std::sqrt(static_cast<double>(nearest.squared[row * k + i])); };
  double nearestAway = 0, own = 0;
  for (std::size_t i = 0; i < k; ++i) {
    if (nearestAway == 0) nearestAway = distance(i);
    own += distance(i) / static_cast<double>(k + 1);
  }
  const double wanted = std::log2(static_cast<double>(k + 1));
  double low = 0, high = std::numeric_limits<double>::infinity(), width = 1;
  const auto membership = [&](std::size_t i) { return std::exp(-std::max(0.0, distance(i) - nearestAway) / width); };
  for (int step = 0; step < 64; ++step) {
    double sum = 0;
    for (std::size_t i = 0; i < k; ++i) sum += membership(i);
    if (std::abs(sum - wanted) < 1e-5) break;
    (sum > wanted ? high : low) = width;
    width = std::isinf(high) ? width * 2 : (low + high) / 2;
  }
  width = std::max({width, kLeastWidth * (nearestAway > 0 ? own : mean), std::numeric_limits<double>::min()});
  for (std::size_t i = 0; i < k; ++i) weights.push_back(static_cast<float>(membership(i)));
}

// Combines the strengths of both directions as a + b − ab.
Result<RowLinks> fuzzyUnion(const NearestRows& nearest, std::size_t rows, const CancelToken& cancel) {
  double mean = 0;
  for (const float squared : nearest.squared)
    mean += std::sqrt(static_cast<double>(squared)) / static_cast<double>(nearest.squared.size());
  std::vector<float> weights;
  weights.reserve(nearest.other.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (row % kRowsAtOnce == 0 && cancel.cancelled())
      return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    addMemberships(row, nearest, mean, weights);
  }
  return linksBothWays(
      nearest, weights, [](float a, float b) { return a + b - a * b; }, cancel);
}

std::vector<float> startOf(const Tensor& components, std::uint64_t seed) {
  const auto rows = static_cast<std::size_t>(components.shape()[0]);
  const auto width = static_cast<std::size_t>(components.shape()[1]);
  float largest = 0;
  for (const float value : components.values<float>()) largest = std::max(largest, std::abs(value));
  const double factor = largest > 0 ? kLargestStart / static_cast<double>(largest) : 0;
  std::vector<float> points(2 * rows);
  Random random(seed);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double value = i % 2 < width ? static_cast<double>(components.data<float>()[i / 2 * width + i % 2]) : 0;
    points[i] = static_cast<float>(value * factor + random.normal() * kStartNoise);
  }
  return points;
}

// Attracts neighbours and repels random rows by stochastic gradient descent over the links.
class UmapDescent {
 public:
  UmapDescent(const RowLinks& links, std::vector<float> points, std::array<double, 2> curve, std::int64_t epochs,
              std::uint64_t seed)
      : points_(std::move(points)),
        a_(static_cast<float>(curve[0])),
        b_(static_cast<float>(curve[1])),
        epochs_(epochs),
        random_(seed, 1) {
    float largest = 0;
    for (const float weight : links.weight) largest = std::max(largest, weight);
    // Uses a link in a fraction of the epochs proportional to its weight; drops links that would never be used.
    for (std::uint32_t row = 0; row + 1 < links.first.size(); ++row)
      for (std::size_t i = links.first[row]; i < links.first[row + 1]; ++i) {
        const double every = static_cast<double>(largest) / static_cast<double>(links.weight[i]);
        if (links.weight[i] > 0 && every <= static_cast<double>(epochs))
          links_.push_back({row, links.other[i], every, every});
      }
  }
  // Returns false if cancelled.
  bool epoch(std::int64_t number, const CancelToken& cancel) {
    const auto rate = static_cast<float>(1 - static_cast<double>(number) / static_cast<double>(epochs_));
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (i % kCancelled == 0 && cancel.cancelled()) return false;
      Link& link = links_[i];
      if (link.next > static_cast<double>(number)) continue;
      link.next += link.every;
      attract(link, rate);
      for (int k = 0; k < kNegativeSamples; ++k) repel(link.from, rate);
    }
    return true;
  }
  const std::vector<float>& points() const { return points_; }

 private:
  struct Link {
    std::uint32_t from, to;
    double every, next;  // interval and next use in epochs
  };
  void attract(const Link& link, float rate) {
    float *from = &points_[2 * link.from], *to = &points_[2 * link.to];
    const float x = from[0] - to[0], y = from[1] - to[1], squared = x * x + y * y;
    if (!(squared > 0)) return;
    const float power = std::pow(squared, b_);
    const float factor = -2 * a_ * b_ * power / (squared * (1 + a_ * power));
    for (const auto& [axis, away] : {std::pair{0, x}, std::pair{1, y}}) {
      const float step = rate * std::clamp(factor * away, -kLargestStep, kLargestStep);
      from[axis] += step;
      to[axis] -= step;
    }
  }
  void repel(std::uint32_t index, float rate) {
    const std::uint64_t rows = points_.size() / 2;
    const auto other = static_cast<std::size_t>(random_.next32() * rows >> 32);
    if (other == index) return;
    float* from = &points_[2 * index];
    const float x = from[0] - points_[2 * other], y = from[1] - points_[2 * other + 1], squared = x * x + y * y;
    if (!(squared > 0)) return;
    const float factor = 2 * b_ / ((kNearZero + squared) * (1 + a_ * std::pow(squared, b_)));
    from[0] += rate * std::clamp(factor * x, -kLargestStep, kLargestStep);
    from[1] += rate * std::clamp(factor * y, -kLargestStep, kLargestStep);
  }

  std::vector<Link> links_;
  std::vector<float> points_;
  float a_, b_;
  std::int64_t epochs_;
  Random random_;
};

Status checkOptions(const Tensor& rows, const UmapOptions& options) {
  if (options.neighbours < 2 || options.neighbours > rows.shape()[0])
    return fail(ErrorCode::InvalidArgument, "UMAP needs at least two neighbours, and as many samples as neighbours.",
                "Take more samples, or fewer neighbours.");
  if (!(options.minimumDistance >= 0 && options.minimumDistance <= 1) || options.epochs < 0)
    return fail(ErrorCode::InvalidArgument, "UMAP's least distance is from 0 to 1, and its epochs are at least 1.",
                "Choose 0.1 and 0 epochs, which is as many as fit the number of samples.");
  return {};
}

}  // namespace

std::array<double, 2> umapCurve(double minimumDistance) {
  constexpr int kPlaces = 300;
  constexpr double kFurthest = 3;
  double a = 1, b = 1, damping = 1e-3;
  // Uses the Levenberg-Marquardt method.
  const auto error = [&](double aNow, double bNow) {
    double sum = 0;
    for (int i = 0; i < kPlaces; ++i) {
      const double d = kFurthest * i / (kPlaces - 1);
      const double away =
          1 / (1 + aNow * std::pow(d, 2 * bNow)) - (d < minimumDistance ? 1 : std::exp(minimumDistance - d));
      sum += away * away;
    }
    return sum;
  };
  double least = error(a, b);
  for (int step = 0; step < 200; ++step) {
    double aa = 0, ab = 0, bb = 0, ga = 0, gb = 0;
    for (int i = 1; i < kPlaces; ++i) {
      const double d = kFurthest * i / (kPlaces - 1), power = std::pow(d, 2 * b), value = 1 / (1 + a * power);
      const double away = value - (d < minimumDistance ? 1 : std::exp(minimumDistance - d));
      const double byA = -value * value * power, byB = -value * value * a * power * 2 * std::log(d);
      aa += byA * byA;
      ab += byA * byB;
      bb += byB * byB;
      ga += byA * away;
      gb += byB * away;
    }
    const double p = aa * (1 + damping), q = bb * (1 + damping), determinant = p * q - ab * ab;
    const double nextA = a - (q * ga - ab * gb) / determinant, nextB = b - (p * gb - ab * ga) / determinant;
    const double now = nextA > 0 && nextB > 0 ? error(nextA, nextB) : std::numeric_limits<double>::infinity();
    if (!(now < least)) {
      if (damping > 1e12) break;
      damping *= 10;
      continue;
    }
    a = nextA;
    b = nextB;
    if (least - now < 1e-14 * least) break;
    least = now;
    damping = std::max(damping / 10, 1e-12);
  }
  return {a, b};
}

Result<Tensor> umap(const Tensor& rows, const UmapOptions& options, const CancelToken& cancel,
                    const ProgressFunction& progress) {
  const std::int64_t most = rows.defined() && rows.shape().rank() == 2 ? std::min(rows.shape()[0], rows.shape()[1]) : 1;
  FOVEA_TRY(const PrincipalComponents components,
            principalComponents(rows, std::min<std::int64_t>(most, 2), cancel, progress, kStartIterations));
  FOVEA_CHECK(checkOptions(rows, options));
  const auto count = static_cast<std::size_t>(rows.shape()[0]);
  NearestOptions search;
  search.seed = options.seed;
  search.threads = options.threads;
  FOVEA_TRY(const NearestRows nearest,
            nearestRows(rows, static_cast<std::size_t>(options.neighbours - 1), search, cancel, progress));
  const bool begun = options.start.defined() && options.start.shape() == Shape{rows.shape()[0], 2};
  const std::int64_t epochs = options.epochs > 0 ? options.epochs : count <= 10000 ? 500 : 200;
  FOVEA_TRY(const RowLinks links, fuzzyUnion(nearest, count, cancel));
  UmapDescent descent(links, startOf(begun ? options.start : components.points, options.seed),
                      umapCurve(options.minimumDistance), epochs, options.seed);
  Progress state{"Arranging", 0, static_cast<std::uint64_t>(epochs)};
  for (std::int64_t i = 0; i < epochs; ++i) {
    if (!descent.epoch(i, cancel)) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    ++state.done;
    if (progress) progress(state);
  }
  Tensor result = Tensor::make({DataType::Float32, Shape{static_cast<std::int64_t>(count), 2}});
  std::ranges::copy(descent.points(), result.data<float>());
  return result;
}

}  // namespace fovea
