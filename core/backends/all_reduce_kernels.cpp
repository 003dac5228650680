#include "core/backends/all_reduce_kernels.h"

#include <cstring>

#include "core/backends/communicator.h"
#include "core/backends/device.h"

namespace fovea {
namespace {

class AllReduceKernel : public Kernel {
 public:
  AllReduceKernel(const KernelRequest& request, std::vector<std::size_t> bytes,
                  std::shared_ptr<Communicator> communicator)
      : bytes_(std::move(bytes)), communicator_(std::move(communicator)) {
    wide_ = request.inputs[0].dtype == DataType::Float64;
    if (request.attributes.contains("factor")) factor_ = request.attributes.real("factor");
    if (request.attributes.contains("message")) message_ = request.attributes.integer("message");
    begins_ = request.op.name != "all_reduce_end";
    ends_ = request.op.name != "all_reduce_begin";
  }

  Status run(const KernelArguments& a) override {
    if (!begins_ && communicator_) FOVEA_CHECK(communicator_->endSum(message_));
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (a.inputs[i] != a.outputs[i]) std::memcpy(a.outputs[i], a.inputs[i], bytes_[i]);
    if (!begins_) return {};
    SumRequest request = requestFor(a.outputs);
    if (!communicator_) return scale(request);
    if (ends_) return communicator_->sum(std::move(request));
    communicator_->beginSum(message_, std::move(request));
    return {};
  }

 private:
  SumRequest requestFor(std::span<void* const> outputs) const {
    SumRequest request{{}, wide_, factor_};
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      request.parts.push_back({outputs[i], bytes_[i] / (wide_ ? sizeof(double) : sizeof(float))});
    return request;
  }

  // A single rank multiplies its own numbers by the factor.
  Status scale(const SumRequest& request) const {
    if (factor_ == 1) return {};
    for (const SumRequest::Part& part : request.parts) {
      if (wide_)
        scaleTo(static_cast<double*>(part.numbers), static_cast<const double*>(part.numbers), part.count, factor_);
      else
        scaleTo(static_cast<float*>(part.numbers), static_cast<const float*>(part.numbers), part.count, factor_);
    }
    return {};
  }

  std::vector<std::size_t> bytes_;
  std::shared_ptr<Communicator> communicator_;
  double factor_ = 1;
  std::int64_t message_ = 0;
  bool wide_ = false, begins_ = true, ends_ = true;
};

KernelEntry hostEntry() {
  KernelEntry entry;
  entry.name = "host.all_reduce";
  entry.supports = [](const KernelRequest& request) -> Status {
    const DataType type = request.inputs[0].dtype;
    if (type == DataType::Float32 || type == DataType::Float64) return {};
    return fail(ErrorCode::Unsupported, "sums over ranks only f32 and f64");
  };
  entry.create = [](const KernelRequest& request, Device& device) -> Result<KernelPlan> {
    KernelPlan plan;
    std::vector<std::size_t> bytes = sumInGivenLayouts(request, plan);
    plan.kernel = std::make_unique<AllReduceKernel>(request, std::move(bytes), device.communicator());
    return plan;
  };
  return entry;
}

}  // namespace

std::vector<std::size_t> sumInGivenLayouts(const KernelRequest& request, KernelPlan& plan) {
  const bool dense = request.attributes.contains("dense") && request.attributes.boolean("dense");
  std::vector<std::size_t> bytes;
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    // Padding is zero.
    const Layout& given = request.inputLayouts[i];
    const bool kept = given.dense() || (!dense && given.format()->readable());
    plan.inputs.push_back(kept ? given : Layout());
    plan.inPlace.emplace_back(static_cast<int>(i), static_cast<int>(i));
    bytes.push_back(plan.inputs.back().bytes(request.inputs[i]));
    plan.detail += (i == 0 ? "" : " ") + plan.inputs.back().toString();
  }
  plan.outputs = plan.inputs;
  return bytes;
}

void addHostAllReduceKernels(KernelRegistry& registry) {
  for (const char* op : {"all_reduce", "all_reduce_begin", "all_reduce_end"}) registry.add(op, hostEntry());
}

}  // namespace fovea
