#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel_ranges.h"
#include "core/base/random.h"
#include "core/inspect/projection.h"
#include "core/inspect/row_distances.h"

namespace fovea {
namespace {

constexpr std::int64_t kSpare = 8;      // additional directions, for fast convergence
constexpr std::int64_t kTogether = 16;  // number of directions that fills the registers: costs no more than fewer
constexpr std::int64_t kNarrow = 2048;  // maximum number of columns for which the product matrix is computed
constexpr double kSettled = 1e-12;      // relative change of the variances at which the iteration ends

using Numbers = std::vector<double>;

// Rows centred on their mean, and products of them with a few directions.
class Centred {
 public:
  Centred(const Tensor& rows, const CancelToken& cancel, const ProgressFunction& progress)
      : values_(rows.values<float>()),
        rows_(rows.shape()[0]),
        width_(rows.shape()[1]),
        cancel_(cancel),
        progress_(progress),
        mean_(at(width_)) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      const float* const row = &values_[at(i * width_)];
      for (std::int64_t d = 0; d < width_; ++d) mean_[at(d)] += static_cast<double>(row[d]);
    }
    for (double& mean : mean_) mean /= static_cast<double>(rows_);
  }
  static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
  std::int64_t rows() const { return rows_; }
  std::int64_t width() const { return width_; }
  // Returns [N, K] for directions [D, K].
  Numbers along(const Numbers& directions, std::int64_t count) const {
    constexpr std::int64_t kSamples = kCombinations;
    Numbers result(at(rows_ * count));
    over(rows_, 16 * kSamples, [&](std::int64_t begin, std::int64_t end) {
      Numbers block(at(kSamples * kChunk)), sums(at(kSamples * count));
      for (std::int64_t i = begin; i < end; i += kSamples) {
        const std::int64_t used = std::min(kSamples, end - i);
        std::ranges::fill(sums, 0.0);
        for (std::int64_t d = 0; d < width_; d += kChunk) {
          const std::int64_t chunk = std::min(kChunk, width_ - d);
          for (std::int64_t q = 0; q < used; ++q) readRow(i + q, d, d + chunk, &block[at(q * kChunk)]);
          addCombinations(sums.data(), block.data(), at(kChunk), 1, &directions[at(d * count)], at(chunk), at(count));
        }
        std::copy_n(sums.begin(), used * count, &result[at(i * count)]);
      }
    });
    return result;
  }
  // Returns [D, K] for weights [N, K] of the rows.
  Numbers weighted(const Numbers& weights, std::int64_t count) const {
    constexpr std::int64_t kTile = 64, kSamples = 64, kColumnsAtOnce = kCombinations;
    static_assert(kTile % kColumnsAtOnce == 0);
    Numbers result(at(width_ * count));
    over(width_, kTile, [&](std::int64_t first, std::int64_t last) {
      Numbers block(at(kSamples * kTile)), sums(at(kTile * count));
      for (std::int64_t begin = first; begin < last; begin += kTile) {
        const std::int64_t end = std::min(last, begin + kTile);
        std::ranges::fill(sums, 0.0);
        for (std::int64_t i = 0; i < rows_; i += kSamples) {
          const std::int64_t used = std::min(kSamples, rows_ - i);
          for (std::int64_t q = 0; q < used; ++q) readRow(i + q, begin, end, &block[at(q * kTile)]);
          for (std::int64_t d = 0; d < kTile; d += kColumnsAtOnce)
            addCombinations(&sums[at(d * count)], &block[at(d)], 1, at(kTile), &weights[at(i * count)], at(used),
                            at(count));
        }
        std::copy_n(sums.begin(), (end - begin) * count, &result[at(begin * count)]);
      }
    });
    return result;
  }
  // Returns [D, D]: sums over the rows of products of two columns.
  Numbers products() const {
    Numbers result(at(width_ * width_));
    over(width_, kColumns, [&](std::int64_t begin, std::int64_t end) {
      Numbers row(at(width_ - begin));
      for (std::int64_t i = 0; i < rows_; ++i) {
        readRow(i, begin, width_, row.data());
        addScaledRows(&result[at(begin * width_ + begin)], at(width_), row.data(), 0, row.data(), at(end - begin),
                      at(width_ - begin));
        if (i % 256 == 0 && cancel_.cancelled()) return;
      }
    });
    for (std::int64_t d = 0; d < width_; ++d)
      for (std::int64_t other = 0; other < d; ++other) result[at(d * width_ + other)] = result[at(other * width_ + d)];
    return result;
  }
  double spread() const {
    double sum = 0;
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t d = 0; d < width_; ++d) sum += value(i, d) * value(i, d);
    return sum;
  }
  void over(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& work) const {
    parallelRanges(
        at(count), at(grain),
        [&](std::size_t begin, std::size_t end) {
          if (!cancel_.cancelled()) work(static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end));
        },
        [&](std::size_t) {
          if (progress_) progress_({"Finding the principal components", 0, 0});
          return !cancel_.cancelled();
        });
  }

 private:
  static constexpr std::int64_t kColumns = 32, kChunk = 512;
  void readRow(std::int64_t index, std::int64_t begin, std::int64_t end, double* row) const {
    const float* const values = &values_[at(index * width_)];
    const double* const mean = mean_.data();
    for (std::int64_t d = begin; d < end; ++d) row[d - begin] = static_cast<double>(values[d]) - mean[d];
  }
  double value(std::int64_t row, std::int64_t column) const {
    return static_cast<double>(values_[at(row * width_ + column)]) - mean_[at(column)];
  }

  std::span<const float> values_;
  std::int64_t rows_, width_;
  const CancelToken& cancel_;
  const ProgressFunction& progress_;
  Numbers mean_;
};

