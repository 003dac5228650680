// conv3d_backward_weights: the gradients of conv3d for its parameters; conv2d_backward_weights with a third axis.
// Shapes: x [N,C,D,H,W], dy [N,M,OD,OH,OW], dweight [M,C/groups,KD,KH,KW] with [KD,KH,KW] = kernel, dbias [M]. An empty
//   batch gives zeros. Defaults: as conv3d. Gradient: none (not needed for training).
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv3d_backward_weights_op {

OpType conv3dBackwardWeightsOp() {
  OpType op;
  op.name = "conv3d_backward_weights";
  op.summary = "The gradients of conv3d for weight and bias: each weight's inputs times the gradients of its outputs.";
  auto fields = volumeConvolutionFields();
  fields.push_back(volumeKernelField());
  op.attributes = Schema(std::move(fields));
  return convolutionBackwardWeightsOp(std::move(op));
}

}  // namespace fovea::conv3d_backward_weights_op
