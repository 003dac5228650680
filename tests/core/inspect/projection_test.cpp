// Points on the plane are close only if their rows are similar.
#include "core/inspect/projection.h"

#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "core/base/random.h"
#include "core/inspect/nearest_rows.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Tensor rowsOf(std::int64_t count, std::int64_t width, const std::function<double(std::int64_t, std::int64_t)>& value) {
  Tensor rows = Tensor::make({DataType::Float32, Shape{count, width}});
  for (std::int64_t i = 0; i < count * width; ++i)
    rows.data<float>()[i] = static_cast<float>(value(i / width, i % width));
  return rows;
}

// `groups` clouds far from each other; row i is in cloud i % groups.
Tensor clouds(std::int64_t count, std::int64_t width, std::int64_t groups) {
  Random random(5);
  return rowsOf(count, width, [&](std::int64_t row, std::int64_t column) {
    return (column == row % groups ? 12.0 : 0.0) + random.uniform() - 0.5;
  });
}

// The fraction of rows whose nearest other point is of the same cloud.
double together(const Tensor& points, std::int64_t groups) {
  const std::int64_t count = points.shape()[0];
  const auto distance = [&](std::int64_t a, std::int64_t b) {
    const float *p = points.data<float>() + 2 * a, *q = points.data<float>() + 2 * b;
    return std::hypot(p[0] - q[0], p[1] - q[1]);
  };
  double same = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t nearest = i == 0 ? 1 : 0;
    for (std::int64_t k = 0; k < count; ++k)
      if (k != i && distance(i, k) < distance(i, nearest)) nearest = k;
    same += nearest % groups == i % groups;
  }
  return same / static_cast<double>(count);
}

// A two-dimensional sheet, rolled up in three dimensions and rotated into ten, with noise.
Tensor rolledSheet(std::int64_t count) {
  Random random(7);
  std::vector<double> turn(30);
  for (double& each : turn) each = random.normal();
  Tensor rows = Tensor::make({DataType::Float32, Shape{count, 10}});
  for (std::int64_t i = 0; i < count; ++i) {
    const double along = 4.7 * (1 + 2 * random.uniform()), across = 21 * random.uniform();
    const std::array<double, 3> place{along * std::cos(along), across, along * std::sin(along)};
    for (std::int64_t d = 0; d < 10; ++d) {
      double value = random.normal() * 0.01;
      for (std::size_t k = 0; k < 3; ++k) value += place[k] * turn[static_cast<std::size_t>(d) * 3 + k];
      rows.data<float>()[10 * i + d] = static_cast<float>(value);
    }
  }
  return rows;
}

// For each row all others, nearest first.
std::vector<std::vector<std::uint32_t>> ranking(const Tensor& rows) {
  const auto count = static_cast<std::size_t>(rows.shape()[0]), width = static_cast<std::size_t>(rows.shape()[1]);
  std::vector<std::vector<std::uint32_t>> result(count);
  std::vector<double> away(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      away[k] = 0;
      for (std::size_t d = 0; d < width; ++d)
        away[k] += std::pow(rows.data<float>()[i * width + d] - rows.data<float>()[k * width + d], 2);
    }
    away[i] = -1;
    result[i].resize(count);
    std::iota(result[i].begin(), result[i].end(), 0u);
    std::ranges::sort(result[i], [&](auto a, auto b) { return away[a] != away[b] ? away[a] < away[b] : a < b; });
    result[i].erase(result[i].begin());
  }
  return result;
}

// Trustworthiness of Venna and Kaski (2001): 1 if the k nearest points on the plane are the k nearest rows.
double trustworthiness(const Tensor& rows, const Tensor& points, std::size_t k) {
  const auto before = ranking(rows), after = ranking(points);
  const auto count = static_cast<double>(before.size()), neighbours = static_cast<double>(k);
  double penalty = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t n = 0; n < k; ++n) {
      const auto rank = std::ranges::find(before[i], after[i][n]) - before[i].begin() + 1;
      penalty += std::max(0.0, static_cast<double>(rank) - neighbours);
    }
  return 1 - penalty * 2 / (count * neighbours * (2 * count - 3 * neighbours - 1));
}

bool same(const Tensor& a, const Tensor& b) {
  return std::ranges::equal(a.values<float>(), b.values<float>());
}

