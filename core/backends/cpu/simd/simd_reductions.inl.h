// Why: sums and normalisation for the instruction set that the including file chose. Float lanes are added to doubles
// often enough to bound the rounding error.

#include "core/backends/cpu/simd/simd_sums.inl.h"

double sum(const float* x, std::int64_t count) {
  return sumOf(
      count, [x](std::int64_t i) { return load(x + i); }, [x](std::int64_t i) { return x[i]; });
}

double squaredDeviation(const float* x, float mean, std::int64_t count) {
  return sumOf(
      count,
      [x, mean](std::int64_t i) {
        const Vector d = load(x + i) - mean;
        return d * d;
      },
      [x, mean](std::int64_t i) { return (x[i] - mean) * (x[i] - mean); });
}

double dotDeviation(const float* b, const float* x, float mean, std::int64_t count) {
  return sumOf(
      count, [b, x, mean](std::int64_t i) { return load(b + i) * (load(x + i) - mean); },
      [b, x, mean](std::int64_t i) { return b[i] * (x[i] - mean); });
}

// Sums body(offset) of every row for each column; body gets the offset of a vector, tail that of one element.
template <class Body, class Tail>
inline void sumColumns(std::int64_t rows, std::int64_t stride, std::int64_t lanes, double* totals, Body&& body,
                       Tail&& tail) {
  constexpr std::int64_t kStretch = 256;
  for (std::int64_t begin = 0; begin < rows; begin += kStretch) {
    const std::int64_t end = rows - begin < kStretch ? rows : begin + kStretch;
    forVectors(
        lanes,
        [&](std::int64_t lane) {
          Vector sums[2] = {};
          std::int64_t row = begin;
          for (; row + 2 <= end; row += 2)
            for (int j = 0; j < 2; ++j) sums[j] += body((row + j) * stride + lane, lane);
          if (row < end) sums[0] += body(row * stride + lane, lane);
          sums[0] += sums[1];
          for (int j = 0; j < FOVEA_SIMD_LANES; ++j) totals[lane + j] += static_cast<double>(sums[0][j]);
        },
        [&](std::int64_t lane) {
          float total = 0;
          for (std::int64_t row = begin; row < end; ++row) total += tail(row * stride + lane, lane);
          totals[lane] += static_cast<double>(total);
        });
  }
}

void columnSums(const float* x, std::int64_t rows, std::int64_t stride, std::int64_t lanes, double* totals) {
  sumColumns(
      rows, stride, lanes, totals, [x](std::int64_t i, std::int64_t) { return load(x + i); },
      [x](std::int64_t i, std::int64_t) { return x[i]; });
}

void columnSquaredDeviations(const float* x, const float* means, std::int64_t rows, std::int64_t stride,
                             std::int64_t lanes, double* totals) {
  const auto square = [](auto deviation) { return deviation * deviation; };
  sumColumns(
      rows, stride, lanes, totals,
      [=](std::int64_t i, std::int64_t lane) { return square(load(x + i) - load(means + lane)); },
      [=](std::int64_t i, std::int64_t lane) { return square(x[i] - means[lane]); });
}

void columnDotDeviations(const float* b, const float* x, const float* means, std::int64_t rows, std::int64_t stride,
                         std::int64_t lanes, double* totals) {
  sumColumns(
      rows, stride, lanes, totals,
      [=](std::int64_t i, std::int64_t lane) { return load(b + i) * (load(x + i) - load(means + lane)); },
      [=](std::int64_t i, std::int64_t lane) { return b[i] * (x[i] - means[lane]); });
}

void normalise(const float* x, float mean, float factor, float bias, float* y, std::int64_t count) {
  mapVectors(x, y, count, [=](Vector v) { return (v - mean) * factor + bias; });
}

void normaliseByLane(const float* x, const float* means, const float* factors, const float* biases, float* y,
                     std::int64_t count) {
  forVectors(
      count,
      [&](std::int64_t i) { store(y + i, (load(x + i) - load(means + i)) * load(factors + i) + load(biases + i)); },
      [&](std::int64_t i) { y[i] = (x[i] - means[i]) * factors[i] + biases[i]; });
}

void normaliseBackward(const float* dy, const float* x, float mean, float a, float b, float c, float* dx,
                       std::int64_t count) {
  zipVectors(dy, x, dx, count, [=](Vector gradient, Vector input) { return a * gradient + (b * (input - mean) + c); });
}

void normaliseBackwardByLane(const float* dy, const float* x, const float* means, const float* a, const float* b,
                             const float* c, float* dx, std::int64_t count) {
  forVectors(
      count,
      [&](std::int64_t i) {
        const Vector deviation = load(x + i) - load(means + i);
        store(dx + i, load(a + i) * load(dy + i) + (load(b + i) * deviation + load(c + i)));
      },
      [&](std::int64_t i) { dx[i] = a[i] * dy[i] + (b[i] * (x[i] - means[i]) + c[i]); });
}
