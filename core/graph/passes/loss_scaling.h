// Why: small gradients underflow in f16. The loss is multiplied by a scale that the device stores and adapts, so that
// no step waits for the host. bf16 needs no scaling. Use: scale = addLossScale(builder); differentiate scaledLoss(...)
// instead of the loss; pass gradientFactor(...) to each update. The update multiplies its gradient by that factor and
// changes nothing if the factor is 0.
#pragma once
#include <span>

#include "core/graph/graph.h"

namespace fovea {

// f32 [] variables with initial value 0. The first step then changes only the scale.
inline constexpr const char* kLossScaleName = "precision.loss_scale";
inline constexpr const char* kGoodStepsName = "precision.good_steps";

struct LossScale {
  ValueId scale, goodSteps;
};

LossScale addLossScale(GraphBuilder& builder);
ValueId scaledLoss(GraphBuilder& builder, const LossScale& scale, ValueId loss);
// Returns f32 []: 1 / scale, or 0 if a gradient is not finite. It also adapts the scale, so call it once per step with
// all gradients that updates use.
ValueId gradientFactor(GraphBuilder& builder, const LossScale& scale, std::span<const ValueId> gradients);

}  // namespace fovea
