// Why: an executor runs many updates as one if the device supports it; the results must have the same bits. Without a
// test framework. Functions accept a Device, which belongs to one thread.
#pragma once
#include "core/backends/executor.h"

namespace fovea::numeric {

// Every op that updates one variable with a gradient.
const std::vector<std::string>& updateOps();

struct JointUpdates {
  std::map<std::string, Tensor> variables;  // after some steps
  int steps = 0;                            // steps of the executor that are such updates
  int gatherings = 0;                       // the same for gradients
};

// A few steps of `updates` updates by `op`, for variables of many shapes with different attributes, and gradients that
// are accumulated before; `joint`: as the executor joins them, else one by one. Unsupported if the device has no
// kernel.
Result<JointUpdates> runUpdates(const std::string& op, DataType real, int updates, bool joint,
                                const std::shared_ptr<Device>& device);

// Success if both ways give the same bits, with fewer steps if `joins` is set.
Status checkJointUpdates(const std::string& op, DataType real, int updates, bool joins,
                         const std::shared_ptr<Device>& device);

}  // namespace fovea::numeric
