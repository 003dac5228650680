// Why: binds the ops that compute each position of a plane from other positions: pad, resize, adaptive pooling, pooling
// of volumes and unpooling. They support dense layout and channels last.
#include "core/backends/cuda/module/runtime/support.h"
#include "core/backends/cuda/module/spatial/place_tables.h"

namespace fovea::cuda {
namespace {

PlaceMap mapOf(const Shape& shape, bool last, const DeviceTables& tables) {
  PlaceMap map{shape[0], shape[1], last, {}};
  std::copy(std::begin(tables.axes), std::end(tables.axes), map.axes);
  return map;
}

void setPlaceLayouts(KernelPlan& plan, const KernelRequest& request, bool last) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i) plan.inputs[i] = layoutIn(request.inputs[i], last);
  for (std::size_t i = 0; i < request.outputs.size(); ++i) plan.outputs[i] = layoutIn(request.outputs[i], last);
}

// Computes y as weighted sums of x, as given by the tables.
Result<KernelPlan> mixPlan(const KernelRequest& request, const ContextPointer& context, const AxisTables& tables,
                           double outside = 0) {
  const DataType type = request.inputs[0].dtype;
  const bool last = takesChannelsLast(request);
  FOVEA_TRY(const DeviceTables device, uploadTables(context, tables, type));
  const PlaceMap map = mapOf(request.inputs[0].shape, last, device);
  KernelPlan plan;
  dispatchFloating(type, [&]<class T>() {
    plan = densePlan(request, [context, map, outside, memory = device.memory](const KernelArguments& a) {
      return statusOf(mixPlaces(map, outside, in<T>(a, 0), out<T>(a, 0), context->stream()), "mixPlaces");
    });
  });
  setPlaceLayouts(plan, request, last);
  return plan;
}

// Computes y and indices, the maximum of each window and its position.
Result<KernelPlan> largestPlan(const KernelRequest& request, const ContextPointer& context,
                               const PoolingWindows& windows) {
  const bool last = takesChannelsLast(request);
  FOVEA_TRY(const AxisTables tables, tablesOf(windows));
  FOVEA_TRY(const DeviceTables device, uploadTables(context, tables, request.inputs[0].dtype));
  const PlaceMap map = mapOf(request.inputs[0].shape, last, device);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, map, memory = device.memory](const KernelArguments& a) {
      return statusOf(largestPlaces(map, in<T>(a, 0), out<T>(a, 0), out<std::int32_t>(a, 1), context->stream()),
                      "largestPlaces");
    });
  });
  setPlaceLayouts(plan, request, last);
  return plan;
}

Result<KernelPlan> padPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PaddingGeometry geometry, readPadding(request.attributes, request.inputs[0].shape));
  FOVEA_TRY(const AxisTables tables, tablesOf(geometry));
  return mixPlan(request, context, tables, geometry.value);
}
Result<KernelPlan> padBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PaddingGeometry geometry, readPadding(request.attributes, request.outputs[0].shape));
  FOVEA_TRY(const AxisTables tables, tablesOf(geometry));
  return mixPlan(request, context, transposed(tables));
}

Result<KernelPlan> resizePlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const AxisTables tables,
            tablesOf(readResize(request.attributes, request.inputs[0].shape, request.outputs[0].shape)));
  return mixPlan(request, context, tables);
}
Result<KernelPlan> resizeBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const AxisTables tables,
            tablesOf(readResize(request.attributes, request.outputs[0].shape, request.inputs[0].shape)));
  return mixPlan(request, context, transposed(tables));
}

Result<KernelPlan> adaptiveAveragePlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const AxisTables tables, tablesOf(adaptiveWindows(request.inputs[0].shape, request.outputs[0].shape)));
  return mixPlan(request, context, tables);
}
Result<KernelPlan> adaptiveAverageBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const AxisTables tables, tablesOf(adaptiveWindows(request.outputs[0].shape, request.inputs[0].shape)));
  return mixPlan(request, context, transposed(tables));
}
Result<KernelPlan> adaptiveMaximumPlan(const KernelRequest& request, const ContextPointer& context) {
  return largestPlan(request, context, adaptiveWindows(request.inputs[0].shape, request.outputs[0].shape));
}

Result<KernelPlan> volumeAveragePlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PoolingWindows windows, readVolumePooling(request.attributes, request.inputs[0].shape));
  FOVEA_TRY(const AxisTables tables, tablesOf(windows));
  return mixPlan(request, context, tables);
}
Result<KernelPlan> volumeAverageBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PoolingWindows windows, readVolumePooling(request.attributes, request.outputs[0].shape));
  FOVEA_TRY(const AxisTables tables, tablesOf(windows));
  return mixPlan(request, context, transposed(tables));
}
Result<KernelPlan> volumeMaximumPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PoolingWindows windows, readVolumePooling(request.attributes, request.inputs[0].shape));
  return largestPlan(request, context, windows);
}

Unpooling unpoolingOf(const Shape& listed, const Shape& plane, bool last) {
  return {listed[0], listed[1], listed.elementsFrom(2), plane.elementsFrom(2), last};
}

// max_unpool (x, indices)
Result<KernelPlan> unpoolPlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = takesChannelsLast(request);
  const Unpooling shape = unpoolingOf(request.inputs[0].shape, request.outputs[0].shape, last);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, shape](const KernelArguments& a) {
          return statusOf(
              maxUnpool(shape, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), a.scratch, context->stream()),
              "maxUnpool");
        },
        maxUnpoolScratch(shape));
  });
  setPlaceLayouts(plan, request, last);
  return plan;
}

// max_unpool_backward (dy, indices)
Result<KernelPlan> unpoolBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  const bool last = takesChannelsLast(request);
  const Unpooling shape = unpoolingOf(request.outputs[0].shape, request.inputs[0].shape, last);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, shape](const KernelArguments& a) {
      return statusOf(maxUnpoolBackward(shape, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), context->stream()),
                      "maxUnpoolBackward");
    });
  });
  setPlaceLayouts(plan, request, last);
  return plan;
}

}  // namespace

void registerPlaces(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("pad", padPlan);
  add("pad_backward", padBackwardPlan);
  add("resize", resizePlan);
  add("resize_backward", resizeBackwardPlan);
  add("adaptive_average_pool", adaptiveAveragePlan);
  add("adaptive_average_pool_backward", adaptiveAverageBackwardPlan);
  add("adaptive_max_pool", adaptiveMaximumPlan);
  add("average_pool3d", volumeAveragePlan);
  add("average_pool3d_backward", volumeAverageBackwardPlan);
  add("max_pool3d", volumeMaximumPlan);
  add("max_unpool", unpoolPlan);
  add("max_unpool_backward", unpoolBackwardPlan);
}

}  // namespace fovea::cuda
