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

// Over the classes of [N, K, ...]; over the last axis of a sequence by way of the logarithms' layer or a turn.
Status softmax(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  FOVEA_TRY(const int axis, axisOf(attributeOf(node, "axis", std::int64_t{import.opset() < 13 ? 1 : -1}), x.rank()));
  if (node.op == "LogSoftmax" && (import.opset() >= 13 || axis == x.rank() - 1))
    return import.become(node, "log_softmax", {{"axis", std::int64_t{axis}}});
  if (axis == 1 && (x.rank() == 2 || import.opset() >= 13)) return import.become(node, "softmax");
  if (axis != x.rank() - 1 || x.rank() > 4) return unsupported("an axis in the middle");
  List there, back;
  for (int i = 1; i < x.rank(); ++i) {
    there.push_back(i == 1 ? x.rank() - 1 : i - 1);
    back.push_back(i == x.rank() - 1 ? 1 : i + 1);
  }
  FOVEA_TRY(const LayerSource input, import.source(node.inputs[0]));
  FOVEA_TRY(const LayerId turned, import.add(node, "permute", {{"order", there}}, {input}));
  FOVEA_TRY(const LayerId middle, import.add(node, "softmax", {}, {{turned, 0}}));
  FOVEA_TRY(const LayerId last, import.add(node, "permute", {{"order", back}}, {{middle, 0}}));
  import.give(node.outputs[0], {last, 0});
  return {};
}

// y = scale x + bias with numbers that are known: one of each, or one for each channel.
Status withNumbers(LayerImport& import, const OnnxNode& node, const std::string& data, const Tensor& numbers,
                   bool reversed) {
  const Shape x = import.fact(data).shape;
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

LayerMaker arithmetic(const char* op, const char* layer) {
  return {op, [layer](LayerImport& import, const OnnxNode& node) -> Status {
            if (node.inputs.size() == 2)
              for (const std::size_t i : {1, 0})
                if (import.isKnown(node.inputs[i]))
                  return withNumbers(import, node, node.inputs[1 - i], import.fact(node.inputs[i]).known, i == 0);
            if (!*layer) return unsupported("no layer does that with two values");
            if (node.inputs.size() == 1) return import.pass(node);
            // What is multiplied by a number for each channel comes first.
            std::vector<std::string> inputs = node.inputs;
            const auto size = [&](const std::string& value) { return import.fact(value).shape.elementCount(); };
            if (node.op == "Mul" && size(inputs[0]) < size(inputs[1])) std::swap(inputs[0], inputs[1]);
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
  if (!matrix.defined() || matrix.shape().rank() != 2 || attributeOf(node, "transA", std::int64_t{0}) != 0)
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

Status matmul(LayerImport& import, const OnnxNode& node) {
  const OnnxProgram::Fact &a = import.fact(node.inputs[0]), &b = import.fact(node.inputs[1]);
  if (b.known.defined() && b.shape.rank() == 2 && (a.shape.rank() == 2 || a.shape.rank() == 3))
    return import.become(node, "linear", {{"units", b.shape[1]}, {"bias", false}}, {{"weight", transposed(b.known)}});
  if (a.known.defined() || b.known.defined() || a.shape.rank() != b.shape.rank()) return unsupported("such shapes");
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

Status layerNorm(LayerImport& import, const OnnxNode& node) {
  const int rank = import.fact(node.inputs[0]).shape.rank();
  FOVEA_TRY(const int axis, axisOf(attributeOf(node, "axis", std::int64_t{-1}), rank));
  if (axis != rank - 1 || rank > 3) return unsupported("a normalisation over several axes");
  FOVEA_TRY(const Weights weights, knownLists(import, node, {"scale", "bias"}));
  return import.become(node, "layer_normalization", {{"epsilon", attributeOf(node, "epsilon", 1e-5)}}, weights);
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
  if (!table.defined() || table.shape().rank() != 2 || attributeOf(node, "axis", std::int64_t{0}) != 0)
    return unsupported("positions in a value that is computed");
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
