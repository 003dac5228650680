// ONNX activations, arithmetic, products and normalisations as layers.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Weights = std::vector<std::pair<std::string, Tensor>>;

LayerMaker named(const char* op, const char* layer, std::function<FieldValues(const OnnxNode&)> parameters = nullptr) {
  return {op, [layer, parameters = std::move(parameters)](LayerImport& import, const OnnxNode& node) {
            return import.become(node, layer, parameters ? parameters(node) : FieldValues{});
          }};
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-5;
}

Status hardSigmoid(LayerImport& import, const OnnxNode& node) {
  if (!near(attributeOf(node, "alpha", 0.2), 1.0 / 6) || !near(attributeOf(node, "beta", 0.5), 0.5))
    return unsupported("another slope than 1/6");
  return import.become(node, "hard_sigmoid");
}

Result<double> limitOf(LayerImport& import, const OnnxNode& node, const char* name, std::size_t i, double otherwise) {
  if (i >= node.inputs.size() || node.inputs[i].empty()) return attributeOf(node, name, otherwise);
  const Tensor& known = import.fact(node.inputs[i]).known;
  if (!known.defined() || known.elementCount() != 1) return unsupported("a limit that is computed");
  return numberAt(known, 0);
}

Status clip(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const double least, limitOf(import, node, "min", 1, -1e38));
  FOVEA_TRY(const double most, limitOf(import, node, "max", 2, 1e38));
  if (least == 0 && near(most, 6)) return import.become(node, "relu6");
  if (least == 0 && most > 1e37) return import.become(node, "relu");
  return unsupported("other limits than 0 and 6");
}

Status prelu(LayerImport& import, const OnnxNode& node) {
  if (!import.isKnown(node.inputs[1])) return unsupported("a slope that is computed");
  const Tensor& slope = import.fact(node.inputs[1]).known;
  const Shape x = import.fact(node.inputs[0]).shape;
  const std::int64_t count = slope.elementCount();
  if (x.rank() < 2 || (count != 1 && count != x[1])) return unsupported("a slope for each place");
  return import.become(node, "prelu", {{"per_channel", count != 1}}, {{"slope", plainWeights(slope, Shape{count})}});
}

// From opset 13 on over one axis; before over all axes from that one on.
Status softmax(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  FOVEA_TRY(const int axis, axisOf(attributeOf(node, "axis", std::int64_t{import.opset() < 13 ? 1 : -1}), x.rank()));
  if (axis == 0 || (import.opset() < 13 && axis != x.rank() - 1)) return unsupported("several axes");
  return import.become(node, node.op == "Softmax" ? "softmax" : "log_softmax", {{"axis", std::int64_t{axis}}});
}

Status gelu(LayerImport& import, const OnnxNode& node) {
  const bool tanh = std::string(attributeOf(node, "approximate", "none")) == "tanh";
  return import.become(node, "gelu", {{"tanh", tanh}});
}

// y = scale x + bias with numbers that are known: one of each, or one for each channel.
Status withNumbers(LayerImport& import, const OnnxNode& node, const std::string& data, const Tensor& numbers,
                   bool reversed) {
  const Shape x = import.fact(data).shape;
  if (import.fact(node.outputs[0]).shape != x) return unsupported("numbers that repeat the value");
  const auto affine = [&](double number) -> std::pair<double, double> {
    if (node.op == "Add") return {1, number};
    if (node.op == "Sub") return reversed ? std::pair{-1.0, number} : std::pair{1.0, -number};
    return {node.op == "Mul" ? number : 1 / number, 0};
  };
  if (node.op == "Div" && reversed) return unsupported("a number divided by values");
  FOVEA_TRY(const LayerSource input, import.source(data));
  const auto [scale, bias] = affine(numbers.elementCount() > 0 ? numberAt(numbers, 0) : 0);
  if (numbers.elementCount() == 1) {
    FOVEA_TRY(const LayerId id,
              import.add(node, "scale_bias", {{"scale", scale}, {"bias", bias}, {"learned", false}}, {input}));
    import.give(node.outputs[0], {id, 0});
    return {};
  }
  const int channelAxis = numbers.shape().rank() - (x.rank() - 1);
  const bool byChannel =
      x.rank() >= 2 && channelAxis >= 0 && numbers.elementCount() == x[1] && numbers.shape()[channelAxis] == x[1];
  if (node.op == "Add" && import.addBias(data, numbers)) return import.give(node.outputs[0], input), Status();
  if (!byChannel) return unsupported("numbers for each place");
  Tensor scales = Tensor::make({DataType::Float32, Shape{x[1]}}),
         biases = Tensor::make({DataType::Float32, Shape{x[1]}});
  for (std::int64_t i = 0; i < x[1]; ++i) {
    const auto [s, b] = affine(numberAt(numbers, i));
    scales.data<float>()[i] = static_cast<float>(s);
    biases.data<float>()[i] = static_cast<float>(b);
  }
  FOVEA_TRY(const LayerId id, import.add(node, "scale_bias", {}, {input}, {{"scale", scales}, {"bias", biases}}));
  import.give(node.outputs[0], {id, 0});
  return {};
}

// What the layer takes: values of one shape, or a number for each channel.
bool multiplies(const Shape& x, const Shape& gate) {
  if (x == gate) return true;
  return x.rank() == gate.rank() && x.rank() >= 3 && x[0] == gate[0] && x[1] == gate[1] && gate.elementsFrom(2) == 1;
}

