// Why: an executor runs many updates as one where the device can; what comes out must not show it, to the last bit. No
// test framework here. Functions take a Device, which belongs to one thread.
#pragma once
#include "core/backends/executor.h"

namespace fovea::numeric {

// Every op that changes one variable with a gradient.
const std::vector<std::string>& updateOps();

struct JointUpdates {
  std::map<std::string, Tensor> variables;  // after some steps
  int steps = 0;                            // of the executor, that are such updates
  int gatherings = 0;                       // likewise of gradients
};

// A few steps of `updates` updates by `op`, of variables of many shapes with attributes of their own, and of gradients
// that are gathered before; `joint`: as the executor runs them, else one by one. Unsupported where the device has no
// kernel.
Result<JointUpdates> runUpdates(const std::string& op, DataType real, int updates, bool joint,
                                const std::shared_ptr<Device>& device);

// Success if both ways of running them give the same bits, in fewer steps where `joins` says so.
Status checkJointUpdates(const std::string& op, DataType real, int updates, bool joins,
                         const std::shared_ptr<Device>& device);

}  // namespace fovea::numeric
