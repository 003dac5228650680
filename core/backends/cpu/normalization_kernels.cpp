// Why: batch normalisation is bound by memory, so it takes every layout as it lies instead of asking for another.
#include <cmath>

#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"
#include "core/ops/channel_geometry.h"

namespace fovea::cpu {
namespace {

// A value [N, C, ...] as memory. Planar: runs of one channel, [outer][C][positions]. Else the channels are the lanes of
// rows, [outer][C / lanes][positions][lanes].
struct ChannelView {
  bool planar = true;
  std::int64_t outer = 1, channels = 1, positions = 1, lanes = 1;
  double perChannel = 0;

  std::int64_t elements() const { return outer * channels * positions; }
  std::int64_t run(std::int64_t o, std::int64_t channel) const { return (o * channels + channel) * positions; }
  // Where row 0 of the block that holds `channel` begins, at that channel.
  std::int64_t row(std::int64_t o, std::int64_t channel) const {
    return ((o * channels + channel / lanes * lanes) * positions) + channel % lanes;
  }
};

// The layout to work in and the view of it: as the value lies, or dense if that is no order of channels.
std::pair<Layout, ChannelView> viewOf(const TensorType& type, const Layout& layout) {
  const ChannelGeometry g = readChannels(type.shape);
  const auto order = padded(type, layout) ? std::nullopt : imageOrder(type, layout);
  ChannelView view;
  view.perChannel = static_cast<double>(g.perChannel());
  view.channels = g.channels;
  switch (order.value_or(ImageOrder::Dense)) {
    case ImageOrder::ImageBlocks:
      view.outer = g.batch / kImageBlock;
      view.positions = g.inner * kImageBlock;
      break;
    case ImageOrder::ChannelBlocks:
      view = {false, g.batch, g.channels, g.inner, channelBlock(type, layout), view.perChannel};
      break;
    case ImageOrder::ChannelsLast:
      view = {false, 1, g.channels, g.batch * g.inner, g.channels, view.perChannel};
      break;
    case ImageOrder::Dense:
      if (g.inner == 1)
        view = {false, 1, g.channels, g.batch, g.channels, view.perChannel};
      else
        view = {true, g.batch, g.channels, g.inner, 1, view.perChannel};
      break;
  }
  return {order ? layout : Layout(), view};
}

constexpr std::int64_t kChannels = 16;  // channels of one task where they are lanes

// Calls body(first channel, channels) for groups whose sums one thread computes.
template <class Body>
void forChannels(const ChannelView& v, double work, Body&& body) {
  const std::int64_t group = v.planar ? 1 : kChannels;
  parallelTasks((v.channels + group - 1) / group, work * static_cast<double>(v.elements()),
                [&](std::int64_t task) { body(task * group, std::min(group, v.channels - task * group)); });
}

void sums(const ChannelView& v, const float* x, std::int64_t channel, std::int64_t count, double* totals) {
  for (std::int64_t o = 0; o < v.outer; ++o) {
    if (v.planar)
      totals[0] += simd().sum(x + v.run(o, channel), v.positions);
    else
      simd().columnSums(x + v.row(o, channel), v.positions, v.lanes, count, totals);
  }
}

void squaredDeviations(const ChannelView& v, const float* x, const float* means, std::int64_t channel,
                       std::int64_t count, double* totals) {
  for (std::int64_t o = 0; o < v.outer; ++o) {
    if (v.planar)
      totals[0] += simd().squaredDeviation(x + v.run(o, channel), means[channel], v.positions);
    else
      simd().columnSquaredDeviations(x + v.row(o, channel), means + channel, v.positions, v.lanes, count, totals);
  }
}

void dotDeviations(const ChannelView& v, const float* dy, const float* x, const float* means, std::int64_t channel,
                   std::int64_t count, double* totals) {
  for (std::int64_t o = 0; o < v.outer; ++o) {
    const std::int64_t at = v.planar ? v.run(o, channel) : v.row(o, channel);
    if (v.planar)
      totals[0] += simd().dotDeviation(dy + at, x + at, means[channel], v.positions);
    else
      simd().columnDotDeviations(dy + at, x + at, means + channel, v.positions, v.lanes, count, totals);
  }
}

// Calls body(offset, channel, count) for runs of one channel (planar) or rows of neighbouring channels, on all threads.
template <class Body>
void forRuns(const ChannelView& v, Body&& body) {
  const auto work = static_cast<double>(v.elements());
  if (v.planar)
    return parallelTasks(v.outer * v.channels, work,
                         [&](std::int64_t task) { body(task * v.positions, task % v.channels, v.positions); });
  const std::int64_t rows = v.outer * v.channels / v.lanes * v.positions;
  parallelRanges(rows, work / static_cast<double>(rows), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      body(row * v.lanes, row / v.positions * v.lanes % v.channels, v.lanes);
  });
}

void normaliseAll(const ChannelView& v, const float* x, const float* means, const float* factors, const float* biases,
                  float* y) {
  forRuns(v, [&](std::int64_t at, std::int64_t channel, std::int64_t count) {
    if (v.planar)
      simd().normalise(x + at, means[channel], factors[channel], biases[channel], y + at, count);
    else
      simd().normaliseByLane(x + at, means + channel, factors + channel, biases + channel, y + at, count);
  });
}

class BatchNorm {
 public:
  BatchNorm(const ChannelView& view, double epsilon, double momentum)
      : view_(view), epsilon_(epsilon), momentum_(momentum) {}

