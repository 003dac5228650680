// Why: batch normalisation is memory-bound: it accepts every layout, computes the moments in one pass, and applies the
// following residual and activation in the pass that writes. The geometry alone determines how work is split, so
// results do not depend on the number of threads.
#include <cmath>
#include <limits>

#include "core/backends/cpu/normalization/batch_norm_view.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/ops/fused_activation.h"

namespace fovea::cpu {
namespace {

constexpr float kUnbounded = std::numeric_limits<float>::quiet_NaN();

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

// Computes the factor from rounded numbers, so that the backward pass reproduces it exactly.
float factorOf(float inverse, float scale) {
  return inverse * scale;
}

// The input indices of the two backward ops; -1: absent.
struct BackwardPorts {
  int scale, bias, mean, inverse, y;
};

class BatchNorm {
 public:
  BatchNorm(const BatchNormView& view, const KernelRequest& request, FusedActivation activation)
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
    forPlanes(view_, [&](std::int64_t at, std::int64_t channel, const ChannelRows& rows) {
      simd().channelTransform(rows, atChannel(transform, channel), x + at, residual ? residual + at : nullptr, y + at);
    });
  }

 private:
  // Merges the moments of the slices in their order.
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

  // Moves a running moment towards that of the batch.
  void blend(const KernelArguments& a, std::size_t index, std::int64_t channel, double fresh) const {
    const auto old = static_cast<double>(floats(a.inputs[index])[channel]);
    mutableFloats(a.outputs[index])[channel] = static_cast<float>((1.0 - momentum_) * old + momentum_ * fresh);
  }

  BatchNormView view_;
  std::int64_t channels_;
  double epsilon_, momentum_;
  std::pair<float, float> bounds_;
};

class BatchNormBackward {
 public:
  BatchNormBackward(const BatchNormView& view, const KernelRequest& request, FusedActivation activation,
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
    forPlanes(view_, [&](std::int64_t at, std::int64_t channel, const ChannelRows& rows) {
      simd().channelGradient(rows, gradientAt(gradient, at, channel), scratch.numbers(3) + channel,
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

  // The channel's gradients, and the coefficients of dx = a * g + b * (x - mean) + c; all 0 for a padding channel.
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

  BatchNormView view_;
  std::int64_t channels_;
  std::pair<float, float> bounds_;
  BackwardPorts ports_;
};

void batchNormInference(const BatchNormView& view, std::int64_t channels, double epsilon, const KernelArguments& a) {
  const ChannelScratch scratch(view, a.scratch);
  const float *x = floats(a.inputs[0]), *scale = floats(a.inputs[1]), *variances = floats(a.inputs[4]);
  float* y = mutableFloats(a.outputs[0]);
  for (std::int64_t c = 0; c < channels; ++c)
    scratch.numbers(1)[c] =
        static_cast<float>(static_cast<double>(scale[c]) / std::sqrt(static_cast<double>(variances[c]) + epsilon));
  const ChannelTransform transform{scratch.padded(0, floats(a.inputs[3]), channels),
                                   scratch.padded(1, scratch.numbers(1), channels),
                                   scratch.padded(2, floats(a.inputs[2]), channels), kUnbounded, kUnbounded};
  forPlanes(view, [&](std::int64_t at, std::int64_t channel, const ChannelRows& rows) {
    simd().channelTransform(rows, atChannel(transform, channel), x + at, nullptr, y + at);
  });
}

// A plan in which the inputs `images` and the outputs of their type use `layout`.
KernelPlan channelPlan(const KernelRequest& request, const Layout& layout, const BatchNormView& view,
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
  const auto [layout, view] = batchNormView(request.inputs[0], request.inputLayouts[0]);
  KernelPlan plan = channelPlan(request, layout, view, BatchNorm(view, request, activation));
  plan.inPlace = {{0, 0}};
  if (request.inputs.size() > 5) plan.inPlace = {{0, 5}, {0, 0}};
  return plan;
}

Result<KernelPlan> createBackward(const KernelRequest& request, FusedActivation activation,
                                  const BackwardPorts& ports) {
  const auto [layout, view] = batchNormView(request.inputs[1], request.inputLayouts[1]);
  KernelPlan plan = channelPlan(request, layout, view, BatchNormBackward(view, request, activation, ports));
  plan.inPlace = {{0, 1}, {0, 0}};
  if (request.outputs.size() > 3) plan.inPlace.emplace_back(3, 0);
  return plan;
}

Result<KernelPlan> createInference(const KernelRequest& request) {
  const auto [layout, view] = batchNormView(request.inputs[0], request.inputLayouts[0]);
  const double epsilon = request.attributes.real("epsilon");
  const std::int64_t channels = request.inputs[0].shape[1];
  KernelPlan plan = channelPlan(request, layout, view, [view = view, channels, epsilon](const KernelArguments& a) {
    batchNormInference(view, channels, epsilon, a);
  });
  plan.inPlace = {{0, 0}};
  return plan;
}

KernelEntry entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&)> create) {
  KernelEntry result =
      float32Entry(std::move(name), [create](const KernelRequest& request, Device&) -> Result<KernelPlan> {
        if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
        return create(request);
      });
  // Bit masks would cost a processor more time than they save.
  result.supports = [](const KernelRequest& request) -> Status {
    const bool bits =
        request.outputs.size() > 5 || (request.inputs.size() > 6 && request.inputs[6].dtype == DataType::UInt8);
    return bits ? Status(fail(ErrorCode::Unsupported, "no bits of an activation")) : onlyFloat32(request);
  };
  return result;
}

}  // namespace

void addNormalizationKernels(KernelRegistry& registry) {
  registry.add("batch_norm", entry("cpu.batch_norm", [](const KernelRequest& request) {
                 return createForward(request, FusedActivation::None);
               }));
  registry.add("batch_norm_fused", entry("cpu.batch_norm_fused", [](const KernelRequest& request) {
                 return createForward(request, readActivation(request.attributes));
               }));
  registry.add("batch_norm_inference", entry("cpu.batch_norm_inference", createInference));
  registry.add("batch_norm_backward", entry("cpu.batch_norm_backward", [](const KernelRequest& request) {
                 return createBackward(request, FusedActivation::None, {2, 2, 3, 4, -1});
               }));
  registry.add("batch_norm_fused_backward", entry("cpu.batch_norm_fused_backward", [](const KernelRequest& request) {
                 return createBackward(request, readActivation(request.attributes),
                                       {2, 3, 4, 5, request.inputs.size() > 6 ? 6 : -1});
               }));
}

}  // namespace fovea::cpu
