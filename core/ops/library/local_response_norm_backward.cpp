// local_response_norm_backward: dx = dy * s^-beta - 2 alpha beta / m * x * (sum of dy * x * s^(-beta-1) over the
// window),
//   with s and m as in local_response_norm; windows are symmetric, so an element is in its neighbours' windows.
// Shapes: dy, x and dx of one shape.
// Defaults: as local_response_norm. Gradient: none (not needed for training).
// Source: Krizhevsky, Sutskever and Hinton, "ImageNet Classification with Deep Convolutional Neural Networks", 2012.
#include <cmath>

#include "core/ops/local_response.h"
#include "core/ops/op_rules.h"

namespace fovea::local_response_norm_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY([[maybe_unused]] const auto response, readLocalResponse(request.attributes, request.inputs[1]));
  return sameAsBoth(request);
}

void reference(const ReferenceRequest& request) {
  const TensorType& type = request.inputs[1].type;
  const auto read = readLocalResponse(request.attributes, type);
  const LocalResponse& response = read.value();
  const double factor = response.alpha / static_cast<double>(response.count());
  dispatchReal(type.dtype, [&]<class T>() {
    const T *dy = request.inputs[0].as<T>(), *x = request.inputs[1].as<T>();
    std::vector<double> terms(static_cast<std::size_t>(type.shape.elementCount()));
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = static_cast<double>(x[i]) * static_cast<double>(x[i]);
    std::vector<double> scales = localSums(response, type.shape, terms);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      scales[i] = response.offset + factor * scales[i];
      terms[i] = static_cast<double>(dy[i]) * static_cast<double>(x[i]) * std::pow(scales[i], -response.beta - 1);
    }
    const std::vector<double> sums = localSums(response, type.shape, terms);
    for (std::size_t i = 0; i < terms.size(); ++i)
      request.outputs[0].as<T>()[i] = static_cast<T>(static_cast<double>(dy[i]) * std::pow(scales[i], -response.beta) -
                                                     2 * factor * response.beta * static_cast<double>(x[i]) * sums[i]);
  });
}

}  // namespace

OpType localResponseNormBackwardOp() {
  OpType op;
  op.name = "local_response_norm_backward";
  op.summary = "The gradient of local_response_norm: each element's own term, and its effect on its neighbours.";
  op.attributes = Schema(localResponseFields());
  op.inputs = {{"dy"}, {"x"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const double window = static_cast<double>(readLocalResponse(r.attributes, r.inputs[1]).value().count());
    return costWithFlops(r, (2 * window + 8) * static_cast<double>(r.inputs[1].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::local_response_norm_backward_op
