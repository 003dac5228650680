// Why: a convolution and the maximum pooling behind it as one op, forward and backward, share their attributes and
// numbers. Pure; thread-safe.
#pragma once
#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_geometry.h"

namespace fovea {

struct PooledConvolution {
  ConvolutionGeometry convolution;
  PoolingGeometry pooling;  // its input is the convolution's output
};

// Those of conv2d, and pool_kernel, pool_stride, pool_padding and pool_ceil_mode.
std::vector<Field> pooledConvolutionFields();
// The attributes of a fused op from those of its two parts.
FieldValues joinAttributes(const FieldValues& convolution, const FieldValues& pooling);
// Those of max_pool2d, and those of conv2d, in such attributes.
FieldValues poolingAttributes(const FieldValues& joined);
FieldValues convolutionAttributes(const FieldValues& joined);

// From the inputs of conv2d_max_pool and its two backward ops. InvalidArgument in words for the user. Once inferOp()
// has accepted an op's types, value() of these is safe.
Result<PooledConvolution> readPooledConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight);
Result<PooledConvolution> readPooledConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                            const Shape& weight);
Result<PooledConvolution> readPooledConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                               const Shape& dy);

// The gradient of what the convolution gave, from that of what the pooling gave and its indices: dense, of the type of
// dy.
Tensor unpooledReference(const PoolingGeometry& pooling, const FieldValues& joined, const TensorView& dy,
                         const TensorView& indices);

}  // namespace fovea