// The time until the computation of many rows reports that it was cancelled.
std::chrono::milliseconds timeToCancel(const std::function<ErrorCode(const CancelToken&, const ProgressFunction&)>& run,
                                       const std::string& stage) {
  CancelToken cancel;
  std::chrono::steady_clock::time_point since{};
  std::jthread canceller;
  const ErrorCode code = run(cancel, [&](const Progress& now) {
    if (now.stage != stage || canceller.joinable()) return;
    canceller = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      since = std::chrono::steady_clock::now();
      cancel.cancel();
    });
  });
  const auto end = std::chrono::steady_clock::now();
  EXPECT_EQ(code, ErrorCode::Cancelled);
  EXPECT_TRUE(canceller.joinable()) << "never began: " << stage;
  if (canceller.joinable()) canceller.join();
  return std::chrono::duration_cast<std::chrono::milliseconds>(end - since);
}

TEST(NearestRows, AreThoseOfAllPairs) {
  const Tensor rows = rolledSheet(203);
  const NearestRows found = valueOf(nearestRows(rows, 7, {}, {}, {}));
  const auto expected = ranking(rows);
  for (std::size_t i = 0; i < 203; ++i)
    for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(found.other[7 * i + k], expected[i][k]) << i;
}

TEST(NearestRows, OfManyRowsNearlyAllAreFound) {
  const Tensor rows = rolledSheet(3000);
  const NearestRows exact = valueOf(nearestRows(rows, 15, {}, {}, {}));
  NearestOptions few;
  few.exactUpTo = 0;
  few.threads = 1;
  const NearestRows one = valueOf(nearestRows(rows, 15, few, {}, {}));
  double found = 0;
  for (std::size_t i = 0; i < 3000; ++i)
    for (std::size_t k = 0; k < 15; ++k)
      found += static_cast<double>(std::count(one.other.begin() + static_cast<std::ptrdiff_t>(15 * i),
                                              one.other.begin() + static_cast<std::ptrdiff_t>(15 * i + 15),
                                              exact.other[15 * i + k]));
  EXPECT_GT(found / (3000 * 15), 0.98);
  few.threads = 3;
  EXPECT_EQ(valueOf(nearestRows(rows, 15, few, {}, {})).other, one.other);
}

TEST(NearestRows, EqualRowsHaveNeighboursToo) {
  const Tensor rows = rowsOf(500, 4, [](std::int64_t row, std::int64_t) { return row < 480 ? 1.0 : 2.0; });
  NearestOptions few;
  few.exactUpTo = 0;
  const NearestRows found = valueOf(nearestRows(rows, 30, few, {}, {}));
  for (std::size_t i = 0; i < found.other.size(); ++i) {
    ASSERT_LT(found.other[i], 500u);
    ASSERT_NE(found.other[i], i / 30);
  }
  EXPECT_EQ(found.squared[0], 0);
}

TEST(PrincipalComponents, AreTheDirectionsOfMostSpread) {
  // Spread by −2 … 2 along (3, 4) / 5, and by ±0.5 across it, so that the variances are known.
  const Tensor rows = rowsOf(10, 2, [](std::int64_t row, std::int64_t column) {
    const double along = static_cast<double>(row / 2) - 2, across = (row % 2 == 0 ? 0.5 : -0.5);
    return column == 0 ? 7 + 0.6 * along - 0.8 * across : 1 + 0.8 * along + 0.6 * across;
  });
  const PrincipalComponents found = valueOf(principalComponents(rows, 2));
  EXPECT_NEAR(found.explained[0], 20 / 22.5, 1e-6);
  EXPECT_NEAR(found.explained[1], 2.5 / 22.5, 1e-6);
  for (std::int64_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(found.points.data<float>()[2 * i], static_cast<double>(i / 2) - 2, 1e-5);
    EXPECT_NEAR(std::abs(found.points.data<float>()[2 * i + 1]), 0.5, 1e-5);
  }
}

