// Why: ops that are right alone can still be wrong together (layouts that meet, memory that is shared, updates in
// place): whole training steps are run on a device and every value is held against the reference kernels. No test
// framework here. Functions are pure, but for the device they are given.
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

// A training step: forward, backward and update, with the numbers it begins from.
struct NetworkCase {
  std::string name;
  std::shared_ptr<const Graph> graph;
  std::vector<std::pair<ValueId, Tensor>> inputs;
  std::vector<std::pair<ValueId, Tensor>> variables;
};

// In the order of networkCases().
inline constexpr std::array<const char*, 7> kNetworkNames = {"lenet",  "perceptron", "branches", "places",
                                                             "volume", "sentences",  "signals"};

// Caffe's LeNet, a perceptron of several layers, a network in which branches meet, one that makes images smaller and
// larger again, one on volumes, one on sentences and one on signals.
Result<std::vector<NetworkCase>> networkCases();

// Runs one step on the device and compares every value that a node made; then, in a second executor that keeps nothing
// (so that memory is shared and updates are in place), as many steps as asked, and compares the variables. The second
// and later steps are recorded where the device records.
Status checkNetwork(const NetworkCase& subject, int steps, const std::shared_ptr<Device>& device, bool exact = false);

// Rounding grows from layer to layer, so the bounds are wider than those of one op; a wrong layout misses them by far.
inline constexpr Tolerance kStepTolerance{1e-3, 1e-4};

// An executor of the case with its inputs set and its variables in `store`.
Result<std::unique_ptr<Executor>> compileNetwork(const NetworkCase& subject,
                                                 const std::shared_ptr<VariableStore>& store, bool keepAll, bool exact);

}  // namespace fovea::numeric
