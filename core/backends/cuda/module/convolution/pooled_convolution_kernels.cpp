// Why: binds convolutions of grey images with a following 2 × 2 pooling, and the gradients of their weights, such as
// the first layer of LeNet. Uses own kernels if a trial shows that they are faster than cuDNN's convolution and a
// separate pooling.
#include "core/backends/composed_kernel.h"
#include "core/backends/cuda/module/convolution/pooled_convolution.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/base/random.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::cuda {
namespace {

constexpr double kTf32Tolerance = 2e-3;  // error of sums whose operands cuDNN rounds to TF32

Status isGrey(const PooledConvolution& pooled) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  const ConvolutionGeometry& c = pooled.convolution;
  const PoolingGeometry& p = pooled.pooling;
  if (c.inputChannels != 1 || c.groups != 1) return refuse("grey images only");
  for (const WindowAxis* axis : {&c.height, &c.width})
    if (axis->stride != 1 || axis->dilation != 1 || (axis->kernel != 3 && axis->kernel != 5))
      return refuse("filters of 3 × 3 or 5 × 5 without stride only");
  if (c.height.kernel != c.width.kernel) return refuse("square filters only");
  if (c.weightShape().elementCount() > kMostPooledWeights) return refuse("few filters only");
  for (const WindowAxis* axis : {&p.height, &p.width})
    if (axis->kernel != 2 || axis->stride != 2 || axis->before != 0 || axis->after != 0)
      return refuse("windows of 2 × 2 beside each other only");
  if (2 * p.outputHeight > p.height.input || 2 * p.outputWidth > p.width.input)
    return refuse("windows within the image only");
  constexpr std::int64_t kLargestPlane = std::int64_t{1} << 24;
  if (c.height.input * c.width.input > kLargestPlane || p.height.input * p.width.input > kLargestPlane)
    return refuse("small images only");
  return {};
}

Status supports(const KernelRequest& request, const Result<PooledConvolution>& pooled) {
  if (request.inputs[0].dtype != DataType::Float32) return fail(ErrorCode::Unsupported, "f32 only");
  if (isOff(Saving::Pooled)) return fail(ErrorCode::Unsupported, offReason(Saving::Pooled));
  FOVEA_CHECK(pooled);
  if (pooled->convolution.batch == 0) return fail(ErrorCode::Unsupported, "it is empty");
  return isGrey(*pooled);
}

Result<PooledConvolution> readForward(const KernelRequest& request) {
  return readPooledConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape);
}
Result<PooledConvolution> readWeights(const KernelRequest& request) {
  return readPooledConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape);
}

PooledConvolutionShape shapeOf(const PooledConvolution& pooled, bool filtersLast) {
  const ConvolutionGeometry& c = pooled.convolution;
  const PoolingGeometry& p = pooled.pooling;
  const auto narrow = [](std::int64_t number) { return static_cast<int>(number); };
  PooledConvolutionShape shape;
  shape.batch = c.batch;
  shape.height = narrow(c.height.input);
  shape.width = narrow(c.width.input);
  shape.filters = narrow(c.outputChannels);
  shape.kernel = narrow(c.height.kernel);
  shape.top = narrow(c.height.before);
  shape.left = narrow(c.width.before);
  shape.convolvedHeight = narrow(c.outputHeight);
  shape.convolvedWidth = narrow(c.outputWidth);
  shape.pooledHeight = narrow(p.outputHeight);
  shape.pooledWidth = narrow(p.outputWidth);
  shape.filtersLast = filtersLast;
  return shape;
}

PlaneStrides stridesOfPlanes(const TensorType& type, const Layout& layout) {
  const auto strides = stridesOf(type, layout);
  return {strides[0], strides[1], strides[2], strides[3]};
}

// Channels last if the next convolution prefers it. The image has one channel, so both layouts are the same memory.
Result<KernelPlan> forwardAtOnce(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PooledConvolution pooled, readForward(request));
  const bool last = prefersChannelsLast(request);
  KernelPlan plan = densePlan(
      request,
      [context, shape = shapeOf(pooled, last)](const KernelArguments& a) {
        return statusOf(pooledConvolution(shape, in<float>(a, 0), in<float>(a, 1), in<float>(a, 2), out<float>(a, 0),
                                          out<std::int32_t>(a, 1), context->stream()),
                        "pooledConvolution");
      },
      0, "pooled at once");
  for (std::size_t i = 0; i < request.outputs.size(); ++i) plan.outputs[i] = layoutIn(request.outputs[i], last);
  return plan;
}

// True if dy and the indices are read with channels last: both, if one of them has it, as in a pooling's backward pass.
bool readsChannelsLast(const KernelRequest& request) {
  return isChannelsLast(request.inputLayouts[1]) || isChannelsLast(request.inputLayouts[2]);
}

