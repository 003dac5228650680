// Why: all inspection tools load a trained network's weights onto a device in the same way.
#pragma once
#include <memory>
#include <vector>

#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

// Returns the variables of a lowered network with the checkpoint's values. Fails with Corrupt, which names the
// variable, if one is missing or has another shape or type.
Result<std::shared_ptr<VariableStore>> loadVariables(const Checkpoint& checkpoint,
                                                     const std::vector<VariableInfo>& variables,
                                                     std::shared_ptr<Device> device);

}  // namespace fovea
