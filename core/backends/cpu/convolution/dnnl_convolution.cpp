#include "core/backends/cpu/convolution/dnnl_convolution.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/backends/cpu/convolution/small_shapes.h"
#include "core/backends/cpu/convolution/winograd.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;
using Forward = dnnl::convolution_forward;
constexpr auto kFloat = dnnl::memory::data_type::f32;

// Number of output pixels of all images below which transforming the filters costs more than it saves; with few
// channels, transforming the images costs more, so the limit is higher.
constexpr std::int64_t kLeastPixels = 1024, kLeastPixelsBackwardWeights = 768, kLeastPixelsOfFewChannels = 24 * 1024;
constexpr std::int64_t kFewChannels = 4;
constexpr std::int64_t kLeastWinogradChannels = 32, kManyChannels = 64;
}  // namespace

DnnlConvolution::DnnlConvolution(const ConvolutionGeometry& geometry, bool isExact) : g(geometry), exact(isExact) {
  const auto type = [](const Shape& shape) { return TensorType{DataType::Float32, shape}; };
  x = type(g.inputShape());
  weight = type(g.weightShape());
  y = type(g.outputShape());
  xDims = {g.batch, g.inputChannels, g.height.input, g.width.input};
  yDims = {g.batch, g.outputChannels, g.outputHeight, g.outputWidth};
  weightDims = {g.outputChannelsOfGroup(), g.inputChannelsOfGroup(), g.height.kernel, g.width.kernel};
  if (g.groups > 1) weightDims.insert(weightDims.begin(), g.groups);
}

Desc DnnlConvolution::anyWeight() const {
  return Desc(weightDims, kFloat, Tag::any);
}

Desc DnnlConvolution::weightDesc(const Layout& layout) const {
  if (!layout.dense()) return descOf(weight, layout);
  return Desc(weightDims, kFloat, g.groups > 1 ? Tag::goihw : Tag::oihw);
}

Desc DnnlConvolution::biasDesc() const {
  return Desc({g.outputChannels}, kFloat, Tag::a);
}

bool DnnlConvolution::allowsWinograd() const {
  // oneDNN 2.6.3 also accepts asymmetric padding, but then computes a wrong input gradient.
  const auto is = [](const WindowAxis& axis) {
    return axis.kernel == 3 && axis.stride == 1 && axis.dilation == 1 && axis.before <= 1 && axis.before == axis.after;
  };
  return !exact && is(g.height) && is(g.width) && g.groups == 1 && g.inputChannels % 16 == 0 &&
         g.outputChannels % 16 == 0;
}

bool DnnlConvolution::prefersWinograd(bool backwardWeights) const {
  const std::int64_t channels = std::min(g.inputChannels, g.outputChannels);
  if (!allowsWinograd() || channels < kLeastWinogradChannels) return false;
  if (!fillsWinogradTiles(g)) return false;
  const std::int64_t pixels = g.outputHeight * g.outputWidth;
  if (channels < kManyChannels) return g.batch * pixels >= kLeastPixelsOfFewChannels;
  return g.batch * pixels >= (backwardWeights ? kLeastPixelsBackwardWeights : kLeastPixels);
}

std::vector<ConvolutionChoice> convolutionChoices(const DnnlConvolution& p) {
  std::vector<ConvolutionChoice> choices;
  const auto add = [&](dnnl::algorithm algorithm, Tag x, Tag y) {
    choices.push_back({algorithm, Desc(p.xDims, kFloat, x), Desc(p.yDims, kFloat, y)});
  };
  constexpr auto kDirect = dnnl::algorithm::convolution_direct;
  if (p.prefersWinograd()) add(dnnl::algorithm::convolution_winograd, Tag::any, Tag::any);
  const bool few = p.g.inputChannels <= kFewChannels && p.g.groups == 1;
  const bool whole = p.g.inputChannels % 16 == 0 && p.g.outputChannels % 16 == 0;
  if (few) add(kDirect, Tag::nchw, Tag::any);
  if (whole) add(kDirect, Tag::any, Tag::any);
  add(kDirect, Tag::nhwc, Tag::nhwc);
  if (!whole) add(kDirect, Tag::any, Tag::any);
  add(kDirect, Tag::nchw, Tag::nchw);
  return choices;
}

