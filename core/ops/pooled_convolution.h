// Why: the fused convolution and maximum pooling op and its backward ops share their attributes and geometry. Pure;
// thread-safe.
#pragma once
#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_geometry.h"

namespace fovea {

struct PooledConvolution {
  ConvolutionGeometry convolution;
  PoolingGeometry pooling;  // its input is the convolution's output
};

// The attributes of conv2d plus pool_kernel, pool_stride, pool_padding and pool_ceil_mode.
std::vector<Field> pooledConvolutionFields();
// Combines the attributes of both parts into those of the fused op.
FieldValues joinAttributes(const FieldValues& convolution, const FieldValues& pooling);
// Extracts the attributes of max_pool2d, or of conv2d, from those of a fused op.
FieldValues poolingAttributes(const FieldValues& joined);
FieldValues convolutionAttributes(const FieldValues& joined);

// Reads the inputs of conv2d_max_pool or of its two backward ops. InvalidArgument with a message for the user. After
// inferOp() accepted an op's types, this cannot fail.
Result<PooledConvolution> readPooledConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight);
Result<PooledConvolution> readPooledConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                            const Shape& weight);
Result<PooledConvolution> readPooledConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                               const Shape& dy);

// Returns the gradient of the convolution's output, given the gradient and the indices of the pooling's output. Dense,
// with the type of dy.
Tensor unpooledReference(const PoolingGeometry& pooling, const FieldValues& joined, const TensorView& dy,
                         const TensorView& indices);

}  // namespace fovea
