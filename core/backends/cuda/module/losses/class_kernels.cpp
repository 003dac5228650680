// Why: binds log_softmax, cross_entropy, one_hot and the metrics of classes, whichever axis holds the classes.
#include <limits>

#include "core/backends/cuda/module/losses/classes.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/class_counting.h"
#include "core/ops/class_loss.h"

namespace fovea::cuda {
namespace {

// Scores in their own layout: channels last only if the channels are the classes, so that labels are in the same order.
struct Classes {
  Channels shape;
  bool last = false;
};
Classes classesOf(const KernelRequest& request, std::size_t scores) {
  const TensorType& type = request.inputs[scores];
  const ChannelGeometry g = knownClasses(request.attributes, type);
  const bool last = isChannelsLast(request.inputLayouts[scores]) && g.batch == type.shape[0] &&
                    g.channels == type.shape[1] && g.inner == type.shape.elementsFrom(2);
  if (last) return {channelsOf(type, request.inputLayouts[scores]), true};
  return {{g.batch, g.channels, g.inner}, false};
}

Result<KernelPlan> logSoftmaxPlan(const KernelRequest& request, const ContextPointer& context) {
  const Classes classes = classesOf(request, 0);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape = classes.shape](const KernelArguments& a) {
      return statusOf(logSoftmax(shape, in<T>(a, 0), out<T>(a, 0), context->stream()), "logSoftmax");
    });
  });
  setLayouts(plan, request, request.inputs[0].shape, classes.last);
  return plan;
}

ClassLossRule ruleOf(const KernelRequest& request) {
  return {request.attributes.real("label_smoothing"), request.attributes.integer("ignore_index")};
}

// cross_entropy (logits, labels, weights); the weights may be left out.
Result<KernelPlan> crossEntropyPlan(const KernelRequest& request, const ContextPointer& context) {
  const Classes classes = classesOf(request, 0);
  const ClassLossRule rule = ruleOf(request);
  const bool weighted = request.inputs.size() > 2;
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, shape = classes.shape, rule, weighted](const KernelArguments& a) {
          const CrossEntropy<T> arguments{in<T>(a, 0), in<std::int32_t>(a, 1), weighted ? in<T>(a, 2) : nullptr,
                                          out<T>(a, 0), out<T>(a, 1)};
          return statusOf(weightedCrossEntropy(shape, rule, arguments, a.scratch, context->stream()),
                          "weightedCrossEntropy");
        },
        classLossScratch(classes.shape));
  });
  setLayouts(plan, request, request.inputs[0].shape, classes.last);
  return plan;
}

// cross_entropy_backward (dloss, probabilities, labels, weights)
Result<KernelPlan> crossEntropyBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const Classes classes = classesOf(request, 1);
  const ClassLossRule rule = ruleOf(request);
  const bool weighted = request.inputs.size() > 3;
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, shape = classes.shape, rule, weighted](const KernelArguments& a) {
          const CrossEntropyBackward<T> arguments{in<T>(a, 0), in<T>(a, 1), in<std::int32_t>(a, 2),
                                                  weighted ? in<T>(a, 3) : nullptr, out<T>(a, 0)};
          return statusOf(weightedCrossEntropyBackward(shape, rule, arguments, a.scratch, context->stream()),
                          "weightedCrossEntropyBackward");
        },
        classLossScratch(classes.shape));
  });
  setLayouts(plan, request, request.inputs[1].shape, classes.last);
  return plan;
}

Result<KernelPlan> oneHotPlan(const KernelRequest& request, const ContextPointer& context) {
  const ChannelGeometry g = knownClasses(request.attributes, request.outputs[0]);
  const Channels shape{g.batch, g.channels, g.inner};
  const std::int64_t ignored = request.attributes.integer("ignore_index");
  return densePlan(request, [context, shape, ignored](const KernelArguments& a) {
    return statusOf(oneHot(shape, ignored, in<std::int32_t>(a, 0), out<float>(a, 0), context->stream()), "oneHot");
  });
}

Result<KernelPlan> countsPlan(const KernelRequest& request, const ContextPointer& context) {
  const Classes classes = classesOf(request, 0);
  const std::int64_t ignored = request.attributes.integer("ignore_index"), top = request.attributes.integer("top");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape = classes.shape, ignored, top](const KernelArguments& a) {
      return statusOf(
          classCounts(shape, ignored, top, in<T>(a, 0), in<std::int32_t>(a, 1), out<float>(a, 0), context->stream()),
          "classCounts");
    });
  });
  plan.inputs[0] = layoutIn(request.inputs[0], classes.last);
  return plan;
}

Result<KernelPlan> confusionPlan(const KernelRequest& request, const ContextPointer& context) {
  const Classes classes = classesOf(request, 0);
  const std::int64_t ignored = request.attributes.integer("ignore_index");
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape = classes.shape, ignored](const KernelArguments& a) {
      return statusOf(
          confusionCounts(shape, ignored, in<T>(a, 0), in<std::int32_t>(a, 1), out<float>(a, 0), context->stream()),
          "confusionCounts");
    });
  });
  plan.inputs[0] = layoutIn(request.inputs[0], classes.last);
  return plan;
}

Status countsIn32Bits(const KernelRequest& request) {
  FOVEA_CHECK(needsReal(request));
  if (request.inputs[1].shape.elementCount() <= std::numeric_limits<std::uint32_t>::max()) return {};
  return fail(ErrorCode::Unsupported, "fewer than 2^32 labels only");
}

}  // namespace

void registerClasses(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Status (*supports)(const KernelRequest&), Make make) {
    addKernel(registry, op, "cuda." + op, supports,
              [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("log_softmax", needsFloating, logSoftmaxPlan);
  add("cross_entropy", needsReal, crossEntropyPlan);
  add("cross_entropy_backward", needsReal, crossEntropyBackwardPlan);
  add("one_hot", takesAnything, oneHotPlan);
  add("class_counts", countsIn32Bits, countsPlan);
  add("confusion_counts", countsIn32Bits, confusionPlan);
}

}  // namespace fovea::cuda
