// Why: every call into CUDA, cuBLAS and cuDNN is checked in one way and told in words.
#pragma once
#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include "core/base/result.h"

namespace fovea::cuda {

// Success, or an Error that names the call. OutOfMemory where that is the cause; Unsupported where a library says so;
// Internal otherwise, with the advice to start again where the device's context is lost.
Status statusOf(cudaError_t code, const char* call);
Status statusOf(cublasStatus_t code, const char* call);
Status statusOf(cudnnStatus_t code, const char* call);

}  // namespace fovea::cuda

// FOVEA_CUDA_CALL(cudaEventRecord(event, stream)): returns the error, if there is one, from the enclosing function.
#define FOVEA_CUDA_CALL(...) FOVEA_CHECK(::fovea::cuda::statusOf((__VA_ARGS__), #__VA_ARGS__))
