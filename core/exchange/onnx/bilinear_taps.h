// Why: regions of interest and deformable convolutions interpolate images bilinearly: each result is a weighted sum of
// four rows of a table. A row of the table holds the channels of one pixel.
#pragma once
#include <array>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

// Four pixels and their weights for each of `count` positions; a position that is never set reads zeros.
class BilinearTaps {
 public:
  explicit BilinearTaps(std::int64_t count);

  // Sets position i to (y, x) in an image of [height, width] pixels that begins at row `first` of the table. Pixels
  // outside the image are zeros.
  void set(std::int64_t i, std::int64_t first, std::array<std::int64_t, 2> size, double y, double x);

  // Returns the four weighted pixels of each position, each [count, channels]; table is [pixels, channels].
  std::array<ValueId, 4> weighted(Emitter& e, ValueId table) const;
  // Returns the sum of the four.
  ValueId sums(Emitter& e, ValueId table) const;

 private:
  std::int64_t count_;
  std::array<Extents64, 4> rows_;
  std::array<std::vector<double>, 4> weights_;
};

// Reshapes images [N, C, H, W] to a table of pixels [N * H * W, C].
ValueId pixelsOf(Emitter& e, ValueId images);

}  // namespace fovea
