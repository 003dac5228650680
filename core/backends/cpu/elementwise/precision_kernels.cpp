// Why: casts between floating-point types, and the loss scale for 16-bit gradients.
#include <algorithm>
#include <atomic>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/tensor/half.h"

namespace fovea::cpu {
namespace {

// Uses the layout of the input, if the other type supports it.
KernelEntry castEntry() {
  KernelEntry entry;
  entry.name = "cpu.cast";
  entry.supports = [](const KernelRequest&) -> Status { return {}; };
  entry.create = [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const TensorType &x = request.inputs[0], &y = request.outputs[0];
    const Layout given = request.hasFreeLayout(0) ? Layout() : request.inputLayouts[0];
    const auto follows = layoutFor(y, x, given);
    const Layout from = follows ? given : Layout(), to = follows ? *follows : Layout();
    const auto count = static_cast<std::int64_t>(from.bytes(x) / byteSize(x.dtype));
    const DataType source = x.dtype, target = y.dtype;
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const auto* in = static_cast<const std::byte*>(a.inputs[0]);
      auto* out = static_cast<std::byte*>(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        convertNumbers(source, in + begin * static_cast<std::int64_t>(byteSize(source)), target,
                       out + begin * static_cast<std::int64_t>(byteSize(target)), end - begin);
      });
    });
    plan.inputs = {from};
    plan.outputs = {to};
    return plan;
  };
  return entry;
}

// x - x is 0 only for finite numbers.
bool allFinite(const float* numbers, std::int64_t count) {
  std::atomic<bool> finite = true;
  parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
    float sum = 0;
    for (std::int64_t i = begin; i < end; ++i) sum += numbers[i] - numbers[i];
    if (!(sum == 0)) finite = false;
  });
  return finite;
}

KernelEntry lossScaleEntry() {
  return float32Entry("cpu.loss_scale_update", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double growth = request.attributes.real("growth"), backoff = request.attributes.real("backoff");
    const double largest = request.attributes.real("largest"), first = request.attributes.real("first");
    const auto interval = static_cast<double>(request.attributes.integer("interval"));
    std::vector<std::int64_t> counts;
    for (const TensorType& type : request.inputs) counts.push_back(type.shape.elementCount());
    return densePlan(request, [=](const KernelArguments& a) {
      bool finite = true;
      for (std::size_t i = 2; i < counts.size(); ++i) finite = finite && allFinite(floats(a.inputs[i]), counts[i]);
      const auto scale = static_cast<double>(*floats(a.inputs[0]));
      if (scale == 0) {
        *mutableFloats(a.outputs[0]) = static_cast<float>(first);
        *mutableFloats(a.outputs[1]) = *mutableFloats(a.outputs[2]) = 0.0f;
        return;
      }
      double steps = finite ? static_cast<double>(*floats(a.inputs[1])) + 1 : 0;
      const bool grows = steps >= interval;
      const double next = finite ? (grows ? scale * growth : scale) : scale * backoff;
      if (grows) steps = 0;
      *mutableFloats(a.outputs[0]) = static_cast<float>(std::clamp(next, 1.0, largest));
      *mutableFloats(a.outputs[1]) = static_cast<float>(steps);
      *mutableFloats(a.outputs[2]) = finite ? static_cast<float>(1.0 / scale) : 0.0f;
    });
  });
}

}  // namespace

void addPrecisionKernels(KernelRegistry& registry) {
  registry.add("cast", castEntry());
  registry.add("loss_scale_update", lossScaleEntry());
}

}  // namespace fovea::cpu
