#include "core/backends/reference_kernels.h"

#include "core/ops/reference_half.h"

namespace fovea {
namespace {

class ReferenceKernel : public Kernel {
 public:
  explicit ReferenceKernel(const KernelRequest& request) : op_(request.op), attributes_(request.attributes) {
    for (const TensorType& type : request.inputs) inputs_.push_back({nullptr, type});
    for (const TensorType& type : request.outputs) outputs_.push_back({nullptr, type});
  }
  Status run(const KernelArguments& arguments) override {
    for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i].data = arguments.inputs[i];
    for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i].data = arguments.outputs[i];
    runReference(op_, {attributes_, inputs_, outputs_});
    return {};
  }

 private:
  const OpType& op_;
  FieldValues attributes_;
  std::vector<TensorView> inputs_;
  std::vector<TensorView> outputs_;
};

Status supportsReference(const KernelRequest& request) {
  if (!request.op.reference) return fail(ErrorCode::Unsupported, "it has no reference kernel");
  return {};
}

}  // namespace

KernelEntry referenceKernel(const OpType& op) {
  KernelEntry entry;
  entry.name = "reference." + op.name;
  entry.supports = supportsReference;
  entry.fallback = true;
  entry.create = [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    KernelPlan plan;
    plan.kernel = std::make_unique<ReferenceKernel>(request);
    plan.inputs.resize(request.inputs.size());
    plan.outputs.resize(request.outputs.size());
    return plan;
  };
  return entry;
}

}  // namespace fovea
