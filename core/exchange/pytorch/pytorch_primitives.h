// Why: imported networks hold ops as they are, constants and formulas; PyTorch says each in an expression. Pure.
#pragma once
#include "core/exchange/pytorch/pytorch_layers.h"

namespace fovea {

// Of a primitive layer, a constant, a scale with bias, a matrix product or a normalisation over features. Unsupported
// for others.
Result<PyTorchLayer> pyTorchPrimitive(const PyTorchRequest& request);

}  // namespace fovea
