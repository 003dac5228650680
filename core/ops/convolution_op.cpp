#include "core/ops/convolution_op.h"

#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

// Returns "conv2d" or "conv3d" by the rank of `shape`, followed by `rest`.
std::string opFor(const Shape& shape, const std::string& rest = "") {
  return (shape.rank() == 5 ? "conv3d" : "conv2d") + rest;
}

// The spatial extents of a value or of a weight: all but the first two.
std::vector<std::int64_t> placesOf(const Shape& shape) {
  const auto extents = shape.extents().subspan(2);
  return {extents.begin(), extents.end()};
}

Shape shapeOf(const GradientRequest& r, ValueId value) {
  return r.emitter.typeOf(value).shape;
}

Result<std::vector<TensorType>> inferForward(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("weight", weight, x.dtype));
  FOVEA_TRY(const auto geometry, readConvolution(request.attributes, x.shape, weight.shape));
  if (request.inputs.size() > 2)
    FOVEA_CHECK(needType("bias", request.inputs[2], {x.dtype, Shape{geometry.outputChannels}}));
  return std::vector<TensorType>{{x.dtype, geometry.outputShape()}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const ValueId dy = r.outputGradients[0];
  const Shape x = shapeOf(r, r.inputs[0]);
  if (r.needed[0]) {
    FieldValues attributes = r.attributes;
    attributes.set("input_size", placesOf(x));
    gradients[0] = r.emitter.emitOne(opFor(x, "_backward_data"), attributes, {dy, r.inputs[1]});
  }
  const bool biasNeeded = r.inputs.size() > 2 && r.needed[2];
  if (r.needed[1] || biasNeeded) {
    FieldValues attributes = r.attributes;
    attributes.set("kernel", placesOf(shapeOf(r, r.inputs[1])));
    const auto results = r.emitter.emit(opFor(x, "_backward_weights"), attributes, {r.inputs[0], dy});
    gradients[1] = results[0];
    if (biasNeeded) gradients[2] = results[1];
  }
  return gradients;
}

void referenceForward(const ReferenceRequest& r) {
  const auto geometry = readConvolution(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveReference(geometry.value(), r.inputs[0], r.inputs[1], r.inputs.size() > 2 ? &r.inputs[2] : nullptr,
                    r.outputs[0]);
}

Result<std::vector<TensorType>> inferBackwardData(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needDataType("weight", weight, dy.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardData(request.attributes, dy.shape, weight.shape));
  return std::vector<TensorType>{{dy.dtype, geometry.inputShape()}};
}

// The op is linear in both inputs, and its transpose is the convolution.
std::vector<ValueId> gradientOfBackwardData(const GradientRequest& r) {
  std::vector<ValueId> gradients(2);
  const Shape weight = shapeOf(r, r.inputs[1]);
  FieldValues attributes = r.attributes;
  attributes.remove("input_size");
  if (r.needed[0]) gradients[0] = r.emitter.emitOne(opFor(weight), attributes, {r.outputGradients[0], r.inputs[1]});
  if (r.needed[1]) {
    attributes.set("kernel", placesOf(weight));
    const std::string op = opFor(weight, "_backward_weights");
    gradients[1] = r.emitter.emit(op, attributes, {r.outputGradients[0], r.inputs[0]})[0];
  }
  return gradients;
}

void referenceBackwardData(const ReferenceRequest& r) {
  const auto geometry = readConvolutionBackwardData(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveBackwardDataReference(geometry.value(), r.inputs[0], r.inputs[1], r.outputs[0]);
}

Result<std::vector<TensorType>> inferBackwardWeights(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& dy = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("gradient", dy, x.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardWeights(request.attributes, x.shape, dy.shape));
  return std::vector<TensorType>{{x.dtype, geometry.weightShape()}, {x.dtype, Shape{geometry.outputChannels}}};
}

void referenceBackwardWeights(const ReferenceRequest& r) {
  const auto geometry = readConvolutionBackwardWeights(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveBackwardWeightsReference(geometry.value(), r.inputs[0], r.inputs[1], r.outputs[0], r.outputs[1]);
}

using Read = Result<ConvolutionGeometry> (*)(const FieldValues&, const Shape&, const Shape&);

template <Read read>
Cost costOfConvolution(const CostRequest& r) {
  return costWithFlops(r, read(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
}

}  // namespace

OpType convolutionOp(OpType op) {
  op.inputs = {{"x"}, {"weight"}, {"bias", true}};
  op.outputs = {{"y"}};
  op.infer = inferForward;
  op.gradient = gradient;
  op.cost = costOfConvolution<readConvolution>;
  op.reference = referenceForward;
  return op;
}

OpType convolutionBackwardDataOp(OpType op) {
  op.inputs = {{"dy"}, {"weight"}};
  op.outputs = {{"dx"}};
  op.infer = inferBackwardData;
  op.gradient = gradientOfBackwardData;
  op.cost = costOfConvolution<readConvolutionBackwardData>;
  op.reference = referenceBackwardData;
  return op;
}

OpType convolutionBackwardWeightsOp(OpType op) {
  op.inputs = {{"x"}, {"dy"}};
  op.outputs = {{"dweight"}, {"dbias"}};
  op.infer = inferBackwardWeights;
  op.cost = costOfConvolution<readConvolutionBackwardWeights>;
  op.reference = referenceBackwardWeights;
  return op;
}

}  // namespace fovea
