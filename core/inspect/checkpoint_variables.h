// Why: whoever looks into a trained network first brings its weights to a device, in one way.
#pragma once
#include <memory>
#include <vector>

#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

// The variables that a lowered network needs, with the checkpoint's values. Corrupt when one is missing or has another
// shape: the message names it.
Result<std::shared_ptr<VariableStore>> loadVariables(const Checkpoint& checkpoint,
                                                     const std::vector<VariableInfo>& variables,
                                                     std::shared_ptr<Device> device);

}  // namespace fovea
