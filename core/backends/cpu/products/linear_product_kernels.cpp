// Why: with many rows and a weight that does not fit the caches (transformers of width 768), plain products with the
// dense weight are faster than oneDNN's inner product with its blocked format: ViT-B on two AVX-512 cores takes 0.86 of
// the time, in inference and in training. With many inputs, few rows or small weights the blocked format is faster.
#include <algorithm>

#include "core/backends/cpu/products/gemm.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kFewestRows = 128, kMostInputs = 1024, kLeastWeights = std::int64_t{1} << 20;

struct LinearShape {
  std::int64_t rows, inputs, outputs;
};

Status worthwhile(const LinearShape& s) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  if (s.inputs == 0 || s.outputs == 0) return refuse("it is empty");
  if (s.rows < kFewestRows || s.inputs > kMostInputs || s.inputs * s.outputs < kLeastWeights)
    return refuse("oneDNN does few rows, many inputs and small weights better");
  return {};
}

// Success if the weight, input 1, is dense or can become dense at no cost.
Status denseWeight(const KernelRequest& request) {
  const bool constant = request.isConstant(1);
  if (request.hasFreeLayout(1) || constant || request.inputLayouts[1].dense()) return {};
  return fail(ErrorCode::Unsupported, "the weight lies otherwise");
}

KernelPlan productPlan(const KernelRequest& request, std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  plan.detail = "dnnl_sgemm, weight dense";
  return plan;
}

// x [rows, inputs], weight [outputs, inputs], bias [outputs] or none
Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  const LinearShape s{request.inputs[0].shape[0], request.inputs[0].shape[1], request.inputs[1].shape[0]};
  FOVEA_CHECK(worthwhile(s));
  FOVEA_CHECK(denseWeight(request));
  const bool hasBias = request.inputs.size() > 2;
  return productPlan(request, [=](const KernelArguments& a) {
    float* const y = mutableFloats(a.outputs[0]);
    if (hasBias)
      parallelRanges(s.rows, static_cast<double>(s.outputs), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row)
          std::copy_n(floats(a.inputs[2]), s.outputs, y + row * s.outputs);
      });
    gemm({.transposeB = true,
          .rows = s.rows,
          .columns = s.outputs,
          .inner = s.inputs,
          .strideA = s.inputs,
          .strideB = s.inputs,
          .strideC = s.outputs,
          .accumulate = hasBias},
         floats(a.inputs[0]), floats(a.inputs[1]), y);
  });
}

// dy [rows, outputs], weight [outputs, inputs]
Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  const LinearShape s{request.inputs[0].shape[0], request.inputs[1].shape[1], request.inputs[1].shape[0]};
  FOVEA_CHECK(worthwhile(s));
  FOVEA_CHECK(denseWeight(request));
  return productPlan(request, [=](const KernelArguments& a) {
    gemm({.rows = s.rows,
          .columns = s.inputs,
          .inner = s.outputs,
          .strideA = s.outputs,
          .strideB = s.inputs,
          .strideC = s.inputs},
         floats(a.inputs[0]), floats(a.inputs[1]), mutableFloats(a.outputs[0]));
  });
}

// dbias is the sum of the rows of dy; `totals` holds one number per output.
void sumRows(const LinearShape& s, const float* dy, double* totals, float* dbias) {
  parallelRanges(s.outputs, static_cast<double>(s.rows), [&](std::int64_t begin, std::int64_t end) {
    std::fill(totals + begin, totals + end, 0.0);
    simd().columnSums(dy + begin, s.rows, s.outputs, end - begin, totals + begin);
    for (std::int64_t i = begin; i < end; ++i) dbias[i] = static_cast<float>(totals[i]);
  });
}

// x [rows, inputs], dy [rows, outputs]
Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  const LinearShape s{request.inputs[0].shape[0], request.inputs[0].shape[1], request.inputs[1].shape[1]};
  FOVEA_CHECK(worthwhile(s));
  if (request.preferredLayout(0) && !request.preferredLayout(0)->dense())
    return fail(ErrorCode::Unsupported, "the weight lies otherwise");
  const bool needsBias = request.isNeeded(1);
  KernelPlan plan = productPlan(request, [=](const KernelArguments& a) {
    const float *x = floats(a.inputs[0]), *dy = floats(a.inputs[1]);
    gemm({.transposeA = true,
          .rows = s.outputs,
          .columns = s.inputs,
          .inner = s.rows,
          .strideA = s.outputs,
          .strideB = s.inputs,
          .strideC = s.inputs},
         dy, x, mutableFloats(a.outputs[0]));
    if (needsBias) sumRows(s, dy, static_cast<double*>(a.scratch), mutableFloats(a.outputs[1]));
  });
  if (needsBias) plan.scratchBytes = static_cast<std::size_t>(s.outputs) * sizeof(double);
  return plan;
}

}  // namespace

void addLinearProductKernels(KernelRegistry& registry) {
  registry.add("linear", float32Entry("cpu.linear_product", createForward));
  registry.add("linear_backward_data", float32Entry("cpu.linear_product_backward_data", createBackwardData));
  registry.add("linear_backward_weights", float32Entry("cpu.linear_product_backward_weights", createBackwardWeights));
}

}  // namespace fovea::cpu
