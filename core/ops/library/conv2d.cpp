// conv2d: y[n,m,oy,ox] = bias[m] + sum over c, ky, kx of weight[m,c,ky,kx] * x[n, c', oy*stride - padding +
// ky*dilation, …]. Shapes: x [N,C,H,W], weight [M,C/groups,KH,KW], bias [M] (optional), y [N,M,OH,OW]; c' is
// channel c of m's group;
//         OH = floor((H + top + bottom - (KH-1)*dilation - 1) / stride) + 1. Outside of x there are zeros.
// Defaults: stride 1, padding 0, dilation 1, groups 1.
// Gradient: conv2d_backward_data and conv2d_backward_weights.
// Source: LeCun et al., "Gradient-based learning applied to document recognition", 1998; this is cross-correlation, as
// in
//         every framework. Dilation: Yu and Koltun 2016. Groups: Krizhevsky et al. 2012.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"

namespace fovea::conv2d_op {

OpType conv2dOp() {
  OpType op;
  op.name = "conv2d";
  op.summary = "y[n,m,oy,ox] = bias[m] + Σ weight[m,c,ky,kx] · x[n,c,oy·stride−padding+ky·dilation, …]: a convolution.";
  op.attributes = Schema(convolutionFields());
  return convolutionOp(std::move(op));
}

}  // namespace fovea::conv2d_op
