// conv3d_backward_data: the gradient of conv3d for its input; conv2d_backward_data with a third axis.
// Shapes: dy [N,M,OD,OH,OW], weight [M,C/groups,KD,KH,KW], dx [N,C,D,H,W] with [D,H,W] = input_size.
// Defaults: as conv3d. Gradient: conv3d and conv3d_backward_weights, each of the gradient.
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, chapter 4.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv3d_backward_data_op {

OpType conv3dBackwardDataOp() {
  OpType op;
  op.name = "conv3d_backward_data";
  op.summary = "The gradient of conv3d for its input: every output's gradient goes back to the inputs it saw.";
  auto fields = volumeConvolutionFields();
  fields.push_back(volumeSizeField());
  op.attributes = Schema(std::move(fields));
  return convolutionBackwardDataOp(std::move(op));
}

}  // namespace fovea::conv3d_backward_data_op
