#include "core/backends/cpu/runtime/cpu_kernels.h"

namespace fovea::cpu {

KernelPlan densePlan(const KernelRequest& request, std::function<void(const KernelArguments&)> body) {
  KernelPlan plan;
  plan.kernel = std::make_unique<FunctionKernel>(std::move(body));
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  return plan;
}

Status onlyFloat32(const KernelRequest& request) {
  const auto accepted = [](const TensorType& type) {
    return !isFloatingPoint(type.dtype) || type.dtype == DataType::Float32;
  };
  for (const auto& types : {request.inputs, request.outputs})
    for (const TensorType& type : types)
      if (!accepted(type))
        return fail(ErrorCode::Unsupported, std::string("only f32, not ") + dataTypeName(type.dtype));
  return {};
}

KernelEntry float32Entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create) {
  KernelEntry entry;
  entry.name = std::move(name);
  entry.supports = onlyFloat32;
  entry.create = std::move(create);
  return entry;
}

Layout commonLayout(const KernelRequest& request, std::initializer_list<int> inputs) {
  for (const int input : inputs) {
    const auto index = static_cast<std::size_t>(input);
    if (!request.hasFreeLayout(index) && !request.inputLayouts[index].dense()) return request.inputLayouts[index];
  }
  return Layout();
}

}  // namespace fovea::cpu
