// Why: the module's only entry point: the backend that the loader requests.
#include <fmt/format.h>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/backends/cuda/module/runtime/cupti_library.h"
#include "core/backends/cuda/module_abi.h"

namespace fovea::cuda {
namespace {

class CudaBackend : public Backend {
 public:
  std::string name() const override { return "cuda"; }

  Result<std::vector<DeviceInfo>> devices() override {
    FOVEA_TRY(const int count, countDevices());
    std::vector<DeviceInfo> devices;
    for (int index = 0; index < count; ++index) {
      FOVEA_TRY(DeviceInfo info, describeDevice(index));
      devices.push_back(std::move(info));
    }
    return devices;
  }

  Result<std::shared_ptr<Device>> open(int index) override { return openCudaDevice(index); }

  std::vector<std::string> report() override {
    int driver = 0;
    std::vector<std::string> lines;
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0)
      lines.push_back(fmt::format("the driver supports CUDA {}.{}", driver / 1000, driver % 1000 / 10));
    const auto found = devices();
    if (!found.ok()) {
      lines.push_back("not usable: " + found.error().text());
      return lines;
    }
    for (const DeviceInfo& info : *found)
      lines.push_back(
          fmt::format("{}: {}, {:.1f} GB of memory", info.id, info.name, static_cast<double>(info.memoryBytes) * 1e-9));
    for (int index = 0; index < static_cast<int>(found->size()); ++index) lines.push_back(describePlans(index));
    lines.push_back(describeKernelTimes());
    return lines;
  }
};

}  // namespace
}  // namespace fovea::cuda

extern "C" __attribute__((visibility("default"))) fovea::Backend* fovea_cuda_backend_create(std::uint64_t abi,
                                                                                            const char** refusal) {
  if (abi != fovea::cudaModuleAbi()) {
    if (refusal) *refusal = "it was built from another version of Fovea than the program.";
    return nullptr;
  }
  return new fovea::cuda::CudaBackend();
}
