// Why: binds the ops that update variables in place: the optimizers' updates, sums and averages over steps, and the ops
// that compute the factor of the gradients.
#include <tuple>

#include "core/backends/cuda/module/elementwise/updates.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

// A variable keeps its layout, and values of its shape use the same one. A variable with a free layout gets that of the
// gradient.
void setVariableLayouts(KernelPlan& plan, const KernelRequest& request) {
  const Shape& shape = request.inputs[0].shape;
  bool last = isChannelsLast(request.inputLayouts[0]);
  if (request.hasFreeLayout(0)) last = isChannelsLast(commonLayout(request, shape));
  setLayouts(plan, request, shape, last);
}

Result<KernelPlan> assignPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::size_t bytes = request.outputs[0].bytes();
  KernelPlan plan = densePlan(request, [context, bytes](const KernelArguments& a) -> Status {
    if (bytes == 0) return {};
    return statusOf(cudaMemcpyAsync(a.outputs[0], a.inputs[1], bytes, cudaMemcpyDeviceToDevice, context->stream()),
                    "cudaMemcpyAsync");
  });
  setVariableLayouts(plan, request);
  return plan;
}

struct UpdateOp {
  const char* name;
  UpdateKind kind;
  const char *first, *second;  // attributes; null: none
  const char* flag;
  const char* multiplier = "rate_multiplier";
};
constexpr UpdateOp kUpdates[] = {
    {"sgd_update", UpdateKind::Sgd, "momentum", nullptr, "nesterov"},
    {"adagrad_update", UpdateKind::AdaGrad, nullptr, nullptr, nullptr},
    {"rmsprop_update", UpdateKind::RmsProp, "rho", "momentum", nullptr},
    {"rmsprop_centred_update", UpdateKind::RmsPropCentred, "rho", "momentum", nullptr},
    {"adadelta_update", UpdateKind::AdaDelta, "rho", nullptr, nullptr},
    {"adam_update", UpdateKind::Adam, "beta1", "beta2", nullptr},
    {"adamw_update", UpdateKind::AdamW, "beta1", "beta2", nullptr},
    {"lamb_update", UpdateKind::Lamb, "beta1", "beta2", "adapt"},
    {"accumulate", UpdateKind::Accumulate, nullptr, nullptr, nullptr, "factor"},
    {"average_update", UpdateKind::Average, nullptr, nullptr, nullptr, nullptr},
};

bool counts(UpdateKind kind) {
  return kind == UpdateKind::Adam || kind == UpdateKind::AdamW || kind == UpdateKind::Lamb;
}

// Index of the input with the learning rate (or an average's weight); 0: none.
std::size_t ratePort(UpdateKind kind, std::size_t outputs) {
  return kind == UpdateKind::Accumulate ? 0 : 1 + outputs;
}

template <class T>
UpdateNumbers<T> numbersOf(const FieldValues& attributes, const UpdateOp& op) {
  const auto real = [&](const char* name, double otherwise) {
    return name && attributes.contains(name) ? attributes.real(name) : otherwise;
  };
  const double first = real(op.first, 0), second = real(op.second, 0);
  UpdateNumbers<T> n;
  n.first = static_cast<T>(first);
  n.firstShare = static_cast<T>(1 - first);
  n.second = static_cast<T>(second);
  n.secondShare = static_cast<T>(1 - second);
  n.epsilon = static_cast<T>(real("epsilon", 0));
  n.decay = static_cast<T>(real("weight_decay", 0));
  n.rateMultiplier = static_cast<T>(real(op.multiplier, 1));
  n.clip = static_cast<T>(real("clip", 0));
  if (op.flag) n.flag = attributes.boolean(op.flag);
  return n;
}

// Description of one update; the memory of its variable is known only when it runs.
template <class T>
struct UpdatePart {
  UpdateNumbers<T> numbers;
  std::int64_t count = 0;
  std::size_t inputs = 0, outputs = 0;
  std::size_t scratchBytes = 0;
  bool factored = false;
  Width gradientWidth = Width::Full, copyWidth = Width::Full;  // Full: no 16-bit copy

  bool hasCopy() const { return copyWidth != Width::Full; }
};

template <class T>
class UpdateKernel final : public Kernel {
 public:
  UpdateKernel(ContextPointer context, UpdateKind kind, std::vector<UpdatePart<T>> parts)
      : context_(std::move(context)), kind_(kind), parts_(std::move(parts)), updates_(parts_.size()) {}

