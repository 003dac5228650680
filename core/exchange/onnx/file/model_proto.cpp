#include <fmt/format.h>

#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {
namespace {

Result<OnnxGraph> graphFromProto(const onnx::GraphProto& proto, const OnnxLimits& limits, int depth,
                                 std::size_t& nodes);

template <class To, class Field>
std::vector<To> listOf(const Field& field) {
  return {field.begin(), field.end()};
}

Result<OnnxAttributeValue> attributeValue(const onnx::AttributeProto& proto, const OnnxLimits& limits, int depth,
                                          std::size_t& nodes) {
  switch (proto.type()) {
    case onnx::AttributeProto::INT:
      return OnnxAttributeValue(std::int64_t{proto.i()});
    case onnx::AttributeProto::FLOAT:
      return OnnxAttributeValue(static_cast<double>(proto.f()));
    case onnx::AttributeProto::STRING:
      return OnnxAttributeValue(proto.s());
    case onnx::AttributeProto::INTS:
      return OnnxAttributeValue(listOf<std::int64_t>(proto.ints()));
    case onnx::AttributeProto::FLOATS:
      return OnnxAttributeValue(listOf<double>(proto.floats()));
    case onnx::AttributeProto::STRINGS:
      return OnnxAttributeValue(listOf<std::string>(proto.strings()));
    case onnx::AttributeProto::TENSOR: {
      auto tensor = tensorFromProto(proto.t(), "the attribute \"" + proto.name() + "\"");
      // A list of strings stays unread: only its user reports an error.
      if (!tensor.ok() && tensor.error().code == ErrorCode::Unsupported) return OnnxAttributeValue();
      if (!tensor.ok()) return tensor.error();
      return OnnxAttributeValue(std::move(*tensor));
    }
    case onnx::AttributeProto::GRAPH: {
      FOVEA_TRY(OnnxGraph graph, graphFromProto(proto.g(), limits, depth + 1, nodes));
      return OnnxAttributeValue(std::make_shared<const OnnxGraph>(std::move(graph)));
    }
    default:
      return OnnxAttributeValue();
  }
}

OnnxValueInfo valueInfo(const onnx::ValueInfoProto& proto) {
  OnnxValueInfo info;
  info.name = proto.name();
  const onnx::TypeProto& type = proto.type();
  if (!type.has_tensor_type()) {
    info.kind = type.has_sequence_type()   ? "sequence"
                : type.has_optional_type() ? "optional"
                : type.has_map_type()      ? "map"
                                           : "value that is not a tensor";
    return info;
  }
  info.element = static_cast<OnnxElement>(type.tensor_type().elem_type());
  info.hasShape = type.tensor_type().has_shape();
  for (const auto& dimension : type.tensor_type().shape().dim())
    info.shape.push_back({dimension.has_dim_value() ? dimension.dim_value() : -1, dimension.dim_param()});
  return info;
}

Result<OnnxNode> nodeFromProto(const onnx::NodeProto& proto, const OnnxLimits& limits, int depth, std::size_t& nodes) {
  OnnxNode node{proto.name(),
                proto.op_type(),
                proto.domain() == "ai.onnx" ? "" : proto.domain(),
                listOf<std::string>(proto.input()),
                listOf<std::string>(proto.output()),
                {},
                0};
  for (const auto& attribute : proto.attribute()) {
    FOVEA_TRY(auto value, attributeValue(attribute, limits, depth, nodes));
    node.attributes.push_back({attribute.name(), std::move(value)});
  }
  return node;
}

Result<OnnxGraph> graphFromProto(const onnx::GraphProto& proto, const OnnxLimits& limits, int depth,
                                 std::size_t& nodes) {
  if (depth > limits.depth)
    return fail(ErrorCode::Unsupported,
                fmt::format("The model has subgraphs in subgraphs more than {} deep.", limits.depth));
  nodes += static_cast<std::size_t>(proto.node_size());
  if (nodes > limits.nodes)
    return fail(ErrorCode::Unsupported, fmt::format("The model has more than {} nodes.", limits.nodes));
  OnnxGraph graph;
  graph.name = proto.name();
  for (const auto& tensor : proto.initializer()) {
    FOVEA_TRY(auto read, tensorFromProto(tensor, "the initializer \"" + tensor.name() + "\""));
    graph.initializers.push_back(std::move(read));
  }
  if (proto.sparse_initializer_size() > 0)
    return fail(ErrorCode::Unsupported, "The model has sparse initializers, which nothing here reads.");
  for (const auto& input : proto.input()) graph.inputs.push_back(valueInfo(input));
  for (const auto& output : proto.output()) graph.outputs.push_back(valueInfo(output));
  for (const auto& node : proto.node()) {
    FOVEA_TRY(auto read, nodeFromProto(node, limits, depth, nodes));
    graph.nodes.push_back(std::move(read));
  }
  return graph;
}

void valueInfoToProto(const OnnxValueInfo& info, onnx::ValueInfoProto& proto) {
  proto.set_name(info.name);
  auto& type = *proto.mutable_type()->mutable_tensor_type();
  type.set_elem_type(static_cast<int>(info.element));
  if (!info.hasShape) return;
  auto& shape = *type.mutable_shape();
  for (const OnnxDimension& dimension : info.shape) {
    auto& entry = *shape.add_dim();
    if (dimension.extent >= 0)
      entry.set_dim_value(dimension.extent);
    else if (!dimension.symbol.empty())
      entry.set_dim_param(dimension.symbol);
  }
}

void graphToProto(const OnnxGraph& graph, onnx::GraphProto& proto);

struct AttributeWriter {
  onnx::AttributeProto& proto;

