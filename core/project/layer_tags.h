// Why: what is recorded of layers goes out and comes back under the same tags of event files. Internal to core/project.
#pragma once

namespace fovea {

inline constexpr const char* kWeightsTag = "weights";
inline constexpr const char* kGradientsTag = "gradients";
inline constexpr const char* kActivationsTag = "activations";
inline constexpr const char* kUpdateRatioTag = "update_ratio";
inline constexpr const char* kGradientNormTag = "gradient_norm";

}  // namespace fovea
