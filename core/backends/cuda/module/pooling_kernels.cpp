// Why: binds the pooling ops.
#include <limits>

#include "core/backends/cuda/module/support.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::cuda {
namespace {

Pooling poolingOf(const PoolingGeometry& g, bool channelsLast) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  Pooling p;
  p.batch = g.batch;
  p.channels = g.channels;
  p.channelsLast = channelsLast;
  p.height = narrow(g.height.input);
  p.width = narrow(g.width.input);
  p.outputHeight = narrow(g.outputHeight);
  p.outputWidth = narrow(g.outputWidth);
  p.kernelY = narrow(g.height.kernel);
  p.kernelX = narrow(g.width.kernel);
  p.strideY = narrow(g.height.stride);
  p.strideX = narrow(g.width.stride);
  p.top = narrow(g.height.before);
  p.left = narrow(g.width.before);
  p.bottom = narrow(g.height.after);
  p.right = narrow(g.width.after);
  p.countPadding = g.countIncludePadding;
  return p;
}

// Positions within a plane are reckoned in 32 bits.
Status fitsPlane(const PoolingGeometry& g) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max() / 4;
  for (const std::int64_t number : {g.height.input * g.width.input, g.outputHeight * g.outputWidth, g.height.kernel,
                                    g.width.kernel, g.height.stride, g.width.stride, g.height.after, g.width.after})
    if (number > kLargest) return fail(ErrorCode::Unsupported, "images of more than 2^29 pixels");
  return {};
}

using Read = Result<PoolingGeometry> (*)(const FieldValues&, const Shape&);

Status supports(const KernelRequest& request, Read read) {
  FOVEA_CHECK(needsFloating(request));
  FOVEA_TRY(const PoolingGeometry geometry, read(request.attributes, request.inputs[0].shape));
  return fitsPlane(geometry);
}

// Registers an op whose kernel is run<T>(pooling, arguments, stream).
template <class Run>
void add(KernelRegistry& registry, const ContextPointer& context, const std::string& op, Read read, Run run) {
  addKernel(
      registry, op, "cuda." + op, [read](const KernelRequest& request) { return supports(request, read); },
      [context, read, run, op](const KernelRequest& request) -> Result<KernelPlan> {
        FOVEA_TRY(const PoolingGeometry geometry, read(request.attributes, request.inputs[0].shape));
        const bool last = takesChannelsLast(request);
        const Pooling p = poolingOf(geometry, last);
        KernelPlan plan;
        dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
          plan = densePlan(request, [context, p, run, op](const KernelArguments& a) {
            return statusOf(run.template operator()<T>(p, a, context->stream()), op.c_str());
          });
        });
        setLayouts(plan, request, request.inputs[0].shape, last);
        setLayouts(plan, request, request.outputs[0].shape, last);
        return plan;
      });
}

}  // namespace

void registerPooling(KernelRegistry& registry, const ContextPointer& context) {
  add(registry, context, "max_pool2d", readPooling,
      []<class T>(const Pooling& p, const KernelArguments& a, cudaStream_t stream) {
        return maxPool(p, in<T>(a, 0), out<T>(a, 0), out<std::int32_t>(a, 1), stream);
      });
  add(registry, context, "max_pool2d_backward", readPoolingBackward,
      []<class T>(const Pooling& p, const KernelArguments& a, cudaStream_t stream) {
        return maxPoolBackward(p, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), stream);
      });
  add(registry, context, "average_pool2d", readPooling,
      []<class T>(const Pooling& p, const KernelArguments& a, cudaStream_t stream) {
        return averagePool(p, in<T>(a, 0), out<T>(a, 0), stream);
      });
  add(registry, context, "average_pool2d_backward", readPoolingBackward,
      []<class T>(const Pooling& p, const KernelArguments& a, cudaStream_t stream) {
        return averagePoolBackward(p, in<T>(a, 0), out<T>(a, 0), stream);
      });
}

}  // namespace fovea::cuda
