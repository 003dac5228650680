#include "core/inspect/row_distances.h"

#include <cstring>

namespace fovea {
namespace {

using Lanes = float __attribute__((vector_size(kTileRows * sizeof(float))));

[[gnu::always_inline]] inline void load(Lanes& lanes, const float* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}

[[gnu::always_inline]] inline float distanceOf(const float* a, const float* b, std::size_t width) {
  Lanes sums{}, first, second;
  std::size_t d = 0;
  for (; d + kTileRows <= width; d += kTileRows) {
    load(first, a + d);
    load(second, b + d);
    first -= second;
    sums += first * first;
  }
  float sum = 0;
  for (std::size_t lane = 0; lane < kTileRows; ++lane) sum += sums[lane];
  for (; d < width; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

[[gnu::always_inline]] inline void distancesOf(const std::array<const float*, kTileQueries>& queries, const float* tile,
                                               std::size_t width, TileDistances& distances) {
  Lanes sums[kTileQueries] = {}, rows;
  for (std::size_t d = 0; d < width; ++d) {
    load(rows, tile + d * kTileRows);
    for (std::size_t q = 0; q < kTileQueries; ++q) {
      const Lanes away = rows - queries[q][d];
      sums[q] += away * away;
    }
  }
  for (std::size_t q = 0; q < kTileQueries; ++q) std::memcpy(distances[q].data(), &sums[q], sizeof sums[q]);
}

[[gnu::always_inline]] inline void addRows(double* sums, std::size_t sumStep, const double* values,
                                           std::size_t valueStep, const double* factors, std::size_t rows,
                                           std::size_t count) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* __restrict to = sums + i * sumStep;
    const double* __restrict from = values + i * valueStep;
    const double factor = factors[i];
    for (std::size_t k = 0; k < count; ++k) to[k] += factor * from[k];
  }
}

// A register of `Count` doubles. Registers wider than the processor's would be stored in memory.
template <std::size_t Count>
struct Doubles {
  using Register __attribute__((vector_size(Count * sizeof(double)))) = double;
};

// Adds to `Blocks` neighbouring registers of sums at a time, which stay in registers for all rows.
template <std::size_t Count, std::size_t Blocks>
[[gnu::always_inline]] inline void combineBlocks(double* sums, const double* factors, std::size_t combinationStep,
                                                 std::size_t factorStep, const double* values, std::size_t rows,
                                                 std::size_t count) {
  using Register = typename Doubles<Count>::Register;
  Register totals[kCombinations][Blocks] = {}, row[Blocks];
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t b = 0; b < Blocks; ++b) std::memcpy(&row[b], values + i * count + b * Count, sizeof row[b]);
    for (std::size_t c = 0; c < kCombinations; ++c)
      for (std::size_t b = 0; b < Blocks; ++b) totals[c][b] += factors[c * combinationStep + i * factorStep] * row[b];
  }
  for (std::size_t c = 0; c < kCombinations; ++c)
    for (std::size_t b = 0; b < Blocks; ++b) {
      Register before;
      std::memcpy(&before, sums + c * count + b * Count, sizeof before);
      before += totals[c][b];
      std::memcpy(sums + c * count + b * Count, &before, sizeof before);
    }
}

template <std::size_t Count>
[[gnu::always_inline]] inline void combine(double* sums, const double* factors, std::size_t combinationStep,
                                           std::size_t factorStep, const double* values, std::size_t rows,
                                           std::size_t count) {
  std::size_t k = 0;
  for (; k + 2 * Count <= count; k += 2 * Count)
    combineBlocks<Count, 2>(sums + k, factors, combinationStep, factorStep, values + k, rows, count);
  for (; k < count; ++k)
    for (std::size_t c = 0; c < kCombinations; ++c)
      for (std::size_t i = 0; i < rows; ++i)
        sums[c * count + k] += factors[c * combinationStep + i * factorStep] * values[i * count + k];
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void combineAvx2(double* sums, const double* factors, std::size_t combinationStep,
                                                     std::size_t factorStep, const double* values, std::size_t rows,
                                                     std::size_t count) {
  combine<4>(sums, factors, combinationStep, factorStep, values, rows, count);
}
__attribute__((target("avx512f,fma"))) void combineAvx512(double* sums, const double* factors,
                                                          std::size_t combinationStep, std::size_t factorStep,
                                                          const double* values, std::size_t rows, std::size_t count) {
  combine<8>(sums, factors, combinationStep, factorStep, values, rows, count);
}
__attribute__((target("avx2,fma"))) void addRowsAvx2(double* sums, std::size_t sumStep, const double* values,
                                                     std::size_t valueStep, const double* factors, std::size_t rows,
                                                     std::size_t count) {
  addRows(sums, sumStep, values, valueStep, factors, rows, count);
}
__attribute__((target("avx512f,fma"))) void addRowsAvx512(double* sums, std::size_t sumStep, const double* values,
                                                          std::size_t valueStep, const double* factors,
                                                          std::size_t rows, std::size_t count) {
  addRows(sums, sumStep, values, valueStep, factors, rows, count);
}
__attribute__((target("avx2,fma"))) float distanceAvx2(const float* a, const float* b, std::size_t width) {
  return distanceOf(a, b, width);
}
__attribute__((target("avx512f,fma"))) float distanceAvx512(const float* a, const float* b, std::size_t width) {
  return distanceOf(a, b, width);
}
__attribute__((target("avx2,fma"))) void tileAvx2(const std::array<const float*, kTileQueries>& queries,
                                                  const float* tile, std::size_t width, TileDistances& distances) {
  distancesOf(queries, tile, width, distances);
}
__attribute__((target("avx512f,fma"))) void tileAvx512(const std::array<const float*, kTileQueries>& queries,
                                                       const float* tile, std::size_t width, TileDistances& distances) {
  distancesOf(queries, tile, width, distances);
}

bool hasAvx512() {
  return __builtin_cpu_supports("avx512f");
}
bool hasAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

}  // namespace

float squaredDistance(const float* a, const float* b, std::size_t width) {
#if defined(__x86_64__)
  if (hasAvx512()) return distanceAvx512(a, b, width);
  if (hasAvx2()) return distanceAvx2(a, b, width);
#endif
  return distanceOf(a, b, width);
}

void tileDistances(const std::array<const float*, kTileQueries>& queries, const float* tile, std::size_t width,
                   TileDistances& distances) {
#if defined(__x86_64__)
  if (hasAvx512()) return tileAvx512(queries, tile, width, distances);
  if (hasAvx2()) return tileAvx2(queries, tile, width, distances);
#endif
  distancesOf(queries, tile, width, distances);
}

void addScaledRows(double* sums, std::size_t sumStep, const double* values, std::size_t valueStep,
                   const double* factors, std::size_t rows, std::size_t count) {
#if defined(__x86_64__)
  if (hasAvx512()) return addRowsAvx512(sums, sumStep, values, valueStep, factors, rows, count);
  if (hasAvx2()) return addRowsAvx2(sums, sumStep, values, valueStep, factors, rows, count);
#endif
  addRows(sums, sumStep, values, valueStep, factors, rows, count);
}

void addCombinations(double* sums, const double* factors, std::size_t combinationStep, std::size_t factorStep,
                     const double* values, std::size_t rows, std::size_t count) {
#if defined(__x86_64__)
  if (hasAvx512()) return combineAvx512(sums, factors, combinationStep, factorStep, values, rows, count);
  if (hasAvx2()) return combineAvx2(sums, factors, combinationStep, factorStep, values, rows, count);
#endif
  combine<2>(sums, factors, combinationStep, factorStep, values, rows, count);
}

}  // namespace fovea
