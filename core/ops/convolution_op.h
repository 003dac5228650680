// Why: the convolutions of images and of volumes, and their gradients, differ in the number of axes alone; all else
// that an op says of itself is said once. Each returns `op`, which has its name, summary and attributes, complete.
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
