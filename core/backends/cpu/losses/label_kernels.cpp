// Why: kernels of losses and metrics that use labels, and of the distances within a batch that they need.
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/class_counting.h"
#include "core/ops/pointwise.h"

namespace fovea::cpu {
namespace {

Result<KernelPlan> createOneHot(const KernelRequest& request, Device&) {
  const ChannelGeometry g = knownClasses(request.attributes, request.outputs[0]);
  const std::int64_t ignored = request.attributes.integer("ignore_index");
  return densePlan(request, [g, ignored](const KernelArguments& a) {
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[0]);
    parallelTasks(g.batch, static_cast<double>(g.perChannel() * g.channels), [&](std::int64_t n) {
      float* y = mutableFloats(a.outputs[0]) + g.at(n, 0, 0);
      std::fill_n(y, g.channels * g.inner, 0.0f);
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const std::int32_t label = labels[n * g.inner + i];
        if (label >= 0 && label < g.channels && label != ignored) y[label * g.inner + i] = 1.0f;
      }
    });
  });
}

Result<KernelPlan> createLabelPairs(const KernelRequest& request, Device&) {
  const std::int64_t count = request.inputs[0].shape[0];
  return densePlan(request, [count](const KernelArguments& a) {
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[0]);
    parallelTasks(count, static_cast<double>(count * count), [&](std::int64_t i) {
      float* y = mutableFloats(a.outputs[0]) + i * count;
      for (std::int64_t j = 0; j < count; ++j) y[j] = labels[j] < 0 ? -1.0f : labels[j] == labels[i] ? 1.0f : 0.0f;
      if (labels[i] < 0) std::fill_n(y, count, -1.0f);
      y[i] = -1.0f;
    });
  });
}

void subtract(const float* a, const float* b, float* y, std::int64_t count) {
  simd().pointwise[static_cast<int>(PointwiseCode::Subtract)].byRepeated[0](a, b, nullptr, y, count);
}

// Scratch of one row of x for each row of the result, so that rows can be computed in parallel.
std::size_t rowScratch(const TensorType& x) {
  return std::max<std::size_t>(x.bytes(), 1);
}

Result<KernelPlan> createSquaredDistances(const KernelRequest& request, Device&) {
  const std::int64_t count = request.inputs[0].shape[0], size = request.inputs[0].shape[1];
  KernelPlan plan = densePlan(request, [count, size](const KernelArguments& a) {
    const float* x = floats(a.inputs[0]);
    parallelTasks(count, static_cast<double>(count * count * size), [&](std::int64_t i) {
      float* difference = static_cast<float*>(a.scratch) + i * size;
      for (std::int64_t j = 0; j < count; ++j) {
        subtract(x + i * size, x + j * size, difference, size);
        mutableFloats(a.outputs[0])[i * count + j] =
            static_cast<float>(simd().squaredDeviation(difference, 0.0f, size));
      }
    });
  });
  plan.scratchBytes = rowScratch(request.inputs[0]);
  plan.detail = simd().name;
  return plan;
}

Result<KernelPlan> createSquaredDistancesBackward(const KernelRequest& request, Device&) {
  const std::int64_t count = request.inputs[1].shape[0], size = request.inputs[1].shape[1];
  KernelPlan plan = densePlan(request, [count, size](const KernelArguments& a) {
    const float *dy = floats(a.inputs[0]), *x = floats(a.inputs[1]);
    parallelTasks(count, static_cast<double>(count * count * size), [&](std::int64_t i) {
      float* part = static_cast<float*>(a.scratch) + i * size;
      float* dx = mutableFloats(a.outputs[0]) + i * size;
      std::fill_n(dx, size, 0.0f);
      for (std::int64_t j = 0; j < count; ++j) {
        subtract(x + i * size, x + j * size, part, size);
        simd().multiplyScalar(part, 2.0f * (dy[i * count + j] + dy[j * count + i]), part, size);
        simd().add(dx, part, dx, size);
      }
    });
  });
  plan.scratchBytes = rowScratch(request.inputs[1]);
  plan.detail = simd().name;
  return plan;
}

