// Why: binds the linear layer and its gradients to cuBLASLt. A row-major [N, K] is a column-major K × N, so every
// product here is written for the transposes.
#include <algorithm>

#include "core/backends/cuda/module/products/linear_products.h"
#include "core/backends/cuda/module/runtime/capture_ends.h"
#include "core/ops/matrix_geometry.h"

namespace fovea::cuda {
namespace {

Result<KernelPlan> nothingToDo(const KernelRequest& request) {
  return densePlan(request, [](const KernelArguments&) -> Status { return {}; });
}

// A product with its bias in one kernel; null if the bias would be added after rounding.
std::shared_ptr<Gemm> gemmWithBias(const ContextPointer& context, GemmShape shape) {
  shape.end = GemmEnd::Bias;
  auto gemm = createEnded(context, shape);
  return gemm.ok() ? *gemm : nullptr;
}

// Computes the product, then adds the bias in a second pass.
Result<KernelPlan> productThenBias(const KernelRequest& request, const ContextPointer& context,
                                   const GemmShape& shape) {
  FOVEA_TRY(const LinearProduct product, LinearProduct::create(context, shape));
  KernelPlan plan;
  dispatchFloating(shape.type, [&]<class T>() {
    plan = densePlan(
        request,
        [context, product, rows = Channels{shape.columns, shape.rows, 1}](const KernelArguments& a) -> Status {
          FOVEA_CHECK(product.run(a));
          const auto* const sum = static_cast<const Compute<T>*>(product.sum(a));
          return statusOf(endConvolution<T>(rows, ConvolutionEnd::None, 0, in<T>(a, 2), nullptr, sum, out<T>(a, 0),
                                            context->stream()),
                          "endConvolution");
        },
        product.scratchBytes(), linearDetail(shape));
  });
  return plan;
}

Result<KernelPlan> linearPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].shape[0] == 0) return nothingToDo(request);
  const bool hasBias = request.inputs.size() > 2;
  const GemmShape shape = linearForwardShape(request);
  std::shared_ptr<Gemm> gemm = hasBias ? gemmWithBias(context, shape) : nullptr;
  if (hasBias && !gemm) return productThenBias(request, context, shape);
  if (!gemm) {
    FOVEA_TRY(gemm, Gemm::create(context, shape));
  }
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm, hasBias](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], hasBias ? a.inputs[2] : nullptr, a.scratch);
      },
      workspace, linearDetail(shape));
}

Result<KernelPlan> backwardDataPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].shape[0] == 0) return nothingToDo(request);
  const GemmShape shape = linearBackwardShape(request);
  FOVEA_TRY(auto gemm, Gemm::create(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], nullptr, a.scratch);
      },
      workspace, linearDetail(shape));
}

// dW^T [K×M] = x^T [K×N] · dy [N×M]. dy is stored as M×N: transposed. dbias is the sum of dy's rows; zero without rows.
GemmShape weightsShape(const KernelRequest& request) {
  const Shape &x = request.inputs[0].shape, &dy = request.inputs[1].shape;
  return {x[1], dy[1], x[0], false, true, request.inputs[0].dtype, request.exact};
}

Result<KernelPlan> weightsBesideBias(const KernelRequest& request, const ContextPointer& context) {
  const GemmShape shape = weightsShape(request);
  std::shared_ptr<Gemm> gemm;
  if (shape.inner > 0 && shape.rows > 0 && shape.columns > 0) {
    FOVEA_TRY(gemm, Gemm::create(context, shape));
  }
  const std::size_t weightBytes = request.outputs[0].bytes();
  const bool wantsBias = request.isNeeded(1);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    const Channels rows{shape.inner, shape.columns, 1};
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
        workspace + (wantsBias ? channelSumScratch<T>(rows) : 0), linearDetail(shape));
  });
  return plan;
}

// The product that reads dy also sums its rows.
Result<KernelPlan> weightsWithBias(const KernelRequest& request, const ContextPointer& context) {
  GemmShape shape = weightsShape(request);
  shape.end = GemmEnd::SumsOfB;
  FOVEA_TRY(auto gemm, createEnded(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm](const KernelArguments& a) {
        return gemm->run(a.inputs[0], a.inputs[1], a.outputs[0], a.outputs[1], a.scratch);
      },
      workspace, linearDetail(shape, "with sums"));
}

