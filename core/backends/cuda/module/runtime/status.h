// Why: every call into CUDA, cuBLAS and cuDNN is checked and reported in the same way.
#pragma once
#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include "core/base/result.h"

namespace fovea::cuda {

// Returns success or an Error that names the call: OutOfMemory or Unsupported if that is the cause, else Internal. If
// the device's context is lost, the error advises to restart the program.
Status statusOf(cudaError_t code, const char* call);
Status statusOf(cublasStatus_t code, const char* call);
Status statusOf(cudnnStatus_t code, const char* call);

}  // namespace fovea::cuda

// FOVEA_CUDA_CALL(cudaEventRecord(event, stream)) makes the call; on an error, the enclosing function returns it.
#define FOVEA_CUDA_CALL(...) FOVEA_CHECK(::fovea::cuda::statusOf((__VA_ARGS__), #__VA_ARGS__))
