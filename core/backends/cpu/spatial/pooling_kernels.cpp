// Why: pooling is bound by memory, so it keeps the layout of its input. oneDNN's pooling takes as long as a convolution
// and does not return the positions that the op promises.
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/spatial/pooling_plane.h"

namespace fovea::cpu {
namespace {

// Planes to pool one by one, and the layouts of both sides.
struct PoolingView {
  PoolingPlane plane;
  std::int64_t planes = 0;
  Layout input, output, indices;

  std::int64_t inputFloats() const { return plane.height * plane.width * plane.lanes; }
  std::int64_t outputFloats() const { return plane.outputHeight * plane.outputWidth * plane.lanes; }
  double work() const { return static_cast<double>(planes * inputFloats()); }
  // Plane `i` of the input; if other planes follow, reading beyond its end is allowed.
  PoolingPlane planeAt(std::int64_t i) const {
    PoolingPlane result = plane;
    result.readable = (planes - i) * inputFloats();
    return result;
  }
};

// `type` and `layout` describe the deciding side: the input of a forward op, or the incoming gradient of a backward
// one.
PoolingView viewOf(const PoolingGeometry& g, const TensorType& type, const Layout& layout) {
  PoolingView view;
  view.plane = poolingPlane(g);
  const auto blocks = [](std::int64_t extent, std::int64_t block) { return (extent + block - 1) / block; };
  const ImageOrder order = imageOrder(type, layout).value_or(ImageOrder::Dense);
  switch (order) {
    case ImageOrder::Dense:
      view.planes = g.batch * g.channels;
      break;
    case ImageOrder::ChannelsLast:
      view.planes = g.batch;
      view.plane.lanes = g.channels;
      break;
    case ImageOrder::ChannelBlocks:
      view.plane.lanes = channelBlock(type, layout);
      view.planes = g.batch * blocks(g.channels, view.plane.lanes);
      break;
    case ImageOrder::ImageBlocks:
      view.planes = blocks(g.batch, kImageBlock) * g.channels;
      view.plane.lanes = kImageBlock;
      break;
  }
  view.input = layoutInOrder({DataType::Float32, g.inputShape()}, order, view.plane.lanes);
  view.output = layoutInOrder({DataType::Float32, g.outputShape()}, order, view.plane.lanes);
  view.indices = layoutInOrder({DataType::Int32, g.outputShape()}, order, view.plane.lanes);
  return view;
}

std::vector<float> reciprocals(const PoolingGeometry& g) {
  std::vector<float> values;
  for (std::int64_t oy = 0; oy < g.outputHeight; ++oy)
    for (std::int64_t ox = 0; ox < g.outputWidth; ++ox)
      values.push_back(static_cast<float>(1.0 / static_cast<double>(g.divisor(g.height, oy) * g.divisor(g.width, ox))));
  return values;
}

void finish(KernelPlan& plan, const PoolingView& view) {
  plan.detail = std::string(simd().name) + " " + view.input.toString();
}

Result<KernelPlan> createMax(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PoolingGeometry g, readPooling(request.attributes, request.inputs[0].shape));
  const PoolingView view = viewOf(g, request.inputs[0], request.inputLayouts[0]);
  // Inference needs no positions, and pooling planes of single numbers takes half the time without them.
  const bool indices =
      request.isNeeded(1) || view.plane.lanes > 1 || view.plane.strideWidth > 2;
  KernelPlan plan = densePlan(request, [view, indices](const KernelArguments& a) {
    parallelTasks(view.planes, view.work(), [&](std::int64_t i) {
      const std::int64_t out = i * view.outputFloats();
      simd().maxPool(view.planeAt(i), floats(a.inputs[0]) + i * view.inputFloats(), mutableFloats(a.outputs[0]) + out,
                     indices ? static_cast<std::int32_t*>(a.outputs[1]) + out : nullptr);
    });
  });
  plan.inputs = {view.input};
  plan.outputs = {view.output, view.indices};
  finish(plan, view);
  return plan;
}

Result<KernelPlan> createMaxBackward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PoolingGeometry g, readPoolingBackward(request.attributes, request.inputs[0].shape));
  // The gradient uses the layout of the positions, which the forward pass chose.
  const PoolingView view = viewOf(g, request.inputs[1], request.inputLayouts[1]);
  KernelPlan plan = densePlan(request, [view](const KernelArguments& a) {
    parallelTasks(view.planes, view.work(), [&](std::int64_t i) {
      const std::int64_t out = i * view.outputFloats();
      simd().maxPoolBackward(view.plane, floats(a.inputs[0]) + out, static_cast<const std::int32_t*>(a.inputs[1]) + out,
                             mutableFloats(a.outputs[0]) + i * view.inputFloats());
    });
  });
  plan.inputs = {view.output, view.indices};
  plan.outputs = {view.input};
  finish(plan, view);
  return plan;
}

Result<KernelPlan> createAverage(const KernelRequest& request, Device&) {
  FOVEA_TRY(PoolingGeometry g, readPooling(request.attributes, request.inputs[0].shape));
  const PoolingView view = viewOf(g, request.inputs[0], request.inputLayouts[0]);
  KernelPlan plan = densePlan(request, [view, factors = reciprocals(g)](const KernelArguments& a) {
    parallelTasks(view.planes, view.work(), [&](std::int64_t i) {
      simd().averagePool(view.planeAt(i), floats(a.inputs[0]) + i * view.inputFloats(), factors.data(),
                         mutableFloats(a.outputs[0]) + i * view.outputFloats());
    });
  });
  plan.inputs = {view.input};
  plan.outputs = {view.output};
  finish(plan, view);
  return plan;
}

Result<KernelPlan> createAverageBackward(const KernelRequest& request, Device&) {
  FOVEA_TRY(PoolingGeometry g, readPoolingBackward(request.attributes, request.inputs[0].shape));
  const PoolingView view = viewOf(g, request.inputs[0], request.inputLayouts[0]);
  KernelPlan plan = densePlan(request, [view, factors = reciprocals(g)](const KernelArguments& a) {
    parallelTasks(view.planes, view.work(), [&](std::int64_t i) {
      simd().averagePoolBackward(view.plane, floats(a.inputs[0]) + i * view.outputFloats(), factors.data(),
                                 mutableFloats(a.outputs[0]) + i * view.inputFloats());
    });
  });
  plan.inputs = {view.output};
  plan.outputs = {view.input};
  finish(plan, view);
  return plan;
}

}  // namespace

void addPoolingKernels(KernelRegistry& registry) {
  registry.add("max_pool2d", float32Entry("cpu.max_pool2d", createMax));
  registry.add("max_pool2d_backward", float32Entry("cpu.max_pool2d_backward", createMaxBackward));
  registry.add("average_pool2d", float32Entry("cpu.average_pool2d", createAverage));
  registry.add("average_pool2d_backward", float32Entry("cpu.average_pool2d_backward", createAverageBackward));
}

}  // namespace fovea::cpu
