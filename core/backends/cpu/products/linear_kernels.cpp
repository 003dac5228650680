// Why: linear layers as oneDNN inner products. Activations are dense [N, K]; the weight has one layout, chosen by the
// first kernel that sees it, which forward and both backward passes share.
#include "core/backends/cpu/runtime/dnnl_primitive.h"

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Forward = dnnl::inner_product_forward;
using BackwardData = dnnl::inner_product_backward_data;
using BackwardWeights = dnnl::inner_product_backward_weights;

struct LinearTypes {
  TensorType x, weight, bias, y;

  Desc anyWeight() const {
    return Desc({weight.shape[0], weight.shape[1]}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any);
  }
};

LinearTypes typesOf(std::int64_t batch, std::int64_t inputs, std::int64_t outputs) {
  const auto type = [](Shape shape) { return TensorType{DataType::Float32, shape}; };
  return {type({batch, inputs}), type({outputs, inputs}), type({outputs}), type({batch, outputs})};
}

Status notEmpty(const LinearTypes& t) {
  if (t.x.shape.elementCount() == 0 || t.y.shape.elementCount() == 0)
    return fail(ErrorCode::Unsupported, "it is empty");
  return {};
}

// The layouts to try for the weight: the one it has, then oneDNN's choice.
std::vector<Desc> weightChoices(const LinearTypes& t, const std::optional<Layout>& fixed) {
  std::vector<Desc> choices;
  if (fixed) choices.push_back(descOf(t.weight, *fixed));
  choices.push_back(t.anyWeight());
  return choices;
}

std::optional<Layout> fixedLayout(const KernelRequest& request, std::size_t input) {
  return request.hasFreeLayout(input) ? std::nullopt : std::optional(request.inputLayouts[input]);
}

Forward::desc forwardDesc(const LinearTypes& t, const Desc& weight, bool hasBias) {
  const auto kind = dnnl::prop_kind::forward_training;
  const Desc x = denseDesc(t.x), y = denseDesc(t.y);
  return hasBias ? Forward::desc(kind, x, weight, denseDesc(t.bias), y) : Forward::desc(kind, x, weight, y);
}

template <class PrimitiveDesc>
void describe(KernelPlan& plan, const PrimitiveDesc& primitive, const LinearTypes& t, const Desc& weight) {
  plan.detail = std::string(primitive.impl_info_str()) + ", weight " + layoutOf(t.weight, weight).toString();
  plan.scratchBytes = primitive.scratchpad_desc().get_size();
}

Error noImplementation() {
  return fail(ErrorCode::Unsupported, "oneDNN has no fast implementation for these sizes");
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  const LinearTypes t = typesOf(request.inputs[0].shape[0], request.inputs[0].shape[1], request.inputs[1].shape[0]);
  FOVEA_CHECK(notEmpty(t));
  const bool hasBias = request.inputs.size() > 2;
  return guarded("linear", [&]() -> Result<KernelPlan> {
    for (const Desc& weight : weightChoices(t, fixedLayout(request, 1))) {
      const auto primitive = tryPrimitive<Forward::primitive_desc>([&] { return forwardDesc(t, weight, hasBias); });
      if (!primitive) continue;
      auto kernel = std::make_unique<DnnlKernel>("linear", Forward(*primitive), primitive->scratchpad_desc());
      kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
      kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
      if (hasBias) kernel->bind(DNNL_ARG_BIAS, primitive->bias_desc(), ArgumentSource::Input, 2);
      kernel->bind(DNNL_ARG_DST, primitive->dst_desc(), ArgumentSource::Output, 0);
      KernelPlan plan;
      plan.kernel = std::move(kernel);
      plan.inputs.resize(request.inputs.size());
      plan.inputs[1] = layoutOf(t.weight, primitive->weights_desc());
      plan.outputs.resize(1);
      describe(plan, *primitive, t, primitive->weights_desc());
      return plan;
    }
    return noImplementation();
  });
}

Forward::primitive_desc hint(const LinearTypes& t) {
  return Forward::primitive_desc(forwardDesc(t, t.anyWeight(), true), cpuEngine());
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  const LinearTypes t = typesOf(request.inputs[0].shape[0], request.inputs[1].shape[1], request.inputs[1].shape[0]);
  FOVEA_CHECK(notEmpty(t));
  return guarded("linear_backward_data", [&]() -> Result<KernelPlan> {
    const Forward::primitive_desc forward = hint(t);
    for (const Desc& weight : weightChoices(t, fixedLayout(request, 1))) {
      const auto primitive = tryPrimitive<BackwardData::primitive_desc>(
          [&] { return BackwardData::desc(denseDesc(t.x), weight, denseDesc(t.y)); }, forward);
      if (!primitive) continue;
      auto kernel =
          std::make_unique<DnnlKernel>("linear_backward_data", BackwardData(*primitive), primitive->scratchpad_desc());
      kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 0);
      kernel->bind(DNNL_ARG_WEIGHTS, primitive->weights_desc(), ArgumentSource::Input, 1);
      kernel->bind(DNNL_ARG_DIFF_SRC, primitive->diff_src_desc(), ArgumentSource::Output, 0);
      KernelPlan plan;
      plan.kernel = std::move(kernel);
      plan.inputs = {Layout(), layoutOf(t.weight, primitive->weights_desc())};
      plan.outputs.resize(1);
      describe(plan, *primitive, t, primitive->weights_desc());
      return plan;
    }
    return noImplementation();
  });
}

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  const LinearTypes t = typesOf(request.inputs[0].shape[0], request.inputs[0].shape[1], request.inputs[1].shape[1]);
  FOVEA_CHECK(notEmpty(t));
  return guarded("linear_backward_weights", [&]() -> Result<KernelPlan> {
    const Forward::primitive_desc forward = hint(t);
    for (const Desc& weight : weightChoices(t, request.preferredLayout(0))) {
      const auto primitive = tryPrimitive<BackwardWeights::primitive_desc>(
          [&] { return BackwardWeights::desc(denseDesc(t.x), weight, denseDesc(t.bias), denseDesc(t.y)); }, forward);
      if (!primitive) continue;
      auto kernel = std::make_unique<DnnlKernel>("linear_backward_weights", BackwardWeights(*primitive),
                                                 primitive->scratchpad_desc());
      kernel->bind(DNNL_ARG_SRC, primitive->src_desc(), ArgumentSource::Input, 0);
      kernel->bind(DNNL_ARG_DIFF_DST, primitive->diff_dst_desc(), ArgumentSource::Input, 1);
      kernel->bind(DNNL_ARG_DIFF_WEIGHTS, primitive->diff_weights_desc(), ArgumentSource::Output, 0);
      kernel->bind(DNNL_ARG_DIFF_BIAS, primitive->diff_bias_desc(), ArgumentSource::Output, 1);
      KernelPlan plan;
      plan.kernel = std::move(kernel);
      plan.inputs.resize(2);
      plan.outputs = {layoutOf(t.weight, primitive->diff_weights_desc()), Layout()};
      describe(plan, *primitive, t, primitive->diff_weights_desc());
      return plan;
    }
    return noImplementation();
  });
}

}  // namespace

void addLinearKernels(KernelRegistry& registry) {
  registry.add("linear", float32Entry("dnnl.linear", createForward));
  registry.add("linear_backward_data", float32Entry("dnnl.linear_backward_data", createBackwardData));
  registry.add("linear_backward_weights", float32Entry("dnnl.linear_backward_weights", createBackwardWeights));
}

}  // namespace fovea::cpu
