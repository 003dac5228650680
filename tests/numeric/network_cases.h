// Why: ops that are correct alone can be wrong together (adjacent layouts, shared memory, in-place updates): whole
// training steps run on a device, and every value is compared with the reference kernels. Without a test framework.
// Functions are pure, except for the given device.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backends/executor.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {

// A training step: forward, backward and update, with its initial values.
struct NetworkCase {
  std::string name;
  std::shared_ptr<const Graph> graph;
  std::vector<std::pair<ValueId, Tensor>> inputs;
  std::vector<std::pair<ValueId, Tensor>> variables;
};

// In the order of networkCases().
inline constexpr std::array<const char*, 7> kNetworkNames = {"lenet",  "perceptron", "branches", "places",
                                                             "volume", "sentences",  "signals"};

// Caffe's LeNet, a multilayer perceptron, a network with branches that join, one with downsampling and upsampling, one
// on volumes, one on sentences and one on signals.
Result<std::vector<NetworkCase>> networkCases();

// Runs one step on the device and compares every value that a node computed; then, in a second executor that keeps no
// values (so that memory is shared and updates are in place), the given number of steps, and compares the variables.
// The second and later steps are recorded if the device supports it.
Status checkNetwork(const NetworkCase& subject, int steps, const std::shared_ptr<Device>& device, bool exact = false);

// Rounding errors grow from layer to layer, so the bounds are wider than those of one op; a wrong layout exceeds them
// by far.
inline constexpr Tolerance kStepTolerance{1e-3, 1e-4};

// An executor of the case with its inputs set and its variables in `store`.
Result<std::unique_ptr<Executor>> compileNetwork(const NetworkCase& subject,
                                                 const std::shared_ptr<VariableStore>& store, bool keepAll, bool exact);

}  // namespace fovea::numeric
