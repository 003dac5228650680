// Why: one matrix product through cuBLASLt, prepared once and enqueued many times.
#pragma once
#include <memory>

#include "core/backends/cuda/module/context.h"
#include "core/tensor/tensor.h"

namespace fovea::cuda {

// D = op(A) * op(B), plus bias[row] if `bias`, for each of `batch` matrices that follow one another, all column-major
// and dense: op(A) is rows × inner, op(B) inner × columns, D rows × columns. A row-major matrix is the transpose of a
// column-major one. All extents are at least 1.
struct GemmShape {
  std::int64_t rows = 1, columns = 1, inner = 1;
  bool transposeA = false, transposeB = false;
  bool bias = false;  // not for f64
  DataType type = DataType::Float32;
  bool exact = true;  // f32 is not rounded to TF32 on the way
  std::int64_t batch = 1;
  bool wide = false;  // D is f32 whatever the type
};

// Sums are in f32 (f64 for f64) and in the same order every time. Matrices lie at multiples of 16 bytes.
class Gemm {
 public:
  // Unsupported if cuBLASLt knows no way.
  static Result<std::shared_ptr<Gemm>> create(const std::shared_ptr<CudaContext>& context, const GemmShape& shape);
  ~Gemm();
  Gemm(const Gemm&) = delete;
  Gemm& operator=(const Gemm&) = delete;

  // Bytes of `workspace`, at a multiple of 256.
  std::size_t workspaceBytes() const { return workspaceBytes_; }
  // Several blocks share a sum, and what is added to it comes after it was rounded to the type of D.
  bool roundsBeforeBias() const { return parts_ > 1; }
  // Enqueues. `bias` is read only where the shape says so.
  Status run(const void* a, const void* b, void* d, const void* bias, void* workspace);

 private:
  explicit Gemm(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Status describe(const GemmShape& shape);
  Status choose(const GemmShape& shape);

  std::shared_ptr<CudaContext> context_;
  cublasLtMatmulDesc_t operation_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, d_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  std::size_t workspaceBytes_ = 0;
  std::int32_t parts_ = 1;
  bool bias_ = false;
  bool doubles_ = false;
};

}  // namespace fovea::cuda