  void operator()(std::monostate) const {}
  void operator()(std::int64_t value) const {
    proto.set_type(onnx::AttributeProto::INT);
    proto.set_i(value);
  }
  void operator()(double value) const {
    proto.set_type(onnx::AttributeProto::FLOAT);
    proto.set_f(static_cast<float>(value));
  }
  void operator()(const std::string& value) const {
    proto.set_type(onnx::AttributeProto::STRING);
    proto.set_s(value);
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    proto.set_type(onnx::AttributeProto::INTS);
    for (const std::int64_t value : values) proto.add_ints(value);
  }
  void operator()(const std::vector<double>& values) const {
    proto.set_type(onnx::AttributeProto::FLOATS);
    for (const double value : values) proto.add_floats(static_cast<float>(value));
  }
  void operator()(const std::vector<std::string>& values) const {
    proto.set_type(onnx::AttributeProto::STRINGS);
    for (const std::string& value : values) proto.add_strings(value);
  }
  void operator()(const OnnxTensor& tensor) const {
    proto.set_type(onnx::AttributeProto::TENSOR);
    tensorToProto(tensor, *proto.mutable_t());
  }
  void operator()(const std::shared_ptr<const OnnxGraph>& graph) const {
    proto.set_type(onnx::AttributeProto::GRAPH);
    graphToProto(*graph, *proto.mutable_g());
  }
};

void graphToProto(const OnnxGraph& graph, onnx::GraphProto& proto) {
  proto.set_name(graph.name);
  for (const OnnxNode& node : graph.nodes) {
    auto& entry = *proto.add_node();
    entry.set_name(node.name);
    entry.set_op_type(node.op);
    if (!node.domain.empty()) entry.set_domain(node.domain);
    for (const std::string& input : node.inputs) entry.add_input(input);
    for (const std::string& output : node.outputs) entry.add_output(output);
    for (const OnnxAttribute& attribute : node.attributes) {
      auto& written = *entry.add_attribute();
      written.set_name(attribute.name);
      std::visit(AttributeWriter{written}, attribute.value);
    }
  }
  for (const OnnxTensor& tensor : graph.initializers) tensorToProto(tensor, *proto.add_initializer());
  for (const OnnxValueInfo& input : graph.inputs) valueInfoToProto(input, *proto.add_input());
  for (const OnnxValueInfo& output : graph.outputs) valueInfoToProto(output, *proto.add_output());
}

}  // namespace

namespace {

void setOpsets(OnnxGraph& graph, const OnnxNodeOpsets& opsets) {
  for (OnnxNode& node : graph.nodes) {
    for (const std::string& output : node.outputs)
      if (const auto found = opsets.find(output); found != opsets.end()) node.opset = found->second;
    for (OnnxAttribute& attribute : node.attributes)
      if (auto* inner = std::get_if<std::shared_ptr<const OnnxGraph>>(&attribute.value)) {
        auto own = std::make_shared<OnnxGraph>(**inner);
        setOpsets(*own, opsets);
        *inner = std::move(own);
      }
  }
}

}  // namespace

Result<OnnxModel> modelFromProto(const onnx::ModelProto& proto, const OnnxNodeOpsets& opsets,
                                 const OnnxLimits& limits) {
  OnnxModel model;
  model.irVersion = proto.ir_version();
  model.producer = proto.producer_name();
  for (const auto& opset : proto.opset_import())
    model.opsets[opset.domain() == "ai.onnx" ? "" : opset.domain()] = opset.version();
  for (const auto& entry : proto.metadata_props()) model.metadata[entry.key()] = entry.value();
  std::size_t nodes = 0;
  FOVEA_TRY(model.graph, graphFromProto(proto.graph(), limits, 0, nodes));
  if (!opsets.empty()) setOpsets(model.graph, opsets);
  return model;
}

void modelToProto(const OnnxModel& model, onnx::ModelProto& proto) {
  proto.set_ir_version(model.irVersion);
  proto.set_producer_name(model.producer);
  for (const auto& [domain, version] : model.opsets) {
    auto& opset = *proto.add_opset_import();
    opset.set_domain(domain);
    opset.set_version(version);
  }
  for (const auto& [key, value] : model.metadata) {
    auto& entry = *proto.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  graphToProto(model.graph, *proto.mutable_graph());
}

}  // namespace fovea
