// Why: which products may end in an epilogue of cuBLASLt, apart from the calls into it.
#include "core/backends/cuda/module/products/gemm.h"

namespace fovea::cuda {

Result<std::shared_ptr<Gemm>> createEnded(const std::shared_ptr<CudaContext>& context, const GemmShape& shape) {
  constexpr std::int64_t kAligned = 8;  // 16-bit elements: alignment that kernels with an epilogue require
  if (shape.type == DataType::Float64) return fail(ErrorCode::Unsupported, "cuBLASLt adds no bias to f64");
  const bool half = byteSize(shape.type) == 2;
  if (half && (shape.rows % kAligned != 0 || shape.inner % kAligned != 0))
    return fail(ErrorCode::Unsupported, "16 bits need extents that are multiples of 8");
  FOVEA_TRY(auto gemm, Gemm::create(context, shape));
  if (half && gemm->roundsBeforeBias()) return fail(ErrorCode::Unsupported, "the bias would be added to rounded sums");
  return gemm;
}

}  // namespace fovea::cuda
