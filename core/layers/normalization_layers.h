// Why: layers that normalise each sample separately share fields, parameters and one op.
// Thread-safety: pure functions.
#pragma once
#include "core/layers/layer_checks.h"

namespace fovea {

// The parameters of these layers.
struct SampleNormalizationParameters {
  double epsilon = 1e-5;
  bool affine = true;
};
Field normalizationEpsilonField();
Field affineField();

// Emits group_norm of `value` [N, C, ...], optionally with a learned scale and bias per channel.
ValueId emitGroupNorm(LayerBuilder& builder, ValueId value, std::int64_t groups,
                      const SampleNormalizationParameters& parameters);
// Emits layer normalisation over the last axis of `value` (rank 2 or more). The learned scale and bias are
// "<layer>.<prefix>scale" and "<layer>.<prefix>bias".
ValueId emitLayerNorm(LayerBuilder& builder, ValueId value, const SampleNormalizationParameters& parameters,
                      const std::string& prefix = "");

}  // namespace fovea
