#include "core/network/orthogonal.h"

#include <cmath>

namespace fovea {
namespace {

constexpr std::size_t kLanes = 8;  // number of sums that the compiler can keep in one vector

double dot(const double* a, const double* b, std::size_t count) {
  double sums[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  double total = 0;
  for (const double sum : sums) total += sum;
  for (; i < count; ++i) total += a[i] * b[i];
  return total;
}

// Gram-Schmidt applied twice, since a single pass loses orthogonality to rounding (Giraud et al. 2005).
void orthonormalise(std::vector<double>& vectors, std::size_t count, std::size_t length) {
  for (std::size_t i = 0; i < count; ++i) {
    double* vector = vectors.data() + i * length;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t j = 0; j < i; ++j) {
        const double* other = vectors.data() + j * length;
        const double share = dot(vector, other, length);
        for (std::size_t k = 0; k < length; ++k) vector[k] -= share * other[k];
      }
    const double norm = std::sqrt(dot(vector, vector, length));
    for (std::size_t k = 0; k < length; ++k) vector[k] /= norm;
  }
}

}  // namespace

std::vector<double> randomOrthogonal(std::int64_t rows, std::int64_t columns, Random& random) {
  const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
  std::vector<double> matrix(height * width);
  for (double& value : matrix) value = random.normal();
  if (height <= width) {
    orthonormalise(matrix, height, width);
    return matrix;
  }
  orthonormalise(matrix, width, height);
  std::vector<double> turned(matrix.size());
  for (std::size_t row = 0; row < height; ++row)
    for (std::size_t column = 0; column < width; ++column) turned[row * width + column] = matrix[column * height + row];
  return turned;
}

}  // namespace fovea
