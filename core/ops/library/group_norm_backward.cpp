// group_norm_backward: with h = (x - mean) * inverse_deviation and g = scale[c] * dy,
//   dx = inverse_deviation * (g - mean of g - h * mean of (g * h)), both means over one group of one sample;
//   dscale[c] = sum of dy * h and dbias[c] = sum of dy, over N and the axes behind C.
// Shapes: dy, x and dx [N,C,...]; scale, dscale and dbias [C]; mean and inverse_deviation [N,groups]. An empty batch
//   gives zeros.
// Defaults: groups 1. Gradient: none (not needed for training).
// Source: Wu and He, "Group Normalization", 2018; Ba, Kiros and Hinton, "Layer Normalization", 2016.
#include "core/ops/group_geometry.h"

namespace fovea::group_norm_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &dy = request.inputs[0], &x = request.inputs[1];
  FOVEA_TRY(const GroupGeometry g, readGroups(request.attributes, x));
  FOVEA_CHECK(needType("gradient", dy, x));
  const DataType statistics = statisticsType(x.dtype);
  const TensorType perChannel{statistics, Shape{x.shape[1]}}, perRow{statistics, Shape{g.batch, g.groups}};
  FOVEA_CHECK(needType("scale", request.inputs[2], perChannel));
  FOVEA_CHECK(needType("mean", request.inputs[3], perRow));
  FOVEA_CHECK(needType("inverse deviation", request.inputs[4], perRow));
  return std::vector<TensorType>{x, perChannel, perChannel};
}

struct Sums {
  std::vector<double> scales, biases;
};

template <class T>
void addRow(const ReferenceRequest& request, const GroupGeometry& g, std::int64_t row, Sums& sums) {
  const T* dy = request.inputs[0].as<T>() + row * g.rowLength();
  const T* x = request.inputs[1].as<T>() + row * g.rowLength();
  T* dx = request.outputs[0].as<T>() + row * g.rowLength();
  const auto mean = static_cast<double>(request.inputs[3].as<T>()[row]);
  const auto inverse = static_cast<double>(request.inputs[4].as<T>()[row]);
  const auto count = static_cast<double>(g.rowLength());
  const auto scaled = [&](std::int64_t i) {
    return static_cast<double>(request.inputs[2].as<T>()[g.channel(row, i)]) * static_cast<double>(dy[i]);
  };
  const auto unit = [&](std::int64_t i) { return (static_cast<double>(x[i]) - mean) * inverse; };
  double first = 0, second = 0;
  for (std::int64_t i = 0; i < g.rowLength(); ++i) {
    first += scaled(i) / count;
    second += scaled(i) * unit(i) / count;
    const auto c = static_cast<std::size_t>(g.channel(row, i));
    sums.scales[c] += static_cast<double>(dy[i]) * unit(i);
    sums.biases[c] += static_cast<double>(dy[i]);
  }
  for (std::int64_t i = 0; i < g.rowLength(); ++i)
    dx[i] = static_cast<T>(inverse * (scaled(i) - first - unit(i) * second));
}

void reference(const ReferenceRequest& request) {
  const auto read = readGroups(request.attributes, request.inputs[1].type);
  const GroupGeometry& g = read.value();
  const auto channels = static_cast<std::size_t>(g.groups * g.channels);
  Sums sums{std::vector<double>(channels, 0.0), std::vector<double>(channels, 0.0)};
  dispatchReal(request.inputs[1].type.dtype, [&]<class T>() {
    for (std::int64_t row = 0; row < g.rows(); ++row) addRow<T>(request, g, row, sums);
    for (std::size_t c = 0; c < channels; ++c) {
      request.outputs[1].as<T>()[c] = static_cast<T>(sums.scales[c]);
      request.outputs[2].as<T>()[c] = static_cast<T>(sums.biases[c]);
    }
  });
}

}  // namespace

OpType groupNormBackwardOp() {
  OpType op;
  op.name = "group_norm_backward";
  op.summary = "The gradients of group_norm for its input, scale and bias.";
  op.attributes = Schema({groupsField()});
  op.inputs = {{"dy"}, {"x"}, {"scale"}, {"mean"}, {"inverse_deviation"}};
  op.outputs = {{"dx"}, {"dscale"}, {"dbias"}};
  op.infer = infer;
  op.cost = costPerElement(11);
  op.reference = reference;
  return op;
}

}  // namespace fovea::group_norm_backward_op
