// Why: binds the elementwise ops, dropout and scale to their device code.
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/dropout_mask.h"

namespace fovea::cuda {
namespace {

// y = f(x); y may take x's storage.
CreatePlan unaryPlan(ContextPointer context, Unary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n](const KernelArguments& a) {
        return statusOf(unary(op, n, in<T>(a, 0), out<T>(a, 0), context->stream()), "unary");
      });
    });
    plan.inPlace = {{0, 0}};
    setCommonLayout(plan, request);
    return plan;
  };
}

// dx = f(dy, y); dx may take dy's storage.
CreatePlan backwardPlan(ContextPointer context, Binary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n](const KernelArguments& a) {
        return statusOf(binary(op, n, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()), "binary");
      });
    });
    plan.inPlace = {{0, 0}, {0, 1}};
    setCommonLayout(plan, request);
    return plan;
  };
}

CreatePlan scalePlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    const double factor = request.attributes.real("factor");
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, n, factor](const KernelArguments& a) {
        return statusOf(scale(n, factor, in<T>(a, 0), out<T>(a, 0), context->stream()), "scale");
      });
    });
    plan.inPlace = {{0, 0}};
    setCommonLayout(plan, request);
    return plan;
  };
}

// A variable with a free layout that is cast to 16 bits and has the rank of a filter is assumed to be a convolution's
// weight, which is read with channels last.
bool becomesFilter(const KernelRequest& request) {
  const DataType to = request.outputs[0].dtype;
  return request.hasFreeLayout(0) && request.inputs[0].shape.rank() >= 4 &&
         (to == DataType::Float16 || to == DataType::BFloat16);
}

CreatePlan castPlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class From>() {
      dispatchFloating(request.outputs[0].dtype, [&]<class To>() {
        plan = densePlan(request, [context, n](const KernelArguments& a) {
          return statusOf(cast(n, in<From>(a, 0), out<To>(a, 0), context->stream()), "cast");
        });
      });
    });
    if (becomesFilter(request))
      setLayouts(plan, request, request.outputs[0].shape, true);
    else
      setCommonLayout(plan, request);
    return plan;
  };
}

// The factor of kept elements; 0 if the probability is 1.
double keptScale(double probability) {
  return probability < 1.0 ? 1.0 / (1.0 - probability) : 0.0;
}

CreatePlan dropoutPlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    const double probability = request.attributes.real("probability");
    const std::int64_t seed = request.attributes.integer("seed");
    const std::int64_t first = request.attributes.integer("first");
    const std::uint64_t threshold = dropoutThreshold(probability);
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      const double factor = keptScale(probability);
      plan = densePlan(request, [context, n, first, seed, threshold, factor](const KernelArguments& a) {
        return statusOf(dropout(n, first, threshold, seed, factor, in<T>(a, 0), in<std::int64_t>(a, 1), out<T>(a, 0),
                                out<std::uint8_t>(a, 1), context->stream()),
                        "dropout");
      });
    });
    plan.inPlace = {{0, 0}};
    return plan;
  };
}

CreatePlan dropoutBackwardPlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    const double probability = request.attributes.real("probability");
    KernelPlan plan;
    dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
      const double factor = keptScale(probability);
      plan = densePlan(request, [context, n, factor](const KernelArguments& a) {
        return statusOf(
            dropoutBackward(n, factor, in<T>(a, 0), in<std::uint8_t>(a, 1), out<T>(a, 0), context->stream()),
            "dropoutBackward");
      });
    });
    plan.inPlace = {{0, 0}};
    return plan;
  };
}

}  // namespace

void registerElementwise(KernelRegistry& registry, const ContextPointer& context) {
  addFloating(registry, "cast", castPlan(context));
  addFloating(registry, "relu", unaryPlan(context, Unary::Relu));
  addFloating(registry, "sigmoid", unaryPlan(context, Unary::Sigmoid));
  addFloating(registry, "tanh", unaryPlan(context, Unary::Tanh));
  addFloating(registry, "relu_backward", backwardPlan(context, Binary::ReluBackward));
  addFloating(registry, "sigmoid_backward", backwardPlan(context, Binary::SigmoidBackward));
  addFloating(registry, "tanh_backward", backwardPlan(context, Binary::TanhBackward));
  addFloating(registry, "scale", scalePlan(context));
  addFloating(registry, "dropout", dropoutPlan(context));
  addFloating(registry, "dropout_backward", dropoutBackwardPlan(context));
}

}  // namespace fovea::cuda
