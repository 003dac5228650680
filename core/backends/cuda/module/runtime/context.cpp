#include "core/backends/cuda/module/runtime/context.h"

#include <fmt/format.h>

#include "core/backends/cuda/module/runtime/plan_versions.h"

namespace fovea::cuda {
namespace {

// The oldest major compute capability that the module has code for; see CMAKE_CUDA_ARCHITECTURES.
constexpr int kOldestMajor = 8;

std::string versionWords(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Error driverTooOld() {
  int driver = 0, runtime = 0;
  (void)cudaDriverGetVersion(&driver);  // stays 0 without a driver
  (void)cudaRuntimeGetVersion(&runtime);
  if (driver == 0)
    return fail(ErrorCode::NotFound, "No NVIDIA driver: CUDA finds none on this machine.",
                "Install the NVIDIA driver, 580 or newer, or choose another device, such as cpu.");
  return fail(ErrorCode::Unsupported,
              fmt::format("The NVIDIA driver is too old: it supports CUDA {}, and this Fovea needs {}.",
                          versionWords(driver), versionWords(runtime)),
              "Install a newer NVIDIA driver (580 or later for CUDA 13).");
}

}  // namespace

Result<int> countDevices() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return count;
  (void)cudaGetLastError();
  const std::string reason = fmt::format("{} ({})", cudaGetErrorString(code), cudaGetErrorName(code));
  switch (code) {
    case cudaSuccess:
    case cudaErrorNoDevice:
      return fail(ErrorCode::NotFound, "The NVIDIA driver is there, but it shows no device to this program.",
                  "Check nvidia-smi, the environment variable CUDA_VISIBLE_DEVICES, and, in a container, that it was "
                  "given the GPU.");
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
      return driverTooOld();
    case cudaErrorStubLibrary:
      return fail(ErrorCode::NotFound,
                  "The library found as NVIDIA driver is only the toolkit's stub for linking: " + reason + ".",
                  "Remove the toolkit's lib/stubs folder from LD_LIBRARY_PATH and install the NVIDIA driver.");
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return fail(ErrorCode::Unsupported, "The parts of the NVIDIA driver do not fit together: " + reason + ".",
                  "Restart the machine after an update of the driver.");
    default:
      return fail(ErrorCode::Unsupported, "The NVIDIA driver does not start: " + reason + ".",
                  "Check that nvidia-smi works and that no other program blocks the device.");
  }
}

Result<std::shared_ptr<CudaContext>> CudaContext::open(int index) {
  FOVEA_TRY(const int count, countDevices());
  if (index < 0 || index >= count)
    return fail(ErrorCode::NotFound,
                fmt::format("There is no cuda:{}: the devices are cuda:0 to cuda:{}.", index, count - 1));
  cudaDeviceProp properties{};
  FOVEA_CUDA_CALL(cudaGetDeviceProperties(&properties, index));
  if (properties.major < kOldestMajor)
    return fail(ErrorCode::Unsupported,
                fmt::format("{} has compute capability {}.{}, and this Fovea was built for {}.0 and newer.",
                            properties.name, properties.major, properties.minor, kOldestMajor),
                "Build Fovea with -DCMAKE_CUDA_ARCHITECTURES for this device, or choose another device.");
  std::shared_ptr<CudaContext> context(
      new CudaContext(index, planCacheFile(properties.name, properties.major * 10 + properties.minor, planVersions())));
  FOVEA_CHECK(context->create());
  return context;
}

Status CudaContext::create() {
  FOVEA_CHECK(use());
  // Avoids the implicit synchronisation with the default stream.
  FOVEA_CUDA_CALL(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  FOVEA_CUDA_CALL(cublasLtCreate(&blas_));
  FOVEA_CUDA_CALL(cudnnCreate(&dnn_));
  FOVEA_CUDA_CALL(cudnnSetStream(dnn_, stream_));
  return {};
}

}  // namespace fovea::cuda
