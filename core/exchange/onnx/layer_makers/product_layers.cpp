// ONNX products with weights and normalisations as layers.
#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Weights = std::vector<std::pair<std::string, Tensor>>;

Tensor transposed(const Tensor& matrix) {
  const std::int64_t rows = matrix.shape()[0], columns = matrix.shape()[1];
  Tensor result = Tensor::make({DataType::Float32, Shape{columns, rows}});
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t k = 0; k < columns; ++k)
      result.data<float>()[k * rows + i] = static_cast<float>(numberAt(matrix, i * columns + k));
  return result;
}

Status gemm(LayerImport& import, const OnnxNode& node) {
  const Tensor& matrix = import.fact(node.inputs[1]).known;
  if (!import.isKnown(node.inputs[1]) || matrix.shape().rank() != 2 || import.fact(node.inputs[0]).known.defined() ||
      attributeOf(node, "transA", std::int64_t{0}) != 0)
    return unsupported("a product of two computed matrices");
  const bool turned = attributeOf(node, "transB", std::int64_t{0}) != 0;
  Tensor weight = turned ? plainWeights(matrix, matrix.shape()) : transposed(matrix);
  const std::int64_t units = weight.shape()[0];
  for (float& w : weight.values<float>()) w *= static_cast<float>(attributeOf(node, "alpha", 1.0));
  Weights weights{{"weight", weight}};
  if (node.inputs.size() > 2 && !node.inputs[2].empty()) {
    const Tensor& bias = import.fact(node.inputs[2]).known;
    if (!bias.defined() || (bias.elementCount() != units && bias.elementCount() != 1))
      return unsupported("a bias for each sample");
    Tensor all = Tensor::make({DataType::Float32, Shape{units}});
    for (std::int64_t i = 0; i < units; ++i)
      all.data<float>()[i] =
          static_cast<float>(numberAt(bias, bias.elementCount() == 1 ? 0 : i) * attributeOf(node, "beta", 1.0));
    weights.emplace_back("bias", all);
  }
  return import.become(node, "linear", {{"units", units}, {"bias", weights.size() > 1}}, weights);
}

// Applies a layer for rows: a value of more than three axes is reshaped, merging those before the last.
Status overRows(LayerImport& import, const OnnxNode& node, const char* type, const FieldValues& parameters,
                const Weights& weights) {
  FOVEA_TRY(const List x, import.extentsOf(node.inputs[0]));
  FOVEA_TRY(const List y, import.extentsOf(node.outputs[0]));
  FOVEA_TRY(LayerSource source, import.source(node.inputs[0]));
  if (x.size() > 3) {
    std::int64_t steps = 1;
    for (std::size_t i = 1; i + 1 < x.size(); ++i) steps *= x[i];
    if (steps < 0) return unsupported("samples in the middle");
    FOVEA_TRY(source, import.reshaped(node, source, x, {x[0], steps, x.back()}));
    FOVEA_TRY(const LayerId id, import.add(node, type, parameters, {source}, weights));
    FOVEA_TRY(source, import.reshaped(node, {id, 0}, {x[0], steps, y.back()}, y));
  } else {
    FOVEA_TRY(const LayerId id, import.add(node, type, parameters, {source}, weights));
    source = {id, 0};
  }
  import.give(node.outputs[0], source);
  return {};
}

Status matmul(LayerImport& import, const OnnxNode& node) {
  const OnnxProgram::Fact &a = import.fact(node.inputs[0]), &b = import.fact(node.inputs[1]);
  if (import.isKnown(node.inputs[1]) && b.shape.rank() == 2 && a.shape.rank() >= 2 && !a.known.defined())
    return overRows(import, node, "linear", {{"units", b.shape[1]}, {"bias", false}},
                    {{"weight", transposed(b.known)}});
  if (a.known.defined() || b.known.defined() || a.shape.rank() != b.shape.rank() || a.shape.rank() < 3)
    return unsupported("such shapes");
  for (int axis = 0; axis + 2 < a.shape.rank(); ++axis)
    if (a.shape[axis] != b.shape[axis]) return unsupported("such shapes");
  FOVEA_TRY(const LayerSource first, import.source(node.inputs[0]));
  FOVEA_TRY(const LayerSource second, import.source(node.inputs[1]));
  FOVEA_TRY(const LayerId id, import.add(node, "matrix_product", {}, {first, second}));
  import.give(node.outputs[0], {id, 0});
  return {};
}

