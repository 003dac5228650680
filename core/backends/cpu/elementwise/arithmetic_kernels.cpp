// Why: sums and products: one loop over memory if the operands have the same layout, otherwise with broadcasting.
#include "core/backends/cpu/elementwise/broadcast_loops.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

struct Binary {
  void (*vectors)(const float*, const float*, float*, std::int64_t);
  void (*scalar)(const float*, float, float*, std::int64_t);
};

KernelPlan alikePlan(const KernelRequest& request, const Binary& op) {
  const Layout layout = commonLayout(request, {0, 1});
  const auto count = static_cast<std::int64_t>(layout.bytes(request.outputs[0]) / sizeof(float));
  KernelPlan plan = densePlan(request, [=](const KernelArguments& arguments) {
    const float *a = floats(arguments.inputs[0]), *b = floats(arguments.inputs[1]);
    float* y = mutableFloats(arguments.outputs[0]);
    parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
      op.vectors(a + begin, b + begin, y + begin, end - begin);
    });
  });
  plan.inputs = {layout, layout};
  plan.outputs = {layout};
  plan.inPlace = {{0, 0}, {0, 1}};
  return plan;
}

KernelPlan broadcastPlan(const KernelRequest& request, const Binary& op) {
  const BroadcastLoops loops(request.inputs[0].shape, request.inputs[1].shape, request.outputs[0].shape);
  return densePlan(request, [=](const KernelArguments& arguments) {
    const float *a = floats(arguments.inputs[0]), *b = floats(arguments.inputs[1]);
    float* y = mutableFloats(arguments.outputs[0]);
    const BroadcastLoops::Axis inner = loops.inner();
    const auto doRuns = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t run = begin; run < end; ++run) {
        const auto [fromA, fromB] = loops.start(run);
        float* to = y + run * inner.extent;
        if (inner.strideA == 0)
          op.scalar(b + fromB, a[fromA], to, inner.extent);
        else if (inner.strideB == 0)
          op.scalar(a + fromA, b[fromB], to, inner.extent);
        else
          op.vectors(a + fromA, b + fromB, to, inner.extent);
      }
    };
    parallelRanges(loops.runs(), static_cast<double>(inner.extent), doRuns, 1);
  });
}

KernelEntry binaryEntry(std::string name, Binary op) {
  return float32Entry(std::move(name), [op](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    if (request.outputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
    KernelPlan plan =
        request.inputs[0].shape == request.inputs[1].shape ? alikePlan(request, op) : broadcastPlan(request, op);
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry scaleEntry() {
  return float32Entry("cpu.scale", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const Layout layout = request.inputLayouts[0];
    const auto count = static_cast<std::int64_t>(layout.bytes(request.inputs[0]) / sizeof(float));
    const auto factor = static_cast<float>(request.attributes.real("factor"));
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float* x = floats(a.inputs[0]);
      float* y = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().multiplyScalar(x + begin, factor, y + begin, end - begin);
      });
    });
    plan.inputs = {layout};
    plan.outputs = {layout};
    plan.inPlace = {{0, 0}};
    plan.detail = simd().name;
    return plan;
  });
}

}  // namespace

void addArithmeticKernels(KernelRegistry& registry) {
  const SimdKernels& kernels = simd();
  registry.add("add", binaryEntry("cpu.add", {kernels.add, kernels.addScalar}));
  registry.add("multiply", binaryEntry("cpu.multiply", {kernels.multiply, kernels.multiplyScalar}));
  registry.add("scale", scaleEntry());
}

}  // namespace fovea::cpu
