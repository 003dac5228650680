// Why: dropout draws by the position of an element in dense order, so it works on dense values.
#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"
#include "core/ops/dropout_mask.h"

namespace fovea::cpu {
namespace {

KernelEntry forwardEntry() {
  return float32Entry("cpu.dropout", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::int64_t count = request.inputs[0].shape.elementCount();
    const double probability = request.attributes.real("probability");
    const auto seed = static_cast<std::uint64_t>(request.attributes.integer("seed"));
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      DropoutArguments arguments;
      arguments.x = floats(a.inputs[0]);
      arguments.y = mutableFloats(a.outputs[0]);
      arguments.mask = static_cast<std::uint8_t*>(a.outputs[1]);
      arguments.step = static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(a.inputs[1]));
      arguments.seed = seed;
      arguments.threshold = dropoutThreshold(probability);
      arguments.factor = static_cast<float>(1.0 / (1.0 - probability));
      parallelRanges(
          count, 8.0, [&](std::int64_t begin, std::int64_t end) { simd().dropout(arguments, begin, end); }, 64);
    });
    plan.inPlace = {{0, 0}};
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry backwardEntry() {
  return float32Entry("cpu.dropout_backward", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::int64_t count = request.inputs[0].shape.elementCount();
    const auto factor = static_cast<float>(1.0 / (1.0 - request.attributes.real("probability")));
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float* dy = floats(a.inputs[0]);
      const auto* mask = static_cast<const std::uint8_t*>(a.inputs[1]);
      float* dx = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().dropoutBackward(dy + begin, mask + begin, factor, dx + begin, end - begin);
      });
    });
    plan.inPlace = {{0, 0}};
    plan.detail = simd().name;
    return plan;
  });
}

}  // namespace

void addDropoutKernels(KernelRegistry& registry) {
  registry.add("dropout", forwardEntry());
  registry.add("dropout_backward", backwardEntry());
}

}  // namespace fovea::cpu
