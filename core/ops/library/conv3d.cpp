// conv3d: the convolution of volumes: conv2d with a third axis, the depth, before the height.
// Shapes: x [N,C,D,H,W], weight [M,C/groups,KD,KH,KW], bias [M] (optional), y [N,M,OD,OH,OW]; OD as OH in
// conv2d.
//   stride and dilation are [depth, height, width], padding [front, top, left, back, bottom, right].
// Defaults: stride 1, padding 0, dilation 1, groups 1. Gradient: conv3d_backward_data and conv3d_backward_weights.
// Source: Tran et al., "Learning Spatiotemporal Features with 3D Convolutional Networks", 2015.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv3d_op {

OpType conv3dOp() {
  OpType op;
  op.name = "conv3d";
  op.summary =
      "y[n,m,oz,oy,ox] = bias[m] + Σ weight[m,c,kz,ky,kx] · x[n,c,oz·stride−padding+kz·dilation, …]: a convolution of "
      "volumes.";
  op.attributes = Schema(volumeConvolutionFields());
  return convolutionOp(std::move(op));
}

}  // namespace fovea::conv3d_op