WeightState WeightState::of(const KernelRequest& request, std::size_t input) {
  WeightState state;
  if (!request.hasFreeLayout(input)) state.fixed = request.inputLayouts[input];
  state.constant = request.isConstant(input);
  return state;
}

std::vector<Desc> weightChoices(const DnnlConvolution& p, const WeightState& weight) {
  std::vector<Desc> choices;
  if (weight.fixed && !weight.fixed->dense() && !weight.constant) choices.push_back(p.weightDesc(*weight.fixed));
  choices.push_back(p.anyWeight());
  return choices;
}

// True if Winograd's algorithm saves enough work in inference to justify its memory: transformed filters, and images
// while it runs.
bool winogradIsWorth(const DnnlConvolution& p, const Forward::primitive_desc& primitive) {
  constexpr double kOperationsForAByte = 45;
  const auto extra = static_cast<double>(primitive.weights_desc().get_size() + primitive.scratchpad_desc().get_size()) -
                     static_cast<double>(p.weight.bytes());
  return extra * kOperationsForAByte <= p.g.flops();
}

std::optional<Forward::primitive_desc> forwardPrimitive(const DnnlConvolution& p, const WeightState& weight,
                                                        bool hasBias, const dnnl::primitive_attr& attributes) {
  std::vector<ConvolutionChoice> choices = convolutionChoices(p);
  // In inference oneDNN may choose a weight format that no other kernel can read: filters transformed in advance.
  if (weight.constant && p.allowsWinograd() && !p.prefersWinograd() &&
      std::min(p.g.inputChannels, p.g.outputChannels) >= kManyChannels)
    choices.insert(choices.begin(),
                   ConvolutionChoice{dnnl::algorithm::convolution_winograd, Desc(p.xDims, kFloat, Tag::any),
                                     Desc(p.yDims, kFloat, Tag::any), dnnl::prop_kind::forward_inference});
  for (const ConvolutionChoice& choice : choices)
    for (const Desc& filters : weightChoices(p, weight)) {
      const auto makeDesc = [&] {
        return hasBias ? Forward::desc(choice.kind, choice.algorithm, choice.x, filters, p.biasDesc(), choice.y,
                                       p.strides(), p.dilations(), p.before(), p.after())
                       : Forward::desc(choice.kind, choice.algorithm, choice.x, filters, choice.y, p.strides(),
                                       p.dilations(), p.before(), p.after());
      };
      auto primitive = tryPrimitiveWith<Forward::primitive_desc>(attributes, makeDesc);
      if (!primitive) continue;
      if (weight.constant && isWinograd(primitive->impl_info_str()) && !winogradIsWorth(p, *primitive)) continue;
      return primitive;
    }
  return std::nullopt;
}

bool isWinograd(const char* implementation) {
  return std::strstr(implementation, "wino") != nullptr;
}

namespace {

// True for a matrix product with copies of all windows.
bool isProduct(const Forward::primitive_desc& primitive) {
  return std::strstr(primitive.impl_info_str(), "gemm") != nullptr;
}

// Copies images of few channels into padded ones and runs a convolution without padding: oneDNN's direct kernels for
// AVX2 refuse padding wider than one tile of outputs.
class FramingKernel final : public Kernel {
 public:
  FramingKernel(const ConvolutionGeometry& g, std::unique_ptr<Kernel> convolution, std::size_t scratchBytes)
      : g_(g), convolution_(std::move(convolution)), frames_(alignedBytes(scratchBytes)) {}
  std::size_t scratchBytes() const {
    return frames_ + static_cast<std::size_t>(planes() * height() * width()) * sizeof(float);
  }
  Status run(const KernelArguments& a) override {
    float* const frames = reinterpret_cast<float*>(static_cast<std::byte*>(a.scratch) + frames_);
    const float* const x = floats(a.inputs[0]);
    parallelTasks(planes(), static_cast<double>(planes() * height() * width()), [&](std::int64_t plane) {
      framePlane(g_, x + plane * g_.height.input * g_.width.input, frames + plane * height() * width());
    });
    std::array<void*, 4> inputs{};  // x, weight, bias, residual
    std::copy(a.inputs.begin(), a.inputs.end(), inputs.begin());
    inputs[0] = frames;
    return convolution_->run({std::span(inputs).first(a.inputs.size()), a.outputs, a.scratch});
  }

