// Why: a training step whose products are rounded (to TF32, or to 16 bits) cannot be compared with the reference value
// by value from its first input on: where two numbers of a pooling window are nearly equal, or one is nearly zero
// before a ReLU, rounding decides which way a gradient goes, and a share p of such places changes a gradient by the
// square root of 2p of its length (of 0.1 % of the windows: 4.5 %). So every node is compared with the reference kernel
// on the inputs that the device itself gave it: then no difference grows, and one bound holds for all networks.
#pragma once
#include "tests/numeric/network_cases.h"

namespace fovea::numeric {

// How products are rounded.
struct StepRounding {
  const char* name;
  std::optional<DataType> half;  // everything that mixed precision puts there is in this type; none: f32 in TF32
  double share;                  // what a rounded result may differ by, of its own L2 norm
};
// TF32 and bf16.
std::span<const StepRounding> stepRoundings();

// The largest difference that checkRounded() found, as a part of what is allowed, and where.
struct RoundedWorst {
  double part = 0;
  std::string where;
};

// Runs as many steps of the graph that the device's passes make, all but the first of them recorded where the device
// records, and compares every output of every node with its reference kernel on the device's own inputs. A second
// executor does each step again from the same variables, with memory that is shared and updates in place: its variables
// go the same way, but for what another choice of kernels makes of it.
Status checkRounded(const NetworkCase& subject, const StepRounding& rounding, int steps,
                    const std::shared_ptr<Device>& device, RoundedWorst* worst = nullptr);

// Success when the ways of a variable from `start` to `expected` and to `actual` differ, by the L2 norm, by at most
// `share` of the first one, and a trifle for ways that rounding alone is the length of.
Status compareWays(const Tensor& start, const Tensor& expected, const Tensor& actual, double share);

}  // namespace fovea::numeric