  // Arguments of all parts in turn: variable, gradient, states…, rate, (step,) (gradient factor). The outputs of a part
  // are its variable, its states and optionally a 16-bit copy.
  Status run(const KernelArguments& a) override {
    std::size_t in = 0, out = 0;
    auto* scratch = static_cast<std::byte*>(a.scratch);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const UpdatePart<T>& part = parts_[i];
      Update<T>& u = updates_[i];
      const auto at = [&](std::size_t index) { return static_cast<const T*>(a.inputs[in + index]); };
      const std::size_t rate = ratePort(kind_, part.outputs);
      u.numbers = part.numbers;
      u.count = part.count;
      u.variable = static_cast<T*>(a.outputs[out]);
      u.gradient = a.inputs[in + 1];
      u.gradientWidth = part.gradientWidth;
      u.copy = part.hasCopy() ? a.outputs[out + part.outputs] : nullptr;
      u.copyWidth = part.copyWidth;
      for (std::size_t k = 0; k + 1 < part.outputs; ++k) u.states[k] = static_cast<T*>(a.outputs[out + 1 + k]);
      u.rate = rate > 0 ? at(rate) : nullptr;
      u.step = counts(kind_) ? at(rate + 1) : nullptr;
      u.factor = part.factored ? at(part.inputs - 1) : nullptr;
      u.norms = part.scratchBytes > 0 ? reinterpret_cast<double*>(scratch) : nullptr;
      in += part.inputs;
      out += part.outputs + (part.hasCopy() ? 1 : 0);
      scratch += part.scratchBytes;
    }
    return statusOf(update<T>(kind_, updates_, context_->stream()), "update");
  }

  std::string kind() const override {
    return std::string("cuda.update ") + std::to_string(static_cast<int>(kind_)) + (sizeof(T) == 8 ? " f64" : " f32");
  }
  JointKernel join(std::vector<std::unique_ptr<Kernel>> kernels) const override {
    std::vector<UpdatePart<T>> parts;
    for (const auto& kernel : kernels) {
      const auto& more = static_cast<const UpdateKernel&>(*kernel).parts_;
      parts.insert(parts.end(), more.begin(), more.end());
    }
    std::size_t scratch = 0;
    for (const UpdatePart<T>& part : parts) scratch += part.scratchBytes;
    return {std::make_unique<UpdateKernel>(context_, kind_, std::move(parts)), scratch};
  }

 private:
  ContextPointer context_;
  UpdateKind kind_;
  std::vector<UpdatePart<T>> parts_;
  std::vector<Update<T>> updates_;  // of the current run
};

Width widthOf(DataType type) {
  return type == DataType::Float16 ? Width::Half : type == DataType::BFloat16 ? Width::BFloat16 : Width::Full;
}

Result<KernelPlan> updatePlan(const KernelRequest& request, const ContextPointer& context, const UpdateOp& op) {
  KernelPlan plan;
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    UpdatePart<T> part;
    part.numbers = numbersOf<T>(request.attributes, op);
    part.count = request.outputs[0].shape.elementCount();
    part.inputs = request.inputs.size();
    part.outputs = request.outputs.size();
    part.gradientWidth = widthOf(request.inputs[1].dtype);
    if (request.copy) part.copyWidth = widthOf(request.copy->dtype);
    part.scratchBytes = updateScratch(op.kind, part.numbers.flag, part.count);
    part.factored = op.kind != UpdateKind::Accumulate && op.kind != UpdateKind::Average &&
                    part.inputs > ratePort(op.kind, part.outputs) + (counts(op.kind) ? 2 : 1);
    plan.scratchBytes = part.scratchBytes;
    plan.kernel = std::make_unique<UpdateKernel<T>>(context, op.kind, std::vector<UpdatePart<T>>{part});
  });
  setVariableLayouts(plan, request);
  return plan;
}

// Each input may have any layout.
Result<KernelPlan> squaredNormPlan(const KernelRequest& request, const ContextPointer& context) {
  std::vector<std::int64_t> counts;
  std::int64_t parts = 0;
  for (const TensorType& input : request.inputs) {
    counts.push_back(input.shape.elementCount());
    parts += partsOf(counts.back());
  }
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, counts, parts,
         gradients = std::vector<Gradient<T>>(counts.size())](const KernelArguments& a) mutable -> Status {
          auto* sums = static_cast<double*>(a.scratch);
          for (std::size_t i = 0; i < counts.size(); ++i) gradients[i] = {in<T>(a, i), counts[i]};
          FOVEA_CHECK(statusOf(squaresInParts<T>(gradients, sums, context->stream()), "squaresInParts"));
          return statusOf(sumOfParts(parts, sums, out<T>(a, 0), context->stream()), "sumOfParts");
        },
        static_cast<std::size_t>(parts) * sizeof(double));
  });
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (!request.hasFreeLayout(i)) plan.inputs[i] = request.inputLayouts[i];
  return plan;
}

