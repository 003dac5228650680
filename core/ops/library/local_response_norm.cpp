// local_response_norm: y = x * s^-beta with s = offset + alpha / m * (sum of x^2 over the window around the element).
//   The window is `size` neighbouring channels at one place (m = size), or with within_channels the size x size
//   neighbours in the same channel (m = size^2). What lies outside of x counts as zero; m stays.
// Shapes: x and y [N,C,...]; within channels [N,C,H,W].
// Defaults: size 5 (odd), alpha 1e-4, beta 0.75, offset 1, across channels. Gradient: local_response_norm_backward.
// Source: Krizhevsky, Sutskever and Hinton, "ImageNet Classification with Deep Convolutional Neural Networks", 2012,
//   section 3.3, with alpha divided by the window's size.
#include "core/ops/local_response.h"

#include <cmath>

#include "core/ops/op_rules.h"

namespace fovea::local_response_norm_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY([[maybe_unused]] const auto response, readLocalResponse(request.attributes, request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  return {r.emitter.emitOne("local_response_norm_backward", r.attributes, {r.outputGradients[0], r.inputs[0]})};
}

void reference(const ReferenceRequest& request) {
  const TensorType& type = request.inputs[0].type;
  const auto read = readLocalResponse(request.attributes, type);
  const LocalResponse& response = read.value();
  dispatchReal(type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    std::vector<double> squares(static_cast<std::size_t>(type.shape.elementCount()));
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<double>(x[i]) * static_cast<double>(x[i]);
    const std::vector<double> sums = localSums(response, type.shape, squares);
    const double factor = response.alpha / static_cast<double>(response.count());
    for (std::size_t i = 0; i < sums.size(); ++i)
      request.outputs[0].as<T>()[i] =
          static_cast<T>(static_cast<double>(x[i]) * std::pow(response.offset + factor * sums[i], -response.beta));
  });
}

}  // namespace

OpType localResponseNormOp() {
  OpType op;
  op.name = "local_response_norm";
  op.summary = "y = x · (offset + alpha / m · Σ x²)^−beta, summed over m neighbours in channels or in the image.";
  op.attributes = Schema(localResponseFields());
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const double window = static_cast<double>(readLocalResponse(r.attributes, r.inputs[0]).value().count());
    return costWithFlops(r, (window + 4) * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::local_response_norm_op
