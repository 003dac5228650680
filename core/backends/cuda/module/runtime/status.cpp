#include "core/backends/cuda/module/runtime/status.h"

#include <fmt/format.h>

#include <string_view>

namespace fovea::cuda {
namespace {

// Returns "cudaMalloc" for "cudaMalloc(&pointer, bytes)".
std::string_view nameOf(const char* call) {
  const std::string_view text(call);
  return text.substr(0, text.find('('));
}

// cuDNN's group of error codes for: not initialised, or parts of the library are missing or do not fit together.
constexpr int kNotReady = 1000;

// Returns whether every later call of this process fails as well: CUDA documents that such errors require a restart.
bool losesContext(cudaError_t code) {
  switch (code) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice:
      return true;
    default:
      return false;
  }
}

}  // namespace

Status statusOf(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return {};
  // Clears a temporary error, so that the next call does not report it again.
  (void)cudaGetLastError();
  const std::string words =
      fmt::format("{} failed: {} ({}).", nameOf(call), cudaGetErrorString(code), cudaGetErrorName(code));
  if (code == cudaErrorMemoryAllocation)
    return fail(ErrorCode::OutOfMemory, words, "Use a smaller batch, or close other programs that use the device.");
  if (losesContext(code))
    return fail(ErrorCode::Internal, words,
                "The device is lost to this program: start it again and resume from the last checkpoint.");
  return fail(ErrorCode::Internal, words);
}

Status statusOf(cublasStatus_t code, const char* call) {
  if (code == CUBLAS_STATUS_SUCCESS) return {};
  const std::string words = fmt::format("{} failed: {}.", nameOf(call), cublasLtGetStatusString(code));
  if (code == CUBLAS_STATUS_ALLOC_FAILED)
    return fail(ErrorCode::OutOfMemory, words, "Use a smaller batch, or close other programs that use the device.");
  if (code == CUBLAS_STATUS_NOT_SUPPORTED || code == CUBLAS_STATUS_ARCH_MISMATCH)
    return fail(ErrorCode::Unsupported, words);
  return fail(ErrorCode::Internal, words);
}

Status statusOf(cudnnStatus_t code, const char* call) {
  if (code == CUDNN_STATUS_SUCCESS) return {};
  const std::string words = fmt::format("{} failed: {}.", nameOf(call), cudnnGetErrorString(code));
  const int family = static_cast<int>(code) / 1000 * 1000;  // cuDNN 9 groups its codes by thousands
  if (family == static_cast<int>(CUDNN_STATUS_NOT_SUPPORTED)) return fail(ErrorCode::Unsupported, words);
  if (family == kNotReady)
    return fail(ErrorCode::Unsupported, words,
                "Check that all files of cuDNN are there, of one version 9, and fit the driver.");
  if (code == CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED ||
      code == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED)
    return fail(ErrorCode::OutOfMemory, words, "Use a smaller batch, or close other programs that use the device.");
  return fail(ErrorCode::Internal, words);
}

}  // namespace fovea::cuda
