// Why: splits the PyTorch table by kind of layer: shape changes, sequences, ops, constants and formulas of imported
// networks. Each part handles some types; internal to pytorch_layers. Pure.
#pragma once
#include <optional>

#include "core/exchange/pytorch/pytorch_layers.h"

namespace fovea {

// Nothing for types of other parts, and for settings without a PyTorch counterpart.
std::optional<PyTorchLayer> pyTorchShape(const PyTorchRequest& request);
std::optional<PyTorchLayer> pyTorchSequence(const PyTorchRequest& request);
std::optional<PyTorchLayer> pyTorchPrimitive(const PyTorchRequest& request);

// Whether the module has submodules, and a parameter's name there: "query.bias" for "query_bias".
bool hasPyTorchModules(const std::string& layerType);
std::string pyTorchModuleParameter(const std::string& parameter);

// Python's boolean literals.
inline const char* pythonTruth(bool value) {
  return value ? "True" : "False";
}
std::string pythonTuple(const std::vector<std::int64_t>& list);
// A layer's list with one number per spatial axis; a single number applies to all.
std::vector<std::int64_t> forPlaces(const PyTorchRequest& request, const char* name);
// Returns the module "nn.ReLU()", applied to `input` or else to the first input.
PyTorchLayer asModule(const PyTorchRequest& request, std::string module, std::string input = {});

}  // namespace fovea
