// Why: binds normalisations that are independent of the batch: over groups of channels, and over neighbours.
#include "core/backends/cuda/module/normalization/norms.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/group_geometry.h"
#include "core/ops/local_response.h"

namespace fovea::cuda {
namespace {

// Channels last if the request has it and a group's channels fill whole memory accesses; else dense.
Result<GroupRows> rowsOf(const KernelRequest& request, const TensorType& x) {
  constexpr std::int64_t kSector = 32;
  FOVEA_TRY(const GroupGeometry g, readGroups(request.attributes, x));
  const bool wide = g.channels * static_cast<std::int64_t>(byteSize(x.dtype)) >= kSector;
  const bool last = wide && isChannelsLast(commonLayout(request, x.shape));
  return GroupRows{g.batch, g.groups, g.channels, g.inner, last};
}

// group_norm (x, scale, bias)
Result<KernelPlan> groupPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const GroupRows rows, rowsOf(request, request.inputs[0]));
  const double epsilon = request.attributes.real("epsilon");
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, rows, epsilon](const KernelArguments& a) {
          const GroupNorm<T> arguments{in<T>(a, 0),  in<C>(a, 1),  in<C>(a, 2), out<T>(a, 0),
                                       out<C>(a, 1), out<C>(a, 2), epsilon};
          return statusOf(groupNorm(rows, arguments, a.scratch, context->stream()), "groupNorm");
        },
        groupNormScratch<T>(rows));
  });
  plan.inputs[0] = layoutIn(request.inputs[0], rows.channelsLast);
  plan.outputs[0] = layoutIn(request.outputs[0], rows.channelsLast);
  return plan;
}

// group_norm_backward (dy, x, scale, mean, inverse_deviation)
Result<KernelPlan> groupBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const GroupRows rows, rowsOf(request, request.inputs[1]));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    using C = Compute<T>;
    plan = densePlan(
        request,
        [context, rows](const KernelArguments& a) {
          const GroupNormBackward<T> arguments{in<T>(a, 0), in<T>(a, 1),  in<C>(a, 2),  in<C>(a, 3),
                                               in<C>(a, 4), out<T>(a, 0), out<C>(a, 1), out<C>(a, 2)};
          return statusOf(groupNormBackward(rows, arguments, a.scratch, context->stream()), "groupNormBackward");
        },
        groupNormScratch<T>(rows));
  });
  for (const std::size_t image : {0, 1}) plan.inputs[image] = layoutIn(request.inputs[image], rows.channelsLast);
  plan.outputs[0] = layoutIn(request.outputs[0], rows.channelsLast);
  return plan;
}

LocalWindow windowOf(const LocalResponse& response, const TensorType& x, const Layout& layout) {
  LocalWindow window;
  window.count = x.shape.elementCount();
  window.half = response.half();
  window.factor = response.alpha / static_cast<double>(response.count());
  window.beta = response.beta;
  window.offset = response.offset;
  const auto strides = stridesOf(x, layout);
  const auto setAxis = [&](int place, int axis) {
    window.extent[place] = x.shape[axis];
    window.stride[place] = strides[static_cast<std::size_t>(axis)];
  };
  if (response.withinChannels) {
    setAxis(0, 2);
    setAxis(1, 3);
  } else {
    setAxis(0, 1);
  }
  return window;
}

// local_response_norm (x)
Result<KernelPlan> localPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const LocalResponse response, readLocalResponse(request.attributes, request.inputs[0]));
  const LocalWindow window = windowOf(response, request.inputs[0], commonLayout(request, request.inputs[0].shape));
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, window](const KernelArguments& a) {
      return statusOf(localResponse(window, in<T>(a, 0), out<T>(a, 0), context->stream()), "localResponse");
    });
  });
  setCommonLayout(plan, request);
  return plan;
}

// local_response_norm_backward (dy, x)
Result<KernelPlan> localBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const LocalResponse response, readLocalResponse(request.attributes, request.inputs[1]));
  const LocalWindow window = windowOf(response, request.inputs[1], commonLayout(request, request.inputs[1].shape));
  KernelPlan plan;
  dispatchReal(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, window](const KernelArguments& a) {
          return statusOf(localResponseBackward(window, in<T>(a, 0), in<T>(a, 1), static_cast<T*>(a.scratch),
                                                out<T>(a, 0), context->stream()),
                          "localResponseBackward");
        },
        request.inputs[1].bytes());
  });
  setCommonLayout(plan, request);
  return plan;
}

}  // namespace

void registerNorms(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Status (*supports)(const KernelRequest&), Make make) {
    addKernel(registry, op, "cuda." + op, supports,
              [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("group_norm", needsFloating, groupPlan);
  add("group_norm_backward", needsFloating, groupBackwardPlan);
  add("local_response_norm", needsReal, localPlan);
  add("local_response_norm_backward", needsReal, localBackwardPlan);
}

}  // namespace fovea::cuda
