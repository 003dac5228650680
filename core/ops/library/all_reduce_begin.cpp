// all_reduce_begin: the first half of all_reduce. The sum over the ranks runs while other ops run; its outputs hold
// unspecified numbers until all_reduce_end with the same message has read them. A pass splits all_reduce into both.
// Shapes: one or more inputs of any shapes and one type; each output like its input.
// Defaults: factor 1, message 0, any layout. Gradient: none (passes come after it).
// Source: as all_reduce.
#include "core/ops/all_reduce_rules.h"

namespace fovea::all_reduce_begin_op {

OpType allReduceBeginOp() {
  return allReduceRules("all_reduce_begin", "Begins to sum factor · x over all ranks.",
                        Schema({reduceFactorField(), reduceMessageField(), reduceDenseField()}));
}

}  // namespace fovea::all_reduce_begin_op
