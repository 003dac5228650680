// Why: PyTorch says each kind of layer in its own way: what changes shapes, what works on sequences, the ops, constants
// and formulas of imported networks. Each part knows some types; internal to pytorch_layers. Pure.
#pragma once
#include <optional>

#include "core/exchange/pytorch/pytorch_layers.h"

namespace fovea {

// Nothing for types of other parts, and where PyTorch has no counterpart for what is set.
std::optional<PyTorchLayer> pyTorchShape(const PyTorchRequest& request);
std::optional<PyTorchLayer> pyTorchSequence(const PyTorchRequest& request);
std::optional<PyTorchLayer> pyTorchPrimitive(const PyTorchRequest& request);

// Whether the module has modules of its own, and what a parameter is called there: "query.bias" for "query_bias".
bool hasPyTorchModules(const std::string& layerType);
std::string pyTorchModuleParameter(const std::string& parameter);

// Words of Python.
inline const char* pythonTruth(bool value) {
  return value ? "True" : "False";
}
std::string pythonTuple(const std::vector<std::int64_t>& list);
// A list of a layer for each axis behind [N, C]: one number stands for all.
std::vector<std::int64_t> forPlaces(const PyTorchRequest& request, const char* name);
// "nn.ReLU()", applied to the first input unless another is given.
PyTorchLayer asModule(const PyTorchRequest& request, std::string module, std::string input = {});

}  // namespace fovea
