// Why: batch normalisation in training is bound by memory: it takes every layout as it lies, reads the moments in one
// pass, and does in its writing pass what follows it (residual, activation). Work is cut by the geometry alone, so that
// results do not depend on the number of threads.
#include <cmath>
#include <limits>

#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"
#include "core/ops/channel_geometry.h"
#include "core/ops/fused_activation.h"

namespace fovea::cpu {
namespace {

constexpr float kUnbounded = std::numeric_limits<float>::quiet_NaN();

// A value [N, C, ...] as units of channels that are done together: each has planes of rows of `lanes` channels, or of
// one channel with lanes 0.
struct ChannelView {
  std::int64_t units = 1, unitStride = 0, channelsOfUnit = 1;
  ChannelRows rows{};
  std::int64_t slices = 1;  // parts of the planes that are summed apart
  double perChannel = 0;

  std::int64_t channels() const { return units * channelsOfUnit; }
  std::int64_t floatsOfPlane() const { return rows.rows * std::max<std::int64_t>(rows.lanes, 1); }
  double elements() const { return static_cast<double>(units * rows.planes * floatsOfPlane()); }
  std::int64_t firstPlane(std::int64_t slice) const { return slice * rows.planes / slices; }
  std::int64_t at(std::int64_t unit, std::int64_t plane) const { return unit * unitStride + plane * rows.planeStride; }
  ChannelRows sliceRows(std::int64_t slice) const {
    return {firstPlane(slice + 1) - firstPlane(slice), rows.planeStride, rows.rows, rows.lanes};
  }
  ChannelRows onePlane() const { return {1, rows.planeStride, rows.rows, rows.lanes}; }
};

constexpr std::int64_t kFloatsOfSlice = 32 * 1024;
constexpr std::int64_t kMostTasks = 128;

ChannelView viewInOrder(const ChannelGeometry& g, ImageOrder order, std::int64_t block) {
  switch (order) {
    case ImageOrder::ChannelBlocks: {
      const std::int64_t units = (g.channels + block - 1) / block;
      return {units, g.inner * block, block, {g.batch, units * g.inner * block, g.inner, block}};
    }
    case ImageOrder::ChannelsLast:
      return {1, 0, g.channels, {g.batch, g.inner * g.channels, g.inner, g.channels}};
    case ImageOrder::ImageBlocks: {
      const std::int64_t run = g.inner * kImageBlock;
      return {g.channels, run, 1, {g.batch / kImageBlock, g.channels * run, run, 0}};
    }
    case ImageOrder::Dense:
      break;
  }
  if (g.inner == 1) return {1, 0, g.channels, {1, 0, g.batch, g.channels}};
  return {g.channels, g.inner, 1, {g.batch, g.channels * g.inner, g.inner, 0}};
}

// The layout to work in and the view of it: as the value lies, or dense if that is no order of channels.
std::pair<Layout, ChannelView> viewOf(const TensorType& type, const Layout& layout) {
  const ChannelGeometry g = readChannels(type.shape);
  auto order = imageOrder(type, layout);
  if (order == ImageOrder::ImageBlocks && g.batch % kImageBlock != 0) order = std::nullopt;
  const ImageOrder taken = order.value_or(ImageOrder::Dense);
  ChannelView view = viewInOrder(g, taken, taken == ImageOrder::ChannelBlocks ? channelBlock(type, layout) : 1);
  view.perChannel = static_cast<double>(g.perChannel());
  const auto wanted = static_cast<std::int64_t>(view.elements()) / kFloatsOfSlice / view.units;
  view.slices = std::clamp<std::int64_t>(std::min(wanted, kMostTasks / view.units), 1, view.rows.planes);
  return {order ? layout : Layout(), view};
}

// Numbers for each channel, those that only pad a layout included, in a kernel's scratch.
class ChannelScratch {
 public:
  ChannelScratch(const ChannelView& view, void* memory) : view_(view), doubles_(static_cast<double*>(memory)) {}
  static std::size_t bytes(const ChannelView& view) {
    return static_cast<std::size_t>(view.channels()) *
           (static_cast<std::size_t>(view.slices) * 2 * sizeof(double) + kArrays * sizeof(float));
  }
  // The two sums of a slice's channels.
  double* sums(std::int64_t slice, int which) const { return doubles_ + (2 * slice + which) * view_.channels(); }
  float* numbers(int which) const {
    return reinterpret_cast<float*>(doubles_ + 2 * view_.slices * view_.channels()) + which * view_.channels();
  }
  // The first `count` of them from `values`, zero behind.
  const float* padded(int which, const float* values, std::int64_t count) const {
    std::copy_n(values, count, numbers(which));
    std::fill(numbers(which) + count, numbers(which) + view_.channels(), 0.0f);
    return numbers(which);
  }

