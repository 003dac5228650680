// Why: image and volume convolutions and their gradients differ only in the number of axes, so their descriptions are
// shared. Each function completes `op`, which has its name, summary and attributes, and returns it.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// (x, weight[, bias]) -> y
OpType convolutionOp(OpType op);
// (dy, weight) -> dx
OpType convolutionBackwardDataOp(OpType op);
// (x, dy) -> dweight, dbias
OpType convolutionBackwardWeightsOp(OpType op);

}  // namespace fovea
