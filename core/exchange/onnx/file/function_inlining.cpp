// Inlines a model's functions: each call becomes the function's nodes, with unique names and with the call's attributes
// in place of references to them. A function has its own opset.
#include <fmt/format.h>

#include <map>

#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {
namespace {

using Names = std::map<std::string, std::string>;

struct Call {
  const onnx::FunctionProto& function;
  const onnx::NodeProto& node;
};

std::string plainDomain(const std::string& domain) {
  return domain == "ai.onnx" ? "" : domain;
}

class Inliner {
 public:
  Inliner(const onnx::ModelProto& model, const OnnxLimits& limits) : limits_(limits) {
    for (const auto& function : model.functions())
      functions_[{plainDomain(function.domain()), function.name()}] = &function;
  }

  Status inlineGraph(onnx::GraphProto& graph, int depth) {
    if (depth > limits_.depth)
      return fail(ErrorCode::Unsupported,
                  fmt::format("The model has functions in functions more than {} deep.", limits_.depth));
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    nodes.Swap(graph.mutable_node());
    for (auto& node : nodes) FOVEA_CHECK(add(node, graph, depth));
    return {};
  }

  const OnnxNodeOpsets& opsets() const { return opsets_; }

 private:
  const onnx::FunctionProto* functionOf(const onnx::NodeProto& node) const {
    const auto found = functions_.find({plainDomain(node.domain()), node.op_type()});
    return found == functions_.end() ? nullptr : found->second;
  }

  Status add(onnx::NodeProto& node, onnx::GraphProto& graph, int depth) {
    if (++nodes_ > limits_.nodes)
      return fail(ErrorCode::Unsupported, fmt::format("The model has more than {} nodes.", limits_.nodes));
    const onnx::FunctionProto* function = functionOf(node);
    if (!function) {
      for (auto& attribute : *node.mutable_attribute())
        if (attribute.has_g()) FOVEA_CHECK(inlineGraph(*attribute.mutable_g(), depth + 1));
      graph.add_node()->Swap(&node);
      return {};
    }
    onnx::GraphProto body;
    expand({*function, node}, body);
    FOVEA_CHECK(inlineGraph(body, depth + 1));
    for (auto& inner : *body.mutable_node()) graph.add_node()->Swap(&inner);
    return {};
  }

  void expand(const Call& call, onnx::GraphProto& body) {
    const onnx::FunctionProto& function = call.function;
    const std::string prefix = fmt::format("{}/{}_{}/", call.node.name(), function.name(), calls_++);
    Names names{{"", ""}};
    for (int i = 0; i < function.input_size(); ++i)
      names[function.input(i)] = i < call.node.input_size() ? call.node.input(i) : "";
    for (int i = 0; i < function.output_size(); ++i)
      if (i < call.node.output_size() && !call.node.output(i).empty()) names[function.output(i)] = call.node.output(i);
    for (const auto& node : function.node()) {
      auto& copy = *body.add_node();
      copy = node;
      rename(copy, names, prefix, call);
    }
  }

  static const std::string& renamed(const std::string& name, Names& names, const std::string& prefix) {
    const auto [found, added] = names.emplace(name, "");
    if (added) found->second = prefix + name;
    return found->second;
  }

  // The opset of the function; 0: not stated.
  static std::int64_t opsetOf(const onnx::FunctionProto& function, const std::string& domain) {
    for (const auto& opset : function.opset_import())
      if (plainDomain(opset.domain()) == plainDomain(domain)) return opset.version();
    return 0;
  }

  void rename(onnx::NodeProto& node, Names& names, const std::string& prefix, const Call& call) {
    node.set_name(prefix + (node.name().empty() ? node.op_type() : node.name()));
    for (auto& input : *node.mutable_input()) input = renamed(input, names, prefix);
    for (auto& output : *node.mutable_output()) {
      output = renamed(output, names, prefix);
      if (!output.empty()) opsets_[output] = opsetOf(call.function, node.domain());
    }
    google::protobuf::RepeatedPtrField<onnx::AttributeProto> attributes;
    attributes.Swap(node.mutable_attribute());
    for (auto& attribute : attributes) {
      if (!attribute.ref_attr_name().empty()) {
        for (const auto& given : call.node.attribute())
          if (given.name() == attribute.ref_attr_name()) {
            auto& copy = *node.add_attribute();
            copy = given;
            copy.set_name(attribute.name());
          }
        continue;  // a missing attribute of the call gets the operator's default
      }
      if (attribute.has_g()) rename(*attribute.mutable_g(), names, prefix, call);
      node.add_attribute()->Swap(&attribute);
    }
  }

  void rename(onnx::GraphProto& graph, Names& names, const std::string& prefix, const Call& call) {
    for (auto& tensor : *graph.mutable_initializer()) tensor.set_name(renamed(tensor.name(), names, prefix));
    for (auto& input : *graph.mutable_input()) input.set_name(renamed(input.name(), names, prefix));
    for (auto& node : *graph.mutable_node()) rename(node, names, prefix, call);
    for (auto& output : *graph.mutable_output()) output.set_name(renamed(output.name(), names, prefix));
  }

  const OnnxLimits& limits_;
  std::map<std::pair<std::string, std::string>, const onnx::FunctionProto*> functions_;
  std::size_t nodes_ = 0, calls_ = 0;
  OnnxNodeOpsets opsets_;
};

}  // namespace

Result<OnnxNodeOpsets> inlineFunctions(onnx::ModelProto& model, const OnnxLimits& limits) {
  OnnxNodeOpsets opsets;
  if (model.functions_size() == 0) return opsets;
  Inliner inliner(model, limits);
  FOVEA_CHECK(inliner.inlineGraph(*model.mutable_graph(), 0));
  opsets = inliner.opsets();
  for (const auto& function : model.functions())
    for (const auto& opset : function.opset_import()) {
      bool known = false;
      for (const auto& own : model.opset_import())
        known = known || plainDomain(own.domain()) == plainDomain(opset.domain());
      if (!known) *model.add_opset_import() = opset;
    }
  model.clear_functions();
  return opsets;
}

}  // namespace fovea