 private:
  static constexpr int kArrays = 6;
  const ChannelView& view_;
  double* doubles_;
};

// Calls body(slice, unit) on all threads.
template <class Body>
void forSlices(const ChannelView& v, Body&& body) {
  parallelTasks(v.units * v.slices, v.elements(), [&](std::int64_t task) { body(task / v.units, task % v.units); });
}

// Calls body(offset, first channel) for every plane of every unit, on all threads.
template <class Body>
void forPlanes(const ChannelView& v, Body&& body) {
  parallelTasks(v.units * v.rows.planes, v.elements(), [&](std::int64_t task) {
    const std::int64_t unit = task % v.units;
    body(v.at(unit, task / v.units), unit * v.channelsOfUnit);
  });
}

ChannelTransform atChannel(ChannelTransform transform, std::int64_t channel) {
  transform.means += channel;
  transform.factors += channel;
  transform.biases += channel;
  return transform;
}

std::pair<float, float> boundsOf(FusedActivation activation) {
  if (activation == FusedActivation::None) return {kUnbounded, kUnbounded};
  return {0.0f, activation == FusedActivation::Relu6 ? 6.0f : kUnbounded};
}

// The factor is made of rounded numbers, so that the backward pass can make it again.
float factorOf(float inverse, float scale) {
  return inverse * scale;
}

// Where the inputs of the two backward ops stand; -1: there is none.
struct BackwardPorts {
  int scale, bias, mean, inverse, y;
};

class BatchNorm {
 public:
  BatchNorm(const ChannelView& view, const KernelRequest& request, FusedActivation activation)
      : view_(view),
        channels_(request.inputs[0].shape[1]),
        epsilon_(request.attributes.real("epsilon")),
        momentum_(request.attributes.real("momentum")),
        bounds_(boundsOf(activation)) {}

  void operator()(const KernelArguments& a) const {
    const ChannelScratch scratch(view_, a.scratch);
    const float* x = floats(a.inputs[0]);
    forSlices(view_, [&](std::int64_t slice, std::int64_t unit) {
      const std::int64_t channel = unit * view_.channelsOfUnit;
      simd().channelMoments(view_.sliceRows(slice), x + view_.at(unit, view_.firstPlane(slice)),
                            scratch.sums(slice, 0) + channel, scratch.sums(slice, 1) + channel);
    });
    parallelRanges(channels_, 8.0 * static_cast<double>(view_.slices), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t c = begin; c < end; ++c) finishChannel(a, scratch, c);
    });
    const ChannelTransform transform{scratch.padded(0, floats(a.outputs[1]), channels_),
                                     scratch.padded(1, scratch.numbers(1), channels_),
                                     scratch.padded(2, floats(a.inputs[2]), channels_), bounds_.first, bounds_.second};
    const float* residual = a.inputs.size() > 5 ? floats(a.inputs[5]) : nullptr;
    float* y = mutableFloats(a.outputs[0]);
    forPlanes(view_, [&](std::int64_t at, std::int64_t channel) {
      simd().channelTransform(view_.onePlane(), atChannel(transform, channel), x + at,
                              residual ? residual + at : nullptr, y + at);
    });
  }