 private:
  static std::size_t alignedBytes(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
  std::int64_t planes() const { return g_.batch * g_.inputChannels; }
  std::int64_t height() const { return g_.height.input + g_.height.before + g_.height.after; }
  std::int64_t width() const { return g_.width.input + g_.width.before + g_.width.after; }

  ConvolutionGeometry g_;
  std::unique_ptr<Kernel> convolution_;
  std::size_t frames_;
};

ConvolutionGeometry framed(ConvolutionGeometry g) {
  for (WindowAxis* axis : {&g.height, &g.width}) {
    axis->input += axis->before + axis->after;
    axis->before = axis->after = 0;
  }
  return g;
}

KernelPlan plainPlan(const DnnlConvolution& p, const Forward::primitive_desc& primitive, bool hasBias) {
  auto kernel = std::make_unique<DnnlKernel>("conv2d", Forward(primitive), primitive.scratchpad_desc());
  kernel->bind(DNNL_ARG_SRC, primitive.src_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_WEIGHTS, primitive.weights_desc(), ArgumentSource::Input, 1);
  if (hasBias) kernel->bind(DNNL_ARG_BIAS, primitive.bias_desc(), ArgumentSource::Input, 2);
  kernel->bind(DNNL_ARG_DST, primitive.dst_desc(), ArgumentSource::Output, 0);
  KernelPlan plan;
  plan.kernel = std::move(kernel);
  plan.inputs = {layoutOf(p.x, primitive.src_desc()), layoutOf(p.weight, primitive.weights_desc())};
  if (hasBias) plan.inputs.emplace_back();
  plan.outputs = {layoutOf(p.y, primitive.dst_desc())};
  plan.detail =
      std::string(primitive.impl_info_str()) + ", " + plan.inputs[0].toString() + " to " + plan.outputs[0].toString();
  plan.scratchBytes = primitive.scratchpad_desc().get_size();
  plan.approximate = isWinograd(primitive.impl_info_str());
  return plan;
}

std::optional<KernelPlan> framedPlan(const DnnlConvolution& p, const WeightState& weight, bool hasBias,
                                     const dnnl::primitive_attr& attributes) {
  const DnnlConvolution whole(framed(p.g), p.exact);
  const auto primitive = forwardPrimitive(whole, weight, hasBias, attributes);
  if (!primitive || isProduct(*primitive)) return std::nullopt;
  KernelPlan plan = plainPlan(whole, *primitive, hasBias);
  if (!plan.inputs[0].dense()) return std::nullopt;
  auto kernel = std::make_unique<FramingKernel>(p.g, std::move(plan.kernel), plan.scratchBytes);
  plan.scratchBytes = kernel->scratchBytes();
  plan.kernel = std::move(kernel);
  plan.detail += ", padded beforehand";
  return plan;
}

}  // namespace

Result<KernelPlan> forwardPlan(const DnnlConvolution& p, const WeightState& weight, bool hasBias,
                               const dnnl::primitive_attr& attributes) {
  const auto primitive = forwardPrimitive(p, weight, hasBias, attributes);
  const bool few = p.g.inputChannels <= kFewChannels && p.g.groups == 1;
  if (few && (!primitive || isProduct(*primitive)))
    if (auto plan = framedPlan(p, weight, hasBias, attributes)) return std::move(*plan);
  if (!primitive) return fail(ErrorCode::Unsupported, "oneDNN has no fast implementation for this geometry");
  return plainPlan(p, *primitive, hasBias);
}

}  // namespace fovea::cpu