Result<Weights> knownLists(LayerImport& import, const OnnxNode& node, const std::vector<const char*>& names) {
  Weights weights;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i + 1 >= node.inputs.size() || !import.isKnown(node.inputs[i + 1]))
      return unsupported("numbers that are computed");
    const Tensor& known = import.fact(node.inputs[i + 1]).known;
    weights.emplace_back(names[i], plainWeights(known, Shape{known.elementCount()}));
  }
  return weights;
}

Status batchNorm(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const Weights weights, knownLists(import, node, {"scale", "bias", "running_mean", "running_variance"}));
  if (attributeOf(node, "training_mode", std::int64_t{0}) != 0) return unsupported("training");
  // ONNX specifies the fraction of the old value that is kept
  const double momentum = std::clamp(1 - attributeOf(node, "momentum", 0.9), 0.0, 1.0);
  return import.become(node, "batch_normalization",
                       {{"epsilon", attributeOf(node, "epsilon", 1e-5)}, {"momentum", momentum}}, weights);
}

Status instanceNorm(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const Weights weights, knownLists(import, node, {"scale", "bias"}));
  return import.become(node, "instance_normalization", {{"epsilon", attributeOf(node, "epsilon", 1e-5)}}, weights);
}

// Since opset 21 each channel has a scale and a bias.
Status groupNorm(LayerImport& import, const OnnxNode& node) {
  if (import.opset(node) < 21) return unsupported("a scale for each group");
  FOVEA_TRY(const Weights weights, knownLists(import, node, {"scale", "bias"}));
  const FieldValues parameters{{"groups", attributeOf(node, "num_groups", std::int64_t{1})},
                               {"epsilon", attributeOf(node, "epsilon", 1e-5)}};
  return import.become(node, "group_normalization", parameters, weights);
}

// Over the last axes: merges them into one row. Over the channels of an image, which the model transposes to the end,
// the layer works without the transpositions.
Status layerNorm(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  FOVEA_TRY(const int axis, axisOf(attributeOf(node, "axis", std::int64_t{-1}), x.rank()));
  if (axis == 0) return unsupported("a normalisation over samples");
  const std::int64_t width = x.elementsFrom(axis);
  Weights weights{{"scale", {}}, {"bias", Tensor::zeros({DataType::Float32, Shape{width}})}};
  for (std::size_t i = 0; i < 2; ++i) {
    if (i + 1 >= node.inputs.size() || node.inputs[i + 1].empty()) continue;
    const Tensor& known = import.fact(node.inputs[i + 1]).known;
    if (!import.isKnown(node.inputs[i + 1]) || known.elementCount() != width)
      return unsupported("numbers that are computed");
    weights[i].second = plainWeights(known, Shape{width});
  }
  const FieldValues parameters{{"epsilon", attributeOf(node, "epsilon", 1e-5)}};
  if (axis == x.rank() - 1) {
    FOVEA_TRY(LayerImport::Turned turned, import.turnedSource(node.inputs[0]));
    if (turned.order != List{0, 2, 3, 1}) return overRows(import, node, "layer_normalization", parameters, weights);
    FOVEA_TRY(const LayerId id, import.add(node, "layer_normalization", parameters, {turned.source}, weights));
    import.giveTurned(node, node.outputs[0], {{id, 0}, turned.order});
    return {};
  }
  FOVEA_TRY(const List from, import.extentsOf(node.inputs[0]));
  List rows(from.begin(), from.begin() + axis);
  for (const std::int64_t extent : List(from.begin() + axis, from.end()))
    if (extent < 0) return unsupported("a normalisation over samples");
  rows.push_back(width);
  if (rows.size() > 3) return unsupported("a normalisation of many rows");
  FOVEA_TRY(const LayerSource source, import.source(node.inputs[0]));
  FOVEA_TRY(const LayerSource row, import.reshaped(node, source, from, rows));
  FOVEA_TRY(const LayerId id, import.add(node, "layer_normalization", parameters, {row}, weights));
  FOVEA_TRY(const LayerSource back, import.reshaped(node, {id, 0}, rows, from));
  import.give(node.outputs[0], back);
  return {};
}

}  // namespace

LayerMakers productLayersMakers() {
  return {{"Gemm", gemm, {"alpha", "beta", "broadcast", "transA", "transB"}},
          {"MatMul", matmul, {}},
          {"BatchNormalization", batchNorm, {"epsilon", "is_test", "momentum", "spatial", "training_mode"}},
          {"InstanceNormalization", instanceNorm, {"epsilon"}},
          {"GroupNormalization", groupNorm, {"epsilon", "num_groups", attributeOnlyAs(std::int64_t{1}, "stash_type")}},
          {"LayerNormalization", layerNorm, {"axis", "epsilon", attributeOnlyAs(std::int64_t{1}, "stash_type")}}};
}

}  // namespace fovea
