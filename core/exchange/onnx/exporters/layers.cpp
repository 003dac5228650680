// Exports matrix products, normalisation, attention and RNNs.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/op_export.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

Status linear(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  if (c.inputCount() > 2 || w.opset() >= 11) {
    c.give(w.one("Gemm", c.inputs(), {{"transB", std::int64_t{1}}}));
  } else {
    c.give(w.one("MatMul", {c.in(0), w.transpose(c.in(1), {1, 0})}));
  }
  return {};
}

Status matmul(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const auto side = [&](std::size_t i, const char* flag) {
    if (!c.attributes().boolean(flag)) return c.in(i);
    List order;
    for (int axis = 0; axis < c.type(i).shape.rank(); ++axis) order.push_back(axis);
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return w.transpose(c.in(i), order);
  };
  c.give(w.one("MatMul", {side(0, "transpose_a"), side(1, "transpose_b")}));
  return {};
}

Status softmax(OpExportContext& c) {
  c.give(c.writer().softmax("Softmax", c.in(0), 1, c.type().shape.rank()));
  return {};
}

Status logSoftmax(OpExportContext& c) {
  const int rank = c.type().shape.rank();
  const std::int64_t axis = c.attributes().integer("axis");
  c.give(c.writer().softmax("LogSoftmax", c.in(0), axis < 0 ? axis + rank : axis, rank));
  return {};
}

Status batchNorm(OpExportContext& c) {
  c.give(c.writer().one("BatchNormalization", c.inputs(), {{"epsilon", c.attributes().real("epsilon")}}));
  return {};
}

// One group is a normalisation of rows; several become channels of an instance normalisation.
Status groupNorm(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const Shape x = c.type().shape;
  const std::int64_t groups = c.attributes().integer("groups");
  const double epsilon = c.attributes().real("epsilon");
  if (c.wanted(1) || c.wanted(2)) return unsupported("the moments of a normalisation");
  if (groups == 1 && x.rank() == 2 && w.opset() >= 17) {
    c.give(w.one("LayerNormalization", c.inputs(), {{"axis", std::int64_t{-1}}, {"epsilon", epsilon}}));
    return {};
  }
  List wide(static_cast<std::size_t>(x.rank()), 1);
  wide[1] = x[1];
  std::string y;
  if (groups == x[1] && x.rank() > 2) {
    c.give(w.one("InstanceNormalization", c.inputs(), {{"epsilon", epsilon}}));
    return {};
  }
  const DataType type = c.type().dtype;
  const std::string ones =
      w.tensor("ones", tensorOf(type, Shape{groups}, std::vector<double>(static_cast<std::size_t>(groups), 1.0)));
  const std::string zeros =
      w.tensor("zeros", tensorOf(type, Shape{groups}, std::vector<double>(static_cast<std::size_t>(groups), 0.0)));
  y = w.one("InstanceNormalization", {w.reshape(c.in(0), {0, groups, -1}), ones, zeros}, {{"epsilon", epsilon}});
  FOVEA_TRY(const List shape, c.outputShape());
  y = w.reshape(y, shape);
  c.give(w.one("Add", {w.one("Mul", {y, w.reshape(c.in(1), wide)}), w.reshape(c.in(2), wide)}));
  return {};
}

Status embedding(OpExportContext& c) {
  c.give(c.writer().one("Gather", c.inputs(), {{"axis", std::int64_t{0}}}));
  return {};
}

// softmax(Q K^T / sqrt(d)) V, head by head.
Status attention(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const std::int64_t heads = c.attributes().integer("heads");
  const std::int64_t steps = c.type(0).shape[1], keys = c.type(1).shape[1], width = c.type(0).shape[2];
  if (c.wanted(1)) return unsupported("the sums of an attention");
  const DataType type = c.type().dtype;
  const auto byHead = [&](std::size_t i, List order) {
    return w.transpose(w.reshape(c.in(i), {0, i == 0 ? steps : keys, heads, width / heads}), order);
  };
  std::string scores = w.one("MatMul", {byHead(0, {0, 2, 1, 3}), byHead(1, {0, 2, 3, 1})});
  scores = w.one("Mul", {scores, w.number(type, 1 / std::sqrt(static_cast<double>(width / heads)))});
  if (c.attributes().boolean("causal")) {
    std::vector<double> mask;
    for (std::int64_t t = 0; t < steps; ++t)
      for (std::int64_t s = 0; s < keys; ++s) mask.push_back(s > t ? -1e30 : 0);
    scores = w.one("Add", {scores, w.tensor("causal_mask", tensorOf(type, Shape{steps, keys}, mask))});
  }
  const std::string mixed = w.one("MatMul", {w.softmax("Softmax", scores, 3, 4), byHead(2, {0, 2, 1, 3})});
  c.give(w.reshape(w.transpose(mixed, {0, 2, 1, 3}), {0, steps, width}));
  return {};
}

// Reorders blocks of rows to ONNX's gate order, with a leading axis for the direction.
std::string gates(OnnxGraphWriter& w, const std::string& weight, std::int64_t units, const List& order) {
  std::vector<std::string> blocks;
  for (const std::int64_t block : order) blocks.push_back(w.slice(weight, 0, block * units, (block + 1) * units));
  const std::string sorted = blocks.size() == 1 ? weight : w.one("Concat", blocks, {{"axis", std::int64_t{0}}});
  return w.unsqueeze(sorted, 0);
}

OpExporter recurrence(std::string op, std::string onnx, List order) {
  return {
      std::move(op), [onnx = std::move(onnx), order = std::move(order)](OpExportContext& c) -> Status {
        OnnxGraphWriter& w = c.writer();
        const std::int64_t units = c.type(2).shape[1];
        const std::string biases = w.one("Concat", {gates(w, c.in(3), units, order), gates(w, c.in(4), units, order)},
                                         {{"axis", std::int64_t{1}}});
        std::vector<std::string> inputs{w.transpose(c.in(0), {1, 0, 2}), gates(w, c.in(1), units, order),
                                        gates(w, c.in(2), units, order), biases};
        if (c.inputCount() > 5) return unsupported("a first state that is carried over");
        std::vector<OnnxAttribute> attributes{
            {"hidden_size", units},
            {"direction", std::string(c.attributes().boolean("reverse") ? "reverse" : "forward")}};
        if (onnx == "GRU") attributes.push_back({"linear_before_reset", std::int64_t{1}});
        if (onnx == "RNN")
          attributes.push_back(
              {"activations", std::vector<std::string>{c.attributes().text("activation") == "relu" ? "Relu" : "Tanh"}});
        const auto outputs = w.emit(onnx, inputs, attributes, onnx == "LSTM" ? 3 : 2);
        c.give(w.transpose(w.squeeze(outputs[0], 1), {1, 0, 2}));
        for (std::size_t i = 1; i < outputs.size(); ++i) c.give(w.squeeze(outputs[i], 0));
        return {};
      }};
}

}  // namespace

OpExporters layersExporters() {
  return {
      {"linear", linear},
      {"matmul", matmul},
      {"softmax", softmax},
      {"log_softmax", logSoftmax},
      {"batch_norm_inference", batchNorm},
      {"group_norm", groupNorm},
      {"embedding", embedding},
      {"attention", attention},
      recurrence("lstm", "LSTM", {0, 3, 1, 2}),
      recurrence("gru", "GRU", {1, 0, 2}),
      recurrence("rnn", "RNN", {0}),
  };
}

}  // namespace fovea
