// conv2d_fused: y = activation(conv2d(x, weight, bias) + residual), one pass over memory where a device can.
// Shapes: as conv2d; residual (optional) is of y's shape.
// Defaults: those of conv2d; activation none, slope (of leaky_relu) 0.01.
// A fast kernel may turn a NaN into 0 at a relu or relu6; the reference keeps it.
// Gradient: none. The inference optimiser makes it from conv2d, batch_norm_inference, add and an activation.
// Source: Jia et al., "TASO: optimizing deep learning computation with automatic generation of graph substitutions",
//         2019, on fusing what follows a convolution.
#include "core/ops/convolution_geometry.h"
#include "core/ops/fused_activation.h"
#include "core/ops/op_rules.h"

namespace fovea::conv2d_fused_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("weight", request.inputs[1], x.dtype));
  FOVEA_TRY(const auto geometry, readConvolution(request.attributes, x.shape, request.inputs[1].shape));
  const TensorType y{x.dtype, geometry.outputShape()};
  FOVEA_CHECK(needType("bias", request.inputs[2], {x.dtype, Shape{geometry.outputChannels}}));
  if (request.inputs.size() > 3) FOVEA_CHECK(needType("residual", request.inputs[3], y));
  return std::vector<TensorType>{y};
}

void reference(const ReferenceRequest& request) {
  findOp("conv2d")->reference({request.attributes, request.inputs.first(3), request.outputs});
  const FusedActivation activation = readActivation(request.attributes);
  const double slope = request.attributes.real("slope");
  const TensorView& y = request.outputs[0];
  dispatchReal(y.type.dtype, [&]<class T>() {
    const T* residual = request.inputs.size() > 3 ? request.inputs[3].as<T>() : nullptr;
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i) {
      const auto sum = static_cast<double>(y.as<T>()[i]) + (residual ? static_cast<double>(residual[i]) : 0.0);
      y.as<T>()[i] = static_cast<T>(activate(activation, slope, sum));
    }
  });
}

}  // namespace

OpType conv2dFusedOp() {
  OpType op;
  op.name = "conv2d_fused";
  op.summary = "y = activation(conv2d(x, weight, bias) + residual): a convolution and what follows it, for inference.";
  std::vector<Field> fields = convolutionFields();
  fields.push_back(activationField(8));
  fields.push_back(slopeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"weight"}, {"bias"}, {"residual", true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto elements = static_cast<double>(r.outputs[0].shape.elementCount());
    return costWithFlops(
        r, readConvolution(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops() + 2 * elements);
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_fused_op
