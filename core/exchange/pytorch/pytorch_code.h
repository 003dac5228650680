// Why: writes a network as a readable Python file that rebuilds it in PyTorch and loads its weights, so that users can
// leave Fovea at any time. Source: the documentation of torch.nn; parameters have the names of its modules.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

struct PyTorchCode {
  std::string python;                                   // a module with class Network and load(path)
  std::vector<std::pair<std::string, Tensor>> weights;  // under the names of Network().state_dict()
};

// `weightsFile` is the default file of load(). Unsupported names the first layer without a counterpart.
Result<PyTorchCode> writePyTorchCode(const Checkpoint& checkpoint, const std::string& weightsFile);

}  // namespace fovea
