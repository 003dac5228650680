// Why: layers that normalise each sample by itself share their fields, their parameters and one op.
// Thread-safety: pure functions.
#pragma once
#include "core/layers/layer_checks.h"

namespace fovea {

// What these layers ask of a person.
struct SampleNormalizationParameters {
  double epsilon = 1e-5;
  bool affine = true;
};
Field epsilonField();
Field affineField();

// group_norm of `value` [N, C, ...] with a learned scale and bias for each channel, or without.
ValueId emitGroupNorm(LayerBuilder& builder, ValueId value, std::int64_t groups,
                      const SampleNormalizationParameters& parameters);
// Layer normalisation over the last axis of `value` (any rank from 2 on): each row of numbers by itself. The learned
// scale and bias are "<layer>.<prefix>scale" and "<layer>.<prefix>bias".
ValueId emitLayerNorm(LayerBuilder& builder, ValueId value, const SampleNormalizationParameters& parameters,
                      const std::string& prefix = "");

}  // namespace fovea
