// Why: binds the linear layer and its gradients to cuBLASLt. A row-major [N, K] is a column-major K × N, so every
// product here is written for the transposes.
#include <limits>

#include "core/backends/cuda/module/capture_ends.h"
#include "core/backends/cuda/module/gemm.h"
#include "core/backends/cuda/module/support.h"
#include "core/ops/matrix_geometry.h"

namespace fovea::cuda {
namespace {

std::string detailOf(const GemmShape& shape) {
  return "cublasLt " + std::to_string(shape.rows) + "x" + std::to_string(shape.columns) + "x" +
         std::to_string(shape.inner);
}

Result<KernelPlan> nothingToDo(const KernelRequest& request) {
  return densePlan(request, [](const KernelArguments&) -> Status { return {}; });
}

// A product with its bias in one kernel; null where the bias would be added to what is rounded already.
std::shared_ptr<Gemm> gemmWithBias(const ContextPointer& context, GemmShape shape) {
  shape.bias = true;
  if (shape.type == DataType::Float64) return nullptr;  // cuBLASLt adds none to f64
  constexpr std::int64_t kAligned = 8;                  // elements of 16 bits: what kernels with an epilogue ask for
  const bool half = byteSize(shape.type) == 2;
  if (half && (shape.rows % kAligned != 0 || shape.inner % kAligned != 0)) return nullptr;
  auto gemm = Gemm::create(context, shape);
  return gemm.ok() && !(half && (*gemm)->roundsBeforeBias()) ? *gemm : nullptr;
}

// y^T [M×N] = W [M×K] · x^T [K×N] + bias by row. W lies as K×M: transposed.
Result<KernelPlan> linearPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.inputs[0].shape[0], k = request.inputs[0].shape[1], m = request.inputs[1].shape[0];
  if (n == 0) return nothingToDo(request);
  const bool hasBias = request.inputs.size() > 2;
  const DataType type = request.inputs[0].dtype;
  GemmShape shape{m, n, k, true, false, false, type, request.exact};
  std::shared_ptr<Gemm> gemm = hasBias ? gemmWithBias(context, shape) : nullptr;
  const bool addAfter = hasBias && !gemm;
  shape.wide = addAfter && byteSize(type) == 2;
  if (!gemm) {
    FOVEA_TRY(gemm, Gemm::create(context, shape));
  }
  const std::size_t wideBytes = shape.wide ? alignedBytes(static_cast<std::size_t>(n * m) * sizeof(float)) : 0;
  const std::size_t scratch = wideBytes + gemm->workspaceBytes();
  KernelPlan plan;
  dispatchFloating(type, [&]<class T>() {
    plan = densePlan(
        request,
        [context, gemm, hasBias, addAfter, wideBytes, n, m](const KernelArguments& a) -> Status {
          void* const product = wideBytes > 0 ? a.scratch : a.outputs[0];
          const void* bias = hasBias ? a.inputs[2] : nullptr;
          FOVEA_CHECK(gemm->run(a.inputs[1], a.inputs[0], product, bias, scratchAt(a, wideBytes)));
          if (!addAfter) return {};
          const auto* sum = static_cast<const Compute<T>*>(product);
          return statusOf(endConvolution<T>(Channels{n, m, 1}, ConvolutionEnd::None, 0, in<T>(a, 2), nullptr, sum,
                                            out<T>(a, 0), context->stream()),
                          "endConvolution");
        },
        scratch, detailOf(shape));
  });
  return plan;
}

// dx^T [K×N] = W^T [K×M] · dy^T [M×N]. W lies as K×M.
Result<KernelPlan> backwardDataPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.inputs[0].shape[0], m = request.inputs[1].shape[0], k = request.inputs[1].shape[1];
  if (n == 0) return nothingToDo(request);
  const GemmShape shape{k, n, m, false, false, false, request.inputs[0].dtype, request.exact};
  FOVEA_TRY(auto gemm, Gemm::create(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], nullptr, a.scratch);
      },
      workspace, detailOf(shape));
}

// dW^T [K×M] = x^T [K×N] · dy [N×M]. dy lies as M×N: transposed. dbias is the sum of dy's rows; of none, zero.
Result<KernelPlan> backwardWeightsPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.inputs[0].shape[0], k = request.inputs[0].shape[1], m = request.inputs[1].shape[1];
  const GemmShape shape{k, m, n, false, true, false, request.inputs[0].dtype, request.exact};
  std::shared_ptr<Gemm> gemm;
  if (n > 0 && k > 0 && m > 0) {
    FOVEA_TRY(gemm, Gemm::create(context, shape));
  }
  const std::size_t weightBytes = request.outputs[0].bytes();
  const bool wantsBias = needsOutput(request, 1);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    const Channels rows{n, m, 1};
    const std::size_t workspace = alignedBytes(gemm ? gemm->workspaceBytes() : 0);
    plan = densePlan(
        request,
        [context, gemm, rows, workspace, weightBytes, wantsBias](const KernelArguments& a) -> Status {
          const auto weights = [&] {
            if (gemm) return gemm->run(a.inputs[0], a.inputs[1], a.outputs[0], nullptr, a.scratch);
            return statusOf(cudaMemsetAsync(a.outputs[0], 0, weightBytes, context->stream()), "cudaMemsetAsync");
          };
          if (!wantsBias) return weights();
          return enqueueBeside(context->stream(), weights, [&] {
            return statusOf(channelSum(rows, in<T>(a, 1), out<T>(a, 1), scratchAt(a, workspace), context->stream()),
                            "channelSum");
          });
        },
        workspace + (wantsBias ? channelSumScratch<T>(rows) : 0), detailOf(shape));
  });
  return plan;
}

// y^T [N×M] = B^T · A^T for each pair: row-major matrices are the transposes of column-major ones.
Result<KernelPlan> matmulPlan(const KernelRequest& request, const ContextPointer& context) {
  const MatrixProduct p = readMatrixProduct(request.attributes, request.inputs[0].shape, request.inputs[1].shape);
  const std::size_t bytes = request.outputs[0].bytes();
  if (bytes == 0) return nothingToDo(request);
  if (p.inner == 0)
    return densePlan(request, [context, bytes](const KernelArguments& a) {
      return statusOf(cudaMemsetAsync(a.outputs[0], 0, bytes, context->stream()), "cudaMemsetAsync");
    });
  if (p.batch > std::numeric_limits<std::int32_t>::max())
    return fail(ErrorCode::Unsupported, "too many matrices for cuBLASLt");
  GemmShape shape{p.columns, p.rows, p.inner};
  shape.transposeA = request.attributes.boolean("transpose_b");
  shape.transposeB = request.attributes.boolean("transpose_a");
  shape.type = request.inputs[0].dtype;
  shape.exact = request.exact;
  shape.batch = p.batch;
  FOVEA_TRY(auto gemm, Gemm::create(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], nullptr, a.scratch);
      },
      workspace, detailOf(shape));
}

}  // namespace

void registerLinear(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("matmul", matmulPlan);
  add("linear", linearPlan);
  add("linear_backward_data", backwardDataPlan);
  add("linear_backward_weights", backwardWeightsPlan);
}

}  // namespace fovea::cuda
