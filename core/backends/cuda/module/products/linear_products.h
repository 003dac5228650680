// Why: the plans of linear layers, with and without fused ops, share the description of their products, the trials and
// the order of sums. A row-major [N, K] is a column-major K × N, so every product is written for the transposes.
#pragma once
#include "core/backends/cuda/module/products/gemm.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {

// y^T [M×N] = W [M×K] · x^T [K×N], for the inputs (x, weight). W is stored as K×M: transposed.
GemmShape linearForwardShape(const KernelRequest& request);
// dx^T [K×N] = W^T [K×M] · dy^T [M×N], for the inputs (dy, weight). W is stored as K×M.
GemmShape linearBackwardShape(const KernelRequest& request);
// Returns "cublasLt 500x64x800", followed by `way`.
std::string linearDetail(const GemmShape& shape, const std::string& way = "");

// The product of (x, weight) if a further pass adds the bias or more: a 16-bit product stays in f32 until then, at the
// beginning of the scratch memory; otherwise it is in the first output.
class LinearProduct {
 public:
  static Result<LinearProduct> create(const ContextPointer& context, GemmShape shape);
  std::size_t scratchBytes() const { return wideBytes_ + gemm_->workspaceBytes(); }
  void* sum(const KernelArguments& a) const { return wideBytes_ > 0 ? a.scratch : a.outputs[0]; }
  Status run(const KernelArguments& a) const {
    return gemm_->run(a.inputs[1], a.inputs[0], sum(a), nullptr, scratchAt(a, wideBytes_));
  }

 private:
  std::shared_ptr<Gemm> gemm_;
  std::size_t wideBytes_ = 0;
};

// A trial of implementations of the request's op, whose product has that shape. Bit outputs are those of a ReLU on the
// product.
KernelTrial linearTrial(const KernelRequest& request, const ContextPointer& context, const GemmShape& shape);

}  // namespace fovea::cuda
