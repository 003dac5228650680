// Why: convolutions as oneDNN primitives, in layouts chosen by the geometry alone, so that the three passes of a layer
// agree and the same network gets the same numbers again.
#include "core/backends/cpu/convolution_kernels.h"
#include "core/backends/cpu/dnnl_primitive.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Dims = dnnl::memory::dims;
using Tag = dnnl::memory::format_tag;
using Forward = dnnl::convolution_forward;
using BackwardData = dnnl::convolution_backward_data;
using BackwardWeights = dnnl::convolution_backward_weights;
constexpr auto kFloat = dnnl::memory::data_type::f32;
constexpr auto kDirect = dnnl::algorithm::convolution_direct;

// Geometry in oneDNN's words.
struct Problem {
  explicit Problem(const ConvolutionGeometry& geometry) : g(geometry) {
    const auto type = [](const Shape& shape) { return TensorType{DataType::Float32, shape}; };
    x = type(g.inputShape());
    weight = type(g.weightShape());
    y = type(g.outputShape());
    xDims = {g.batch, g.inputChannels, g.height.input, g.width.input};
    yDims = {g.batch, g.outputChannels, g.outputHeight, g.outputWidth};
    weightDims = {g.outputChannelsOfGroup(), g.inputChannelsOfGroup(), g.height.kernel, g.width.kernel};
    if (g.groups > 1) weightDims.insert(weightDims.begin(), g.groups);
  }
  Desc anyWeight() const { return Desc(weightDims, kFloat, Tag::any); }
  Desc weightDesc(const Layout& layout) const {
    if (!layout.dense()) return descOf(weight, layout);
    return Desc(weightDims, kFloat, g.groups > 1 ? Tag::goihw : Tag::oihw);
  }
  Desc bias() const { return Desc({g.outputChannels}, kFloat, Tag::a); }
  Dims strides() const { return {g.height.stride, g.width.stride}; }
  Dims dilations() const { return {g.height.dilation - 1, g.width.dilation - 1}; }
  Dims before() const { return {g.height.before, g.width.before}; }
  Dims after() const { return {g.height.after, g.width.after}; }

  ConvolutionGeometry g;
  TensorType x, weight, y;
  Dims xDims, yDims, weightDims;
};

// Layouts for input and output, in order of preference. Blocks of 16 channels waste what they pad, so they are first
// only where nothing is padded; images of few channels are read as they come.
std::vector<std::pair<Tag, Tag>> formatChoices(const ConvolutionGeometry& g) {
  const bool whole = g.inputChannels % 16 == 0 && g.outputChannels % 16 == 0;
  const std::pair<Tag, Tag> blocked{Tag::any, Tag::any}, last{Tag::nhwc, Tag::nhwc}, dense{Tag::nchw, Tag::nchw};
  if (g.inputChannels <= 4 && g.groups == 1) return {{Tag::nchw, Tag::any}, last, blocked, dense};
  if (whole) return {blocked, last, dense};
  return {last, blocked, dense};
}

Forward::desc forwardDesc(const Problem& p, const Desc& x, const Desc& weight, const Desc& y, bool hasBias) {
  const auto kind = dnnl::prop_kind::forward_training;
  if (hasBias)
    return Forward::desc(kind, kDirect, x, weight, p.bias(), y, p.strides(), p.dilations(), p.before(), p.after());
  return Forward::desc(kind, kDirect, x, weight, y, p.strides(), p.dilations(), p.before(), p.after());
}

// Any image layouts, so that a hint exists wherever oneDNN knows the convolution at all.
Forward::primitive_desc hint(const Problem& p) {
  const Desc x(p.xDims, kFloat, Tag::any), y(p.yDims, kFloat, Tag::any);
  return Forward::primitive_desc(forwardDesc(p, x, p.anyWeight(), y, true), cpuEngine());
}

std::optional<Forward::primitive_desc> forwardPrimitive(const Problem& p, const std::vector<Desc>& weights,
                                                        bool hasBias) {
  for (const auto& [tagX, tagY] : formatChoices(p.g))
    for (const Desc& weight : weights) {
      auto primitive = tryPrimitive<Forward::primitive_desc>([&, x = tagX, y = tagY] {
        return forwardDesc(p, Desc(p.xDims, kFloat, x), weight, Desc(p.yDims, kFloat, y), hasBias);
      });
      if (primitive) return primitive;
    }
  return std::nullopt;
}

// The layout a weight has if oneDNN once chose it, then oneDNN's choice: converting a dense filter costs less than
// using it.
std::vector<Desc> weightChoices(const Problem& p, const std::optional<Layout>& fixed) {
  std::vector<Desc> choices;
  if (fixed && !fixed->dense()) choices.push_back(p.weightDesc(*fixed));
  choices.push_back(p.anyWeight());
  return choices;
}

// Image layouts for a backward pass: those of the forward pass first.
std::vector<std::pair<Desc, Desc>> backwardChoices(const Problem& p) {
  std::vector<std::pair<Desc, Desc>> choices;
  if (const auto forward = forwardPrimitive(p, {p.anyWeight()}, true))
    choices.emplace_back(forward->src_desc(), forward->dst_desc());
  for (const auto& [x, y] : formatChoices(p.g))
    choices.emplace_back(Desc(p.xDims, kFloat, x), Desc(p.yDims, kFloat, y));
  return choices;
}

