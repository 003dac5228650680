// Why: an op that a pass made of others must run on every device, also where nobody has written it a kernel of its own.
#pragma once
#include "core/backends/device.h"

namespace fovea {

// Output `index` of step `step`, or input `index` of the composed op.
struct ComposedValue {
  static constexpr int kInput = -1;
  int step = kInput;
  int index = 0;
};

struct ComposedStep {
  std::string op;
  FieldValues attributes;  // defaults may be left out
  std::vector<ComposedValue> inputs;
};

struct Composition {
  std::vector<ComposedStep> steps;  // in the order in which they run
  std::vector<ComposedValue> outputs;
};

// A kernel that runs the device's kernels for the steps one after the other; what lies between them is in its scratch
// memory. No input of the op is updated, and no output of it is read by a step. It is a fallback: see KernelEntry.
KernelEntry composedKernel(const std::string& op, std::function<Composition(const KernelRequest&)> compose);

// The ops that passes make of others, as composed kernels, behind those that a device has of its own.
void addComposedKernels(KernelRegistry& registry);

}  // namespace fovea
