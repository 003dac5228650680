// Why: regions of interest and deformable convolutions read images between their pixels: each number is a weighted sum
// of four rows of a table whose rows are the channels of one pixel.
#pragma once
#include <array>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

// Four pixels and their weights for each of `count` places; a place that is never set reads zeros.
class BilinearTaps {
 public:
  explicit BilinearTaps(std::int64_t count);

  // Place i reads at (y, x) of an image of [height, width] pixels whose first is row `first` of the table. Pixels
  // outside of the image are zeros.
  void set(std::int64_t i, std::int64_t first, std::array<std::int64_t, 2> size, double y, double x);

  // Row i: the four weighted pixels of place i, each [count, channels]; table [pixels, channels].
  std::array<ValueId, 4> weighted(Emitter& e, ValueId table) const;
  // Their sum.
  ValueId sums(Emitter& e, ValueId table) const;

 private:
  std::int64_t count_;
  std::array<Extents64, 4> rows_;
  std::array<std::vector<double>, 4> weights_;
};

// Images [N, C, H, W] as a table of their pixels [N * H * W, C].
ValueId pixelsOf(Emitter& e, ValueId images);

}  // namespace fovea
