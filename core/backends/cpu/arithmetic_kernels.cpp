// Why: sums, products and their reductions: over memory where the operands lie alike, with broadcasting where they do
// not.
#include "core/backends/cpu/broadcast_loops.h"
#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"

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

// The sum over the axes of x along which y is repeated. With x as operand a of the broadcast and y as b, an axis with
// strideB 0 is summed. Each output is summed by one thread in one order, in double.
class ReduceToShape {
 public:
  explicit ReduceToShape(const KernelRequest& request)
      : loops_(request.inputs[0].shape, request.outputs[0].shape, request.inputs[0].shape),
        elements_(request.inputs[0].shape.elementCount()) {
    for (int axis = 0; axis + 1 < loops_.rank; ++axis) {
      const auto& loop = loops_.axes[static_cast<std::size_t>(axis)];
      (loop.strideB == 0 ? summed_ : kept_) *= loop.extent;
    }
  }

  void operator()(const KernelArguments& arguments) const {
    const float* x = floats(arguments.inputs[0]);
    float* y = mutableFloats(arguments.outputs[0]);
    const bool sumsRuns = loops_.inner().strideB == 0;
    const std::int64_t run = loops_.inner().extent;
    const std::int64_t chunks = sumsRuns ? 1 : (run + kChunk - 1) / kChunk;
    parallelTasks(kept_ * chunks, static_cast<double>(elements_), [&](std::int64_t task) {
      const std::int64_t kept = task / chunks, first = task % chunks * kChunk;
      if (sumsRuns)
        y[offset(kept, false).second] = static_cast<float>(sumOfRuns(x, kept));
      else
        sumOfColumns(x, y, kept, first, std::min(kChunk, run - first));
    });
  }

 private:
  static constexpr std::int64_t kChunk = 64;

  // Offsets in x and y of combination `index` of the outer axes that are summed, or of those that are kept.
  std::pair<std::int64_t, std::int64_t> offset(std::int64_t index, bool summed) const {
    std::int64_t inX = 0, inY = 0;
    for (int axis = loops_.rank - 2; axis >= 0; --axis) {
      const auto& loop = loops_.axes[static_cast<std::size_t>(axis)];
      if ((loop.strideB == 0) != summed) continue;
      inX += index % loop.extent * loop.strideA;
      inY += index % loop.extent * loop.strideB;
      index /= loop.extent;
    }
    return {inX, inY};
  }

  double sumOfRuns(const float* x, std::int64_t kept) const {
    double total = 0;
    for (std::int64_t i = 0; i < summed_; ++i)
      total += simd().sum(x + offset(kept, false).first + offset(i, true).first, loops_.inner().extent);
    return total;
  }

  void sumOfColumns(const float* x, float* y, std::int64_t kept, std::int64_t first, std::int64_t count) const {
    const auto [inX, inY] = offset(kept, false);
    double totals[kChunk] = {};
    for (std::int64_t i = 0; i < summed_; ++i) {
      const float* row = x + inX + offset(i, true).first + first;
      for (std::int64_t j = 0; j < count; ++j) totals[j] += static_cast<double>(row[j]);
    }
    for (std::int64_t j = 0; j < count; ++j) y[inY + first + j] = static_cast<float>(totals[j]);
  }

  BroadcastLoops loops_;
  std::int64_t elements_;
  std::int64_t summed_ = 1, kept_ = 1;
};

KernelEntry reduceEntry() {
  return float32Entry("cpu.reduce_to_shape", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
    return densePlan(request, ReduceToShape(request));
  });
}

}  // namespace

void addArithmeticKernels(KernelRegistry& registry) {
  const SimdKernels& kernels = simd();
  registry.add("add", binaryEntry("cpu.add", {kernels.add, kernels.addScalar}));
  registry.add("multiply", binaryEntry("cpu.multiply", {kernels.multiply, kernels.multiplyScalar}));
  registry.add("scale", scaleEntry());
  registry.add("reduce_to_shape", reduceEntry());
}

}  // namespace fovea::cpu
