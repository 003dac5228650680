#include "core/inspect/checkpoint_variables.h"

#include <fmt/format.h>

namespace fovea {

Result<std::shared_ptr<VariableStore>> loadVariables(const Checkpoint& checkpoint,
                                                     const std::vector<VariableInfo>& variables,
                                                     std::shared_ptr<Device> device) {
  auto store = std::make_shared<VariableStore>(std::move(device));
  for (const VariableInfo& variable : variables) {
    const Tensor* value = checkpoint.findWeight(variable.name);
    if (!value)
      return fail(ErrorCode::Corrupt,
                  fmt::format("The checkpoint does not hold {}, which its network needs.", variable.name),
                  "Choose another checkpoint of the run.");
    if (value->type() != variable.type)
      return fail(ErrorCode::Corrupt,
                  fmt::format("The checkpoint's {} is {}, but its network needs {}.", variable.name,
                              value->type().toString(), variable.type.toString()),
                  "Choose another checkpoint of the run.");
    FOVEA_CHECK(store->write(variable.name, *value));
  }
  return store;
}

}  // namespace fovea
