// group_norm: y = scale[c] * (x - mean) * inverse_deviation + bias[c], where mean and inverse_deviation = 1 /
//   sqrt(variance + epsilon) are those of one group of channels of one sample, independent of the rest of the batch.
//   groups 1 is layer normalisation (over the last axis of [N*T, K], or over C, H and W with a scale for each channel);
//   groups C is instance normalisation.
// Shapes: x and y [N,C,...]; scale and bias [C]; mean and inverse_deviation [N,groups]; these four are f32 where x is
//   f16 or bf16.
// Defaults: groups 1, epsilon 1e-5. Gradient: group_norm_backward, for y; the other outputs carry none.
// Sources: Wu and He, "Group Normalization", 2018; Ba, Kiros and Hinton, "Layer Normalization", 2016;
//   Ulyanov, Vedaldi and Lempitsky, "Instance Normalization", 2016.
#include <cmath>

#include "core/ops/group_geometry.h"

namespace fovea::group_norm_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_TRY(const GroupGeometry g, readGroups(request.attributes, x));
  FOVEA_CHECK(needPerChannel(request.inputs, 1, {"scale", "bias"}));
  const TensorType perRow{statisticsType(x.dtype), Shape{g.batch, g.groups}};
  return std::vector<TensorType>{x, perRow, perRow};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const auto results = r.emitter.emit("group_norm_backward", {{"groups", r.attributes.integer("groups")}},
                                      {r.outputGradients[0], r.inputs[0], r.inputs[1], r.outputs[1], r.outputs[2]});
  for (std::size_t i = 0; i < 3; ++i)
    if (r.needed[i]) gradients[i] = results[i];
  return gradients;
}

template <class T>
void normalise(const ReferenceRequest& request, const GroupGeometry& g, std::int64_t row) {
  const T* x = request.inputs[0].as<T>() + row * g.rowLength();
  T* y = request.outputs[0].as<T>() + row * g.rowLength();
  const auto count = static_cast<double>(g.rowLength());
  double mean = 0, squares = 0;
  for (std::int64_t i = 0; i < g.rowLength(); ++i) mean += static_cast<double>(x[i]) / count;
  for (std::int64_t i = 0; i < g.rowLength(); ++i) {
    const double deviation = static_cast<double>(x[i]) - mean;
    squares += deviation * deviation;
  }
  const double inverse = 1.0 / std::sqrt(squares / count + request.attributes.real("epsilon"));
  for (std::int64_t i = 0; i < g.rowLength(); ++i) {
    const std::int64_t c = g.channel(row, i);
    const auto scale = static_cast<double>(request.inputs[1].as<T>()[c]);
    const auto bias = static_cast<double>(request.inputs[2].as<T>()[c]);
    y[i] = static_cast<T>(scale * (static_cast<double>(x[i]) - mean) * inverse + bias);
  }
  request.outputs[1].as<T>()[row] = static_cast<T>(mean);
  request.outputs[2].as<T>()[row] = static_cast<T>(inverse);
}

void reference(const ReferenceRequest& request) {
  const auto geometry = readGroups(request.attributes, request.inputs[0].type);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t row = 0; row < geometry.value().rows(); ++row) normalise<T>(request, geometry.value(), row);
  });
}

}  // namespace

OpType groupNormOp() {
  OpType op;
  op.name = "group_norm";
  op.summary =
      "y = scale · (x − mean) / √(variance + ε) + bias, with the moments of one group of channels of a sample.";
  op.attributes = Schema({groupsField(), epsilonField()});
  op.inputs = {{"x"}, {"scale"}, {"bias"}};
  op.outputs = {{"y"}, {"mean"}, {"inverse_deviation"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(7);
  op.reference = reference;
  return op;
}

}  // namespace fovea::group_norm_op
