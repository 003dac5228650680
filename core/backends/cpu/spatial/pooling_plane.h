// Why: pooling alone and pooling fused with a convolution share this description of a window.
#pragma once
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::cpu {

// One plane of one lane.
inline PoolingPlane poolingPlane(const PoolingGeometry& g) {
  return {g.height.input,
          g.width.input,
          g.outputHeight,
          g.outputWidth,
          g.height.kernel,
          g.width.kernel,
          g.height.stride,
          g.width.stride,
          g.height.before,
          g.width.before,
          1};
}

}  // namespace fovea::cpu
