// Why: ops that are right alone can still be wrong together (layouts that meet, memory that is shared, updates in
// place): whole training steps are run on a device and every value is held against the reference kernels. No test
// framework here. Functions are pure, but for the device they are given.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backends/executor.h"

namespace fovea::numeric {

// A training step: forward, backward and update, with the numbers it begins from.
struct NetworkCase {
  std::string name;
  std::shared_ptr<const Graph> graph;
  std::vector<std::pair<ValueId, Tensor>> inputs;
  std::vector<std::pair<ValueId, Tensor>> variables;
};

// Caffe's LeNet, a perceptron of several layers, a network in which branches meet, one that makes images smaller and
// larger again, one on volumes, one on sentences and one on signals.
Result<std::vector<NetworkCase>> networkCases();

// Runs one step on the device and compares every value that a node made; then, in a second executor that keeps nothing
// (so that memory is shared and updates are in place), as many steps as asked, and compares the variables. The second
// and later steps are recorded where the device records.
Status checkNetwork(const NetworkCase& subject, int steps, const std::shared_ptr<Device>& device, bool exact = false);

// How products are rounded: f32 in f32 alone (`exact`) or to TF32, or everything that mixed precision puts there in a
// 16-bit type.
struct StepRounding {
  const char* name;
  std::optional<DataType> half;
  double share;  // what a variable's way may differ by, of its own length
};
// TF32 and bf16, whose differences from the reference no bound of single elements tells from a wrong kernel.
std::span<const StepRounding> stepRoundings();

// Runs as many steps, all but the first of them recorded where the device records, and compares how far each variable
// has come with how far the reference's kernels bring it, rounded likewise where that is to 16 bits.
Status checkRounded(const NetworkCase& subject, const StepRounding& rounding, int steps,
                    const std::shared_ptr<Device>& device);

// Success when the ways of a variable from `start` to `expected` and to `actual` differ, by the L2 norm, by at most
// `share` of the first one, and a trifle for ways that rounding alone is the length of.
Status compareWays(const Tensor& start, const Tensor& expected, const Tensor& actual, double share);

}  // namespace fovea::numeric
