// Why: shape rules and all kernels read and check the numbers of a convolution in one place.
#pragma once
#include "core/ops/op_type.h"
#include "core/ops/window.h"

namespace fovea {

// x [batch, inputChannels, height.input, width.input], weight [outputChannels, inputChannels/groups, kernel, kernel],
// y [batch, outputChannels, outputHeight, outputWidth]. Volumes have a depth before the height; an image has depth 1.
struct ConvolutionGeometry {
  std::int64_t batch = 0;
  std::int64_t inputChannels = 1;
  std::int64_t outputChannels = 1;
  std::int64_t groups = 1;
  WindowAxis height;  // input, kernel, stride, dilation, padding top (before) and bottom (after)
  WindowAxis width;   // the same with left and right
  std::int64_t outputHeight = 1;
  std::int64_t outputWidth = 1;
  bool volume = false;
  WindowAxis depth;  // the same with front and back
  std::int64_t outputDepth = 1;

  std::int64_t inputChannelsOfGroup() const { return inputChannels / groups; }
  std::int64_t outputChannelsOfGroup() const { return outputChannels / groups; }
  Shape inputShape() const { return shapeOf(batch, inputChannels, depth.input, height.input, width.input); }
  Shape weightShape() const {
    return shapeOf(outputChannels, inputChannelsOfGroup(), depth.kernel, height.kernel, width.kernel);
  }
  Shape outputShape() const { return shapeOf(batch, outputChannels, outputDepth, outputHeight, outputWidth); }
  // Two per multiply-add, padding included: 2 N M OH OW (C/groups) KH KW. Both backward ops cost the same.
  double flops() const;

 private:
  Shape shapeOf(std::int64_t a, std::int64_t b, std::int64_t z, std::int64_t y, std::int64_t x) const {
    return volume ? Shape{a, b, z, y, x} : Shape{a, b, y, x};
  }
};

// Attributes stride, padding, dilation and groups, for images, or for volumes with lists [depth, height, width] and
// [front, top, left, back, bottom, right].
std::vector<Field> convolutionFields();
std::vector<Field> volumeConvolutionFields();
// kernel and input_size of the backward ops for volumes.
Field volumeKernelField();
Field volumeSizeField();

// Reads the inputs and attributes of conv2d, conv2d_backward_data or conv2d_backward_weights, or of the conv3d ops; the
// lengths of the attribute lists tell which. InvalidArgument with a message for the user. After inferOp() accepted an
// op's types, this cannot fail.
Result<ConvolutionGeometry> readConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight);
Result<ConvolutionGeometry> readConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                        const Shape& weight);
Result<ConvolutionGeometry> readConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                           const Shape& dy);

}  // namespace fovea
