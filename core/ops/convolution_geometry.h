// Why: the numbers of a convolution, read and checked once from attributes and types, for shape rules and all kernels.
#pragma once
#include "core/ops/op_type.h"
#include "core/ops/window.h"

namespace fovea {

// x [batch, inputChannels, height.input, width.input], weight [outputChannels, inputChannels/groups, kernel, kernel],
// y [batch, outputChannels, outputHeight, outputWidth].
struct ConvolutionGeometry {
  std::int64_t batch = 0;
  std::int64_t inputChannels = 1;
  std::int64_t outputChannels = 1;
  std::int64_t groups = 1;
  WindowAxis height;  // input, kernel, stride, dilation, padding top (before) and bottom (after)
  WindowAxis width;   // the same with left and right
  std::int64_t outputHeight = 1;
  std::int64_t outputWidth = 1;

  std::int64_t inputChannelsOfGroup() const { return inputChannels / groups; }
  std::int64_t outputChannelsOfGroup() const { return outputChannels / groups; }
  Shape inputShape() const { return {batch, inputChannels, height.input, width.input}; }
  Shape weightShape() const { return {outputChannels, inputChannelsOfGroup(), height.kernel, width.kernel}; }
  Shape outputShape() const { return {batch, outputChannels, outputHeight, outputWidth}; }
  // Two for each multiply-add, those with padding included: 2 N M OH OW (C/groups) KH KW. The same for both backward
  // ops.
  double flops() const;
};

// stride, padding, dilation, groups.
std::vector<Field> convolutionFields();

// From the inputs of conv2d, conv2d_backward_data and conv2d_backward_weights, with the attributes of that op.
// InvalidArgument in words for the user. Once inferOp() has accepted an op's types, value() of these is safe.
Result<ConvolutionGeometry> readConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight);
Result<ConvolutionGeometry> readConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                        const Shape& weight);
Result<ConvolutionGeometry> readConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                           const Shape& dy);

}  // namespace fovea
