// Why: binds the elementwise ops, dropout and scale to their device code.
#include "core/backends/cuda/module/support.h"
#include "core/ops/dropout_mask.h"

namespace fovea::cuda {
namespace {

// y = f(x); y may take x's storage.
CreatePlan unaryPlan(ContextPointer context, Unary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n](const KernelArguments& a) {
        return statusOf(unary(op, n, in<T>(a, 0), out<T>(a, 0), context->stream()), "unary");
      });
    });
    plan.inPlace = {{0, 0}};
    return plan;
  };
}

// dx = f(dy, y); dx may take dy's storage.
CreatePlan backwardPlan(ContextPointer context, Binary op) {
  return [context, op](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, op, n](const KernelArguments& a) {
        return statusOf(binary(op, n, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()), "binary");
      });
    });
    plan.inPlace = {{0, 0}, {0, 1}};
    return plan;
  };
}

CreatePlan scalePlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    const double factor = request.attributes.real("factor");
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      plan = densePlan(request, [context, n, factor](const KernelArguments& a) {
        return statusOf(scale(n, static_cast<T>(factor), in<T>(a, 0), out<T>(a, 0), context->stream()), "scale");
      });
    });
    plan.inPlace = {{0, 0}};
    return plan;
  };
}

// What a kept element is multiplied by; nothing is kept where the probability is 1.
double keptScale(double probability) {
  return probability < 1.0 ? 1.0 / (1.0 - probability) : 0.0;
}

CreatePlan dropoutPlan(ContextPointer context) {
  return [context](const KernelRequest& request) -> Result<KernelPlan> {
    const std::int64_t n = request.outputs[0].shape.elementCount();
    const double probability = request.attributes.real("probability");
    const std::int64_t seed = request.attributes.integer("seed");
    const std::uint64_t threshold = dropoutThreshold(probability);
    KernelPlan plan;
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      const T factor = static_cast<T>(keptScale(probability));
      plan = densePlan(request, [context, n, seed, threshold, factor](const KernelArguments& a) {
        return statusOf(dropout(n, threshold, seed, factor, in<T>(a, 0), in<std::int64_t>(a, 1), out<T>(a, 0),
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
    dispatchReal(request.inputs[0].dtype, [&]<class T>() {
      const T factor = static_cast<T>(keptScale(probability));
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
  addReal(registry, "relu", unaryPlan(context, Unary::Relu));
  addReal(registry, "sigmoid", unaryPlan(context, Unary::Sigmoid));
  addReal(registry, "tanh", unaryPlan(context, Unary::Tanh));
  addReal(registry, "relu_backward", backwardPlan(context, Binary::ReluBackward));
  addReal(registry, "sigmoid_backward", backwardPlan(context, Binary::SigmoidBackward));
  addReal(registry, "tanh_backward", backwardPlan(context, Binary::TanhBackward));
  addReal(registry, "scale", scalePlan(context));
  addReal(registry, "dropout", dropoutPlan(context));
  addReal(registry, "dropout_backward", dropoutBackwardPlan(context));
}

}  // namespace fovea::cuda
