// Why: one matrix product through cuBLASLt, prepared once and enqueued many times.
#pragma once
#include <memory>

#include "core/backends/cuda/module/runtime/context.h"
#include "core/tensor/tensor.h"

namespace fovea::cuda {

// The epilogue of a product. Those after BiasRelu have one matrix and do not support f64. Bits have the layout of
// core/ops/linear_mask.h, one row for each column of D.
enum class GemmEnd {
  None,
  Bias,          // + bias[row]; not for f64
  BiasRelu,      // relu(D + bias[row]); not for f64
  BiasReluMask,  // the same, and bits that show where it is positive
  ReluBackward,  // zero where the bits are 0, and bias[row] = the sum of the rest over the columns
  SumsOfB,       // unchanged, and bias[column] = the sum of op(B) over `inner`
};

// D = op(A) * op(B) with the epilogue `end`, for each of `batch` consecutive matrices, all column-major and dense:
// op(A) is rows × inner, op(B) inner × columns, D rows × columns. A row-major matrix is the transpose of a column-major
// one. All extents are at least 1.
struct GemmShape {
  std::int64_t rows = 1, columns = 1, inner = 1;
  bool transposeA = false, transposeB = false;
  DataType type = DataType::Float32;
  bool exact = true;  // f32 is not rounded to TF32
  std::int64_t batch = 1;
  bool wide = false;  // D is f32 for every type
  GemmEnd end = GemmEnd::None;
};

// Sums are in f32 (f64 for f64) and in the same order every time. Matrices are aligned to 16 bytes.
class Gemm {
 public:
  // Unsupported if cuBLASLt has no algorithm for it.
  static Result<std::shared_ptr<Gemm>> create(const std::shared_ptr<CudaContext>& context, const GemmShape& shape);
  ~Gemm();
  Gemm(const Gemm&) = delete;
  Gemm& operator=(const Gemm&) = delete;

  // Bytes of `workspace`, at a multiple of 256.
  std::size_t workspaceBytes() const { return workspaceBytes_; }
  // True if several blocks share a sum, and the bias is added after rounding to the type of D.
  bool roundsBeforeBias() const { return parts_ > 1; }
  // Enqueues. `bias` and `mask` are read or written as the shape requires, aligned to 16 bytes.
  Status run(const void* a, const void* b, void* d, void* bias, void* workspace, void* mask = nullptr);

 private:
  explicit Gemm(std::shared_ptr<CudaContext> context) : context_(std::move(context)) {}
  Status describe(const GemmShape& shape);
  Status describeEnd(const GemmShape& shape);
  Status choose(const GemmShape& shape);

  std::shared_ptr<CudaContext> context_;
  cublasLtMatmulDesc_t operation_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, d_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  std::size_t workspaceBytes_ = 0;
  std::int32_t parts_ = 1;
  GemmEnd end_ = GemmEnd::None;
  bool doubles_ = false;
};

// For a shape with an epilogue that adds a bias. Also Unsupported if the library is unreliable: f64; 16 bits with
// extents that are no multiples of 8, or if the bias would be added after rounding.
Result<std::shared_ptr<Gemm>> createEnded(const std::shared_ptr<CudaContext>& context, const GemmShape& shape);

}  // namespace fovea::cuda