 private:
  // Merges the slices' moments in their order.
  void finishChannel(const KernelArguments& a, const ChannelScratch& scratch, std::int64_t c) const {
    double total = 0, mean = 0, squares = 0;
    for (std::int64_t slice = 0; slice < view_.slices; ++slice) {
      const ChannelRows rows = view_.sliceRows(slice);
      const auto count = static_cast<double>(rows.planes * rows.rows);
      const double delta = scratch.sums(slice, 0)[c] - mean, share = count / (total + count);
      squares += scratch.sums(slice, 1)[c] + delta * delta * total * share;
      mean += delta * share;
      total += count;
    }
    const auto inverse = static_cast<float>(1.0 / std::sqrt(squares / view_.perChannel + epsilon_));
    mutableFloats(a.outputs[1])[c] = static_cast<float>(mean);
    mutableFloats(a.outputs[2])[c] = inverse;
    scratch.numbers(1)[c] = factorOf(inverse, floats(a.inputs[1])[c]);
    blend(a, 3, c, mean);
    blend(a, 4, c, squares / std::max(view_.perChannel - 1.0, 1.0));
  }

  // A running moment moves towards that of the batch.
  void blend(const KernelArguments& a, std::size_t index, std::int64_t channel, double fresh) const {
    const auto old = static_cast<double>(floats(a.inputs[index])[channel]);
    mutableFloats(a.outputs[index])[channel] = static_cast<float>((1.0 - momentum_) * old + momentum_ * fresh);
  }

  ChannelView view_;
  std::int64_t channels_;
  double epsilon_, momentum_;
  std::pair<float, float> bounds_;
};

class BatchNormBackward {
 public:
  BatchNormBackward(const ChannelView& view, const KernelRequest& request, FusedActivation activation,
                    const BackwardPorts& ports)
      : view_(view), channels_(request.inputs[0].shape[1]), bounds_(boundsOf(activation)), ports_(ports) {}

  void operator()(const KernelArguments& a) const {
    const ChannelScratch scratch(view_, a.scratch);
    const auto input = [&](int port) { return floats(a.inputs[static_cast<std::size_t>(port)]); };
    for (std::int64_t c = 0; c < channels_; ++c)
      scratch.numbers(1)[c] = factorOf(input(ports_.inverse)[c], input(ports_.scale)[c]);
    const ChannelTransform transform{scratch.padded(0, input(ports_.mean), channels_),
                                     scratch.padded(1, scratch.numbers(1), channels_),
                                     scratch.padded(2, input(ports_.bias), channels_), bounds_.first, bounds_.second};
    ChannelGradient gradient{transform, input(0), input(1), ports_.y < 0 ? nullptr : input(ports_.y)};
    float* passed = a.outputs.size() > 3 ? mutableFloats(a.outputs[3]) : nullptr;
    forSlices(view_, [&](std::int64_t slice, std::int64_t unit) {
      const std::int64_t at = view_.at(unit, view_.firstPlane(slice)), channel = unit * view_.channelsOfUnit;
      simd().channelGradientSums(view_.sliceRows(slice), gradientAt(gradient, at, channel),
                                 passed ? passed + at : nullptr, scratch.sums(slice, 0) + channel,
                                 scratch.sums(slice, 1) + channel);
    });
    for (std::int64_t c = 0; c < view_.channels(); ++c) finishChannel(a, scratch, c);
    if (passed) gradient = {unbounded(transform), passed, input(1), nullptr};
    float* dx = mutableFloats(a.outputs[0]);
    forPlanes(view_, [&](std::int64_t at, std::int64_t channel) {
      simd().channelGradient(view_.onePlane(), gradientAt(gradient, at, channel), scratch.numbers(3) + channel,
                             scratch.numbers(4) + channel, scratch.numbers(5) + channel, dx + at);
    });
  }

 private:
  static ChannelTransform unbounded(ChannelTransform transform) {
    transform.lower = transform.upper = kUnbounded;
    return transform;
  }
  static ChannelGradient gradientAt(const ChannelGradient& g, std::int64_t at, std::int64_t channel) {
    return {atChannel(g.transform, channel), g.dy + at, g.x + at, g.y ? g.y + at : nullptr};
  }

