// Why: maps Fovea's types to those of the libraries. An unmapped type fails here; treating it as f32 would misread its
// memory.
#pragma once
#include <string>

#include "core/backends/cuda/module/runtime/status.h"
#include "core/tensor/tensor.h"

namespace fovea::cuda {

inline Error unknownType(const char* library, DataType type) {
  return fail(ErrorCode::Unsupported, std::string(library) + " is not used for numbers of type " + dataTypeName(type));
}

// Returns the type for cuBLASLt. Unsupported for all but f32, f64, f16 and bf16.
inline Result<cudaDataType_t> blasTypeOf(DataType type) {
  switch (type) {
    case DataType::Float32:
      return CUDA_R_32F;
    case DataType::Float64:
      return CUDA_R_64F;
    case DataType::Float16:
      return CUDA_R_16F;
    case DataType::BFloat16:
      return CUDA_R_16BF;
    default:
      return unknownType("cuBLASLt", type);
  }
}

// Returns the type for cuDNN. Unsupported for all but f32, f64, f16 and bf16.
inline Result<cudnnDataType_t> dnnTypeOf(DataType type) {
  switch (type) {
    case DataType::Float32:
      return CUDNN_DATA_FLOAT;
    case DataType::Float64:
      return CUDNN_DATA_DOUBLE;
    case DataType::Float16:
      return CUDNN_DATA_HALF;
    case DataType::BFloat16:
      return CUDNN_DATA_BFLOAT16;
    default:
      return unknownType("cuDNN", type);
  }
}

}  // namespace fovea::cuda
