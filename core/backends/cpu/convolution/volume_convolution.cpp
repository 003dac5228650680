// Why: convolutions of volumes as oneDNN primitives: the same choices as for images, with a third axis.
#include "core/backends/cpu/runtime/dnnl_primitive.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
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

// The geometry in oneDNN's terms.
struct Problem {
  explicit Problem(const ConvolutionGeometry& geometry) : g(geometry) {
    x = {DataType::Float32, g.inputShape()};
    weight = {DataType::Float32, g.weightShape()};
    y = {DataType::Float32, g.outputShape()};
    xDims.assign(x.shape.begin(), x.shape.end());
    yDims.assign(y.shape.begin(), y.shape.end());
    weightDims.assign(weight.shape.begin(), weight.shape.end());
    if (g.groups > 1) {
      weightDims[0] = g.outputChannelsOfGroup();
      weightDims.insert(weightDims.begin(), g.groups);
    }
  }
  Desc anyWeight() const { return Desc(weightDims, kFloat, Tag::any); }
  Desc weightDesc(const Layout& layout) const {
    if (!layout.dense()) return descOf(weight, layout);
    return Desc(weightDims, kFloat, g.groups > 1 ? Tag::goidhw : Tag::oidhw);
  }
  Desc bias() const { return Desc({g.outputChannels}, kFloat, Tag::a); }
  Dims strides() const { return {g.depth.stride, g.height.stride, g.width.stride}; }
  Dims dilations() const { return {g.depth.dilation - 1, g.height.dilation - 1, g.width.dilation - 1}; }
  Dims before() const { return {g.depth.before, g.height.before, g.width.before}; }
  Dims after() const { return {g.depth.after, g.height.after, g.width.after}; }

  ConvolutionGeometry g;
  TensorType x, weight, y;
  Dims xDims, yDims, weightDims;
};

using Tags = std::pair<Tag, Tag>;

// Layouts for input and output, in order of preference; see dnnl_convolution.
std::vector<Tags> formatChoices(const ConvolutionGeometry& g) {
  const bool whole = g.inputChannels % 16 == 0 && g.outputChannels % 16 == 0;
  const Tags blocked{Tag::any, Tag::any}, last{Tag::ndhwc, Tag::ndhwc}, dense{Tag::ncdhw, Tag::ncdhw};
  if (g.inputChannels <= 4 && g.groups == 1) return {{Tag::ncdhw, Tag::any}, last, blocked, dense};
  if (whole) return {blocked, last, dense};
  return {last, blocked, dense};
}

Forward::desc forwardDesc(const Problem& p, const Desc& x, const Desc& weight, const Desc& y, bool hasBias) {
  const auto kind = dnnl::prop_kind::forward_training;
  if (hasBias)
    return Forward::desc(kind, kDirect, x, weight, p.bias(), y, p.strides(), p.dilations(), p.before(), p.after());
  return Forward::desc(kind, kDirect, x, weight, y, p.strides(), p.dilations(), p.before(), p.after());
}

// Uses any layouts, so that a hint exists whenever oneDNN supports the convolution.
Forward::primitive_desc hint(const Problem& p) {
  const Desc x(p.xDims, kFloat, Tag::any), y(p.yDims, kFloat, Tag::any);
  return Forward::primitive_desc(forwardDesc(p, x, p.anyWeight(), y, true), cpuEngine());
}

// The layout of the weight if oneDNN chose it earlier, then oneDNN's choice.
std::vector<Desc> weightChoices(const Problem& p, const std::optional<Layout>& fixed) {
  std::vector<Desc> choices;
  if (fixed && !fixed->dense()) choices.push_back(p.weightDesc(*fixed));
  choices.push_back(p.anyWeight());
  return choices;
}

std::optional<Layout> fixedWeight(const KernelRequest& request) {
  return request.hasFreeLayout(1) ? std::nullopt : std::optional(request.inputLayouts[1]);
}

std::optional<Forward::primitive_desc> forwardPrimitive(const Problem& p, const std::vector<Desc>& weights,
                                                        bool hasBias) {
  for (const Tags& tags : formatChoices(p.g))
    for (const Desc& weight : weights) {
      auto primitive = tryPrimitive<Forward::primitive_desc>([&] {
        return forwardDesc(p, Desc(p.xDims, kFloat, tags.first), weight, Desc(p.yDims, kFloat, tags.second), hasBias);
      });
      if (primitive) return primitive;
    }
  return std::nullopt;
}

// The first existing primitive of a backward pass: in the layouts of the forward pass, else in any. `makeDesc` gets the
// descriptors of x, weight and y.
template <class PrimitiveDesc, class MakeDesc>
std::optional<PrimitiveDesc> backwardPrimitive(const Problem& p, const std::optional<Layout>& fixed,
                                               MakeDesc&& makeDesc) {
  std::vector<std::pair<Desc, Desc>> images;
  if (const auto forward = forwardPrimitive(p, {p.anyWeight()}, true))
    images.emplace_back(forward->src_desc(), forward->dst_desc());
  for (const auto& [x, y] : formatChoices(p.g)) images.emplace_back(Desc(p.xDims, kFloat, x), Desc(p.yDims, kFloat, y));
  const Forward::primitive_desc forwardHint = hint(p);
  for (const auto& image : images)
    for (const Desc& weight : weightChoices(p, fixed))
      if (auto primitive =
              tryPrimitive<PrimitiveDesc>([&] { return makeDesc(image.first, weight, image.second); }, forwardHint))
        return primitive;
  return std::nullopt;
}

