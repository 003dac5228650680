#include "core/backends/cuda/module/support.h"

#include "core/ops/channel_geometry.h"

namespace fovea::cuda {
namespace {

constexpr std::uintptr_t kScratchAlignment = 256;

class EnqueueKernel : public Kernel {
 public:
  explicit EnqueueKernel(Enqueue enqueue) : enqueue_(std::move(enqueue)) {}
  Status run(const KernelArguments& arguments) override {
    KernelArguments aligned = arguments;
    const auto address = reinterpret_cast<std::uintptr_t>(arguments.scratch);
    aligned.scratch =
        reinterpret_cast<void*>((address + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment);
    return enqueue_(aligned);
  }

 private:
  Enqueue enqueue_;
};

}  // namespace

KernelPlan densePlan(const KernelRequest& request, Enqueue enqueue, std::size_t scratchBytes, std::string detail) {
  KernelPlan plan;
  plan.kernel = std::make_unique<EnqueueKernel>(std::move(enqueue));
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  plan.scratchBytes = scratchBytes > 0 ? scratchBytes + kScratchAlignment : 0;  // room to align its start
  plan.detail = std::move(detail);
  return plan;
}

void addKernel(KernelRegistry& registry, const std::string& op, const std::string& name,
               std::function<Status(const KernelRequest&)> supports, CreatePlan create) {
  KernelEntry entry;
  entry.name = name;
  entry.supports = std::move(supports);
  entry.create = [create = std::move(create)](const KernelRequest& request, Device&) { return create(request); };
  registry.add(op, std::move(entry));
}

void addReal(KernelRegistry& registry, const std::string& op, CreatePlan create) {
  addKernel(registry, op, "cuda." + op, needsReal, std::move(create));
}

Status needsReal(const KernelRequest& request) {
  const DataType type = request.inputs[0].dtype;
  if (type == DataType::Float32 || type == DataType::Float64) return {};
  return fail(ErrorCode::Unsupported, "only f32 and f64");
}

Channels channelsOf(const Shape& shape) {
  const ChannelGeometry geometry = readChannels(shape);
  return {geometry.batch, geometry.channels, geometry.inner};
}

}  // namespace fovea::cuda
