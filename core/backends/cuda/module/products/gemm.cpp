#include "core/backends/cuda/module/products/gemm.h"

#include <fmt/format.h>

#include <numeric>

#include "core/backends/cuda/module/runtime/number_types.h"
#include "core/ops/linear_mask.h"

namespace fovea::cuda {
namespace {

constexpr std::uint64_t kWorkspaceLimit = std::uint64_t{32} << 20;
constexpr std::uint32_t kAlignment = 16;

// Owns a preference for the time of one search.
struct Preference {
  cublasLtMatmulPreference_t handle = nullptr;
  ~Preference() {
    if (handle) (void)cublasLtMatmulPreferenceDestroy(handle);
  }
  template <class T>
  Status set(cublasLtMatmulPreferenceAttributes_t attribute, const T& value) {
    return statusOf(cublasLtMatmulPreferenceSetAttribute(handle, attribute, &value, sizeof value),
                    "cublasLtMatmulPreferenceSetAttribute");
  }
};

template <class T>
Status setAttribute(cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t attribute, const T& value) {
  return statusOf(cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value),
                  "cublasLtMatmulDescSetAttribute");
}

DataType resultType(const GemmShape& shape) {
  return shape.wide ? DataType::Float32 : shape.type;
}

cublasLtEpilogue_t epilogueOf(GemmEnd end) {
  switch (end) {
    case GemmEnd::None:
      return CUBLASLT_EPILOGUE_DEFAULT;
    case GemmEnd::Bias:
      return CUBLASLT_EPILOGUE_BIAS;
    case GemmEnd::BiasRelu:
      return CUBLASLT_EPILOGUE_RELU_BIAS;
    case GemmEnd::BiasReluMask:
      return CUBLASLT_EPILOGUE_RELU_AUX_BIAS;
    case GemmEnd::ReluBackward:
      return CUBLASLT_EPILOGUE_DRELU_BGRAD;
    case GemmEnd::SumsOfB:
      return CUBLASLT_EPILOGUE_BGRADB;
  }
  return CUBLASLT_EPILOGUE_DEFAULT;
}

bool hasMask(GemmEnd end) {
  return end == GemmEnd::BiasReluMask || end == GemmEnd::ReluBackward;
}

// A dense column-major matrix that is `rows` × `columns` after `transpose`.
Status describeMatrix(cublasLtMatrixLayout_t& layout, const GemmShape& shape, DataType type, std::int64_t rows,
                      std::int64_t columns, bool transpose) {
  if (transpose) std::swap(rows, columns);
  FOVEA_TRY(const cudaDataType_t numbers, blasTypeOf(type));
  FOVEA_CUDA_CALL(cublasLtMatrixLayoutCreate(&layout, numbers, static_cast<std::uint64_t>(rows),
                                             static_cast<std::uint64_t>(columns), rows));
  if (shape.batch == 1) return {};
  const auto count = static_cast<std::int32_t>(shape.batch);
  const std::int64_t step = rows * columns;
  FOVEA_CUDA_CALL(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count));
  FOVEA_CUDA_CALL(
      cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &step, sizeof step));
  return {};
}

// The common alignment of all matrices of a batch: that of the first one (16 bytes) and of the step to the next.
std::uint32_t alignmentOf(const GemmShape& shape, DataType type, std::int64_t elements) {
  if (shape.batch == 1) return kAlignment;
  const auto step = static_cast<std::uint64_t>(elements) * byteSize(type);
  return static_cast<std::uint32_t>(std::gcd<std::uint64_t>(kAlignment, step));
}

}  // namespace

Result<std::shared_ptr<Gemm>> Gemm::create(const std::shared_ptr<CudaContext>& context, const GemmShape& shape) {
  std::shared_ptr<Gemm> gemm(new Gemm(context));
  FOVEA_CHECK(gemm->describe(shape));
  if (auto status = gemm->choose(shape); !status.ok())
    return status.error().within(
        fmt::format("a product of {}×{} and {}×{}", shape.rows, shape.inner, shape.inner, shape.columns));
  return gemm;
}

Gemm::~Gemm() {
  for (const cublasLtMatrixLayout_t layout : {a_, b_, d_})
    if (layout) (void)cublasLtMatrixLayoutDestroy(layout);
  if (operation_) (void)cublasLtMatmulDescDestroy(operation_);
}

