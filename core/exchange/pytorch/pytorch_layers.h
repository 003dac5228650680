// Why: the table of each layer's PyTorch equivalent, for the code and the names of the weights. Pure.
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
  std::string module;                     // "nn.Conv2d(3, 64, (7, 7), stride=(2, 2))"; empty: no module
  std::string expression;                 // "self.conv1(x)"
  std::vector<std::string> ownClasses{};  // source code of classes that PyTorch lacks, each once
};

// Unsupported if there is no known PyTorch counterpart.
Result<PyTorchLayer> pyTorchLayer(const PyTorchRequest& request);
// The name of a variable in its layer's module: "weight_ih_l0" for "weight_input_0", "running_var" for
// "running_variance", "query.weight" for the "query" of an attention layer.
std::string pyTorchParameter(const Network& network, const VariableInfo& variable);
// The value of a variable in the shape that its module has: filters of signals have no axis for rows.
Tensor pyTorchWeight(const LoweredNetwork& lowered, const VariableInfo& variable, const Tensor& value);

}  // namespace fovea
