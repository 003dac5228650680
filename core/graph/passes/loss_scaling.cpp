#include "core/graph/passes/loss_scaling.h"

namespace fovea {

LossScale addLossScale(GraphBuilder& builder) {
  const TensorType number{DataType::Float32, Shape{}};
  return {builder.addVariable(kLossScaleName, number), builder.addVariable(kGoodStepsName, number)};
}

ValueId scaledLoss(GraphBuilder& builder, const LossScale& scale, ValueId loss) {
  return builder.emitOne("multiply", {}, {loss, scale.scale});
}

ValueId gradientFactor(GraphBuilder& builder, const LossScale& scale, std::span<const ValueId> gradients) {
  std::vector<ValueId> inputs{scale.scale, scale.goodSteps};
  inputs.insert(inputs.end(), gradients.begin(), gradients.end());
  const auto results = builder.emit("loss_scale_update", {}, inputs);
  return results.size() > 2 ? results[2] : ValueId();
}

}  // namespace fovea
