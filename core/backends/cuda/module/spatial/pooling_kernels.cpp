// Why: binds the pooling ops.
#include <limits>

#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::cuda {
namespace {

// Dense positions of maxima although the image has channels last: only max_pool2d_backward reads them.
class DensePlaces final : public LayoutFormat {
 public:
  explicit DensePlaces(std::size_t bytes) : bytes_(bytes) {}
  std::size_t bytes() const override { return bytes_; }
  bool readable() const override { return false; }
  bool equals(const LayoutFormat& other) const override {
    const auto* places = dynamic_cast<const DensePlaces*>(&other);
    return places && places->bytes_ == bytes_;
  }
  std::string toString() const override { return "dense places in an image with channels last"; }

 private:
  std::size_t bytes_;
};

// True if a pooling of an image with channels last should write densely: its reader is a view that prefers it. For a
// large image, adjacent threads would read distant memory.
bool writesDensely(const KernelRequest& request) {
  constexpr std::int64_t kMost = std::int64_t{1} << 20;
  if (request.op.name != "max_pool2d" || isOff(Saving::Layouts)) return false;
  const Node *value = request.readerOf(0).node, *places = request.readerOf(1).node;
  if (!value || !value->op->view || request.inputs[0].shape.elementCount() > kMost) return false;
  return places ? places->op->name.starts_with("max_pool2d_backward") : !request.isNeeded(1);
}

// True if the operands of a backward pass can be read in packs.
bool readsDensely(const KernelRequest& request) {
  return request.op.name.starts_with("max_pool2d_backward") &&
         dynamic_cast<const DensePlaces*>(request.inputLayouts[1].format()) != nullptr;
}

Pooling poolingOf(const PoolingGeometry& g, bool channelsLast, bool outputLast) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  Pooling p;
  p.batch = g.batch;
  p.channels = g.channels;
  p.channelsLast = channelsLast;
  p.outputLast = outputLast;
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

// Positions within a plane are 32-bit numbers.
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
  if (request.op.name == "max_pool2d_backward_sums") {
    constexpr std::int64_t kMostChannels = 65535;  // a block each
    if (isOff(Saving::PoolSums)) return fail(ErrorCode::Unsupported, offReason(Saving::PoolSums));
    if (request.inputs[0].shape[1] > kMostChannels) return fail(ErrorCode::Unsupported, "fewer channels only");
  }
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
        const bool reads = readsDensely(request), last = reads || takesChannelsLast(request);
        const bool writes = last && !reads && writesDensely(request);
        const Pooling p = poolingOf(geometry, last, last && !reads && !writes);
        KernelPlan plan;
        dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
          plan = densePlan(request, [context, p, run, op](const KernelArguments& a) {
            return statusOf(run.template operator()<T>(p, a, context->stream()), op.c_str());
          });
        });
        setLayouts(plan, request, request.inputs[0].shape, last);
        setLayouts(plan, request, request.outputs[0].shape, last);
        if (writes) {
          plan.outputs[0] = Layout();
          plan.outputs[1] = Layout(std::make_shared<DensePlaces>(request.outputs[1].bytes()));
        }
        if (reads) plan.inputs = {Layout(), request.inputLayouts[1]};
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
  add(registry, context, "max_pool2d_backward_sums", readPoolingBackward,
      []<class T>(const Pooling& p, const KernelArguments& a, cudaStream_t stream) {
        return maxPoolBackwardSums(p, in<T>(a, 0), in<std::int32_t>(a, 1), out<T>(a, 0), out<T>(a, 1), stream);
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
