// Why: most activations emit one op on one value and pass the layer's parameters as its attributes.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

// Returns a layer of the family Activation that emits the op of the same name.
LayerType activationLayer(std::string name, std::string title, std::string help, std::vector<Field> parameters = {});
// A number field for the parameters.
Field numberField(const char* name, const char* title, const char* help, double value, double minimum, double maximum);

}  // namespace fovea
