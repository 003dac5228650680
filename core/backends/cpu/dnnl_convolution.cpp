#include "core/backends/cpu/dnnl_convolution.h"

#include <cstring>

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;
using Forward = dnnl::convolution_forward;
constexpr auto kFloat = dnnl::memory::data_type::f32;

// Output pixels of all images below which a pass is over before the transformed filters have paid for themselves; for
// few channels the transformed images cost more than they save until there are many.
constexpr std::int64_t kLeastPixels = 1024, kLeastPixelsBackwardWeights = 768, kLeastPixelsOfFewChannels = 24 * 1024;
constexpr std::int64_t kLeastWinogradChannels = 32, kManyChannels = 64;
// Part of the 4x4 tiles that must lie inside the image.
constexpr double kLeastUse = 0.55;
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
  // oneDNN 2.6.3 takes uneven padding too, but its gradient of the input is wrong then.
  const auto is = [](const WindowAxis& axis) {
    return axis.kernel == 3 && axis.stride == 1 && axis.dilation == 1 && axis.before <= 1 && axis.before == axis.after;
  };
  return !exact && is(g.height) && is(g.width) && g.groups == 1 && g.inputChannels % 16 == 0 &&
         g.outputChannels % 16 == 0;
}

bool DnnlConvolution::prefersWinograd(bool backwardWeights) const {
  const std::int64_t channels = std::min(g.inputChannels, g.outputChannels);
  if (!allowsWinograd() || channels < kLeastWinogradChannels) return false;
  const std::int64_t pixels = g.outputHeight * g.outputWidth;
  const std::int64_t tiles = ((g.outputHeight + 3) / 4) * ((g.outputWidth + 3) / 4);
  if (static_cast<double>(pixels) < kLeastUse * 16.0 * static_cast<double>(tiles)) return false;
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
  const bool few = p.g.inputChannels <= 4 && p.g.groups == 1;
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
  if (!request.inputFree[input]) state.fixed = request.inputLayouts[input];
  state.steady = !request.inputSteady.empty() && request.inputSteady[input];
  return state;
}

std::vector<Desc> weightChoices(const DnnlConvolution& p, const WeightState& weight) {
  std::vector<Desc> choices;
  if (weight.fixed && !weight.fixed->dense() && !weight.steady) choices.push_back(p.weightDesc(*weight.fixed));
  choices.push_back(p.anyWeight());
  return choices;
}

// Whether Winograd's algorithm saves enough work at inference for the memory that it takes: transformed filters, and
// images while it runs.
bool winogradIsWorth(const DnnlConvolution& p, const Forward::primitive_desc& primitive) {
  constexpr double kOperationsForAByte = 45;
  const auto extra = static_cast<double>(primitive.weights_desc().get_size() + primitive.scratchpad_desc().get_size()) -
                     static_cast<double>(p.weight.bytes());
  return extra * kOperationsForAByte <= p.g.flops();
}

std::optional<Forward::primitive_desc> forwardPrimitive(const DnnlConvolution& p, const WeightState& weight,
                                                        bool hasBias, const dnnl::primitive_attr& attributes) {
  std::vector<ConvolutionChoice> choices = convolutionChoices(p);
  // Inference lets oneDNN choose a format of weights that nothing else can read: filters transformed beforehand.
  if (weight.steady && p.allowsWinograd() && !p.prefersWinograd() &&
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
      if (weight.steady && isWinograd(primitive->impl_info_str()) && !winogradIsWorth(p, *primitive)) continue;
      return primitive;
    }
  return std::nullopt;
}

bool isWinograd(const char* implementation) {
  return std::strstr(implementation, "wino") != nullptr;
}

KernelPlan forwardPlan(const DnnlConvolution& p, const Forward::primitive_desc& primitive, bool hasBias) {
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

}  // namespace fovea::cpu
