// Why: what each layer is called in PyTorch; one table for the code and the names of the weights. Pure.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct PyTorchRequest {
  const Layer& layer;
  const std::string& name;                 // of the module and of its output
  const std::vector<std::string>& inputs;  // names of values
  const std::vector<Shape>& shapes;        // of the inputs, batch included
  const std::vector<Shape>& outputs;
};

struct PyTorchLayer {
  std::string module;      // "nn.Conv2d(3, 64, (7, 7), stride=(2, 2))"; empty: nothing to construct
  std::string expression;  // "self.conv1(x)"
};

// Unsupported where PyTorch has no counterpart that this table knows.
Result<PyTorchLayer> pyTorchLayer(const PyTorchRequest& request);
// "weight_ih_l0" for "weight_input_0", "running_var" for "running_variance".
std::string pyTorchParameter(const std::string& parameter);

}  // namespace fovea
