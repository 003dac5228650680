// Why: activations process the memory of a value in its own layout; the padding of a format stays zero.
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

using Forward = void (*)(const float*, float*, std::int64_t);
using Backward = void (*)(const float*, const float*, float*, std::int64_t);

std::int64_t floatsIn(const TensorType& type, const Layout& layout) {
  return static_cast<std::int64_t>(layout.bytes(type) / sizeof(float));
}

KernelEntry forwardEntry(std::string name, Forward function, double work, bool keepsZero) {
  return float32Entry(std::move(name), [=](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    Layout layout = request.inputLayouts[0];
    if (!keepsZero && padded(request.inputs[0], layout)) layout = Layout();
    const std::int64_t count = floatsIn(request.inputs[0], layout);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float* x = floats(a.inputs[0]);
      float* y = mutableFloats(a.outputs[0]);
      parallelRanges(count, work,
                     [&](std::int64_t begin, std::int64_t end) { function(x + begin, y + begin, end - begin); });
    });
    plan.inputs = {layout};
    plan.outputs = {layout};
    plan.inPlace = {{0, 0}};
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry backwardEntry(std::string name, Backward function) {
  return float32Entry(std::move(name), [=](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    // The gradient uses the layout of the forward pass's output, which its neighbours chose.
    const Layout layout = request.inputLayouts[1];
    const std::int64_t count = floatsIn(request.inputs[1], layout);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float *dy = floats(a.inputs[0]), *y = floats(a.inputs[1]);
      float* dx = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        function(dy + begin, y + begin, dx + begin, end - begin);
      });
    });
    plan.inputs = {layout, layout};
    plan.outputs = {layout};
    plan.inPlace = {{0, 0}, {0, 1}};
    plan.detail = simd().name;
    return plan;
  });
}

}  // namespace

void addActivationKernels(KernelRegistry& registry) {
  const SimdKernels& kernels = simd();
  registry.add("relu", forwardEntry("cpu.relu", kernels.relu, 1, true));
  registry.add("sigmoid", forwardEntry("cpu.sigmoid", kernels.sigmoid, 8, false));
  registry.add("tanh", forwardEntry("cpu.tanh", kernels.tanh, 12, true));
  registry.add("relu_backward", backwardEntry("cpu.relu_backward", kernels.reluBackward));
  registry.add("sigmoid_backward", backwardEntry("cpu.sigmoid_backward", kernels.sigmoidBackward));
  registry.add("tanh_backward", backwardEntry("cpu.tanh_backward", kernels.tanhBackward));
}

}  // namespace fovea::cpu
