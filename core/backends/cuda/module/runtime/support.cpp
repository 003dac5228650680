#include "core/backends/cuda/module/runtime/support.h"

#include <fmt/format.h>

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
  plan.scratchBytes = scratchBytes > 0 ? scratchBytes + kScratchAlignment : 0;  // leaves room to align its start
  plan.detail = std::move(detail);
  return plan;
}

void setLayouts(KernelPlan& plan, const KernelRequest& request, const Shape& shape, bool last) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (request.inputs[i].shape == shape) plan.inputs[i] = layoutIn(request.inputs[i], last);
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    if (request.outputs[i].shape == shape) plan.outputs[i] = layoutIn(request.outputs[i], last);
}

bool setCommonLayout(KernelPlan& plan, const KernelRequest& request) {
  const Shape& shape = request.outputs[0].shape;
  const bool last = isChannelsLast(commonLayout(request, shape));
  setLayouts(plan, request, shape, last);
  return last;
}

Result<std::unique_ptr<Kernel>> makeReorder(const ContextPointer& context, const TensorType& type, const Layout& from,
                                            const Layout& to) {
  for (const Layout& layout : {from, to})
    if (!layout.dense() && !isChannelsLast(layout))
      return fail(ErrorCode::Unsupported,
                  fmt::format("Kernels read only dense and channels-last values, not {}.", layout.toString()));
  const auto unit = static_cast<std::int64_t>(byteSize(type.dtype));
  if (from == to) {
    const auto bytes = static_cast<std::int64_t>(type.bytes());
    return std::unique_ptr<Kernel>(std::make_unique<EnqueueKernel>([context, bytes](const KernelArguments& a) {
      return statusOf(copyBlocks({1, bytes, bytes, bytes}, a.inputs[0], a.outputs[0], context->stream()), "copyBlocks");
    }));
  }
  // Each sample is channels × positions or positions × channels.
  const std::int64_t channels = type.shape[1], places = type.shape.elementsFrom(2), batch = type.shape[0];
  const std::int64_t rows = from.dense() ? channels : places, columns = from.dense() ? places : channels;
  return std::unique_ptr<Kernel>(std::make_unique<EnqueueKernel>([=](const KernelArguments& a) {
    return statusOf(
        transpose(batch, rows, columns, static_cast<int>(unit), a.inputs[0], a.outputs[0], context->stream()),
        "transpose");
  }));
}

KernelEntry makeEntry(const std::string& name, std::function<Status(const KernelRequest&)> supports,
                      CreatePlan create) {
  KernelEntry entry;
  entry.name = name;
  entry.supports = supports;
  entry.create = [supports = std::move(supports), create = std::move(create)](const KernelRequest& request,
                                                                              Device&) -> Result<KernelPlan> {
    FOVEA_CHECK(supports(request));
    FOVEA_TRY(KernelPlan plan, create(request));
    if (!plan.kernel)
      return fail(ErrorCode::Unsupported,
                  std::string("no kernel supports the type ") + dataTypeName(request.inputs[0].dtype));
    return plan;
  };
  return entry;
}

void addKernel(KernelRegistry& registry, const std::string& op, const std::string& name,
               std::function<Status(const KernelRequest&)> supports, CreatePlan create) {
  registry.add(op, makeEntry(name, std::move(supports), std::move(create)));
}

std::size_t alignedBytes(std::size_t bytes) {
  return (bytes + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
}

void addReal(KernelRegistry& registry, const std::string& op, CreatePlan create) {
  addKernel(registry, op, "cuda." + op, needsReal, std::move(create));
}

void addFloating(KernelRegistry& registry, const std::string& op, CreatePlan create) {
  addKernel(registry, op, "cuda." + op, needsFloating, std::move(create));
}

Status takesAnything(const KernelRequest&) {
  return {};
}

Status needsReal(const KernelRequest& request) {
  const DataType type = request.inputs[0].dtype;
  if (type == DataType::Float32 || type == DataType::Float64) return {};
  return fail(ErrorCode::Unsupported, "only f32 and f64");
}

Status needsFloating(const KernelRequest& request) {
  if (isFloatingPoint(request.inputs[0].dtype)) return {};
  return fail(ErrorCode::Unsupported, "only f32, f64, f16 and bf16");
}

}  // namespace fovea::cuda
