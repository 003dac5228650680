// Why: f16 has no room for small gradients. The loss is multiplied by a scale that lives on the device and adapts
// there, so that no step waits for the host. bf16 needs none of this. Use: scale = addLossScale(builder); differentiate
// scaledLoss(...) instead of the loss; give gradientFactor(...) to each update, which divides its gradient by the scale
// and, where it is 0, leaves everything as it is.
#pragma once
#include <span>

#include "core/graph/graph.h"

namespace fovea {

// f32 [] variables that begin at 0; the first step then changes nothing but the scale.
inline constexpr const char* kLossScaleName = "precision.loss_scale";
inline constexpr const char* kGoodStepsName = "precision.good_steps";

struct LossScale {
  ValueId scale, goodSteps;
};

LossScale addLossScale(GraphBuilder& builder);
ValueId scaledLoss(GraphBuilder& builder, const LossScale& scale, ValueId loss);
// f32 []: 1 / scale, or 0 where a gradient is not finite. Also adapts the scale, so it is to be called once a step,
// with all gradients that updates use.
ValueId gradientFactor(GraphBuilder& builder, const LossScale& scale, std::span<const ValueId> gradients);

}  // namespace fovea