Status Gemm::describe(const GemmShape& shape) {
  doubles_ = shape.type == DataType::Float64;
  end_ = shape.end;
  const bool rounded = shape.type == DataType::Float32 && !shape.exact;
  const cublasComputeType_t compute = doubles_  ? CUBLAS_COMPUTE_64F
                                      : rounded ? CUBLAS_COMPUTE_32F_FAST_TF32
                                                : CUBLAS_COMPUTE_32F;
  FOVEA_CUDA_CALL(cublasLtMatmulDescCreate(&operation_, compute, doubles_ ? CUDA_R_64F : CUDA_R_32F));
  const cublasOperation_t a = shape.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N;
  const cublasOperation_t b = shape.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N;
  FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_TRANSA, a));
  FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_TRANSB, b));
  if (end_ != GemmEnd::None) FOVEA_CHECK(describeEnd(shape));
  FOVEA_CHECK(describeMatrix(a_, shape, shape.type, shape.rows, shape.inner, shape.transposeA));
  FOVEA_CHECK(describeMatrix(b_, shape, shape.type, shape.inner, shape.columns, shape.transposeB));
  return describeMatrix(d_, shape, resultType(shape), shape.rows, shape.columns, false);
}

Status Gemm::describeEnd(const GemmShape& shape) {
  FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogueOf(end_)));
  // The search uses only the alignment of addresses.
  const void* const anywhere = reinterpret_cast<const void*>(std::uintptr_t{kAlignment});
  FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, anywhere));
  if (!hasMask(end_)) return {};
  constexpr std::int64_t kBitsPerByte = 8;
  const std::int64_t bits = linearMaskRowBytes(shape.rows) * kBitsPerByte;
  FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, bits));
  return setAttribute(operation_, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, anywhere);
}

Status Gemm::choose(const GemmShape& shape) {
  Preference preference;
  FOVEA_CUDA_CALL(cublasLtMatmulPreferenceCreate(&preference.handle));
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspaceLimit));
  // Partial sums of several blocks are stored separately and added in a fixed order.
  const std::uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions));
  const std::uint32_t a = alignmentOf(shape, shape.type, shape.rows * shape.inner);
  const std::uint32_t b = alignmentOf(shape, shape.type, shape.inner * shape.columns);
  const std::uint32_t d = alignmentOf(shape, resultType(shape), shape.rows * shape.columns);
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, a));
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, b));
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, d));
  FOVEA_CHECK(preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, d));
  cublasLtMatmulHeuristicResult_t result{};
  int found = 0;
  FOVEA_CUDA_CALL(cublasLtMatmulAlgoGetHeuristic(context_->blas(), operation_, a_, b_, d_, d_, preference.handle, 1,
                                                 &result, &found));
  if (found == 0) return fail(ErrorCode::Unsupported, "cuBLASLt knows no way to do it");
  FOVEA_CHECK(statusOf(result.state, "cublasLtMatmulAlgoGetHeuristic"));
  algorithm_ = result.algo;
  workspaceBytes_ = result.workspaceSize;
  FOVEA_CUDA_CALL(cublasLtMatmulAlgoConfigGetAttribute(&algorithm_, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &parts_,
                                                       sizeof parts_, nullptr));
  return {};
}

Status Gemm::run(const void* a, const void* b, void* d, void* bias, void* workspace, void* mask) {
  if (end_ != GemmEnd::None) FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias));
  if (hasMask(end_)) FOVEA_CHECK(setAttribute(operation_, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, mask));
  const float oneFloat = 1, zeroFloat = 0;
  const double oneDouble = 1, zeroDouble = 0;
  const void* const one = doubles_ ? static_cast<const void*>(&oneDouble) : &oneFloat;
  const void* const zero = doubles_ ? static_cast<const void*>(&zeroDouble) : &zeroFloat;
  FOVEA_CUDA_CALL(cublasLtMatmul(context_->blas(), operation_, one, a, a_, b, b_, zero, d, d_, d, d_, &algorithm_,
                                 workspace, workspaceBytes_, context_->stream()));
  return {};
}

}  // namespace fovea::cuda
