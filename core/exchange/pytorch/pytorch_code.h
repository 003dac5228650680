// Why: a network as a readable Python file that rebuilds it in PyTorch and loads its weights, so that nobody is kept
// here. Source: the documentation of torch.nn; names of parameters are those of its modules.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

struct PyTorchCode {
  std::string python;                                   // a module with class Network and load(path)
  std::vector<std::pair<std::string, Tensor>> weights;  // under the names of Network().state_dict()
};

// `weightsFile` is the name that load() reads by default. Unsupported names the first layer that has no counterpart.
Result<PyTorchCode> writePyTorchCode(const Checkpoint& checkpoint, const std::string& weightsFile);

}  // namespace fovea