Error noImplementation() {
  return fail(ErrorCode::Unsupported, "oneDNN has no fast implementation for this geometry");
}

template <class PrimitiveDesc>
KernelPlan planAround(std::unique_ptr<DnnlKernel> kernel, const PrimitiveDesc& primitive,
                      const KernelRequest& request) {
  KernelPlan plan;
  plan.kernel = std::move(kernel);
  plan.inputs.resize(request.inputs.size());
  plan.outputs.resize(request.outputs.size());
  plan.scratchBytes = primitive.scratchpad_desc().get_size();
  return plan;
}

template <class PrimitiveDesc>
void describe(KernelPlan& plan, const PrimitiveDesc& primitive, const Layout& from, const Layout& to) {
  plan.detail = std::string(primitive.impl_info_str()) + ", " + from.toString() + " to " + to.toString();
}

Result<KernelPlan> createForward(const KernelRequest& request, const Problem& p) {
  const bool hasBias = request.inputs.size() > 2;
  const auto primitive = forwardPrimitive(p, weightChoices(p, fixedWeight(request)), hasBias);
  if (!primitive) return noImplementation();
  auto kernel = std::make_unique<DnnlKernel>("conv3d", Forward(*primitive), primitive->scratchpad_desc());
  kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
  if (hasBias) kernel->bind(DNNL_ARG_BIAS, primitive->bias_desc(), ArgumentSource::Input, 2);
  kernel->bind(DNNL_ARG_DST, primitive->dst_desc(), ArgumentSource::Output, 0);
  KernelPlan plan = planAround(std::move(kernel), *primitive, request);
  plan.inputs[0] = layoutOf(p.x, primitive->src_desc());
  plan.inputs[1] = layoutOf(p.weight, primitive->weights_desc());
  plan.outputs[0] = layoutOf(p.y, primitive->dst_desc());
  describe(plan, *primitive, plan.inputs[0], plan.outputs[0]);
  return plan;
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, const Problem& p) {
  const auto primitive = backwardPrimitive<BackwardData::primitive_desc>(
      p, fixedWeight(request), [&](const Desc& dx, const Desc& weight, const Desc& dy) {
        return BackwardData::desc(kDirect, dx, weight, dy, p.strides(), p.dilations(), p.before(), p.after());
      });
  if (!primitive) return noImplementation();
  auto kernel =
      std::make_unique<DnnlKernel>("conv3d_backward_data", BackwardData(*primitive), primitive->scratchpad_desc());
  kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
  kernel->bind(DNNL_ARG_DIFF_SRC, primitive->diff_src_desc(), ArgumentSource::Output, 0);
  KernelPlan plan = planAround(std::move(kernel), *primitive, request);
  plan.inputs[0] = layoutOf(p.y, primitive->diff_dst_desc());
  plan.inputs[1] = layoutOf(p.weight, primitive->weights_desc());
  plan.outputs[0] = layoutOf(p.x, primitive->diff_src_desc());
  describe(plan, *primitive, plan.inputs[0], plan.outputs[0]);
  return plan;
}

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, const Problem& p) {
  const auto primitive = backwardPrimitive<BackwardWeights::primitive_desc>(
      p, request.preferredLayout(0), [&](const Desc& x, const Desc& weight, const Desc& dy) {
        return BackwardWeights::desc(kDirect, x, weight, p.bias(), dy, p.strides(), p.dilations(), p.before(),
                                     p.after());
      });
  if (!primitive) return noImplementation();
  auto kernel = std::make_unique<DnnlKernel>("conv3d_backward_weights", BackwardWeights(*primitive),
                                             primitive->scratchpad_desc());
  kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 1);
  kernel->bind(DNNL_ARG_DIFF_WEIGHTS, primitive->diff_weights_desc(), ArgumentSource::Output, 0);
  kernel->bind(DNNL_ARG_DIFF_BIAS, primitive->diff_bias_desc(), ArgumentSource::Output, 1);
  KernelPlan plan = planAround(std::move(kernel), *primitive, request);
  plan.inputs[0] = layoutOf(p.x, primitive->src_desc());
  plan.inputs[1] = layoutOf(p.y, primitive->diff_dst_desc());
  plan.outputs[0] = layoutOf(p.weight, primitive->diff_weights_desc());
  describe(plan, *primitive, plan.inputs[0], plan.inputs[1]);
  return plan;
}

using Read = Result<ConvolutionGeometry> (*)(const FieldValues&, const Shape&, const Shape&);
using Create = Result<KernelPlan> (*)(const KernelRequest&, const Problem&);

KernelEntry entry(const std::string& op, Read read, Create create) {
  return float32Entry("dnnl." + op, [=](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    FOVEA_TRY(const auto geometry, read(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
    if (geometry.batch == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
    return guarded(op, [&]() -> Result<KernelPlan> { return create(request, Problem(geometry)); });
  });
}

}  // namespace

void addVolumeConvolutionKernels(KernelRegistry& registry) {
  registry.add("conv3d", entry("conv3d", readConvolution, createForward));
  registry.add("conv3d_backward_data", entry("conv3d_backward_data", readConvolutionBackwardData, createBackwardData));
  registry.add("conv3d_backward_weights",
               entry("conv3d_backward_weights", readConvolutionBackwardWeights, createBackwardWeights));
}

}  // namespace fovea::cpu