LayerMaker arithmetic(const char* op, const char* layer) {
  return {op, [layer](LayerImport& import, const OnnxNode& node) -> Status {
            if (node.inputs.size() == 2)
              for (const std::size_t i : {1, 0})
                if (import.isKnown(node.inputs[i]))
                  return withNumbers(import, node, node.inputs[1 - i], import.fact(node.inputs[i]).known, i == 0);
            if (!*layer) return unsupported("no layer does that with two values");
            for (const std::string& input : node.inputs)
              if (node.op != "Mul" && import.fact(input).shape != import.fact(node.outputs[0]).shape)
                return unsupported("values of different shapes");
            if (node.inputs.size() == 1) return import.pass(node);
            // What is multiplied by a number for each channel comes first.
            std::vector<std::string> inputs = node.inputs;
            const auto size = [&](const std::string& value) { return import.fact(value).shape.elementCount(); };
            if (node.op == "Mul" && size(inputs[0]) < size(inputs[1])) std::swap(inputs[0], inputs[1]);
            if (node.op == "Mul" && !multiplies(import.fact(inputs[0]).shape, import.fact(inputs[1]).shape))
              return unsupported("values of different shapes");
            std::vector<LayerSource> sources;
            for (const std::string& input : inputs) {
              FOVEA_TRY(const LayerSource source, import.source(input));
              sources.push_back(source);
            }
            FOVEA_TRY(const LayerId id, import.add(node, layer, {}, sources));
            import.give(node.outputs[0], {id, 0});
            return {};
          }};
}

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

// A layer for rows: what is before the last axis of a value of more axes than three is put together for it.
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
  const double momentum = std::clamp(1 - attributeOf(node, "momentum", 0.9), 0.0, 1.0);  // ONNX counts what stays
  return import.become(node, "batch_normalization",
                       {{"epsilon", attributeOf(node, "epsilon", 1e-5)}, {"momentum", momentum}}, weights);
}

Status instanceNorm(LayerImport& import, const OnnxNode& node) {
  FOVEA_TRY(const Weights weights, knownLists(import, node, {"scale", "bias"}));
  return import.become(node, "instance_normalization", {{"epsilon", attributeOf(node, "epsilon", 1e-5)}}, weights);
}

// Over the last axes: their numbers in one row. Over the channels of an image, which a model turns to the end for it,
// the layer does the same without the turns.
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

Status localResponse(LayerImport& import, const OnnxNode& node) {
  return import.become(node, "local_response_normalization",
                       {{"size", attributeOf(node, "size", std::int64_t{1})},
                        {"alpha", attributeOf(node, "alpha", 1e-4)},
                        {"beta", attributeOf(node, "beta", 0.75)},
                        {"offset", attributeOf(node, "bias", 1.0)}});
}

Status embedding(LayerImport& import, const OnnxNode& node) {
  const Tensor& table = import.fact(node.inputs[0]).known;
  if (!import.isKnown(node.inputs[0]) || import.isKnown(node.inputs[1]) || table.shape().rank() != 2 ||
      attributeOf(node, "axis", std::int64_t{0}) != 0 || !isWhole(import.fact(node.inputs[1]).element))
    return unsupported("positions in a value that is computed");
  if (import.modelInput() != node.inputs[1]) return unsupported("positions that are computed");
  FOVEA_TRY(const LayerSource symbols, import.source(node.inputs[1]));
  FOVEA_TRY(const LayerId id, import.add(node, "embedding", {{"symbols", table.shape()[0]}, {"size", table.shape()[1]}},
                                         {symbols}, {{"weight", plainWeights(table, table.shape())}}));
  import.give(node.outputs[0], {id, 0});
  return {};
}

}  // namespace

LayerMakers arithmeticLayersMakers() {
  return {
      named("Relu", "relu"),
      named("Sigmoid", "sigmoid"),
      named("Tanh", "tanh"),
      named("Softplus", "softplus"),
      named("Softsign", "softsign"),
      named("HardSwish", "hard_swish"),
      named("Silu", "silu"),
      {"Gelu", gelu},
      named("Mish", "mish"),
      named("Selu", "selu"),
      named("LeakyRelu", "leaky_relu",
            [](const OnnxNode& n) {
              return FieldValues{{"slope", attributeOf(n, "alpha", 0.01)}};
            }),
      named("Elu", "elu",
            [](const OnnxNode& n) {
              return FieldValues{{"alpha", attributeOf(n, "alpha", 1.0)}};
            }),
      {"HardSigmoid", hardSigmoid},
      {"Clip", clip},
      {"PRelu", prelu},
      {"Softmax", softmax},
      {"LogSoftmax", softmax},
      arithmetic("Add", "add"),
      arithmetic("Sum", "add"),
      arithmetic("Sub", "subtract"),
      arithmetic("Mul", "multiply"),
      arithmetic("Div", ""),
      arithmetic("Max", "maximum"),
      {"Gemm", gemm},
      {"MatMul", matmul},
      {"BatchNormalization", batchNorm},
      {"InstanceNormalization", instanceNorm},
      {"LayerNormalization", layerNorm},
      {"LRN", localResponse},
      {"Gather", embedding},
  };
}

}  // namespace fovea
