// Why: the inner loops of convolutions fused with pooling, over blocks of 16 images. Forward, a window's outputs stay
// in registers. Backward, only the output that won its window has a gradient, so processing image by image needs a
// quarter of the work (for 2x2 windows). Written once with the compiler's vector types and compiled for AVX2 and
// AVX-512, like those of simd.h.
#pragma once
#include <cstdint>

#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {

// The layout of one image for the backward loops: planes [vector of channels][height][width][lanes], then the channels
// that do not fill a vector, stored for each filter column: [output row][width][filter row][channel]. The inputs of an
// output are then contiguous in each plane's row, and in the rest as a whole.
struct PatchLayout {
  std::int64_t planes, left;   // vectors of channels, channels left over
  std::int64_t height, width;  // with padding
  std::int64_t kernelHeight, kernelWidth, outputHeight, outputWidth;
  std::int64_t lanes;

  std::int64_t plane() const { return height * width * lanes; }
  std::int64_t restAt() const { return planes * plane(); }
  std::int64_t restPixel() const { return kernelHeight * left; }
  std::int64_t restVectors() const { return (kernelWidth * restPixel() + lanes - 1) / lanes; }
  // The floats of an image, and its allocated size including what is read beyond its end.
  std::int64_t floats() const { return restAt() + outputHeight * width * restPixel(); }
  std::int64_t room() const { return (floats() + restVectors() * lanes + 4 * lanes + 15) / 16 * 16; }
  // The floats of a filter in its patch's order: planes [vector][row][column][lanes], rest [column][row][channel],
  // padded to whole vectors.
  std::int64_t filter() const { return (planes * kernelHeight * kernelWidth + restVectors()) * lanes; }
  // The distance of filters for patchData(): an odd number of cache lines, so that equal parts of all filters do not
  // map to the same cache sets.
  std::int64_t filterStride() const { return (filter() + 15) / 16 / 2 * 32 + 16; }
};

// The gradients of some images' pooled outputs: for each image [filter][window] values and their positions, images
// `stride` apart. A position is row * width + column of the padded input; an output index is row * output width +
// column.
struct PooledTerms {
  const float* values;
  const std::int32_t* places;
  const std::int32_t* outputs;
  std::int64_t windows, stride;
};

struct PooledSimd {
  // Splits 16 interleaved images: to[image * stride + i] = x[sources[i] + image], or 0 if the source is negative;
  // without sources x[16 * i + image]. `count` is rounded up to whole vectors.
  void (*splitImages)(const float* x, const std::int32_t* sources, std::int64_t count, float* to, std::int64_t stride);
  // The inverse: adds to y[sources[i] + image] if the source is not negative.
  void (*joinImages)(const float* from, std::int64_t stride, const std::int32_t* sources, std::int64_t count, float* y);
  // places = outputs / outputWidth * width + outputs % outputWidth; fewer than 2^22 outputs.
  void (*placesOf)(const std::int32_t* outputs, std::int64_t count, std::int64_t outputWidth, std::int64_t width,
                   std::int32_t* places);

  // Computes one row of pooled outputs [filters][outputWidth / 2][16] of a block, from output rows 2 * row and 2 * row
  // + 1. `partial` holds pooledPartials floats.
  void (*pooledRow)(const BlockConvolution& shape, const float* x, const float* weight, const float* bias,
                    std::int64_t row, float* y, std::int32_t* indices, float* partial);
  // Adds the contributions of `images` images to sums [filters][layout.filter()].
  void (*patchWeights)(const PatchLayout& layout, const float* images, std::int64_t room, std::int64_t count,
                       const PooledTerms& terms, std::int64_t filters, float* sums);
  // Computes one image's gradient. weight [filters][layout.filterStride()]; `memory` holds patchMemory floats.
  void (*patchData)(const PatchLayout& layout, const PooledTerms& terms, const float* weight, std::int64_t filters,
                    float* image, float* memory);
};

inline std::int64_t pooledPartials(const BlockConvolution& shape) {
  return shape.outputChannels * 4 * 16;
}
// The scratch size for the columns of the remaining channels, and for the terms in output order.
inline std::int64_t patchColumns(const PatchLayout& layout) {
  return (layout.outputHeight * layout.outputWidth * layout.restVectors() + 4) * layout.lanes;
}
inline std::int64_t patchMemory(const PatchLayout& layout, std::int64_t terms) {
  return patchColumns(layout) + 2 * terms + layout.outputHeight * layout.outputWidth + 2;
}

// The kernels for the widest vectors of this processor; null if it has neither AVX2 nor AVX-512.
const PooledSimd* pooledSimd();

}  // namespace fovea::cpu
