// Why: binds softmax, its cross-entropy and the count of correct answers.
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

Result<KernelPlan> softmaxPlan(const KernelRequest& request, const ContextPointer& context) {
  const Channels shape = channelsOf(request.inputs[0], commonLayout(request, request.inputs[0].shape));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape](const KernelArguments& a) {
      return statusOf(softmax(shape, in<T>(a, 0), out<T>(a, 0), context->stream()), "softmax");
    });
  });
  setCommonLayout(plan, request);
  return plan;
}

Result<KernelPlan> softmaxBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const Channels shape = channelsOf(request.inputs[0], commonLayout(request, request.inputs[0].shape));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape](const KernelArguments& a) {
      return statusOf(softmaxBackward(shape, in<T>(a, 0), in<T>(a, 1), out<T>(a, 0), context->stream()),
                      "softmaxBackward");
    });
  });
  setCommonLayout(plan, request);
  return plan;
}

Result<KernelPlan> softmaxCrossEntropyPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t rows = request.inputs[0].shape[0], classes = request.inputs[0].shape[1];
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, rows, classes](const KernelArguments& a) {
          return statusOf(crossEntropy(rows, classes, in<T>(a, 0), in<std::int32_t>(a, 1), static_cast<T*>(a.scratch),
                                       out<T>(a, 0), out<T>(a, 1), context->stream()),
                          "crossEntropy");
        },
        static_cast<std::size_t>(rows) * sizeof(T));
  });
  return plan;
}

Result<KernelPlan> softmaxCrossEntropyBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t rows = request.inputs[1].shape[0], classes = request.inputs[1].shape[1];
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, rows, classes](const KernelArguments& a) {
          return statusOf(crossEntropyBackward(rows, classes, in<T>(a, 0), in<T>(a, 1), in<std::int32_t>(a, 2),
                                               static_cast<T*>(a.scratch), out<T>(a, 0), context->stream()),
                          "crossEntropyBackward");
        },
        sizeof(T));
  });
  return plan;
}

Status fitsOneBlock(const KernelRequest& request) {
  FOVEA_CHECK(needsReal(request));
  if (isOff(Saving::Losses)) return fail(ErrorCode::Unsupported, offReason(Saving::Losses));
  const Shape& logits = request.inputs[0].shape;
  if (logits.elementCount() == 0 || !isOneBlocksLoss(logits[0], logits[1]))
    return fail(ErrorCode::Unsupported, "the batch is empty, or too large for one block");
  return {};
}

Result<KernelPlan> crossEntropyStepPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t rows = request.inputs[0].shape[0], classes = request.inputs[0].shape[1];
  const bool probabilities = request.isNeeded(1), count = request.isNeeded(3);
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, rows, classes, probabilities, count](const KernelArguments& a) {
      const CrossEntropyStep<T> step{in<T>(a, 0),
                                     in<std::int32_t>(a, 1),
                                     in<T>(a, 2),
                                     out<T>(a, 0),
                                     probabilities ? out<T>(a, 1) : nullptr,
                                     out<T>(a, 2),
                                     count ? out<float>(a, 3) : nullptr};
      return statusOf(crossEntropyStep(rows, classes, step, context->stream()), "crossEntropyStep");
    });
  });
  return plan;
}

Result<KernelPlan> correctCountPlan(const KernelRequest& request, const ContextPointer& context) {
  const std::int64_t rows = request.inputs[0].shape[0], classes = request.inputs[0].shape[1];
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, rows, classes](const KernelArguments& a) {
          return statusOf(correctCount(rows, classes, in<T>(a, 0), in<std::int32_t>(a, 1),
                                       static_cast<std::int32_t*>(a.scratch), out<float>(a, 0), context->stream()),
                          "correctCount");
        },
        static_cast<std::size_t>(rows) * sizeof(std::int32_t));
  });
  return plan;
}

}  // namespace

void registerSoftmax(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addReal(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  addFloating(registry, "softmax", [context](const KernelRequest& request) { return softmaxPlan(request, context); });
  addFloating(registry, "softmax_backward",
              [context](const KernelRequest& request) { return softmaxBackwardPlan(request, context); });
  add("softmax_cross_entropy", softmaxCrossEntropyPlan);
  add("softmax_cross_entropy_backward", softmaxCrossEntropyBackwardPlan);
  add("correct_count", correctCountPlan);
  addKernel(registry, "softmax_cross_entropy_fused", "cuda.softmax_cross_entropy_fused", fitsOneBlock,
            [context](const KernelRequest& request) { return crossEntropyStepPlan(request, context); });
  registerClassifier(registry, context);
}

}  // namespace fovea::cuda