  void operator()(const KernelArguments& a) const {
    const float *x = floats(a.inputs[0]), *scale = floats(a.inputs[1]);
    float *means = mutableFloats(a.outputs[1]), *inverses = mutableFloats(a.outputs[2]),
          *factors = mutableFloats(a.scratch);
    forChannels(view_, 2.0, [&](std::int64_t channel, std::int64_t count) {
      double totals[kChannels] = {}, squares[kChannels] = {};
      sums(view_, x, channel, count, totals);
      for (std::int64_t c = 0; c < count; ++c) means[channel + c] = static_cast<float>(totals[c] / view_.perChannel);
      squaredDeviations(view_, x, means, channel, count, squares);
      for (std::int64_t c = 0; c < count; ++c) {
        const double inverse = 1.0 / std::sqrt(squares[c] / view_.perChannel + epsilon_);
        inverses[channel + c] = static_cast<float>(inverse);
        factors[channel + c] = static_cast<float>(inverse * static_cast<double>(scale[channel + c]));
        blend(a, 3, channel + c, totals[c] / view_.perChannel);
        blend(a, 4, channel + c, squares[c] / std::max(view_.perChannel - 1.0, 1.0));
      }
    });
    normaliseAll(view_, x, means, factors, floats(a.inputs[2]), mutableFloats(a.outputs[0]));
  }

 private:
  // A running moment moves towards that of the batch.
  void blend(const KernelArguments& a, std::size_t index, std::int64_t channel, double fresh) const {
    const auto old = static_cast<double>(floats(a.inputs[index])[channel]);
    mutableFloats(a.outputs[index])[channel] = static_cast<float>((1.0 - momentum_) * old + momentum_ * fresh);
  }

