// Why: weights of the same network trained in PyTorch have other names (nested modules). They are matched by kind and
// shape and by the order of the modules; ambiguous ones are left out and reported. Pure.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

// Assigns the tensors of a state_dict, from a safetensors file, to the weights of the network. The network's own names
// (or those of its PyTorch code) are used directly. The others are matched by module: a layer matches a module with
// parameters of the same names and shapes; several are matched in the order of their names (numbers compared as
// numbers) if there are as many as in the network. The modules of one parent must stay together. `report.mapped` lists
// the assignments, `report.dropped` unused tensors, `report.approximated` weights that keep their initial values.
// InvalidArgument if nothing matches or the modules come in another order than the layers.
Status fitPyTorchWeights(Checkpoint& checkpoint, const SafetensorsFile& file, ExchangeReport& report);

// Returns the weights under PyTorch's names: "conv1.weight", "norm1.running_var".
Result<std::vector<std::pair<std::string, Tensor>>> pyTorchWeights(const Checkpoint& checkpoint);

}  // namespace fovea
