// Why: the schema of layers with weights, importers, the analysis of networks and the canvas mean the same parameter.
#pragma once

namespace fovea {

// The name of the parameter that keeps the weights of a layer as they are; see LayerLearning::frozen.
inline constexpr const char* kFrozen = "frozen";

}  // namespace fovea