  ChannelView view_;
  double epsilon_, momentum_;
};

void batchNormBackward(const ChannelView& view, const KernelArguments& arguments) {
  const float *dy = floats(arguments.inputs[0]), *x = floats(arguments.inputs[1]), *scale = floats(arguments.inputs[2]);
  const float *means = floats(arguments.inputs[3]), *inverses = floats(arguments.inputs[4]);
  float *dscale = mutableFloats(arguments.outputs[1]), *dbias = mutableFloats(arguments.outputs[2]);
  float *a = mutableFloats(arguments.scratch), *b = a + view.channels, *c = b + view.channels;
  forChannels(view, 2.0, [&](std::int64_t channel, std::int64_t count) {
    double biases[kChannels] = {}, dots[kChannels] = {};
    sums(view, dy, channel, count, biases);
    dotDeviations(view, dy, x, means, channel, count, dots);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto inverse = static_cast<double>(inverses[channel + i]);
      const double factor = inverse * static_cast<double>(scale[channel + i]);
      dbias[channel + i] = static_cast<float>(biases[i]);
      dscale[channel + i] = static_cast<float>(dots[i] * inverse);
      a[channel + i] = static_cast<float>(factor);
      b[channel + i] = static_cast<float>(-factor * inverse * inverse * dots[i] / view.perChannel);
      c[channel + i] = static_cast<float>(-factor * biases[i] / view.perChannel);
    }
  });
  float* dx = mutableFloats(arguments.outputs[0]);
  forRuns(view, [&](std::int64_t at, std::int64_t channel, std::int64_t count) {
    if (view.planar)
      simd().normaliseBackward(dy + at, x + at, means[channel], a[channel], b[channel], c[channel], dx + at, count);
    else
      simd().normaliseBackwardByLane(dy + at, x + at, means + channel, a + channel, b + channel, c + channel, dx + at,
                                     count);
  });
}

void batchNormInference(const ChannelView& view, double epsilon, const KernelArguments& a) {
  const float *scale = floats(a.inputs[1]), *variances = floats(a.inputs[4]);
  float* factors = mutableFloats(a.scratch);
  for (std::int64_t c = 0; c < view.channels; ++c)
    factors[c] =
        static_cast<float>(static_cast<double>(scale[c]) / std::sqrt(static_cast<double>(variances[c]) + epsilon));
  normaliseAll(view, floats(a.inputs[0]), floats(a.inputs[3]), factors, floats(a.inputs[2]),
               mutableFloats(a.outputs[0]));
}

// A plan around a view of input `image`; `arrays` scratch numbers for each channel.
KernelPlan channelPlan(const KernelRequest& request, std::size_t image, const Layout& layout, std::int64_t arrays,
                       std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  plan.inputs[0] = layout;
  plan.inputs[image] = layout;
  plan.outputs[0] = layout;
  plan.inPlace = {{0, 0}};
  plan.scratchBytes = static_cast<std::size_t>(arrays * request.inputs[0].shape[1]) * sizeof(float);
  plan.detail = std::string(simd().name) + " " + layout.toString();
  return plan;
}

KernelEntry entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create) {
  return float32Entry(std::move(name), [create](const KernelRequest& request, Device& device) -> Result<KernelPlan> {
    if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
    return create(request, device);
  });
}

}  // namespace

void addNormalizationKernels(KernelRegistry& registry) {
  registry.add("batch_norm", entry("cpu.batch_norm", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
                 const auto [layout, view] = viewOf(request.inputs[0], request.inputLayouts[0]);
                 return channelPlan(
                     request, 0, layout, 1,
                     BatchNorm(view, request.attributes.real("epsilon"), request.attributes.real("momentum")));
               }));
  registry.add("batch_norm_backward",
               entry("cpu.batch_norm_backward", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
                 const auto [layout, view] = viewOf(request.inputs[1], request.inputLayouts[1]);
                 return channelPlan(request, 1, layout, 3,
                                    [view = view](const KernelArguments& a) { batchNormBackward(view, a); });
               }));
  registry.add("batch_norm_inference",
               entry("cpu.batch_norm_inference", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
                 const auto [layout, view] = viewOf(request.inputs[0], request.inputLayouts[0]);
                 const double epsilon = request.attributes.real("epsilon");
                 return channelPlan(request, 0, layout, 1, [view = view, epsilon](const KernelArguments& a) {
                   batchNormInference(view, epsilon, a);
                 });
               }));
}

}  // namespace fovea::cpu
