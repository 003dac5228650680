// Why: neighbour searches spend their time on distances, which are therefore computed in the processor's widest
// registers. Thread-safety: pure functions.
#pragma once
#include <array>
#include <cstddef>

namespace fovea {

// Squared Euclidean distance of two rows of `width` numbers; exactly 0 for equal rows.
float squaredDistance(const float* a, const float* b, std::size_t width);

inline constexpr std::size_t kTileRows = 16, kTileQueries = 4;
using TileDistances = std::array<std::array<float, kTileRows>, kTileQueries>;

// Squared distances from kTileQueries rows to the kTileRows rows of a tile, which is transposed: [width, kTileRows].
void tileDistances(const std::array<const float*, kTileQueries>& queries, const float* tile, std::size_t width,
                   TileDistances& distances);

}  // namespace fovea
