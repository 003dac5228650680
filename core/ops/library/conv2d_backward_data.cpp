// conv2d_backward_data: dx[n,c,iy,ix] = sum over m, ky, kx of weight[m,c,ky,kx] * dy[n,m,oy,ox] where
//                       oy*stride - padding + ky*dilation = iy and the same for x: the gradient of conv2d for its
//                       input.
// Shapes: dy [N,M,OH,OW], weight [M,C/groups,KH,KW], dx [N,C,H,W] with [H,W] = input_size.
//   A transposed convolution is this op with dy for its input: input_size chooses among the sizes that the stride
//   leaves open.
// Defaults: as conv2d. Gradient: conv2d and conv2d_backward_weights, each of the gradient.
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, chapter 4.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv2d_backward_data_op {

OpType conv2dBackwardDataOp() {
  OpType op;
  op.name = "conv2d_backward_data";
  op.summary = "The gradient of conv2d for its input: every output's gradient goes back to the inputs it saw.";
  auto fields = convolutionFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  return convolutionBackwardDataOp(std::move(op));
}

}  // namespace fovea::conv2d_backward_data_op
