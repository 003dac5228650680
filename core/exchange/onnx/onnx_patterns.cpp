#include "core/exchange/onnx/onnx_patterns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <unordered_map>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

constexpr int kMostFactors = 8;

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b));
}

class Patterns {
 public:
  Patterns(const std::vector<OnnxNode>& nodes, const std::function<const Tensor*(const std::string&)>& known)
      : nodes_(nodes), known_(known) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const std::string& output : nodes[i].outputs) makers_.emplace(output, i);
  }

  std::optional<OnnxNode> standingFor(const OnnxNode& node) const {
    if (node.outputs.size() != 1 || !node.domain.empty()) return {};
    if (node.op == "Mul" || node.op == "Div") return product(node);
    if (node.op == "Add") return layerNorm(node);
    return {};
  }

 private:
  // A value written as the product of a number and other values.
  struct Product {
    double number = 1;
    std::vector<std::string> values;
    int nodes = 0;  // number of examined nodes, so that a long chain of products costs no more than a short one
  };

  const OnnxNode* maker(const std::string& value, const char* op) const {
    const auto found = makers_.find(value);
    if (found == makers_.end()) return nullptr;
    const OnnxNode& node = nodes_[found->second];
    return node.op == op && node.domain.empty() ? &node : nullptr;
  }

  std::optional<double> number(const std::string& value) const {
    const Tensor* known = value.empty() ? nullptr : known_(value);
    if (!known || known->elementCount() != 1) return {};
    return numberAt(*known, 0);
  }

  void factors(const OnnxNode& node, Product& product) const {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const std::string& input = node.inputs[i];
      if (const auto factor = number(input)) {
        product.number = node.op == "Div" && i == 1 ? product.number / *factor : product.number * *factor;
        continue;
      }
      const OnnxNode* inner = maker(input, "Mul");
      if (node.op == "Div" && i == 1) inner = nullptr;
      if (inner && product.nodes++ < kMostFactors)
        factors(*inner, product);
      else
        product.values.push_back(node.op == "Div" && i == 1 ? "" : input);
    }
  }

  // Returns x if the value is x + number; empty otherwise.
  std::string plus(const std::string& value, double wanted) const {
    const OnnxNode* add = maker(value, "Add");
    for (const std::size_t i : {0, 1})
      if (add && add->inputs.size() == 2)
        if (const auto shift = number(add->inputs[i]); shift && near(*shift, wanted)) return add->inputs[1 - i];
    return "";
  }

  // Returns x if the value is number · x.
  std::string times(const std::string& value, double wanted) const {
    for (const char* op : {"Mul", "Div"}) {
      const OnnxNode* node = maker(value, op);
      if (!node) continue;
      Product product;
      factors(*node, product);
      if (product.values.size() == 1 && near(product.number, wanted)) return product.values[0];
    }
    return "";
  }

  bool isCube(const std::string& value, const std::string& x) const {
    if (const OnnxNode* power = maker(value, "Pow"))
      return power->inputs[0] == x && number(power->inputs[1]).value_or(0) == 3;
    return false;
  }

  // 1 + erf(x / √2)
  bool isErf(const std::string& value, const std::string& x) const {
    const std::string inner = plus(value, 1);
    const OnnxNode* erf = inner.empty() ? nullptr : maker(inner, "Erf");
    return erf && times(erf->inputs[0], std::numbers::sqrt2 / 2) == x;
  }

  // 1 + tanh(√(2/π) · (x + 0.044715 x³))
  bool isTanh(const std::string& value, const std::string& x) const {
    const std::string inner = plus(value, 1);
    const OnnxNode* tanh = inner.empty() ? nullptr : maker(inner, "Tanh");
    const std::string sum = tanh ? times(tanh->inputs[0], std::sqrt(2 / std::numbers::pi)) : "";
    const OnnxNode* add = sum.empty() ? nullptr : maker(sum, "Add");
    for (const std::size_t i : {0, 1})
      if (add && add->inputs.size() == 2 && add->inputs[i] == x) return isCube(times(add->inputs[1 - i], 0.044715), x);
    return false;
  }

  // min(max(x + 3, 0), 6)
  bool isRamp(const std::string& value, const std::string& x) const {
    const OnnxNode* clip = maker(value, "Clip");
    if (!clip) return false;
    const auto limit = [&](std::size_t i, const char* name) {
      return clip->inputs.size() > i ? number(clip->inputs[i]).value_or(-1) : attributeOf(*clip, name, -1.0);
    };
    return near(limit(1, "min"), 0) && near(limit(2, "max"), 6) && plus(clip->inputs[0], 3) == x;
  }

  bool isOne(const char* op, const std::string& value, const std::string& x) const {
    const OnnxNode* node = maker(value, op);
    return node && node->inputs[0] == x;
  }

  bool isHardSigmoid(const std::string& value, const std::string& x) const {
    const OnnxNode* node = maker(value, "HardSigmoid");
    return node && node->inputs[0] == x && near(attributeOf(*node, "alpha", 0.2), 1.0 / 6) &&
           near(attributeOf(*node, "beta", 0.5), 0.5);
  }

  static OnnxNode own(const OnnxNode& node, const char* op, std::vector<std::string> inputs) {
    return {node.name, op, kOwnDomain, std::move(inputs), node.outputs, {}};
  }

  std::optional<OnnxNode> product(const OnnxNode& node) const {
    Product product;
    factors(node, product);
    const auto& values = product.values;
    if (values.size() == 1 && near(product.number, 1.0 / 6)) {
      const OnnxNode* clip = maker(values[0], "Clip");
      const std::string x = clip ? plus(clip->inputs[0], 3) : "";
      if (!x.empty() && isRamp(values[0], x)) {
        OnnxNode result = own(node, "HardSigmoid", {x});
        result.attributes = {{"alpha", 1.0 / 6}, {"beta", 0.5}};
        return result;
      }
    }
    for (const std::size_t i : {0, 1}) {
      if (values.size() != 2 || values[i].empty()) continue;
      const std::string &x = values[i], &gate = values[1 - i];
      const bool plain = near(product.number, 1);
      if (plain && isOne("Sigmoid", gate, x)) return own(node, "Silu", {x});
      if (plain && isHardSigmoid(gate, x)) return own(node, "HardSwish", {x});
      if (near(product.number, 1.0 / 6) && isRamp(gate, x)) return own(node, "HardSwish", {x});
      const OnnxNode* tanh = maker(gate, "Tanh");
      if (plain && tanh && isOne("Softplus", tanh->inputs[0], x)) return own(node, "Mish", {x});
      const bool erf = isErf(gate, x);
      if (!near(product.number, 0.5) || (!erf && !isTanh(gate, x))) continue;
      OnnxNode result = own(node, "Gelu", {x});
      result.attributes = {{"approximate", std::string(erf ? "none" : "tanh")}};
      return result;
    }
    return {};
  }

  // Returns the value whose mean over the last axis this is.
  std::string meanOf(const std::string& value) const {
    const OnnxNode* mean = maker(value, "ReduceMean");
    if (!mean || attributeOf(*mean, "keepdims", std::int64_t{1}) == 0) return "";
    Extents64 axes = attributeOf(*mean, "axes", Extents64());
    if (mean->inputs.size() > 1)
      if (const auto axis = number(mean->inputs[1])) axes = {static_cast<std::int64_t>(*axis)};
    return axes == Extents64{-1} ? mean->inputs[0] : "";
  }

  // (x − mean) / √(variance + ε) · scale + bias
  std::optional<OnnxNode> layerNorm(const OnnxNode& node) const {
    for (const std::size_t i : {0, 1}) {
      const OnnxNode* scaled = node.inputs.size() == 2 ? maker(node.inputs[i], "Mul") : nullptr;
      for (const std::size_t k : {0, 1}) {
        const OnnxNode* divided = scaled ? maker(scaled->inputs[k], "Div") : nullptr;
        const OnnxNode* root = divided ? maker(divided->inputs[1], "Sqrt") : nullptr;
        const OnnxNode* shifted = root ? maker(root->inputs[0], "Add") : nullptr;
        const OnnxNode* centred = shifted ? maker(divided->inputs[0], "Sub") : nullptr;
        if (!centred || meanOf(centred->inputs[1]) != centred->inputs[0]) continue;
        const auto epsilon = number(shifted->inputs[1]);
        const std::string squares = meanOf(shifted->inputs[0]);
        const OnnxNode* power = squares.empty() ? nullptr : maker(squares, "Pow");
        const std::string &scale = scaled->inputs[1 - k], &bias = node.inputs[1 - i];
        if (!power || !epsilon || power->inputs[0] != divided->inputs[0] || number(power->inputs[1]).value_or(0) != 2 ||
            !known_(scale) || !known_(bias) || known_(scale)->shape().rank() != 1)
          continue;
        OnnxNode result = own(node, "LayerNormalization", {centred->inputs[0], scale, bias});
        result.attributes = {{"axis", std::int64_t{-1}}, {"epsilon", *epsilon}};
        return result;
      }
    }
    return {};
  }

  const std::vector<OnnxNode>& nodes_;
  const std::function<const Tensor*(const std::string&)>& known_;
  std::unordered_map<std::string, std::size_t> makers_;
};

}  // namespace

std::vector<OnnxNode> withPatterns(std::vector<OnnxNode> nodes,
                                   const std::function<const Tensor*(const std::string&)>& known) {
  const Patterns patterns(nodes, known);
  std::vector<std::pair<std::size_t, OnnxNode>> found;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (auto node = patterns.standingFor(nodes[i])) found.emplace_back(i, std::move(*node));
  for (auto& [i, node] : found) nodes[i] = std::move(node);
  return nodes;
}

}  // namespace fovea
