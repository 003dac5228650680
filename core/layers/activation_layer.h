// Why: most activations are one op on one value, with the layer's parameters as the op's attributes.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

// A layer of the family Activation that emits the op of its name.
LayerType activationLayer(std::string name, std::string title, std::string help, std::vector<Field> parameters = {});
// A number among the parameters.
Field numberField(const char* name, const char* title, const char* help, double value, double minimum, double maximum);

}  // namespace fovea