double dotProduct(const double* a, const double* b, std::int64_t count) {
  constexpr std::int64_t kSums = 8;  // independent sums, so that additions do not wait for each other
  std::array<double, kSums> sums{};
  std::int64_t d = 0;
  for (; d + kSums <= count; d += kSums)
    for (std::int64_t k = 0; k < kSums; ++k) sums[Centred::at(k)] += a[d + k] * b[d + k];
  for (; d < count; ++d) sums[0] += a[d] * b[d];
  double sum = 0;
  for (const double each : sums) sum += each;
  return sum;
}

// Makes the columns of [D, K] orthonormal (Gram-Schmidt, twice because of rounding); linearly dependent columns become
// 0.
void orthonormalise(Numbers& columns, std::int64_t count) {
  const std::int64_t height = static_cast<std::int64_t>(columns.size()) / count;
  Numbers turned(columns.size());  // [K, D], so that a column is contiguous
  for (std::int64_t d = 0; d < height; ++d)
    for (std::int64_t k = 0; k < count; ++k) turned[Centred::at(k * height + d)] = columns[Centred::at(d * count + k)];
  for (std::int64_t k = 0; k < count; ++k) {
    double* const own = &turned[Centred::at(k * height)];
    const double before = dotProduct(own, own, height);
    for (int turn = 0; turn < 2; ++turn)
      for (std::int64_t other = 0; other < k; ++other) {
        const double part = -dotProduct(own, &turned[Centred::at(other * height)], height);
        addScaledRows(own, 0, &turned[Centred::at(other * height)], 0, &part, 1, Centred::at(height));
      }
    const double length = dotProduct(own, own, height);
    const double factor = length > before * 1e-20 && length > 0 ? 1 / std::sqrt(length) : 0;
    for (std::int64_t d = 0; d < height; ++d) columns[Centred::at(d * count + k)] = own[d] *= factor;
  }
}

// Returns the eigenvectors of a symmetric matrix [K, K] as columns, by Jacobi rotations; `matrix` becomes diagonal.
Numbers eigenvectors(Numbers& matrix, std::int64_t count) {
  Numbers vectors(matrix.size());
  const auto at = [count](std::int64_t row, std::int64_t column) { return Centred::at(row * count + column); };
  for (std::int64_t k = 0; k < count; ++k) vectors[at(k, k)] = 1;
  for (int sweep = 0; sweep < 60; ++sweep) {
    double off = 0, on = 0;
    for (std::int64_t p = 0; p < count; ++p) {
      on += matrix[at(p, p)] * matrix[at(p, p)];
      for (std::int64_t q = p + 1; q < count; ++q) off += matrix[at(p, q)] * matrix[at(p, q)];
    }
    if (off <= 1e-30 * on) break;
    for (std::int64_t p = 0; p < count; ++p)
      for (std::int64_t q = p + 1; q < count; ++q) {
        if (matrix[at(p, q)] == 0) continue;
        const double theta = (matrix[at(q, q)] - matrix[at(p, p)]) / (2 * matrix[at(p, q)]);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        const auto rotate = [&](double& a, double& b) {
          const double first = a;
          a = c * first - s * b;
          b = s * first + c * b;
        };
        for (std::int64_t i = 0; i < count; ++i) rotate(matrix[at(i, p)], matrix[at(i, q)]);
        for (std::int64_t i = 0; i < count; ++i) rotate(matrix[at(p, i)], matrix[at(q, i)]);
        for (std::int64_t i = 0; i < count; ++i) rotate(vectors[at(i, p)], vectors[at(i, q)]);
      }
  }
  return vectors;
}

// Returns [R, K] times [K, K].
Numbers turned(const Numbers& rows, const Numbers& by, std::int64_t count) {
  Numbers result(rows.size());
  for (std::size_t i = 0; i < rows.size(); i += Centred::at(count))
    for (std::int64_t a = 0; a < count; ++a)
      for (std::int64_t b = 0; b < count; ++b)
        result[i + Centred::at(b)] += rows[i + Centred::at(a)] * by[Centred::at(a * count + b)];
  return result;
}

