// Why: products of many small or a few large matrices: one matrix per thread if there are enough, otherwise all threads
// on each.
#include <cstring>

#include "core/backends/cpu/products/gemm.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/ops/matrix_geometry.h"

namespace fovea::cpu {
namespace {

// Multiply-adds of one product from which all threads together are faster than one thread each.
constexpr double kLargeProduct = 4e6;

Result<KernelPlan> createMatmul(const KernelRequest& request, Device&) {
  const MatrixProduct p = readMatrixProduct(request.attributes, request.inputs[0].shape, request.inputs[1].shape);
  KernelPlan plan = densePlan(request, [p](const KernelArguments& a) {
    const float *first = floats(a.inputs[0]), *second = floats(a.inputs[1]);
    float* y = mutableFloats(a.outputs[0]);
    const Gemm product{.transposeA = p.transposeA,
                       .transposeB = p.transposeB,
                       .rows = p.rows,
                       .columns = p.columns,
                       .inner = p.inner,
                       .strideA = p.transposeA ? p.rows : p.inner,
                       .strideB = p.transposeB ? p.inner : p.columns,
                       .strideC = p.columns};
    const auto multiply = [&](std::int64_t b) {
      gemm(product, first + b * p.rows * p.inner, second + b * p.inner * p.columns, y + b * p.rows * p.columns);
    };
    const double work = static_cast<double>(p.rows) * static_cast<double>(p.inner) * static_cast<double>(p.columns);
    if (work >= kLargeProduct || p.batch == 1)
      for (std::int64_t b = 0; b < p.batch; ++b) multiply(b);
    else
      parallelTasks(p.batch, work * static_cast<double>(p.batch), multiply);
  });
  plan.detail = "dnnl_sgemm";
  return plan;
}

}  // namespace

void addMatmulKernels(KernelRegistry& registry) {
  registry.add("matmul", float32Entry("cpu.matmul", createMatmul));
}

}  // namespace fovea::cpu
