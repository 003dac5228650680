// all_reduce: y_i = the sum over all ranks r of factor_r · x_i,r, for each input x_i; all ranks get the same sum. A
// single rank computes y_i = factor · x_i.
// Shapes: one or more inputs of any shapes and one type; each output like its input. All ranks have the same inputs.
// Defaults: factor 1, any layout. Gradient: all_reduce with the same factor. If the loss of all is
// the sum of factor_r · loss_r, then the sum of factor_r · gradient_r is its gradient.
// Source: Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009.
#include "core/ops/all_reduce_rules.h"
#include "core/ops/op_rules.h"

namespace fovea::all_reduce_op {
namespace {

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> wanted, gradients(r.inputs.size());
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < r.inputs.size(); ++i) {
    if (!r.needed[i] || !r.outputGradients[i].valid()) continue;
    wanted.push_back(r.outputGradients[i]);
    places.push_back(i);
  }
  if (wanted.empty()) return gradients;
  const FieldValues attributes{{"factor", r.attributes.real("factor")}, {"dense", r.attributes.boolean("dense")}};
  const std::vector<ValueId> sums = r.emitter.emit("all_reduce", attributes, std::span<const ValueId>(wanted));
  for (std::size_t i = 0; i < places.size() && i < sums.size(); ++i) gradients[places[i]] = sums[i];
  return gradients;
}

}  // namespace

OpType allReduceOp() {
  OpType op = allReduceRules("all_reduce", "y = the sum of factor · x over all ranks.",
                             Schema({reduceFactorField(), reduceDenseField()}));
  op.gradient = gradient;
  return op;
}

}  // namespace fovea::all_reduce_op
