// The consequences of a CUDA error: whether the program can continue, and the advice to the user.
#include "core/backends/cuda/module/runtime/status.h"

#include <gtest/gtest.h>

namespace fovea::cuda {
namespace {

bool saysLost(const Status& status) {
  return status.error().text().find("is lost to this program") != std::string::npos;
}

// For all of these, CUDA's documentation requires a new process.
TEST(CudaStatus, ADeviceThatIsLostIsSaidToBe) {
  for (const cudaError_t code :
       {cudaErrorContained, cudaErrorIllegalAddress, cudaErrorLaunchTimeout, cudaErrorAssert,
        cudaErrorHardwareStackError, cudaErrorIllegalInstruction, cudaErrorMisalignedAddress,
        cudaErrorInvalidAddressSpace, cudaErrorInvalidPc, cudaErrorLaunchFailure, cudaErrorTensorMemoryLeak,
        cudaErrorMpsClientTerminated, cudaErrorExternalDevice, cudaErrorECCUncorrectable, cudaErrorNvlinkUncorrectable})
    EXPECT_TRUE(saysLost(statusOf(code, "cudaStreamQuery(stream)"))) << cudaGetErrorName(code);
}

TEST(CudaStatus, AfterOtherErrorsTheDeviceCanBeUsed) {
  for (const cudaError_t code : {cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorNotSupported,
                                 cudaErrorStreamCaptureUnsupported, cudaErrorLaunchOutOfResources})
    EXPECT_FALSE(saysLost(statusOf(code, "cudaLaunchKernel"))) << cudaGetErrorName(code);
  EXPECT_TRUE(statusOf(cudaSuccess, "cudaMalloc").ok());
  EXPECT_EQ(statusOf(cudaErrorMemoryAllocation, "cudaMalloc(&p, 1)").error().code, ErrorCode::OutOfMemory);
}

}  // namespace
}  // namespace fovea::cuda
