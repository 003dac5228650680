// Why: the kernels over blocks of 16 images, plain and pooled, share the numbers of their convolutions, and several
// kernels the way in which they pad.
#pragma once
#include "core/backends/cpu/cpu_layout.h"
#include "core/backends/cpu/simd.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {

// Success if a convolution with the images in the lanes is worth it: blocks of images are filled, blocks of channels
// are not.
Status worthImageBlocks(const ConvolutionGeometry& geometry);

// The numbers of one convolution and of the padded image that the inner loops want.
struct ImageBlockShapes {
  explicit ImageBlockShapes(const ConvolutionGeometry& geometry);

  bool isPadded() const { return block.height != g.height.input || block.width != g.width.input; }
  std::int64_t blocks() const { return (g.batch + kImageBlock - 1) / kImageBlock; }
  // Images in the last block if it is not full, else 0.
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

// Copies one plane, of `lanes` floats a pixel, into the middle of one with the padding around it, which holds zeros.
void framePlane(const ConvolutionGeometry& geometry, const float* from, float* to, std::int64_t lanes = 1);

// x itself, or its padded copy in `scratch`.
const float* paddedInput(const ImageBlockShapes& shapes, const float* x, float* scratch);

}  // namespace fovea::cpu
