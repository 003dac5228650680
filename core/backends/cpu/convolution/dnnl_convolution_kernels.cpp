// Why: convolutions as oneDNN primitives, forward and backward.
#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/dnnl_convolution.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Forward = dnnl::convolution_forward;
using BackwardData = dnnl::convolution_backward_data;
using BackwardWeights = dnnl::convolution_backward_weights;

// The hint about the forward pass that a backward pass needs, with the same algorithm.
std::optional<Forward::primitive_desc> hint(const DnnlConvolution& p, dnnl::algorithm algorithm) {
  const Desc x(p.xDims, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any),
      y(p.yDims, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any);
  try {
    const Forward::desc desc(dnnl::prop_kind::forward_training, algorithm, x, p.anyWeight(), p.biasDesc(), y,
                             p.strides(), p.dilations(), p.before(), p.after());
    return Forward::primitive_desc(desc, cpuEngine());
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}

// Choices for a backward pass: the layouts of the forward pass first.
std::vector<ConvolutionChoice> backwardChoices(const DnnlConvolution& p, bool winograd) {
  std::vector<ConvolutionChoice> choices;
  if (const auto forward = forwardPrimitive(p, WeightState(), true, userScratchpad())) {
    if (winograd) choices.push_back({dnnl::algorithm::convolution_winograd, forward->src_desc(), forward->dst_desc()});
    choices.push_back({dnnl::algorithm::convolution_direct, forward->src_desc(), forward->dst_desc()});
  }
  for (ConvolutionChoice& choice : convolutionChoices(p)) choices.push_back(std::move(choice));
  return choices;
}

Error noImplementation() {
  return fail(ErrorCode::Unsupported, "oneDNN has no fast implementation for this geometry");
}

template <class PrimitiveDesc>
KernelPlan planAround(std::unique_ptr<DnnlKernel> kernel, const PrimitiveDesc& primitive, std::vector<Layout> inputs,
                      std::vector<Layout> outputs, const Layout& from, const Layout& to) {
  KernelPlan plan;
  plan.kernel = std::move(kernel);
  plan.inputs = std::move(inputs);
  plan.outputs = std::move(outputs);
  plan.detail = std::string(primitive.impl_info_str()) + ", " + from.toString() + " to " + to.toString();
  plan.scratchBytes = primitive.scratchpad_desc().get_size();
  plan.approximate = isWinograd(primitive.impl_info_str());
  return plan;
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const DnnlConvolution p(g, request.exact);
  const bool hasBias = request.inputs.size() > 2;
  return guarded("conv2d", [&] { return forwardPlan(p, WeightState::of(request, 1), hasBias, userScratchpad()); });
}

KernelPlan backwardDataPlan(const DnnlConvolution& p, const BackwardData::primitive_desc& primitive) {
  auto kernel =
      std::make_unique<DnnlKernel>("conv2d_backward_data", BackwardData(primitive), primitive.scratchpad_desc());
  kernel->bind(DNNL_ARG_DIFF_DST, primitive.diff_dst_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_WEIGHTS, primitive.weights_desc(), ArgumentSource::Input, 1);
  kernel->bind(DNNL_ARG_DIFF_SRC, primitive.diff_src_desc(), ArgumentSource::Output, 0);
  const Layout dy = layoutOf(p.y, primitive.diff_dst_desc()), dx = layoutOf(p.x, primitive.diff_src_desc());
  return planAround(std::move(kernel), primitive, {dy, layoutOf(p.weight, primitive.weights_desc())}, {dx}, dy, dx);
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const DnnlConvolution p(g, request.exact);
  return guarded("conv2d_backward_data", [&]() -> Result<KernelPlan> {
    const WeightState state = WeightState::of(request, 1);
    for (const ConvolutionChoice& choice : backwardChoices(p, p.prefersWinograd())) {
      const auto forward = hint(p, choice.algorithm);
      if (!forward) continue;
      for (const Desc& weight : weightChoices(p, state)) {
        const auto makeDesc = [&] {
          return BackwardData::desc(choice.algorithm, choice.x, weight, choice.y, p.strides(), p.dilations(),
                                    p.before(), p.after());
        };
        const auto primitive = tryPrimitive<BackwardData::primitive_desc>(makeDesc, *forward);
        if (primitive) return backwardDataPlan(p, *primitive);
      }
    }
    return noImplementation();
  });
}

KernelPlan backwardWeightsPlan(const DnnlConvolution& p, const BackwardWeights::primitive_desc& primitive) {
  auto kernel =
      std::make_unique<DnnlKernel>("conv2d_backward_weights", BackwardWeights(primitive), primitive.scratchpad_desc());
  kernel->bind(DNNL_ARG_SRC, primitive.src_desc(), ArgumentSource::Input, 0);
  kernel->bind(DNNL_ARG_DIFF_DST, primitive.diff_dst_desc(), ArgumentSource::Input, 1);
  kernel->bind(DNNL_ARG_DIFF_WEIGHTS, primitive.diff_weights_desc(), ArgumentSource::Output, 0);
  kernel->bind(DNNL_ARG_DIFF_BIAS, primitive.diff_bias_desc(), ArgumentSource::Output, 1);
  const Layout x = layoutOf(p.x, primitive.src_desc()), dy = layoutOf(p.y, primitive.diff_dst_desc());
  return planAround(std::move(kernel), primitive, {x, dy},
                    {layoutOf(p.weight, primitive.diff_weights_desc()), Layout()}, x, dy);
}

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const DnnlConvolution p(g, request.exact);
  return guarded("conv2d_backward_weights", [&]() -> Result<KernelPlan> {
    for (const ConvolutionChoice& choice : backwardChoices(p, p.prefersWinograd(true))) {
      const auto forward = hint(p, choice.algorithm);
      if (!forward) continue;
      for (const Desc& weight : weightChoices(p, {request.preferredLayout(0)})) {
        const auto makeDesc = [&] {
          return BackwardWeights::desc(choice.algorithm, choice.x, weight, p.biasDesc(), choice.y, p.strides(),
                                       p.dilations(), p.before(), p.after());
        };
        const auto primitive = tryPrimitive<BackwardWeights::primitive_desc>(makeDesc, *forward);
        if (primitive) return backwardWeightsPlan(p, *primitive);
      }
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
