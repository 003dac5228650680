// Why: projections spend most of their time on distances and sums of rows, so these functions use the widest registers
// of the processor. Thread-safety: pure functions.
#pragma once
#include <array>
#include <cstddef>

namespace fovea {

// Returns the squared Euclidean distance of two rows of `width` numbers; exactly 0 for equal rows.
float squaredDistance(const float* a, const float* b, std::size_t width);

inline constexpr std::size_t kTileRows = 16, kTileQueries = 4;
using TileDistances = std::array<std::array<float, kTileRows>, kTileQueries>;

// Computes squared distances from kTileQueries rows to the kTileRows rows of a tile, transposed to [width, kTileRows].
void tileDistances(const std::array<const float*, kTileQueries>& queries, const float* tile, std::size_t width,
                   TileDistances& distances);

// For each i: adds factors[i] times the `count` numbers at values + i × valueStep to those at sums + i × sumStep.
void addScaledRows(double* sums, std::size_t sumStep, const double* values, std::size_t valueStep,
                   const double* factors, std::size_t rows, std::size_t count);

// Number of sums that addCombinations() computes at once.
inline constexpr std::size_t kCombinations = 4;
// For each of kCombinations c: adds to the `count` numbers at sums + c × count the sum over i < rows of factors[c ×
// combinationStep + i × factorStep] times the `count` numbers at values + i × count.
void addCombinations(double* sums, const double* factors, std::size_t combinationStep, std::size_t factorStep,
                     const double* values, std::size_t rows, std::size_t count);

}  // namespace fovea