  // The channel's gradients, and the numbers of dx = a * g + b * (x - mean) + c; all 0 for one that is padding.
  void finishChannel(const KernelArguments& a, const ChannelScratch& scratch, std::int64_t c) const {
    scratch.numbers(3)[c] = scratch.numbers(4)[c] = scratch.numbers(5)[c] = 0;
    if (c >= channels_) return;
    double sum = 0, dot = 0;
    for (std::int64_t slice = 0; slice < view_.slices; ++slice) {
      sum += scratch.sums(slice, 0)[c];
      dot += scratch.sums(slice, 1)[c];
    }
    const auto inverse = static_cast<double>(floats(a.inputs[static_cast<std::size_t>(ports_.inverse)])[c]);
    const double factor = inverse * static_cast<double>(floats(a.inputs[static_cast<std::size_t>(ports_.scale)])[c]);
    mutableFloats(a.outputs[1])[c] = static_cast<float>(dot * inverse);
    mutableFloats(a.outputs[2])[c] = static_cast<float>(sum);
    scratch.numbers(3)[c] = static_cast<float>(factor);
    scratch.numbers(4)[c] = static_cast<float>(-factor * inverse * inverse * dot / view_.perChannel);
    scratch.numbers(5)[c] = static_cast<float>(-factor * sum / view_.perChannel);
  }

  ChannelView view_;
  std::int64_t channels_;
  std::pair<float, float> bounds_;
  BackwardPorts ports_;
};

// A plan in which the inputs `images` and the outputs of their type lie in `layout`.
KernelPlan channelPlan(const KernelRequest& request, const Layout& layout, const ChannelView& view,
                       std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  const TensorType& image = request.inputs[0];
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (request.inputs[i] == image) plan.inputs[i] = layout;
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    if (request.outputs[i] == image) plan.outputs[i] = layout;
  plan.scratchBytes = ChannelScratch::bytes(view);
  plan.detail = std::string(simd().name) + " " + layout.toString();
  return plan;
}

Result<KernelPlan> createForward(const KernelRequest& request, FusedActivation activation) {
  const auto [layout, view] = viewOf(request.inputs[0], request.inputLayouts[0]);
  KernelPlan plan = channelPlan(request, layout, view, BatchNorm(view, request, activation));
  plan.inPlace = {{0, 0}};
  if (request.inputs.size() > 5) plan.inPlace = {{0, 5}, {0, 0}};
  return plan;
}

Result<KernelPlan> createBackward(const KernelRequest& request, FusedActivation activation,
                                  const BackwardPorts& ports) {
  const auto [layout, view] = viewOf(request.inputs[1], request.inputLayouts[1]);
  KernelPlan plan = channelPlan(request, layout, view, BatchNormBackward(view, request, activation, ports));
  plan.inPlace = {{0, 1}, {0, 0}};
  if (request.outputs.size() > 3) plan.inPlace.emplace_back(3, 0);
  return plan;
}

KernelEntry entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&)> create) {
  return float32Entry(std::move(name), [create](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
    return create(request);
  });
}

}  // namespace

void addBatchNormKernels(KernelRegistry& registry) {
  registry.add("batch_norm", entry("cpu.batch_norm", [](const KernelRequest& request) {
                 return createForward(request, FusedActivation::None);
               }));
  registry.add("batch_norm_fused", entry("cpu.batch_norm_fused", [](const KernelRequest& request) {
                 return createForward(request, readActivation(request.attributes));
               }));
  registry.add("batch_norm_backward", entry("cpu.batch_norm_backward", [](const KernelRequest& request) {
                 return createBackward(request, FusedActivation::None, {2, 2, 3, 4, -1});
               }));
  registry.add("batch_norm_fused_backward", entry("cpu.batch_norm_fused_backward", [](const KernelRequest& request) {
                 return createBackward(request, readActivation(request.attributes),
                                       {2, 3, 4, 5, request.inputs.size() > 6 ? 6 : -1});
               }));
}

}  // namespace fovea::cpu
