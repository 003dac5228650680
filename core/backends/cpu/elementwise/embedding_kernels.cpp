// Why: an embedding lookup only moves memory, and summing its gradients must not depend on the number of threads.
#include <cstring>
#include <limits>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  const std::int64_t symbols = request.inputs[0].shape[0], width = request.inputs[0].shape[1];
  const std::int64_t count = request.inputs[1].shape.elementCount();
  KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
    const float* weight = floats(a.inputs[0]);
    const auto* index = static_cast<const std::int32_t*>(a.inputs[1]);
    float* y = mutableFloats(a.outputs[0]);
    parallelRanges(
        count, static_cast<double>(width),
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) {
            float* row = y + i * width;
            if (index[i] >= 0 && index[i] < symbols)
              std::memcpy(row, weight + index[i] * width, static_cast<std::size_t>(width) * sizeof(float));
            else
              std::fill_n(row, width, index[i] < 0 ? 0.0f : std::numeric_limits<float>::quiet_NaN());
          }
        },
        1);
  });
  plan.detail = "rows";
  return plan;
}

// Each thread sums some columns of the table over all positions, in their order.
Result<KernelPlan> createBackward(const KernelRequest& request, Device&) {
  const std::int64_t symbols = request.outputs[0].shape[0], width = request.outputs[0].shape[1];
  const std::int64_t count = request.inputs[1].shape.elementCount();
  KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
    const float* dy = floats(a.inputs[0]);
    const auto* index = static_cast<const std::int32_t*>(a.inputs[1]);
    float* dweight = mutableFloats(a.outputs[0]);
    parallelRanges(width, static_cast<double>(count + symbols), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t v = 0; v < symbols; ++v)
        std::fill(dweight + v * width + begin, dweight + v * width + end, 0.0f);
      for (std::int64_t i = 0; i < count; ++i) {
        if (index[i] < 0 || index[i] >= symbols) continue;
        float* sum = dweight + index[i] * width + begin;
        simd().add(sum, dy + i * width + begin, sum, end - begin);
      }
    });
  });
  plan.detail = simd().name;
  return plan;
}

}  // namespace

void addEmbeddingKernels(KernelRegistry& registry) {
  registry.add("embedding", float32Entry("cpu.embedding", createForward));
  registry.add("embedding_backward", float32Entry("cpu.embedding_backward", createBackward));
}

}  // namespace fovea::cpu
