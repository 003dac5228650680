#include "core/backends/cpu/dnnl_convolution.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;
using Forward = dnnl::convolution_forward;
constexpr auto kFloat = dnnl::memory::data_type::f32;

// Below this many 4x4 tiles a pass is over before the transformed filters have paid for themselves.
constexpr std::int64_t kLeastTiles = 96;
constexpr std::int64_t kLeastWinogradChannels = 32;

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

bool DnnlConvolution::prefersWinograd() const {
  if (exact) return false;
  const auto is = [](const WindowAxis& axis) {
    return axis.kernel == 3 && axis.stride == 1 && axis.dilation == 1 && axis.before <= 1 && axis.after <= 1;
  };
  if (!is(g.height) || !is(g.width) || g.groups != 1) return false;
  if (g.inputChannels % 16 != 0 || g.outputChannels % 16 != 0) return false;
  if (std::min(g.inputChannels, g.outputChannels) < kLeastWinogradChannels) return false;
  return g.batch * ((g.outputHeight + 3) / 4) * ((g.outputWidth + 3) / 4) >= kLeastTiles;
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

std::vector<Desc> weightChoices(const DnnlConvolution& p, const std::optional<Layout>& fixed) {
  std::vector<Desc> choices;
  if (fixed && !fixed->dense()) choices.push_back(p.weightDesc(*fixed));
  choices.push_back(p.anyWeight());
  return choices;
}

std::optional<Forward::primitive_desc> forwardPrimitive(const DnnlConvolution& p, const std::vector<Desc>& weights,
                                                        bool hasBias, const dnnl::primitive_attr& attributes) {
  // Inference would let oneDNN choose a format of weights that nothing else can read.
  const auto kind = dnnl::prop_kind::forward_training;
  for (const auto& [algorithm, x, y] : convolutionChoices(p))
    for (const Desc& weight : weights) {
      const auto makeDesc = [&, algorithm = algorithm, x = x, y = y] {
        return hasBias
                   ? Forward::desc(kind, algorithm, x, weight, p.biasDesc(), y, p.strides(), p.dilations(), p.before(),
                                   p.after())
                   : Forward::desc(kind, algorithm, x, weight, y, p.strides(), p.dilations(), p.before(), p.after());
      };
      auto primitive = tryPrimitiveWith<Forward::primitive_desc>(attributes, makeDesc);
      if (primitive) return primitive;
    }
  return std::nullopt;
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
  return plan;
}

}  // namespace fovea::cpu
