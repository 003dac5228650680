// Why: both backward passes of a pooled convolution rearrange images into patches in the same way.
#pragma once
#include <vector>

#include "core/backends/cpu/convolution/small_shapes.h"
#include "core/backends/cpu/simd/pooled_simd.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::cpu {

// How the images of a block are split into patches (see PatchLayout). For each number of an image and of a filter it
// holds the index in the block [C][H][W][16] and in the weight [C][KH][KW], negative for padding. Immutable.
struct PatchPlan {
  explicit PatchPlan(const PooledConvolution& pooled);
  // Success if images are small and windows few enough for the backward loops to be faster; the data gradient needs
  // more memory.
  static Status supports(const PooledConvolution& pooled, bool forData);

  std::int64_t windows() const { return pooling.outputHeight * pooling.outputWidth; }
  std::int64_t filters() const { return shapes.g.outputChannels; }
  std::int64_t images(std::int64_t block) const;
  std::int64_t blockX() const { return shapes.g.inputChannels * shapes.plane(); }
  std::int64_t blockTerms() const { return filters() * windows() * kImageBlock; }
  // The distance between the terms of two images, for `filters` filters.
  std::int64_t termStride(std::int64_t filters) const;
  // Splits the gradients of filters [first, first + count) of a block into `memory`, 3 * 16 * termStride(count).
  PooledTerms takeApart(const float* dy, const std::int32_t* indices, std::int64_t block, std::int64_t first,
                        std::int64_t count, float* memory) const;
  static PooledTerms termsOf(const PooledTerms& terms, std::int64_t image);

  ImageBlockShapes shapes;
  PoolingGeometry pooling;
  PatchLayout layout;
  std::vector<std::int32_t> imageSources, filterSources;
};

}  // namespace fovea::cpu