Result<KernelPlan> backwardWeightsPlan(const KernelRequest& request, const ContextPointer& context) {
  const GemmShape shape = weightsShape(request);
  const bool empty = shape.inner == 0 || shape.rows == 0 || shape.columns == 0;
  if (empty || request.exact || !request.isNeeded(1) || isOff(Saving::Epilogues))
    return weightsBesideBias(request, context);
  const std::vector<TrialCandidate> candidates{{"beside", [&] { return weightsBesideBias(request, context); }},
                                               {"epilogue", [&] { return weightsWithBias(request, context); }}};
  return createFastest(context, linearTrial(request, context, shape), candidates);
}

// Runs many products of one shape, in batches of at most 65535, the number of blocks along a grid's last axis: cuBLASLt
// does not support every shape in larger batches.
class MatrixProducts {
 public:
  static Result<MatrixProducts> create(const ContextPointer& context, GemmShape shape, std::int64_t count) {
    constexpr std::int64_t kMost = 65535;
    MatrixProducts products;
    products.shape_ = shape;
    products.pieces_ = (count + kMost - 1) / kMost;
    products.batch_ = shape.batch = (count + products.pieces_ - 1) / products.pieces_;
    FOVEA_TRY(products.piece_, Gemm::create(context, shape));
    shape.batch =
        count - (products.pieces_ - 1) * products.batch_;  // more than one: a single product would need aligned memory
    products.last_ = products.piece_;
    if (shape.batch != products.batch_) {
      FOVEA_TRY(products.last_, Gemm::create(context, shape));
    }
    return products;
  }
  std::size_t workspaceBytes() const { return std::max(piece_->workspaceBytes(), last_->workspaceBytes()); }
  Status run(void* a, void* b, void* d, void* workspace) const {
    for (std::int64_t i = 0; i < pieces_; ++i) {
      Gemm& gemm = i + 1 < pieces_ ? *piece_ : *last_;
      FOVEA_CHECK(gemm.run(at(a, i, shape_.rows * shape_.inner), at(b, i, shape_.inner * shape_.columns),
                           at(d, i, shape_.rows * shape_.columns), nullptr, workspace));
    }
    return {};
  }

 private:
  void* at(void* start, std::int64_t piece, std::int64_t elements) const {
    return static_cast<std::byte*>(start) +
           piece * batch_ * elements * static_cast<std::int64_t>(byteSize(shape_.type));
  }

  GemmShape shape_;
  std::int64_t pieces_ = 0, batch_ = 0;
  std::shared_ptr<Gemm> piece_, last_;
};

// y^T [N×M] = B^T · A^T for each pair: row-major matrices are the transposes of column-major ones.
Result<KernelPlan> matmulPlan(const KernelRequest& request, const ContextPointer& context) {
  const MatrixProduct p = readMatrixProduct(request.attributes, request.inputs[0].shape, request.inputs[1].shape);
  const std::size_t bytes = request.outputs[0].bytes();
  if (bytes == 0) return nothingToDo(request);
  if (p.inner == 0)
    return densePlan(request, [context, bytes](const KernelArguments& a) {
      return statusOf(cudaMemsetAsync(a.outputs[0], 0, bytes, context->stream()), "cudaMemsetAsync");
    });
  GemmShape shape{p.columns, p.rows, p.inner};
  shape.transposeA = request.attributes.boolean("transpose_b");
  shape.transposeB = request.attributes.boolean("transpose_a");
  shape.type = request.inputs[0].dtype;
  shape.exact = request.exact;
  FOVEA_TRY(const MatrixProducts products, MatrixProducts::create(context, shape, p.batch));
  const std::size_t workspace = products.workspaceBytes();
  return densePlan(
      request,
      [products](const KernelArguments& a) { return products.run(a.inputs[1], a.inputs[0], a.outputs[0], a.scratch); },
      workspace, linearDetail(shape));
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
  registerLinearFused(registry, context);
}

}  // namespace fovea::cuda
