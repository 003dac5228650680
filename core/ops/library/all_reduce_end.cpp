// all_reduce_end: the second half of all_reduce. y_i = the sum that all_reduce_begin with the same message has begun.
// Shapes: the outputs of all_reduce_begin; each output like its input.
// Defaults: message 0. Gradient: none (passes come after it).
// Source: as all_reduce.
#include "core/ops/all_reduce_rules.h"

namespace fovea {

OpType allReduceEndOp() {
  return allReduceRules("all_reduce_end", "y = the sum over all ranks that was begun.", Schema({reduceMessageField()}));
}

}  // namespace fovea
