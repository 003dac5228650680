#include "core/graph/passes/precision.h"

#include <algorithm>
#include <map>

#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

class PrecisionPass {
 public:
  PrecisionPass(const Graph& graph, DataType half) : graph_(graph), half_(half), values_(graph.values().size()) {}

  Result<RewrittenGraph> run() {
    addSources();
    for (const Node& node : graph_.nodes()) addNode(node);
    for (const auto& [name, id] : graph_.outputs())
      builder_.addOutput(name, as(values_[place(id)], graph_.value(id).type.dtype));
    FOVEA_TRY(auto rewritten, builder_.finish());
    return RewrittenGraph{std::move(rewritten), std::move(values_)};
  }

 private:
  static std::size_t place(ValueId id) { return static_cast<std::size_t>(id.index); }
  DataType typeOf(ValueId id) const { return builder_.typeOf(id).dtype; }

  void addSources() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Value& value = graph_.values()[i];
      if (value.kind == ValueKind::Input) values_[i] = builder_.addInput(value.name, value.type);
      if (value.kind == ValueKind::Variable) values_[i] = builder_.addVariable(value.name, value.type);
      if (value.kind == ValueKind::Constant) values_[i] = builder_.constant(value.constant);
    }
  }

  // Casts a value to another floating-point type.
  ValueId as(ValueId value, DataType type) {
    if (!value.valid() || typeOf(value) == type) return value;
    ValueId& cast = casts_[{value, type}];
    if (cast.valid()) return cast;
    const Value& source = builder_.graph().value(value);
    cast = source.kind == ValueKind::Constant ? builder_.constant(converted(source.constant, type))
                                              : builder_.emitOne("cast", {{"to", dataTypeName(type)}}, {value});
    return cast;
  }

  // True if the node runs in 16 bits.
  bool runsInHalf(const Node& node) const {
    const PrecisionRule& rule = precisionRule(*node.op);
    if (rule.precision == Precision::Full) return false;
    bool anyHalf = false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (graph_.value(node.inputs[i]).type.dtype == DataType::Float64) return false;
      anyHalf = anyHalf || isHalf(typeOf(values_[place(node.inputs[i])]));
    }
    return rule.precision == Precision::Half || anyHalf;
  }

  void addNode(const Node& node) {
    builder_.setScope(node.scope);
    const bool inHalf = runsInHalf(node);
    const std::vector<int>& full = precisionRule(*node.op).fullInputs;
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const DataType declared = graph_.value(node.inputs[i]).type.dtype;
      const bool narrows = inHalf && declared == DataType::Float32 &&
                           std::find(full.begin(), full.end(), static_cast<int>(i)) == full.end();
      inputs.push_back(as(values_[place(node.inputs[i])], narrows ? half_ : declared));
    }
    const auto outputs = builder_.emit(node.op->name, node.attributes, inputs);
    for (std::size_t i = 0; i < node.outputs.size() && i < outputs.size(); ++i) {
      values_[place(node.outputs[i])] = outputs[i];
      builder_.setName(outputs[i], graph_.value(node.outputs[i]).name);
    }
  }

  const Graph& graph_;
  DataType half_;
  GraphBuilder builder_;
  std::vector<ValueId> values_;
  std::map<std::pair<ValueId, DataType>, ValueId> casts_;
};

}  // namespace

Result<RewrittenGraph> applyPrecision(const Graph& graph, DataType half) {
  if (!isHalf(half))
    return fail(ErrorCode::InvalidArgument,
                std::string("Mixed precision is f16 or bf16, not ") + dataTypeName(half) + ".");
  return PrecisionPass(graph, half).run();
}

}  // namespace fovea