TEST(PrincipalComponents, KeepTheDistancesOfAllDimensions) {
  Random random(2);
  const Tensor rows = rowsOf(
      40, 6, [&](std::int64_t, std::int64_t column) { return random.uniform() * static_cast<double>(column + 1); });
  const PrincipalComponents all = valueOf(principalComponents(rows, 6));
  const auto distance = [](const Tensor& of, std::int64_t a, std::int64_t b) {
    double sum = 0;
    for (std::int64_t d = 0; d < 6; ++d) sum += std::pow(of.data<float>()[a * 6 + d] - of.data<float>()[b * 6 + d], 2);
    return std::sqrt(sum);
  };
  for (std::int64_t i = 1; i < 40; ++i) EXPECT_NEAR(distance(all.points, 0, i), distance(rows, 0, i), 1e-4);
  double sum = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    sum += all.explained[k];
    EXPECT_LE(all.explained[k], all.explained[k > 0 ? k - 1 : 0]);
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(PrincipalComponents, WhatCannotBeIsRefused) {
  const Tensor rows = clouds(4, 3, 2);
  expectError(principalComponents(rows, 0), ErrorCode::InvalidArgument);
  expectError(principalComponents(rows, 4), ErrorCode::InvalidArgument);
  expectError(principalComponents(Tensor::of<float>(Shape{1, 2}, {1, 2}), 1), ErrorCode::InvalidArgument);
  expectError(principalComponents(Tensor::of<float>(Shape{2, 1}, {1, std::nanf("")}), 1), ErrorCode::InvalidArgument,
              "not a number");
  // If all rows are equal, there is no direction.
  const PrincipalComponents same = valueOf(principalComponents(Tensor::of<float>(Shape{3, 2}, {1, 2, 1, 2, 1, 2}), 2));
  for (const float value : same.points.values<float>()) EXPECT_EQ(value, 0);
}

TEST(Tsne, WhatIsAlikeLiesTogether) {
  const Tensor points = valueOf(tsne(clouds(300, 60, 5), {}));
  EXPECT_EQ(points.shape().toString(), "[300, 2]");
  EXPECT_EQ(together(points, 5), 1);
}

TEST(Tsne, TheTreeChangesLittle) {
  const Tensor rows = clouds(120, 10, 4);
  TsneOptions exact;
  exact.angle = 0;
  exact.perplexity = 20;
  exact.iterations = 400;
  TsneOptions quick = exact;
  quick.angle = 0.5;
  EXPECT_EQ(together(valueOf(tsne(rows, exact)), 4), 1);
  EXPECT_EQ(together(valueOf(tsne(rows, quick)), 4), 1);
}

TEST(Tsne, IsTheSameForASeed) {
  const Tensor rows = clouds(90, 8, 3);
  TsneOptions options;
  options.iterations = 50;
  const Tensor first = valueOf(tsne(rows, options)), second = valueOf(tsne(rows, options));
  EXPECT_TRUE(std::ranges::equal(first.values<float>(), second.values<float>()));
  options.seed = 2;
  EXPECT_FALSE(std::ranges::equal(first.values<float>(), valueOf(tsne(rows, options)).values<float>()));
}

TEST(Tsne, EqualRowsAndWrongOptionsAreNoTrouble) {
  const Tensor same = rowsOf(100, 4, [](std::int64_t, std::int64_t) { return 1.0; });
  TsneOptions options;
  options.iterations = 30;
  const Tensor points = valueOf(tsne(same, options));
  for (const float value : points.values<float>()) EXPECT_TRUE(std::isfinite(value));
  options.perplexity = 40;
  expectError(tsne(same, options), ErrorCode::InvalidArgument, "three samples");
  CancelToken cancel;
  cancel.cancel();
  expectError(tsne(same, {}, cancel), ErrorCode::Cancelled);
}

TEST(Tsne, KeepsNeighboursWhateverTheNumberOfThreads) {
  const Tensor rows = rolledSheet(700);
  TsneOptions options;
  options.threads = 1;
  const Tensor points = valueOf(tsne(rows, options));
  EXPECT_GT(trustworthiness(rows, points, 12), 0.98);
  options.threads = 3;
  EXPECT_TRUE(same(points, valueOf(tsne(rows, options))));
}

TEST(Tsne, IsCancelledAtOnce) {
  const Tensor rows = rolledSheet(4000);
  for (const char* stage : {"Finding neighbours", "Arranging"})
    EXPECT_LT(timeToCancel(
                  [&](const CancelToken& cancel, const ProgressFunction& progress) {
                    const auto points = tsne(rows, {}, cancel, progress);
                    return points.ok() ? ErrorCode::Internal : points.error().code;
                  },
                  stage)
                  .count(),
              100);
}

TEST(Umap, TheCurveIsThatOfTheReferenceImplementation) {
  // Values that umap-learn 0.5 fits for a spread of 1.
  EXPECT_NEAR(umapCurve(0.1)[0], 1.57694, 1e-4);
  EXPECT_NEAR(umapCurve(0.1)[1], 0.89506, 1e-4);
  EXPECT_NEAR(umapCurve(0.5)[0], 0.58303, 1e-4);
  EXPECT_NEAR(umapCurve(0.5)[1], 1.33417, 1e-4);
}

TEST(Umap, WhatIsAlikeLiesTogether) {
  const Tensor points = valueOf(umap(clouds(300, 60, 5), {}));
  EXPECT_EQ(points.shape().toString(), "[300, 2]");
  EXPECT_EQ(together(points, 5), 1);
}

TEST(Umap, KeepsNeighboursWhateverTheNumberOfThreads) {
  const Tensor rows = rolledSheet(700);
  UmapOptions options;
  options.threads = 1;
  const Tensor points = valueOf(umap(rows, options));
  EXPECT_GT(trustworthiness(rows, points, 12), 0.96);
  EXPECT_LT(trustworthiness(rows, valueOf(principalComponents(rows, 2)).points, 12), 0.96);
  options.threads = 3;
  EXPECT_TRUE(same(points, valueOf(umap(rows, options))));
  options.seed = 2;
  EXPECT_FALSE(same(points, valueOf(umap(rows, options))));
}

TEST(Umap, IsCancelledAtOnce) {
  const Tensor rows = rolledSheet(13000);  // more than are compared pairwise
  for (const char* stage : {"Finding neighbours", "Arranging"})
    EXPECT_LT(timeToCancel(
                  [&](const CancelToken& cancel, const ProgressFunction& progress) {
                    const auto points = umap(rows, {}, cancel, progress);
                    return points.ok() ? ErrorCode::Internal : points.error().code;
                  },
                  stage)
                  .count(),
              100);
}

TEST(Umap, StrangeRowsArePlacedOrRefused) {
  const auto finite = [](const Tensor& points) {
    return std::ranges::all_of(points.values<float>(), [](float value) { return std::isfinite(value); });
  };
  EXPECT_TRUE(finite(valueOf(umap(rowsOf(100, 4, [](std::int64_t, std::int64_t) { return 1.0; }), {}))));
  EXPECT_TRUE(finite(valueOf(umap(rowsOf(60, 1, [](std::int64_t row, std::int64_t) { return row; }), {}))));
  EXPECT_TRUE(
      finite(valueOf(umap(rowsOf(60, 2, [](std::int64_t row, std::int64_t) { return row < 40 ? 0 : 1e18; }), {}))));
  expectError(umap(clouds(10, 3, 2), {}), ErrorCode::InvalidArgument, "as many samples as neighbours");
  UmapOptions few;
  few.neighbours = 2;
  EXPECT_TRUE(finite(valueOf(umap(clouds(2, 3, 2), few))));
  few.minimumDistance = 2;
  expectError(umap(clouds(10, 3, 2), few), ErrorCode::InvalidArgument, "least distance");
  Tensor undefined = clouds(30, 3, 2);
  undefined.data<float>()[5] = std::nanf("");
  expectError(umap(undefined, {}), ErrorCode::InvalidArgument, "not a number");
}

TEST(AlignedPoints, AreTurnedMirroredAndMoved) {
  Random random(3);
  const Tensor reference = rowsOf(20, 2, [&](std::int64_t, std::int64_t) { return random.normal(); });
  for (const double sign : {1.0, -1.0}) {
    const double c = std::cos(2.0), s = std::sin(2.0);
    const Tensor moved = rowsOf(20, 2, [&](std::int64_t row, std::int64_t axis) {
      const double x = reference.data<float>()[2 * row], y = sign * reference.data<float>()[2 * row + 1];
      return axis == 0 ? c * x - s * y + 5 : s * x + c * y - 3;
    });
    const Tensor back = alignedPoints(moved, reference);
    for (std::int64_t i = 0; i < 40; ++i) EXPECT_NEAR(back.data<float>()[i], reference.data<float>()[i], 1e-5);
  }
}

}  // namespace
}  // namespace fovea::test
