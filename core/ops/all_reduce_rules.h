// Why: all_reduce is one op, or two that let other work run between its beginning and its end; both halves follow the
// same rules.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// What a single rank computes: y_i = factor · x_i for each of any number of inputs, of the same type.
OpType allReduceRules(std::string name, std::string summary, Schema attributes);

// Attributes: "factor": the weight of this rank's numbers; "message": identifies the two halves of one sum; "dense":
// the numbers are summed in dense layouts, because the ranks' kernels chose different ones.
Field reduceFactorField();
Field reduceMessageField();
Field reduceDenseField();

}  // namespace fovea
