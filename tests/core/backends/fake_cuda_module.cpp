// Why: replaces the CUDA module, so that the loader can be tested without CUDA.
#include "core/backends/cuda/module_abi.h"

namespace {

class FakeBackend : public fovea::Backend {
 public:
  std::string name() const override { return "cuda"; }
  fovea::Result<std::vector<fovea::DeviceInfo>> devices() override {
    return std::vector<fovea::DeviceInfo>{{"cuda:0", "A device that only tests know", 1000, 500}};
  }
  fovea::Result<std::shared_ptr<fovea::Device>> open(int index) override {
    return fovea::fail(fovea::ErrorCode::NotFound, "There is no cuda:" + std::to_string(index) + " in a test.");
  }
  std::vector<std::string> report() override { return {"a line of the module"}; }
};

}  // namespace

extern "C" fovea::Backend* fovea_cuda_backend_create(std::uint64_t abi, const char** refusal) {
  if (abi == fovea::cudaModuleAbi()) return new FakeBackend();
  *refusal = "it was built from another version of Fovea than the program.";
  return nullptr;
}
