// Why: all_reduce is one op, or two that let other work run between its beginning and its end; both halves follow the
// same rules.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// y_i = factor · x_i, of the same type, for each of any number of inputs: what one rank alone computes.
OpType allReduceRules(std::string name, std::string summary, Schema attributes);

// Attributes "factor": the weight of this rank's numbers; "message": tells the halves of one sum from those of others;
// "dense": only dense layouts are summed, since the ranks chose different ones.
Field reduceFactorField();
Field reduceMessageField();
Field reduceDenseField();

}  // namespace fovea