Result<KernelPlan> weightsAtOnce(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_TRY(const PooledConvolution pooled, readWeights(request));
  const auto layoutOf = [&](std::size_t input) { return layoutIn(request.inputs[input], readsChannelsLast(request)); };
  const PlaneStrides dy = stridesOfPlanes(request.inputs[1], layoutOf(1));
  const PlaneStrides indices = stridesOfPlanes(request.inputs[2], layoutOf(2));
  const bool wantsBias = request.isNeeded(1);
  KernelPlan plan = densePlan(
      request,
      [context, shape = shapeOf(pooled, false), dy, indices, wantsBias](const KernelArguments& a) {
        return statusOf(
            pooledConvolutionWeights(shape, in<float>(a, 0), dy, in<float>(a, 1), indices, in<std::int32_t>(a, 2),
                                     out<float>(a, 0), wantsBias ? out<float>(a, 1) : nullptr, context->stream()),
            "pooledConvolutionWeights");
      },
      0, "by winners");
  for (const std::size_t input : {1, 2}) plan.inputs[input] = layoutOf(input);
  return plan;
}

// Draws a random winner for each window, in the order of memory.
Status fillWinners(const ContextPointer& context, const PooledConvolutionShape& shape, void* target) {
  std::vector<std::int32_t> winners(static_cast<std::size_t>(shape.places()));
  Random random(1);
  for (std::size_t i = 0; i < winners.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i), pixel = shape.filtersLast ? at / shape.filters : at;
    const auto window = static_cast<std::int32_t>(random.below(4));
    const auto column = static_cast<std::int32_t>(pixel % shape.pooledWidth);
    const auto row = static_cast<std::int32_t>(pixel / shape.pooledWidth % shape.pooledHeight);
    winners[i] = (2 * row + window / 2) * shape.convolvedWidth + 2 * column + window % 2;
  }
  FOVEA_CUDA_CALL(cudaMemcpyAsync(target, winners.data(), winners.size() * sizeof(std::int32_t), cudaMemcpyHostToDevice,
                                  context->stream()));
  return context->wait();
}

std::string keyOf(const KernelRequest& request, const PooledConvolutionShape& s) {
  std::string key = request.op.name;
  for (const std::int64_t number :
       {s.batch, std::int64_t{s.height}, std::int64_t{s.width}, std::int64_t{s.filters}, std::int64_t{s.kernel},
        std::int64_t{s.top}, std::int64_t{s.left}, std::int64_t{s.pooledHeight}, std::int64_t{s.pooledWidth}})
    key += "_" + std::to_string(number);
  return key + (s.filtersLast ? "_last" : "") + (request.outputs.size() > 1 && request.isNeeded(1) ? "_both" : "");
}

using MakePlan = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);

// Own kernels do not round to TF32, so they also serve exact requests.
Result<KernelPlan> planOfPooled(const KernelRequest& request, const ContextPointer& context, const KernelEntry& apart,
                                Device& device, const PooledConvolutionShape& shape, MakePlan atOnce) {
  if (request.exact) return atOnce(request, context);
  KernelTrial trial;
  trial.key = keyOf(request, shape);
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    trial.outputs.push_back({request.outputs[i], request.outputs[i].dtype == DataType::Float32 &&
                                                     request.isNeeded(i)});  // rounding decides between winners
  trial.tolerance = kTf32Tolerance;
  trial.fill = [context, shape, types = trial.inputs](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      FOVEA_CHECK(types[i].dtype == DataType::Int32 ? fillWinners(context, shape, inputs[i])
                                                    : fillNormal(context, types[i], 0.5, inputs[i]));
    return {};
  };
  const std::vector<TrialCandidate> candidates{{"apart", [&] { return apart.create(request, device); }},
                                               {"at_once", [&] { return atOnce(request, context); }}};
  return createFastest(context, trial, candidates);
}

}  // namespace

void registerPooledConvolution(KernelRegistry& registry, const ContextPointer& context) {
  using Read = Result<PooledConvolution> (*)(const KernelRequest&);
  const auto add = [&](const std::string& op, Read read, MakePlan atOnce) {
    KernelEntry entry;
    entry.name = "cuda." + op;
    entry.supports = [read](const KernelRequest& request) { return supports(request, read(request)); };
    entry.create = [=, apart = composedEntry(op)](const KernelRequest& request, Device& device) -> Result<KernelPlan> {
      FOVEA_TRY(const PooledConvolution pooled, read(request));
      const bool last = request.inputs[2].dtype == DataType::Int32 && readsChannelsLast(request);
      return planOfPooled(request, context, apart, device, shapeOf(pooled, last), atOnce);
    };
    registry.add(op, std::move(entry));
  };
  add("conv2d_max_pool", readForward, forwardAtOnce);
  add("conv2d_max_pool_backward_weights", readWeights, weightsAtOnce);
}

}  // namespace fovea::cuda
