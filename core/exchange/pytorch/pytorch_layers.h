// Why: what each layer is called in PyTorch; one table for the code and the names of the weights. Pure.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/network/lowering.h"

namespace fovea {

struct PyTorchRequest {
  const Layer& layer;
  const std::string& name;                 // of the module and of its output
  const std::vector<std::string>& inputs;  // names of values
  const std::vector<Shape>& shapes;        // of the inputs, batch included
  const std::vector<Shape>& outputs;
};

struct PyTorchLayer {
  std::string module;                     // "nn.Conv2d(3, 64, (7, 7), stride=(2, 2))"; empty: nothing to construct
  std::string expression;                 // "self.conv1(x)"
  std::vector<std::string> ownClasses{};  // texts of classes that PyTorch lacks, once for all layers that need them
};

// Unsupported where PyTorch has no counterpart that this table knows.
Result<PyTorchLayer> pyTorchLayer(const PyTorchRequest& request);
// The name of a variable in its layer's module: "weight_ih_l0" for "weight_input_0", "running_var" for
// "running_variance", "query.weight" for the "query" of an attention.
std::string pyTorchParameter(const Network& network, const VariableInfo& variable);

}  // namespace fovea
