// Why: what changes variables: the optimizer's step over parameters in whatever layout their layer chose, and counters.
#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"

namespace fovea::cpu {
namespace {

KernelEntry sgdEntry() {
  return float32Entry("cpu.sgd_update", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const Layout layout = request.inputLayouts[0];
    const auto count = static_cast<std::int64_t>(layout.bytes(request.inputs[0]) / sizeof(float));
    const double multiplier = request.attributes.real("rate_multiplier");
    SgdArguments fixed{};
    fixed.momentum = static_cast<float>(request.attributes.real("momentum"));
    fixed.weightDecay = static_cast<float>(request.attributes.real("weight_decay"));
    fixed.nesterov = request.attributes.boolean("nesterov");
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      SgdArguments arguments = fixed;
      arguments.parameter = floats(a.inputs[0]);
      arguments.gradient = floats(a.inputs[1]);
      arguments.velocity = floats(a.inputs[2]);
      arguments.rate = static_cast<float>(static_cast<double>(*floats(a.inputs[3])) * multiplier);
      arguments.newParameter = mutableFloats(a.outputs[0]);
      arguments.newVelocity = mutableFloats(a.outputs[1]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) { simd().sgd(arguments, begin, end); });
    });
    plan.inputs = {layout, layout, layout, Layout()};
    plan.outputs = {layout, layout};
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry accumulateEntry() {
  return float32Entry("cpu.accumulate", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double factor = request.attributes.real("factor");
    const std::int64_t count = request.inputs[0].shape.elementCount();
    return densePlan(request, [factor, count](const KernelArguments& a) {
      const float *sum = floats(a.inputs[0]), *value = floats(a.inputs[1]);
      float* newSum = mutableFloats(a.outputs[0]);
      for (std::int64_t i = 0; i < count; ++i)
        newSum[i] = static_cast<float>(static_cast<double>(sum[i]) + factor * static_cast<double>(value[i]));
    });
  });
}

}  // namespace

void addUpdateKernels(KernelRegistry& registry) {
  registry.add("sgd_update", sgdEntry());
  registry.add("accumulate", accumulateEntry());
}

}  // namespace fovea::cpu
