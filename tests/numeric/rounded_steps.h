// Why: a training step with rounded products (to TF32, or to 16 bits) cannot be compared with the reference value by
// value from its inputs on: if two numbers of a pooling window are nearly equal, or one is nearly zero before a ReLU,
// rounding decides where a gradient goes, and a fraction p of such positions changes a gradient by the square root of
// 2p of its norm (for 0.1 % of the windows: 4.5 %). So every node is compared with the reference kernel on the device's
// own inputs: then differences do not accumulate, and one bound holds for all networks.
#pragma once
#include "tests/numeric/network_cases.h"

namespace fovea::numeric {

// The rounding of products.
struct StepRounding {
  const char* name;
  std::optional<DataType> half;  // type of everything in reduced precision; nullopt: f32 in TF32
  double share;                  // tolerance of a rounded result, relative to its L2 norm
};
// TF32 and bf16.
std::span<const StepRounding> stepRoundings();

// The largest difference that checkRounded() found, relative to the tolerance, and where.
struct RoundedWorst {
  double part = 0;
  std::string where;
};

// Runs the given number of steps of the graph after the device's passes, all but the first recorded if the device
// supports it, and compares every output of every node with its reference kernel on the device's own inputs. A second
// executor repeats each step from the same variables with shared memory and in-place updates: its variables must change
// in the same way, except for the effects of another choice of kernels.
Status checkRounded(const NetworkCase& subject, const StepRounding& rounding, int steps,
                    const std::shared_ptr<Device>& device, RoundedWorst* worst = nullptr);

// Success if the changes of a variable from `start` to `expected` and from `start` to `actual` differ, in the L2 norm,
// by at most `share` of the first, plus a small amount for changes as small as rounding.
Status compareWays(const Tensor& start, const Tensor& expected, const Tensor& actual, double share);

}  // namespace fovea::numeric