Result<KernelPlan> createClassCounts(const KernelRequest& request, Device&) {
  const ClassCounting counting = ClassCounting::read(request.attributes, request.inputs[0]);
  const std::int64_t top = request.attributes.integer("top");
  KernelPlan plan = densePlan(request, [counting, top](const KernelArguments& a) {
    const ChannelGeometry& g = counting.geometry;
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[1]);
    auto* counts = static_cast<std::int64_t*>(a.scratch);  // correct and counted positions, for each outer index
    parallelTasks(g.batch, static_cast<double>(g.perChannel() * g.channels), [&](std::int64_t n) {
      std::int64_t right = 0, counted = 0;
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const std::int32_t label = labels[n * g.inner + i];
        if (!counting.counts(label)) continue;
        ++counted;
        right += label < g.channels && counting.rankOf(floats(a.inputs[0]), n, i, label) < top ? 1 : 0;
      }
      counts[2 * n] = right;
      counts[2 * n + 1] = counted;
    });
    std::int64_t sums[2] = {0, 0};
    for (std::int64_t n = 0; n < 2 * g.batch; ++n) sums[n % 2] += counts[n];
    for (int i = 0; i < 2; ++i) mutableFloats(a.outputs[0])[i] = static_cast<float>(sums[i]);
  });
  plan.scratchBytes =
      static_cast<std::size_t>(std::max<std::int64_t>(2 * counting.geometry.batch, 1)) * sizeof(std::int64_t);
  return plan;
}

Result<KernelPlan> createConfusionCounts(const KernelRequest& request, Device&) {
  const ClassCounting counting = ClassCounting::read(request.attributes, request.inputs[0]);
  KernelPlan plan = densePlan(request, [counting](const KernelArguments& a) {
    const ChannelGeometry& g = counting.geometry;
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[1]);
    const std::int64_t cells = g.channels * g.channels;
    auto* counts = static_cast<std::int64_t*>(a.scratch);
    auto* best = reinterpret_cast<std::int32_t*>(counts + cells);
    parallelTasks(g.batch, static_cast<double>(g.perChannel() * g.channels), [&](std::int64_t n) {
      for (std::int64_t i = 0; i < g.inner; ++i)
        best[n * g.inner + i] = static_cast<std::int32_t>(counting.best(floats(a.inputs[0]), n, i));
    });
    std::fill_n(counts, cells, std::int64_t{0});
    for (std::int64_t i = 0; i < g.perChannel(); ++i)
      if (counting.counts(labels[i]) && labels[i] < g.channels) ++counts[labels[i] * g.channels + best[i]];
    std::copy_n(counts, cells, mutableFloats(a.outputs[0]));
  });
  const ChannelGeometry& g = counting.geometry;
  plan.scratchBytes = static_cast<std::size_t>(g.channels * g.channels) * sizeof(std::int64_t) +
                      static_cast<std::size_t>(std::max<std::int64_t>(g.perChannel(), 1)) * sizeof(std::int32_t);
  return plan;
}

}  // namespace

void addLabelKernels(KernelRegistry& registry) {
  registry.add("one_hot", float32Entry("cpu.one_hot", createOneHot));
  registry.add("label_pairs", float32Entry("cpu.label_pairs", createLabelPairs));
  registry.add("squared_distances", float32Entry("cpu.squared_distances", createSquaredDistances));
  registry.add("squared_distances_backward",
               float32Entry("cpu.squared_distances_backward", createSquaredDistancesBackward));
  registry.add("class_counts", float32Entry("cpu.class_counts", createClassCounts));
  registry.add("confusion_counts", float32Entry("cpu.confusion_counts", createConfusionCounts));
}

}  // namespace fovea::cpu
