// Points on the plane are worth looking at only if what lies together there belongs together.
#include "core/inspect/projection.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Tensor rowsOf(std::int64_t count, std::int64_t width, const std::function<double(std::int64_t, std::int64_t)>& value) {
  Tensor rows = Tensor::make({DataType::Float32, Shape{count, width}});
  for (std::int64_t i = 0; i < count * width; ++i)
    rows.data<float>()[i] = static_cast<float>(value(i / width, i % width));
  return rows;
}

// `groups` clouds far from each other, row i in cloud i % groups.
Tensor clouds(std::int64_t count, std::int64_t width, std::int64_t groups) {
  Random random(5);
  return rowsOf(count, width, [&](std::int64_t row, std::int64_t column) {
    return (column == row % groups ? 12.0 : 0.0) + random.uniform() - 0.5;
  });
}

// The share of rows whose nearest other point is of the same cloud.
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

TEST(PrincipalComponents, AreTheDirectionsOfMostSpread) {
  // Along (3, 4) / 5 by −2 … 2, and by ±1 across it: variances are known.
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
  // Rows that are all the same have no direction.
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
  for (const float value : valueOf(tsne(same, options)).values<float>()) EXPECT_TRUE(std::isfinite(value));
  options.perplexity = 40;
  expectError(tsne(same, options), ErrorCode::InvalidArgument, "three samples");
  CancelToken cancel;
  cancel.cancel();
  expectError(tsne(same, {}, cancel), ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::test
