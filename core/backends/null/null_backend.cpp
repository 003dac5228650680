// Why: plans a graph without allocating or computing, so that estimating the memory at a batch size takes milliseconds.
#include "core/backends/device.h"

namespace fovea {
namespace {

class NullBuffer : public DeviceBuffer {
 public:
  explicit NullBuffer(std::size_t bytes) : bytes_(bytes) {}
  // A base address for offsets; it is never accessed.
  void* data() const override { return const_cast<std::byte*>(&place_); }
  std::size_t bytes() const override { return bytes_; }

 private:
  std::size_t bytes_;
  std::byte place_{};
};

class NullKernel : public Kernel {
 public:
  Status run(const KernelArguments&) override {
    return fail(ErrorCode::Unsupported, "The null device only plans; it does not compute.");
  }
};

// Ops whose result may overwrite their first input, as in the computing backends.
bool worksInPlace(const OpType& op) {
  for (const char* name :
       {"relu", "relu_backward", "sigmoid", "sigmoid_backward", "tanh", "tanh_backward", "scale", "dropout_backward"})
    if (op.name == name) return true;
  return false;
}

KernelEntry nullKernel() {
  KernelEntry entry;
  entry.name = "null";
  entry.supports = [](const KernelRequest&) -> Status { return {}; };
  entry.create = [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    KernelPlan plan;
    plan.kernel = std::make_unique<NullKernel>();
    plan.inputs.resize(request.inputs.size());
    plan.outputs.resize(request.outputs.size());
    if (worksInPlace(request.op)) plan.inPlace.emplace_back(0, 0);
    return plan;
  };
  return entry;
}

class NullDevice : public Device {
 public:
  NullDevice() {
    for (const OpType& op : allOps()) kernels_.add(op.name, nullKernel());
  }
  const DeviceInfo& info() const override { return info_; }
  const KernelRegistry& kernels() const override { return kernels_; }
  bool computes() const override { return false; }
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    return std::shared_ptr<DeviceBuffer>(std::make_shared<NullBuffer>(bytes));
  }
  Status upload(void*, const void*, std::size_t) override { return {}; }
  Status download(void*, const void*, std::size_t) override {
    return fail(ErrorCode::Unsupported, "The null device only plans; it holds no numbers.");
  }
  Status fillZero(void*, std::size_t) override { return {}; }
  Result<std::unique_ptr<Kernel>> createReorder(const TensorType&, const Layout&, const Layout&) override {
    return std::unique_ptr<Kernel>(std::make_unique<NullKernel>());
  }
  Status synchronize() override { return {}; }

 private:
  DeviceInfo info_{"null", "Planning only", 0, 0};
  KernelRegistry kernels_;
};

class NullBackend : public Backend {
 public:
  std::string name() const override { return "null"; }
  Result<std::vector<DeviceInfo>> devices() override { return std::vector{NullDevice().info()}; }
  Result<std::shared_ptr<Device>> open(int) override { return std::shared_ptr<Device>(std::make_shared<NullDevice>()); }
  std::vector<std::string> report() override { return {"Plans memory without computing; always there."}; }
};

}  // namespace

void registerNullBackend(BackendRegistry& registry) {
  registry.add(std::make_unique<NullBackend>());
}

}  // namespace fovea
