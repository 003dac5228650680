// conv2d_backward_weights: dweight[m,c,ky,kx] = sum over n, oy, ox of dy[n,m,oy,ox] * x[n,c',oy*stride - padding +
// ky*dilation, …]
//                          and dbias[m] = sum over n, oy, ox of dy[n,m,oy,ox]: the gradients of conv2d for its
//                          parameters.
// Shapes: x [N,C,H,W], dy [N,M,OH,OW], dweight [M,C/groups,KH,KW] with [KH,KW] = kernel, dbias [M]. An empty batch
// gives zeros. Defaults: as conv2d. Gradient: none (not needed for training). Source: Dumoulin and Visin, "A guide to
// convolution arithmetic for deep learning", 2016.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv2d_backward_weights_op {

OpType conv2dBackwardWeightsOp() {
  OpType op;
  op.name = "conv2d_backward_weights";
  op.summary = "The gradients of conv2d for weight and bias: each weight's inputs times the gradients of its outputs.";
  auto fields = convolutionFields();
  fields.push_back(kernelField({1, 1}));
  op.attributes = Schema(std::move(fields));
  return convolutionBackwardWeightsOp(std::move(op));
}

}  // namespace fovea::conv2d_backward_weights_op