template <class PrimitiveDesc>
void describe(KernelPlan& plan, const PrimitiveDesc& primitive, const Layout& x, const Layout& y) {
  plan.detail = std::string(primitive.impl_info_str()) + ", " + x.toString() + " to " + y.toString();
  plan.scratchBytes = primitive.scratchpad_desc().get_size();
}

Error noImplementation() {
  return fail(ErrorCode::Unsupported, "oneDNN has no fast implementation for this geometry");
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const Problem p(g);
  const bool hasBias = request.inputs.size() > 2;
  return guarded("conv2d", [&]() -> Result<KernelPlan> {
    const auto fixed = request.inputFree[1] ? std::nullopt : std::optional(request.inputLayouts[1]);
    const auto primitive = forwardPrimitive(p, weightChoices(p, fixed), hasBias);
    if (!primitive) return noImplementation();
    auto kernel = std::make_unique<DnnlKernel>("conv2d", Forward(*primitive), primitive->scratchpad_desc());
    kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
    kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
    if (hasBias) kernel->bind(DNNL_ARG_BIAS, primitive->bias_desc(), ArgumentSource::Input, 2);
    kernel->bind(DNNL_ARG_DST, primitive->dst_desc(), ArgumentSource::Output, 0);
    KernelPlan plan;
    plan.kernel = std::move(kernel);
    plan.inputs = {layoutOf(p.x, primitive->src_desc()), layoutOf(p.weight, primitive->weights_desc())};
    plan.inputs.resize(request.inputs.size());
    plan.outputs = {layoutOf(p.y, primitive->dst_desc())};
    describe(plan, *primitive, plan.inputs[0], plan.outputs[0]);
    return plan;
  });
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const Problem p(g);
  return guarded("conv2d_backward_data", [&]() -> Result<KernelPlan> {
    const Forward::primitive_desc forward = hint(p);
    const auto fixed = request.inputFree[1] ? std::nullopt : std::optional(request.inputLayouts[1]);
    for (const auto& [x, y] : backwardChoices(p))
      for (const Desc& weight : weightChoices(p, fixed)) {
        const auto makeDesc = [&, dx = x, dy = y] {
          return BackwardData::desc(kDirect, dx, weight, dy, p.strides(), p.dilations(), p.before(), p.after());
        };
        const auto primitive = tryPrimitive<BackwardData::primitive_desc>(makeDesc, forward);
        if (!primitive) continue;
        auto kernel = std::make_unique<DnnlKernel>("conv2d_backward_data", BackwardData(*primitive),
                                                   primitive->scratchpad_desc());
        kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 0);
        kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
        kernel->bind(DNNL_ARG_DIFF_SRC, primitive->diff_src_desc(), ArgumentSource::Output, 0);
        KernelPlan plan;
        plan.kernel = std::move(kernel);
        plan.inputs = {layoutOf(p.y, primitive->diff_dst_desc()), layoutOf(p.weight, primitive->weights_desc())};
        plan.outputs = {layoutOf(p.x, primitive->diff_src_desc())};
        describe(plan, *primitive, plan.inputs[0], plan.outputs[0]);
        return plan;
      }
    return noImplementation();
  });
}

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const Problem p(g);
  return guarded("conv2d_backward_weights", [&]() -> Result<KernelPlan> {
    const Forward::primitive_desc forward = hint(p);
    for (const auto& [x, y] : backwardChoices(p))
      for (const Desc& weight : weightChoices(p, request.outputWishes[0])) {
        const auto makeDesc = [&, in = x, dy = y] {
          return BackwardWeights::desc(kDirect, in, weight, p.bias(), dy, p.strides(), p.dilations(), p.before(),
                                       p.after());
        };
        const auto primitive = tryPrimitive<BackwardWeights::primitive_desc>(makeDesc, forward);
        if (!primitive) continue;
        auto kernel = std::make_unique<DnnlKernel>("conv2d_backward_weights", BackwardWeights(*primitive),
                                                   primitive->scratchpad_desc());
        kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
        kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 1);
        kernel->bind(DNNL_ARG_DIFF_WEIGHTS, primitive->diff_weights_desc(), ArgumentSource::Output, 0);
        kernel->bind(DNNL_ARG_DIFF_BIAS, primitive->diff_bias_desc(), ArgumentSource::Output, 1);
        KernelPlan plan;
        plan.kernel = std::move(kernel);
        plan.inputs = {layoutOf(p.x, primitive->src_desc()), layoutOf(p.y, primitive->diff_dst_desc())};
        plan.outputs = {layoutOf(p.weight, primitive->diff_weights_desc()), Layout()};
        describe(plan, *primitive, plan.inputs[0], plan.inputs[1]);
        return plan;
      }
    return noImplementation();
  });
}

KernelEntry entry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create) {
  return float32Entry(std::move(name), [create](const KernelRequest& request, Device& device) -> Result<KernelPlan> {
    for (const auto& types : {request.inputs, request.outputs})
      for (const TensorType& type : types)
        if (type.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
    return create(request, device);
  });
}

}  // namespace

KernelEntry dnnlConvolution() {
  return entry("dnnl.conv2d", createForward);
}
KernelEntry dnnlConvolutionBackwardData() {
  return entry("dnnl.conv2d_backward_data", createBackwardData);
}
KernelEntry dnnlConvolutionBackwardWeights() {
  return entry("dnnl.conv2d_backward_weights", createBackwardWeights);
}

}  // namespace fovea::cpu
