// Why: updates of variables other than the optimizers': averages of weights in any layout, running sums and counters;
// and gradient clipping.
#include <cmath>
#include <cstring>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kChunk = 4096;  // elements of one partial sum: the order of sums does not depend on the threads

std::int64_t floatsIn(const Layout& layout, const TensorType& type) {
  return static_cast<std::int64_t>(layout.bytes(type) / sizeof(float));
}

// Sum of squares of [begin, end), chunk by chunk.
double squaredSum(const float* x, std::int64_t begin, std::int64_t end) {
  return simd().squaredDeviation(x + begin, 0.0f, end - begin);
}

double total(const double* sums, std::int64_t count) {
  double result = 0;
  for (std::int64_t i = 0; i < count; ++i) result += sums[i];
  return result;
}

KernelEntry accumulateEntry() {
  return float32Entry("cpu.accumulate", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double factor = request.attributes.real("factor");
    if (request.inputs[0].shape.rank() == 0)
      return densePlan(request, [factor](const KernelArguments& a) {
        const auto sum = static_cast<double>(*floats(a.inputs[0])), value = static_cast<double>(*floats(a.inputs[1]));
        *mutableFloats(a.outputs[0]) = static_cast<float>(sum + factor * value);
      });
    const Layout layout = request.hasFreeLayout(0) ? request.inputLayouts[1] : request.inputLayouts[0];
    const std::int64_t count = floatsIn(layout, request.inputs[0]);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float *sum = floats(a.inputs[0]), *value = floats(a.inputs[1]);
      float* result = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().addScaled(sum + begin, 1.0f, value + begin, static_cast<float>(factor), result + begin, end - begin);
      });
    });
    plan.inputs = {layout, layout};
    plan.outputs = {layout};
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry averageEntry() {
  return float32Entry("cpu.average_update", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const Layout layout = request.hasFreeLayout(0) ? request.inputLayouts[1] : request.inputLayouts[0];
    const std::int64_t count = floatsIn(layout, request.inputs[0]);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float *average = floats(a.inputs[0]), *value = floats(a.inputs[1]), weight = *floats(a.inputs[2]);
      float* result = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        if (weight == 1)
          std::memcpy(result + begin, value + begin, static_cast<std::size_t>(end - begin) * sizeof(float));
        else
          simd().addScaled(average + begin, 1 - weight, value + begin, weight, result + begin, end - begin);
      });
    });
    plan.inputs = {layout, layout, Layout()};
    plan.outputs = {layout};
    plan.detail = simd().name;
    return plan;
  });
}

// The padding of blocked layouts is zero and adds nothing. Scratch: a sum for each chunk of each input.
KernelEntry squaredNormEntry() {
  return float32Entry("cpu.squared_norm", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    struct Piece {
      std::size_t input;
      std::int64_t begin, end;
    };
    std::vector<Piece> pieces;
    double work = 0;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
      const std::int64_t count = floatsIn(request.inputLayouts[i], request.inputs[i]);
      work += static_cast<double>(count);
      for (std::int64_t begin = 0; begin < count; begin += kChunk)
        pieces.push_back({i, begin, std::min(count, begin + kChunk)});
    }
    const std::size_t scratch = pieces.size() * sizeof(double);
    KernelPlan plan = densePlan(request, [pieces = std::move(pieces), work](const KernelArguments& a) {
      const auto count = static_cast<std::int64_t>(pieces.size());
      auto* sums = static_cast<double*>(a.scratch);
      parallelTasks(count, work, [&](std::int64_t task) {
        const Piece& piece = pieces[static_cast<std::size_t>(task)];
        sums[task] = squaredSum(floats(a.inputs[piece.input]), piece.begin, piece.end);
      });
      *mutableFloats(a.outputs[0]) = static_cast<float>(total(sums, count));
    });
    plan.inputs.assign(request.inputLayouts.begin(), request.inputLayouts.end());
    plan.scratchBytes = scratch;
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry clipFactorEntry() {
  return float32Entry("cpu.clip_factor", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double limit = request.attributes.real("limit");
    const bool scaled = request.inputs.size() > 1;
    return densePlan(request, [=](const KernelArguments& a) {
      const double scale = scaled ? static_cast<double>(*floats(a.inputs[1])) : 1.0;
      const double share = limit / (scale * std::sqrt(static_cast<double>(*floats(a.inputs[0]))) + 1e-6);
      *mutableFloats(a.outputs[0]) = static_cast<float>(scale == 0 ? 0.0 : scale * (share > 1 ? 1.0 : share));
    });
  });
}

KernelEntry assignEntry() {
  return float32Entry("cpu.assign", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::size_t bytes = request.outputs[0].bytes();
    return densePlan(request, [bytes](const KernelArguments& a) {
      if (bytes > 0) std::memcpy(a.outputs[0], a.inputs[1], bytes);
    });
  });
}

}  // namespace

void addUpdateKernels(KernelRegistry& registry) {
  registry.add("accumulate", accumulateEntry());
  registry.add("average_update", averageEntry());
  registry.add("squared_norm", squaredNormEntry());
  registry.add("clip_factor", clipFactorEntry());
  registry.add("assign", assignEntry());
}

}  // namespace fovea::cpu
