// Why: scatters to, or gathers from, the positions stored by a maximum pooling, plane by plane in any layout.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"

namespace fovea::cpu {
namespace {

// For both ops: small values, with the positions, on one side; whole planes on the other.
struct Places {
  std::int64_t planes, lanes, count, places;
};

KernelPlan planAround(const KernelRequest& request, const SpatialView& view,
                      std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  plan.inputs = {view.layout(request.inputs[0]), view.layout(request.inputs[1])};
  plan.outputs = {view.layout(request.outputs[0])};
  plan.detail = plan.inputs[1].toString();
  return plan;
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  const TensorType &x = request.inputs[0], &y = request.outputs[0];
  if (x.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  const SpatialView view = spatialView(request.inputs[1], request.inputLayouts[1]);
  const Places p{view.planes, view.lanes, view.positions, y.shape.elementsFrom(2)};
  return planAround(request, view, [p](const KernelArguments& a) {
    parallelTasks(p.planes, static_cast<double>(p.planes * p.lanes * (p.places + 4 * p.count)),
                  [&](std::int64_t plane) {
                    float* to = mutableFloats(a.outputs[0]) + plane * p.places * p.lanes;
                    std::memset(to, 0, static_cast<std::size_t>(p.places * p.lanes) * sizeof(float));
                    const std::int64_t at = plane * p.count * p.lanes;
                    spatialSimd().scatter(floats(a.inputs[0]) + at, static_cast<const std::int32_t*>(a.inputs[1]) + at,
                                          p.count, p.lanes, p.places, to);
                  });
  });
}

Result<KernelPlan> createBackward(const KernelRequest& request, Device&) {
  const TensorType& dy = request.inputs[0];
  if (dy.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  const SpatialView view = spatialView(request.inputs[1], request.inputLayouts[1]);
  const Places p{view.planes, view.lanes, view.positions, dy.shape.elementsFrom(2)};
  return planAround(request, view, [p](const KernelArguments& a) {
    parallelTasks(p.planes, static_cast<double>(p.planes * p.lanes * 4 * p.count), [&](std::int64_t plane) {
      const std::int64_t at = plane * p.count * p.lanes;
      spatialSimd().gather(floats(a.inputs[0]) + plane * p.places * p.lanes,
                           static_cast<const std::int32_t*>(a.inputs[1]) + at, p.count, p.lanes, p.places,
                           mutableFloats(a.outputs[0]) + at);
    });
  });
}

}  // namespace

void addUnpoolingKernels(KernelRegistry& registry) {
  registry.add("max_unpool", float32Entry("cpu.max_unpool", createForward));
  registry.add("max_unpool_backward", float32Entry("cpu.max_unpool_backward", createBackward));
}

}  // namespace fovea::cpu
