// Why: binds the ops that write variables in place: the optimizers' updates, sums and averages over steps, and what
// decides on the factor of their gradients.
#include "core/backends/cuda/module/support.h"
#include "core/backends/cuda/module/updates.h"

namespace fovea::cuda {
namespace {

// A variable keeps the layout that it has; what has its shape follows. A free one lies as the gradient does.
void setVariableLayouts(KernelPlan& plan, const KernelRequest& request) {
  const Shape& shape = request.inputs[0].shape;
  bool last = isChannelsLast(request.inputLayouts[0]);
  if (request.inputFree[0]) last = isChannelsLast(commonLayout(request, shape));
  setLayouts(plan, request, shape, last);
}

Result<KernelPlan> accumulatePlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.outputs[0].shape.elementCount();
  const double factor = request.attributes.real("factor");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, n, factor](const KernelArguments& a) {
      return statusOf(addScaled(n, factor, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()), "addScaled");
    });
  });
  setVariableLayouts(plan, request);
  return plan;
}

Result<KernelPlan> averagePlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t n = request.outputs[0].shape.elementCount();
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, n](const KernelArguments& a) {
      return statusOf(averageUpdate(n, in<T>(a, 0), in<T>(a, 1), in<T>(a, 2), out<T>(a, 0), context->stream()),
                      "averageUpdate");
    });
  });
  setVariableLayouts(plan, request);
  return plan;
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
};

bool counts(UpdateKind kind) {
  return kind == UpdateKind::Adam || kind == UpdateKind::AdamW || kind == UpdateKind::Lamb;
}

UpdateNumbers numbersOf(const KernelRequest& request, const UpdateOp& op) {
  UpdateNumbers n;
  n.kind = op.kind;
  n.states = static_cast<int>(request.outputs.size()) - 1;
  if (op.first) n.first = request.attributes.real(op.first);
  if (op.second) n.second = request.attributes.real(op.second);
  if (request.attributes.contains("epsilon")) n.epsilon = request.attributes.real("epsilon");
  if (op.flag) n.flag = request.attributes.boolean(op.flag);
  n.decay = request.attributes.real("weight_decay");
  n.rateMultiplier = request.attributes.real("rate_multiplier");
  n.clip = request.attributes.real("clip");
  return n;
}

// parameter, gradient, states…, learning_rate, (step,) (gradient_factor)
Result<KernelPlan> updatePlan(const KernelRequest& request, const ContextPointer& context, const UpdateOp& op) {
  const UpdateNumbers numbers = numbersOf(request, op);
  const std::int64_t n = request.outputs[0].shape.elementCount();
  const std::size_t rate = 2 + static_cast<std::size_t>(numbers.states), behind = rate + (counts(op.kind) ? 2 : 1);
  const bool hasFactor = request.inputs.size() > behind;
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [=](const KernelArguments& a) {
          UpdatePointers<T> p;
          p.parameter = in<T>(a, 0);
          p.gradient = in<T>(a, 1);
          p.rate = in<T>(a, rate);
          p.step = counts(numbers.kind) ? in<T>(a, rate + 1) : nullptr;
          p.factor = hasFactor ? in<T>(a, behind) : nullptr;
          p.newParameter = out<T>(a, 0);
          for (std::size_t k = 0; k < static_cast<std::size_t>(numbers.states); ++k) {
            p.state[k] = in<T>(a, 2 + k);
            p.newState[k] = out<T>(a, 1 + k);
          }
          return statusOf(update(numbers, n, p, a.scratch, context->stream()), "update");
        },
        updateScratch(numbers, n));
  });
  setVariableLayouts(plan, request);
  return plan;
}

// Each input may lie as it likes.
Result<KernelPlan> squaredNormPlan(const KernelRequest& request, const ContextPointer& context) {
  std::vector<std::int64_t> counts;
  std::int64_t parts = 0;
  for (const TensorType& input : request.inputs) {
    counts.push_back(input.shape.elementCount());
    parts += normBlocks(counts.back());
  }
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, counts, parts](const KernelArguments& a) -> Status {
          auto* part = static_cast<double*>(a.scratch);
          for (std::size_t i = 0; i < counts.size(); ++i) {
            FOVEA_CHECK(statusOf(squaresInParts(counts[i], in<T>(a, i), part, context->stream()), "squaresInParts"));
            part += normBlocks(counts[i]);
          }
          return statusOf(sumOfParts(parts, static_cast<const double*>(a.scratch), out<T>(a, 0), context->stream()),
                          "sumOfParts");
        },
        static_cast<std::size_t>(parts) * sizeof(double));
  });
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (!request.inputFree[i]) plan.inputs[i] = request.inputLayouts[i];
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

// scale, good_steps, gradients…; each gradient may lie as it likes.
Result<KernelPlan> lossScalePlan(const KernelRequest& request, const ContextPointer& context) {
  const LossScaling numbers{request.attributes.real("growth"), request.attributes.real("backoff"),
                            static_cast<double>(request.attributes.integer("interval")),
                            request.attributes.real("largest"), request.attributes.real("first")};
  std::int64_t flags = 0;
  const std::vector<TensorType> types(request.inputs.begin(), request.inputs.end());
  for (std::size_t i = 2; i < types.size(); ++i) flags += nonfiniteBlocks(types[i].shape.elementCount());
  KernelPlan plan = densePlan(
      request,
      [context, numbers, types, flags](const KernelArguments& a) -> Status {
        auto* flag = static_cast<std::int32_t*>(a.scratch);
        for (std::size_t i = 2; i < types.size(); ++i) {
          const std::int64_t n = types[i].shape.elementCount();
          cudaError_t code = cudaSuccess;
          dispatchFloating(types[i].dtype,
                           [&]<class T>() { code = findNonfinite(n, in<T>(a, i), flag, context->stream()); });
          FOVEA_CHECK(statusOf(code, "findNonfinite"));
          flag += nonfiniteBlocks(n);
        }
        return statusOf(
            updateLossScale(numbers, flags, static_cast<const std::int32_t*>(a.scratch), in<float>(a, 0),
                            in<float>(a, 1), out<float>(a, 0), out<float>(a, 1), out<float>(a, 2), context->stream()),
            "updateLossScale");
      },
      static_cast<std::size_t>(flags) * sizeof(std::int32_t));
  for (std::size_t i = 2; i < request.inputs.size(); ++i)
    if (!request.inputFree[i]) plan.inputs[i] = request.inputLayouts[i];
  return plan;
}

Status takesAnything(const KernelRequest&) {
  return {};
}

}  // namespace

void registerUpdates(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addReal(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("accumulate", accumulatePlan);
  add("average_update", averagePlan);
  add("squared_norm", squaredNormPlan);
  add("clip_factor", clipFactorPlan);
  for (const UpdateOp& op : kUpdates)
    addReal(registry, op.name,
            [op, context](const KernelRequest& request) { return updatePlan(request, context, op); });
  addKernel(registry, "assign", "cuda.assign", takesAnything,
            [context](const KernelRequest& request) { return assignPlan(request, context); });
  addKernel(registry, "loss_scale_update", "cuda.loss_scale_update", takesGradients,
            [context](const KernelRequest& request) { return lossScalePlan(request, context); });
}

}  // namespace fovea::cuda
