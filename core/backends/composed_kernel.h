// Why: a fused op must run on every device, even on one without a kernel for it.
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
  FieldValues attributes;  // missing ones get their defaults
  std::vector<ComposedValue> inputs;
};

struct Composition {
  std::vector<ComposedStep> steps;  // in execution order
  std::vector<ComposedValue> outputs;
};

// Returns a kernel that runs the device's kernels for the steps in sequence, with intermediate values in its scratch
// memory. A step may read an output that an earlier one wrote; only one step may read an input that is updated. It is a
// fallback: see KernelEntry.
KernelEntry composedKernel(const std::string& op, std::function<Composition(const KernelRequest&)> compose);

// The composed kernel of an op that a pass makes of others.
KernelEntry composedEntry(std::string_view op);

// Adds composed kernels for all fused ops, after the device's own kernels.
void addComposedKernels(KernelRegistry& registry);

}  // namespace fovea
