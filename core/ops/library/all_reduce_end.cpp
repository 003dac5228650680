// all_reduce_end: the second half of all_reduce. Waits for the sum of all_reduce_begin with the same message.
// Shapes: the outputs of all_reduce_begin; each output like its input.
// Defaults: message 0. Gradient: none (passes come after it).
// Source: as all_reduce.
#include "core/ops/all_reduce_rules.h"

namespace fovea::all_reduce_end_op {

OpType allReduceEndOp() {
  return allReduceRules("all_reduce_end", "Waits for the sum over all ranks that all_reduce_begin started.",
                        Schema({reduceMessageField()}));
}

}  // namespace fovea::all_reduce_end_op
