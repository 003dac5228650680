// Why: kernels over blocks of 16 images, plain and pooled, share their convolution numbers; several kernels share the
// padding functions.
#pragma once
#include "core/backends/cpu/runtime/cpu_layout.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {

// Success if a convolution with images in the lanes pays off: blocks of images are filled, blocks of channels are not.
Status worthImageBlocks(const ConvolutionGeometry& geometry);

// The numbers of one convolution and of its padded image, for the inner loops.
struct ImageBlockShapes {
  explicit ImageBlockShapes(const ConvolutionGeometry& geometry);

  bool isPadded() const { return block.height != g.height.input || block.width != g.width.input; }
  std::int64_t blocks() const { return (g.batch + kImageBlock - 1) / kImageBlock; }
  // Images in an incomplete last block, else 0.
  std::int64_t rest() const { return g.batch % kImageBlock; }
  std::int64_t plane() const { return g.height.input * g.width.input * kImageBlock; }
  std::int64_t paddedPlane() const { return block.height * block.width * kImageBlock; }
  std::int64_t outputPlane() const { return g.outputHeight * g.outputWidth * kImageBlock; }
  std::int64_t paddedFloats() const { return isPadded() ? blocks() * g.inputChannels * paddedPlane() : 0; }
  double work() const { return g.flops() / 2; }
  TensorType x() const { return {DataType::Float32, g.inputShape()}; }
  TensorType y() const { return {DataType::Float32, g.outputShape()}; }

  ConvolutionGeometry g;
  BlockConvolution block;
};

// Copies one plane, of `lanes` floats per pixel, into the middle of a plane with zero padding.
void framePlane(const ConvolutionGeometry& geometry, const float* from, float* to, std::int64_t lanes = 1);

// x itself, or its padded copy in `scratch`.
const float* paddedInput(const ImageBlockShapes& shapes, const float* x, float* scratch);

}  // namespace fovea::cpu
