// Why: the inner loops of convolutions that are pooled at once, over blocks of 16 images. Forward, a window's outputs
// never leave the registers; backward, only the output that won its window has a gradient, so that there is a quarter
// of the work (of windows of 2x2) if it is done image by image. Written once with vectors of the compiler and compiled
// for AVX2 and AVX-512, as those of simd.h are.
#pragma once
#include <cstdint>

#include "core/backends/cpu/simd.h"

namespace fovea::cpu {

// How one image lies for the backward loops: planes [vector of channels][height][width][lanes], then the channels that
// fill no vector, with all that a filter's column sees side by side: [output row][width][filter row][channel]. What a
// filter sees of an output's surroundings is then contiguous in each plane's row, and in the rest as a whole.
struct PatchLayout {
  std::int64_t planes, left;   // vectors of channels, channels left over
  std::int64_t height, width;  // with padding
  std::int64_t kernelHeight, kernelWidth, outputHeight, outputWidth;
  std::int64_t lanes;

  std::int64_t plane() const { return height * width * lanes; }
  std::int64_t restAt() const { return planes * plane(); }
  std::int64_t restPixel() const { return kernelHeight * left; }
  std::int64_t restVectors() const { return (kernelWidth * restPixel() + lanes - 1) / lanes; }
  // Floats of an image, and the room that it takes with what is read beyond it.
  std::int64_t floats() const { return restAt() + outputHeight * width * restPixel(); }
  std::int64_t room() const { return (floats() + restVectors() * lanes + 4 * lanes + 15) / 16 * 16; }
  // Floats of a filter in the order in which its patch lies: planes [vector][row][column][lanes], rest [column][row]
  // [channel], padded to whole vectors.
  std::int64_t filter() const { return (planes * kernelHeight * kernelWidth + restVectors()) * lanes; }
  // Where the next filter begins for patchData(): an odd number of cache lines, so that the same part of all filters
  // does not fall on a few places of the cache.
  std::int64_t filterStride() const { return (filter() + 15) / 16 / 2 * 32 + 16; }
};

// The gradients of pooled outputs of some images: for each image [filter][window] values and the places that they
// belong to, images `stride` apart. A place is row * width + column of the padded input; an output is row * output
// width + column.
struct PooledTerms {
  const float* values;
  const std::int32_t* places;
  const std::int32_t* outputs;
  std::int64_t windows, stride;
};

struct PooledSimd {
  // From 16 images side by side to image by image: to[image * stride + i] = x[sources[i] + image], or 0 where the
  // source is negative; without sources x[16 * i + image]. `count` is rounded up to whole vectors.
  void (*splitImages)(const float* x, const std::int32_t* sources, std::int64_t count, float* to, std::int64_t stride);
  // The way back: adds to y[sources[i] + image] where the source is not negative.
  void (*joinImages)(const float* from, std::int64_t stride, const std::int32_t* sources, std::int64_t count, float* y);
  // places = outputs / outputWidth * width + outputs % outputWidth; fewer than 2^22 outputs.
  void (*placesOf)(const std::int32_t* outputs, std::int64_t count, std::int64_t outputWidth, std::int64_t width,
                   std::int32_t* places);

  // One row of pooled outputs [filters][outputWidth / 2][16] of a block, from rows of outputs 2 * row and 2 * row + 1.
  // `partial` holds pooledPartials floats.
  void (*pooledRow)(const BlockConvolution& shape, const float* x, const float* weight, const float* bias,
                    std::int64_t row, float* y, std::int32_t* indices, float* partial);
  // Adds to sums [filters][layout.filter()] what `images` images give.
  void (*patchWeights)(const PatchLayout& layout, const float* images, std::int64_t room, std::int64_t count,
                       const PooledTerms& terms, std::int64_t filters, float* sums);
  // The gradient of one image. weight [filters][layout.filterStride()]; `memory` holds patchMemory floats.
  void (*patchData)(const PatchLayout& layout, const PooledTerms& terms, const float* weight, std::int64_t filters,
                    float* image, float* memory);
};

inline std::int64_t pooledPartials(const BlockConvolution& shape) {
  return shape.outputChannels * 4 * 16;
}
// Columns for what the channels left over get; and for the terms in the order of outputs.
inline std::int64_t patchColumns(const PatchLayout& layout) {
  return (layout.outputHeight * layout.outputWidth * layout.restVectors() + 4) * layout.lanes;
}
inline std::int64_t patchMemory(const PatchLayout& layout, std::int64_t terms) {
  return patchColumns(layout) + 2 * terms + layout.outputHeight * layout.outputWidth + 2;
}

// For the widest vectors that this processor has; null if it has neither AVX2 nor AVX-512.
const PooledSimd* pooledSimd();

}  // namespace fovea::cpu