// Returns [K, K]: the products of the columns of one [R, K] with those of another.
Numbers columnProducts(const Numbers& a, const Numbers& b, std::int64_t count) {
  Numbers products(Centred::at(count * count));
  for (std::size_t i = 0; i < a.size(); i += Centred::at(count))
    addScaledRows(products.data(), Centred::at(count), &b[i], 0, &a[i], Centred::at(count), Centred::at(count));
  return products;
}

PrincipalComponents strongest(const Numbers& directions, const Numbers& points, const Numbers& variances,
                              std::int64_t count, std::int64_t components, double spread) {
  std::vector<std::int64_t> order;
  for (std::int64_t k = 0; k < count; ++k) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return variances[Centred::at(a)] > variances[Centred::at(b)];
  });
  const std::int64_t rows = static_cast<std::int64_t>(points.size()) / count;
  const std::int64_t width = static_cast<std::int64_t>(directions.size()) / count;
  PrincipalComponents result;
  result.points = Tensor::make({DataType::Float32, Shape{rows, components}});
  for (std::int64_t c = 0; c < components; ++c) {
    const std::int64_t k = order[Centred::at(c)];
    double largest = 0;
    for (std::int64_t d = 0; d < width; ++d)
      if (std::abs(directions[Centred::at(d * count + k)]) > std::abs(largest))
        largest = directions[Centred::at(d * count + k)];
    for (std::int64_t i = 0; i < rows; ++i)
      result.points.data<float>()[i * components + c] =
          static_cast<float>(largest < 0 ? -points[Centred::at(i * count + k)] : points[Centred::at(i * count + k)]);
    result.explained.push_back(spread > 0 ? variances[Centred::at(k)] / spread : 0);
  }
  return result;
}

}  // namespace

Result<PrincipalComponents> principalComponents(const Tensor& rows, std::int64_t components, const CancelToken& cancel,
                                                const ProgressFunction& progress, int iterations) {
  if (!rows.defined() || rows.dtype() != DataType::Float32 || rows.shape().rank() != 2 || rows.shape()[0] < 2)
    return fail(ErrorCode::InvalidArgument, "A projection needs at least two rows of numbers.");
  if (std::ranges::any_of(rows.values<float>(), [](float value) { return !std::isfinite(value); }))
    return fail(ErrorCode::InvalidArgument, "A row holds something that is not a number.",
                "The network has diverged: choose an earlier checkpoint.");
  const Centred data(rows, cancel, progress);
  const std::int64_t most = std::min(data.rows(), data.width());
  if (components < 1 || components > most)
    return fail(ErrorCode::InvalidArgument, "There cannot be more components than rows or numbers in a row.");
  const std::int64_t count = std::min(most, (components + kSpare + kTogether - 1) / kTogether * kTogether);
  Numbers directions(Centred::at(data.width() * count));
  Random random(1);
  for (double& value : directions) value = random.uniform() - 0.5;
  orthonormalise(directions, count);
  // For few columns, the product matrix is computed once and used instead of the rows in each iteration.
  const bool narrow = data.width() <= kNarrow && data.width() <= data.rows();
  const Numbers columns = narrow ? data.products() : Numbers();
  const auto timesProducts = [&] {
    Numbers result(directions.size());
    data.over(data.width(), 16, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t d = begin; d < end; ++d)
        addScaledRows(&result[Centred::at(d * count)], 0, directions.data(), Centred::at(count),
                      &columns[Centred::at(d * data.width())], Centred::at(data.width()), Centred::at(count));
    });
    return result;
  };
  Numbers variances;
  double before = -1;
  for (int i = 0; i < iterations; ++i) {
    Numbers points = narrow ? Numbers() : data.along(directions, count);
    Numbers next = narrow ? timesProducts() : Numbers();
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    Numbers products = narrow ? columnProducts(directions, next, count) : columnProducts(points, points, count);
    const Numbers vectors = eigenvectors(products, count);
    directions = turned(directions, vectors, count);
    variances.clear();
    for (std::int64_t k = 0; k < count; ++k) variances.push_back(products[Centred::at(k * count + k)]);
    Numbers sorted = variances;
    std::ranges::sort(sorted, std::greater<>());
    double sum = 0;
    for (std::int64_t k = 0; k < components; ++k) sum += sorted[Centred::at(k)];
    if (before >= 0 && std::abs(sum - before) <= kSettled * sum) break;
    before = sum;
    directions = narrow ? turned(next, vectors, count) : data.weighted(turned(points, vectors, count), count);
    orthonormalise(directions, count);
  }
  const Numbers points = data.along(directions, count);
  const double spread = data.spread();
  if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
  return strongest(directions, points, variances, count, components, spread);
}

}  // namespace fovea
