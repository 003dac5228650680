// Why: image and volume convolutions, forward and backward, share the same loops; an image is a volume of depth 1.
#pragma once
#include "core/ops/convolution_geometry.h"

namespace fovea {

// y = the convolution of x, plus bias if it is not null. Dense tensors of f32 or f64.
void convolveReference(const ConvolutionGeometry& geometry, const TensorView& x, const TensorView& weight,
                       const TensorView* bias, const TensorView& y);
void convolveBackwardDataReference(const ConvolutionGeometry& geometry, const TensorView& dy, const TensorView& weight,
                                   const TensorView& dx);
void convolveBackwardWeightsReference(const ConvolutionGeometry& geometry, const TensorView& x, const TensorView& dy,
                                      const TensorView& dweight, const TensorView& dbias);

}  // namespace fovea
