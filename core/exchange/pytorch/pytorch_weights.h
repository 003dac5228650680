// Why: weights of the same network trained in PyTorch have other names: modules in modules. They are fitted by what
// they are and by the order of the modules, and what cannot be told for sure is left alone and said. Pure.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

// Takes the tensors of a state_dict, as a safetensors file holds it, for the weights of the network.
// Names that are the network's own (or those of its PyTorch code) are taken as they are. The others are fitted by
// module: a layer takes a module with parameters of the same names and shapes; where there are several, they are taken
// in the order of their names, numbers counted as numbers, if there are as many as the network has. The result must
// keep the modules of one parent together. `report.mapped` says what went where and how, `report.dropped` what fitted
// nothing, `report.approximated` which weights of the network are still the first ones. InvalidArgument where nothing
// fits or the modules come in another order than the layers.
Status fitPyTorchWeights(Checkpoint& checkpoint, const SafetensorsFile& file, ExchangeReport& report);

// The weights under PyTorch's names: "conv1.weight", "norm1.running_var".
Result<std::vector<std::pair<std::string, Tensor>>> pyTorchWeights(const Checkpoint& checkpoint);

}  // namespace fovea
