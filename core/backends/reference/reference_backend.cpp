// Why: the backend with which all others are compared: the reference kernel of each op, in f32 and f64.
#include "core/backends/all_reduce_kernels.h"
#include "core/backends/host_memory.h"
#include "core/backends/reference_kernels.h"

namespace fovea {
namespace {

class ReferenceDevice : public HostDevice {
 public:
  ReferenceDevice() {
    addHostAllReduceKernels(kernels_);
    for (const OpType& op : allOps())
      if (op.reference) kernels_.add(op.name, referenceKernel(op));
  }
  const DeviceInfo& info() const override { return info_; }
  const KernelRegistry& kernels() const override { return kernels_; }
  Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout&, const Layout&) override {
    return fail(ErrorCode::Internal,
                "The reference device knows only dense layouts, not one for " + type.toString() + ".");
  }

 private:
  DeviceInfo info_{"reference", "Reference kernels", 0, 0};
  KernelRegistry kernels_;
};

class ReferenceBackend : public Backend {
 public:
  std::string name() const override { return "reference"; }
  Result<std::vector<DeviceInfo>> devices() override { return std::vector{ReferenceDevice().info()}; }
  Result<std::shared_ptr<Device>> open(int) override {
    return std::shared_ptr<Device>(std::make_shared<ReferenceDevice>());
  }
  std::vector<std::string> report() override {
    return {"Plain kernels that the others are checked against; always there."};
  }
};

}  // namespace

void registerReferenceBackend(BackendRegistry& registry) {
  registry.add(std::make_unique<ReferenceBackend>());
}

}  // namespace fovea
