// Converts ONNX RNNs to layers. ONNX orders axes as steps, directions, samples; a layer puts samples first and
// concatenates the directions. Transpositions between two RNNs cancel out.
#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Weights = std::vector<std::pair<std::string, Tensor>>;

struct Recurrence {
  const char* layer;
  List gates;  // index in ONNX's order of each of PyTorch's gates
  std::int64_t units = 0, directions = 1;
};

// Rows from `first` on of one direction, with gate blocks in PyTorch's order.
Tensor ofDirection(const Tensor& all, const Recurrence& r, std::int64_t direction, std::int64_t first) {
  const auto blocks = static_cast<std::int64_t>(r.gates.size());
  const std::int64_t width = all.shape().rank() == 3 ? all.shape()[2] : 1, rows = all.shape()[1];
  Tensor result = Tensor::make(
      {DataType::Float32, all.shape().rank() == 3 ? Shape{blocks * r.units, width} : Shape{blocks * r.units}});
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t i = 0; i < r.units * width; ++i) {
      const std::int64_t from = first + r.gates[static_cast<std::size_t>(block)] * r.units;
      result.data<float>()[block * r.units * width + i] =
          static_cast<float>(numberAt(all, (direction * rows + from) * width + i));
    }
  return result;
}

bool isZero(LayerImport& import, const OnnxNode& node, std::size_t i) {
  if (i >= node.inputs.size() || node.inputs[i].empty()) return true;
  const Tensor& known = import.fact(node.inputs[i]).known;  // its shape contains the number of samples
  for (std::int64_t k = 0; known.defined() && k < known.elementCount(); ++k)
    if (numberAt(known, k) != 0) return false;
  return known.defined();
}

bool isLeftOut(const OnnxNode& node, std::size_t i) {
  return i >= node.inputs.size() || node.inputs[i].empty();
}

Status checkPlain(LayerImport& import, const OnnxNode& node) {
  if (!isLeftOut(node, 4) || !isLeftOut(node, 7)) return unsupported("lengths or peepholes");
  if (!isZero(import, node, 5) || !isZero(import, node, 6)) return unsupported("first states");
  if (node.find("clip") || attributeOf(node, "layout", std::int64_t{0}) != 0 ||
      attributeOf(node, "input_forget", std::int64_t{0}) != 0)
    return unsupported("such a form");
  if (std::string(attributeOf(node, "direction", "forward")) == "reverse")
    return unsupported("one direction, backwards");
  if (node.op == "GRU" && attributeOf(node, "linear_before_reset", std::int64_t{0}) == 0)
    return unsupported("a reset before the product");
  if (node.outputs.size() > 2 && !node.outputs[2].empty() && import.readersOf(node.outputs[2]) > 0)
    return unsupported("the last cell");
  for (const std::size_t i : {1, 2})
    if (!import.isKnown(node.inputs[i])) return unsupported("weights that are computed");
  if (!isLeftOut(node, 3) && !import.isKnown(node.inputs[3])) return unsupported("a bias that is computed");
  return {};
}

Result<std::string> activationOf(const OnnxNode& node, std::int64_t directions) {
  const OnnxAttribute* attribute = node.find("activations");
  const auto* names = attribute ? std::get_if<std::vector<std::string>>(&attribute->value) : nullptr;
  if (!names || names->empty()) return std::string("tanh");
  const std::vector<std::string> usual = node.op == "LSTM"  ? std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}
                                         : node.op == "GRU" ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                            : std::vector<std::string>{(*names)[0]};
  if (names->size() != usual.size() * static_cast<std::size_t>(directions)) return unsupported("such activations");
  for (std::size_t i = 0; i < names->size(); ++i)
    if ((*names)[i] != usual[i % usual.size()]) return unsupported("such activations");
  if (usual[0] == "Relu") return std::string("relu");
  if (node.op == "RNN" && usual[0] != "Tanh") return unsupported("such activations");
  return std::string("tanh");
}

