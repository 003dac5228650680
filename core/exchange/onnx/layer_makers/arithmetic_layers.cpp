// ONNX activations and arithmetic as layers.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

LayerMaker named(const char* op, const char* layer, OnnxKnownAttributes attributes = {},
                 std::function<FieldValues(const OnnxNode&)> parameters = nullptr) {
  return {op,
          [layer, parameters = std::move(parameters)](LayerImport& import, const OnnxNode& node) {
            return import.become(node, layer, parameters ? parameters(node) : FieldValues{});
          },
          std::move(attributes)};
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-5;
}

Status hardSigmoid(LayerImport& import, const OnnxNode& node) {
  if (!near(attributeOf(node, "alpha", 0.2), 1.0 / 6) || !near(attributeOf(node, "beta", 0.5), 0.5))
    return unsupported("another slope than 1/6");
  return import.become(node, "hard_sigmoid");
}

Status swish(LayerImport& import, const OnnxNode& node) {
  if (!near(attributeOf(node, "alpha", 1.0), 1)) return unsupported("another alpha than 1");
  return import.become(node, "silu");
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

// Since opset 13 over one axis; before over all axes from that one on.
Status softmax(LayerImport& import, const OnnxNode& node) {
  const Shape x = import.fact(node.inputs[0]).shape;
  FOVEA_TRY(const int axis,
            axisOf(attributeOf(node, "axis", std::int64_t{import.opset(node) < 13 ? 1 : -1}), x.rank()));
  if (axis == 0 || (import.opset(node) < 13 && axis != x.rank() - 1)) return unsupported("several axes");
  return import.become(node, node.op == "Softmax" ? "softmax" : "log_softmax", {{"axis", std::int64_t{axis}}});
}

Status gelu(LayerImport& import, const OnnxNode& node) {
  const bool tanh = std::string(attributeOf(node, "approximate", "none")) == "tanh";
  return import.become(node, "gelu", {{"tanh", tanh}});
}

// y = scale x + bias with known numbers: one each, or one per channel.
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
    if (import.rescale(data, scale, bias)) return import.give(node.outputs[0], input), Status();
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

// True for the inputs of the layer: values of one shape, or one number per channel.
bool multiplies(const Shape& x, const Shape& gate) {
  if (x == gate) return true;
  return x.rank() == gate.rank() && x.rank() >= 3 && x[0] == gate[0] && x[1] == gate[1] && gate.elementsFrom(2) == 1;
}

LayerMaker arithmetic(const char* op, const char* layer) {
  return {op,
          [layer](LayerImport& import, const OnnxNode& node) -> Status {
            if (node.inputs.size() == 2)
              for (const std::size_t i : {1, 0})
                if (import.isKnown(node.inputs[i]))
                  return withNumbers(import, node, node.inputs[1 - i], import.fact(node.inputs[i]).known, i == 0);
            if (!*layer) return unsupported("no layer does that with two values");
            for (const std::string& input : node.inputs)
              if (node.op != "Mul" && import.fact(input).shape != import.fact(node.outputs[0]).shape)
                return unsupported("values of different shapes");
            if (node.inputs.size() == 1) return import.pass(node);
            // The value to scale per channel comes first.
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
          },
          {}};
}

Status localResponse(LayerImport& import, const OnnxNode& node) {
  return import.become(node, "local_response_normalization",
                       {{"size", attributeOf(node, "size", std::int64_t{1})},
                        {"alpha", attributeOf(node, "alpha", 1e-4)},
                        {"beta", attributeOf(node, "beta", 0.75)},
                        {"offset", attributeOf(node, "bias", 1.0)}});
}

// Selects one position of an axis and removes the axis.
Status position(LayerImport& import, const OnnxNode& node, int axis, double at) {
  FOVEA_TRY(const auto x, import.extentsOf(node.inputs[0]));
  FOVEA_TRY(const auto y, import.extentsOf(node.outputs[0]));
  const std::int64_t extent = x[static_cast<std::size_t>(axis)];
  FOVEA_TRY(const LayerSource source, import.source(node.inputs[0]));
  const std::int64_t start = static_cast<std::int64_t>(at) + (at < 0 ? extent : 0);
  FOVEA_TRY(const LayerId id,
            import.add(node, "slice", {{"axis", std::int64_t{axis}}, {"start", start}, {"length", std::int64_t{1}}},
                       {source}));
  auto part = x;
  part[static_cast<std::size_t>(axis)] = 1;
  FOVEA_TRY(const LayerSource result, import.reshaped(node, {id, 0}, part, y));
  import.give(node.outputs[0], result);
  return {};
}

Status embedding(LayerImport& import, const OnnxNode& node) {
  const OnnxProgram::Fact& index = import.fact(node.inputs[1]);
  if (import.isKnown(node.inputs[1]) && index.shape.rank() == 0 && !import.fact(node.inputs[0]).known.defined()) {
    FOVEA_TRY(const int axis,
              axisOf(attributeOf(node, "axis", std::int64_t{0}), import.fact(node.inputs[0]).shape.rank()));
    FOVEA_TRY(const auto x, import.extentsOf(node.inputs[0]));
    if (axis > 0 && x[static_cast<std::size_t>(axis)] > 0)
      return position(import, node, axis, numberAt(index.known, 0));
  }
  const Tensor& table = import.fact(node.inputs[0]).known;
  if (!import.isKnown(node.inputs[0]) || import.isKnown(node.inputs[1]) || table.shape().rank() != 2 ||
      attributeOf(node, "axis", std::int64_t{0}) != 0 || !isWhole(import.fact(node.inputs[1]).element))
    return unsupported("positions in a value that is computed");
  if (!import.isModelInput(node.inputs[1])) return unsupported("positions that are computed");
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
      {"Swish", swish, {"alpha"}},
      {"Gelu", gelu, {"approximate"}},
      named("Mish", "mish"),
      named("Selu", "selu"),
      named("LeakyRelu", "leaky_relu", {"alpha"},
            [](const OnnxNode& n) {
              return FieldValues{{"slope", attributeOf(n, "alpha", 0.01)}};
            }),
      named("Elu", "elu", {"alpha"},
            [](const OnnxNode& n) {
              return FieldValues{{"alpha", attributeOf(n, "alpha", 1.0)}};
            }),
      {"HardSigmoid", hardSigmoid, {"alpha", "beta"}},
      {"Clip", clip, {"max", "min"}},
      {"PRelu", prelu, {}},
      {"Softmax", softmax, {"axis"}},
      {"LogSoftmax", softmax, {"axis"}},
      arithmetic("Add", "add"),
      arithmetic("Sum", "add"),
      arithmetic("Sub", "subtract"),
      arithmetic("Mul", "multiply"),
      arithmetic("Div", ""),
      arithmetic("Max", "maximum"),
      {"LRN", localResponse, {"alpha", "beta", "bias", "size"}},
      {"Gather", embedding, {"axis"}},
  };
}

}  // namespace fovea