Result<KernelPlan> clipFactorPlan(const KernelRequest& request, const ContextPointer& context) {
  const double limit = request.attributes.real("limit");
  const bool hasScale = request.inputs.size() > 1;
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, limit, hasScale](const KernelArguments& a) {
      return statusOf(clipFactor(limit, in<T>(a, 0), hasScale ? in<T>(a, 1) : nullptr, out<T>(a, 0), context->stream()),
                      "clipFactor");
    });
  });
  return plan;
}

Status takesGradients(const KernelRequest& request) {
  if (request.inputs[0].dtype != DataType::Float32) return fail(ErrorCode::Unsupported, "only a scale in f32");
  for (std::size_t i = 2; i < request.inputs.size(); ++i)
    if (!isFloatingPoint(request.inputs[i].dtype)) return fail(ErrorCode::Unsupported, "only real gradients");
  return {};
}

// The gradients of type T among the inputs of a loss_scale_update.
template <class T>
class GradientsOf {
 public:
  GradientsOf(std::span<const TensorType> types, DataType type) {
    for (std::size_t i = 2; i < types.size(); ++i) {
      if (types[i].dtype != type) continue;
      places_.push_back(i);
      gradients_.push_back({nullptr, types[i].shape.elementCount()});
      parts_ += partsOf(gradients_.back().count);
    }
  }
  std::int64_t parts() const { return parts_; }
  // Sets parts() flags.
  Status check(const KernelArguments& a, std::int32_t* flags, cudaStream_t stream) {
    for (std::size_t i = 0; i < places_.size(); ++i) gradients_[i].x = in<T>(a, places_[i]);
    return statusOf(findNonfinite<T>(gradients_, flags, stream), "findNonfinite");
  }

 private:
  std::vector<std::size_t> places_;
  std::vector<Gradient<T>> gradients_;
  std::int64_t parts_ = 0;
};

// Inputs are scale, good_steps, gradients…; each gradient may have any layout.
Result<KernelPlan> lossScalePlan(const KernelRequest& request, const ContextPointer& context) {
  const LossScaling numbers{request.attributes.real("growth"), request.attributes.real("backoff"),
                            static_cast<double>(request.attributes.integer("interval")),
                            request.attributes.real("largest"), request.attributes.real("first")};
  std::tuple gradients{GradientsOf<float>(request.inputs, DataType::Float32),
                       GradientsOf<double>(request.inputs, DataType::Float64),
                       GradientsOf<__half>(request.inputs, DataType::Float16),
                       GradientsOf<__nv_bfloat16>(request.inputs, DataType::BFloat16)};
  const std::int64_t flags = std::apply([](const auto&... each) { return (each.parts() + ...); }, gradients);
  KernelPlan plan = densePlan(
      request,
      [context, numbers, gradients, flags](const KernelArguments& a) mutable -> Status {
        auto* const all = static_cast<std::int32_t*>(a.scratch);
        auto* flag = all;
        Status status;
        const auto check = [&](auto& each) {
          if (status.ok()) status = each.check(a, flag, context->stream());
          flag += each.parts();
        };
        std::apply([&](auto&... each) { (check(each), ...); }, gradients);
        FOVEA_CHECK(status);
        return statusOf(updateLossScale(numbers, flags, all, in<float>(a, 0), in<float>(a, 1), out<float>(a, 0),
                                        out<float>(a, 1), out<float>(a, 2), context->stream()),
                        "updateLossScale");
      },
      static_cast<std::size_t>(flags) * sizeof(std::int32_t));
  for (std::size_t i = 2; i < request.inputs.size(); ++i)
    if (!request.hasFreeLayout(i)) plan.inputs[i] = request.inputLayouts[i];
  return plan;
}

// Supports f32, with gradients of 32 or 16 bits, and f64.
Status takesUpdate(const KernelRequest& request) {
  FOVEA_CHECK(needsReal(request));
  const bool narrow = request.inputs[1].dtype != request.inputs[0].dtype;
  if (narrow && isOff(Saving::Casts)) return fail(ErrorCode::Unsupported, offReason(Saving::Casts));
  return {};
}

KernelEntry updateEntry(const UpdateOp& op, const ContextPointer& context) {
  KernelEntry entry = makeEntry(std::string("cuda.") + op.name, takesUpdate,
                                [op, context](const KernelRequest& r) { return updatePlan(r, context, op); });
  entry.keepsCopies = !isOff(Saving::Casts);
  return entry;
}

}  // namespace

void registerUpdates(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addReal(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("squared_norm", squaredNormPlan);
  add("clip_factor", clipFactorPlan);
  for (const UpdateOp& op : kUpdates) registry.add(op.name, updateEntry(op, context));
  addKernel(registry, "assign", "cuda.assign", takesAnything,
            [context](const KernelRequest& request) { return assignPlan(request, context); });
  addKernel(registry, "loss_scale_update", "cuda.loss_scale_update", takesGradients,
            [context](const KernelRequest& request) { return lossScalePlan(request, context); });
}

}  // namespace fovea::cuda