Weights recurrentWeights(LayerImport& import, const OnnxNode& node, const Recurrence& r) {
  Weights weights;
  const auto rows = static_cast<std::int64_t>(r.gates.size()) * r.units;
  for (std::int64_t direction = 0; direction < r.directions; ++direction) {
    const std::string suffix = direction == 0 ? "_0" : "_0_reverse";
    weights.emplace_back("weight_input" + suffix, ofDirection(import.fact(node.inputs[1]).known, r, direction, 0));
    weights.emplace_back("weight_hidden" + suffix, ofDirection(import.fact(node.inputs[2]).known, r, direction, 0));
    for (const bool hidden : {false, true}) {
      const Tensor bias = isLeftOut(node, 3)
                              ? Tensor::zeros({DataType::Float32, Shape{rows}})
                              : ofDirection(import.fact(node.inputs[3]).known, r, direction, hidden ? rows : 0);
      weights.emplace_back((hidden ? "bias_hidden" : "bias_input") + suffix, bias);
    }
  }
  return weights;
}

// The states after the last step [directions, N, units], taken from all states: the first one for the backward
// direction.
Status giveLast(LayerImport& import, const OnnxNode& node, const Recurrence& r, LayerSource all, std::int64_t steps) {
  std::vector<LayerSource> parts;
  for (std::int64_t direction = 0; direction < r.directions; ++direction) {
    const FieldValues step{
        {"axis", std::int64_t{1}}, {"start", direction == 0 ? steps - 1 : 0}, {"length", std::int64_t{1}}};
    FOVEA_TRY(LayerId id, import.add(node, "slice", step, {all}));
    if (r.directions > 1) {
      const FieldValues half{{"axis", std::int64_t{2}}, {"start", direction * r.units}, {"length", r.units}};
      FOVEA_TRY(id, import.add(node, "slice", half, {{id, 0}}));
    }
    parts.push_back({id, 0});
  }
  if (parts.size() > 1) {
    FOVEA_TRY(const LayerId id, import.add(node, "concatenate", {{"axis", std::int64_t{1}}}, parts));
    parts = {{id, 0}};
  }
  import.giveTurned(node, node.outputs[1], {parts[0], { 1, 0, 2 }});
  return {};
}

Status recurrent(LayerImport& import, const OnnxNode& node, Recurrence r) {
  FOVEA_CHECK(checkPlain(import, node));
  const Shape weight = import.fact(node.inputs[2]).shape;
  FOVEA_TRY(const List x, import.extentsOf(node.inputs[0]));
  if (weight.rank() != 3 || x.size() != 3) return unsupported("such shapes");
  r.directions = weight[0];
  r.units = weight[2];
  const std::int64_t rows = static_cast<std::int64_t>(r.gates.size()) * r.units;
  const Shape shape = import.fact(node.inputs[1]).shape;
  const bool fits = shape.rank() == 3 && shape[0] == r.directions && shape[1] == rows && weight[1] == rows &&
                    (isLeftOut(node, 3) || import.fact(node.inputs[3]).shape == Shape{r.directions, 2 * rows});
  if (!fits || r.directions < 1 || r.directions > 2) return unsupported("such shapes");
  FOVEA_TRY(const std::string activation, activationOf(node, r.directions));
  FieldValues parameters{{"units", r.units}, {"bidirectional", r.directions == 2}};
  if (node.op == "RNN") parameters.set("activation", activation);
  FOVEA_TRY(const LayerSource input, import.sourceInOrder(node, node.inputs[0], {1, 0, 2}));
  FOVEA_TRY(const LayerId id, import.add(node, r.layer, parameters, {input}, recurrentWeights(import, node, r)));
  const LayerSource all{id, 0};
  if (!node.outputs[0].empty()) {
    const std::int64_t width = r.directions * r.units;
    FOVEA_TRY(const LayerSource parts,
              import.reshaped(node, all, {x[1], x[0], width}, {x[1], x[0], r.directions, r.units}));
    import.giveTurned(node, node.outputs[0], {parts, { 1, 2, 0, 3 }});
  }
  if (node.outputs.size() > 1 && import.readersOf(node.outputs[1]) > 0) return giveLast(import, node, r, all, x[0]);
  return {};
}

LayerMaker maker(const char* op, const char* layer, List gates) {
  return {op,
          [r = Recurrence{layer, std::move(gates)}](LayerImport& import, const OnnxNode& node) {
            return recurrent(import, node, r);
          },
          {"activations", "clip", "direction", "hidden_size", "input_forget", "layout", "linear_before_reset",
           "output_sequence"}};
}

}  // namespace

LayerMakers recurrentLayersMakers() {
  return {maker("LSTM", "lstm", {0, 2, 3, 1}), maker("GRU", "gru", {1, 0, 2}), maker("RNN", "rnn", {0})};
}

}  // namespace fovea
