#include "core/exchange/onnx/graph_writer.h"

#include <fmt/format.h>

#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

OnnxElement elementOf(DataType type) {
  switch (type) {
    case DataType::Float64:
      return OnnxElement::Double;
    case DataType::Float16:
      return OnnxElement::Float16;
    case DataType::BFloat16:
      return OnnxElement::BFloat16;
    case DataType::Int32:
      return OnnxElement::Int32;
    case DataType::Int64:
      return OnnxElement::Int64;
    case DataType::UInt8:
      return OnnxElement::UInt8;
    case DataType::Bool:
      return OnnxElement::Bool;
    default:
      return OnnxElement::Float;
  }
}

}  // namespace

std::string OnnxGraphWriter::uniqueName(const std::string& wish) {
  std::string name = wish;
  for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", wish, i);
  return name;
}

std::vector<std::string> OnnxGraphWriter::emit(const std::string& op, std::vector<std::string> inputs,
                                               std::vector<OnnxAttribute> attributes, std::size_t outputs) {
  OnnxNode node;
  node.name = uniqueName(fmt::format("{}/{}", scope_, op));
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  for (std::size_t i = 0; i < outputs; ++i)
    node.outputs.push_back(uniqueName(i == 0 ? node.name + ":out" : fmt::format("{}:out{}", node.name, i)));
  graph_.nodes.push_back(node);
  return node.outputs;
}

std::string OnnxGraphWriter::tensor(const std::string& wish, const Tensor& values) {
  const std::string name = uniqueName(wish);
  graph_.initializers.push_back({name, elementOf(values.dtype()), values});
  return name;
}

std::string OnnxGraphWriter::wholes(const std::vector<std::int64_t>& values) {
  std::string& name = wholes_[values];
  if (name.empty()) {
    Tensor list = Tensor::make({DataType::Int64, Shape{static_cast<std::int64_t>(values.size())}});
    std::copy(values.begin(), values.end(), list.data<std::int64_t>());
    name = tensor(fmt::format("list_{}", fmt::join(values, "_")), list);
  }
  return name;
}

std::string OnnxGraphWriter::number(DataType type, double value) {
  std::string& name = numbers_[{type, value}];
  if (name.empty()) name = tensor(fmt::format("number_{}", value), tensorOf(type, Shape{}, {value}));
  return name;
}

std::string OnnxGraphWriter::reshape(const std::string& x, const std::vector<std::int64_t>& shape) {
  return one("Reshape", {x, wholes(shape)});
}

std::string OnnxGraphWriter::transpose(const std::string& x, const std::vector<std::int64_t>& order) {
  return one("Transpose", {x}, {{"perm", order}});
}

std::string OnnxGraphWriter::slice(const std::string& x, std::int64_t axis, std::int64_t start, std::int64_t end) {
  using List = std::vector<std::int64_t>;
  if (opset_ < 10) return one("Slice", {x}, {{"starts", List{start}}, {"ends", List{end}}, {"axes", List{axis}}});
  return one("Slice", {x, wholes({start}), wholes({end}), wholes({axis})});
}

std::string OnnxGraphWriter::squeeze(const std::string& x, std::int64_t axis) {
  if (opset_ < 13) return one("Squeeze", {x}, {{"axes", std::vector<std::int64_t>{axis}}});
  return one("Squeeze", {x, wholes({axis})});
}

std::string OnnxGraphWriter::unsqueeze(const std::string& x, std::int64_t axis) {
  if (opset_ < 13) return one("Unsqueeze", {x}, {{"axes", std::vector<std::int64_t>{axis}}});
  return one("Unsqueeze", {x, wholes({axis})});
}

std::string OnnxGraphWriter::reduceSum(const std::string& x, const std::vector<std::int64_t>& axes, bool keep) {
  const std::int64_t kept = keep ? 1 : 0;
  if (opset_ < 13) return one("ReduceSum", {x}, {{"axes", axes}, {"keepdims", kept}});
  return one("ReduceSum", {x, wholes(axes)}, {{"keepdims", kept}});
}

std::string OnnxGraphWriter::softmax(const std::string& op, const std::string& x, std::int64_t axis, int rank) {
  if (opset_ >= 13 || axis == rank - 1) return one(op, {x}, {{"axis", axis}});
  // Older opsets treat all axes from this one on as one row.
  std::vector<std::int64_t> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<std::size_t>(axis)], order.back());
  return transpose(one(op, {transpose(x, order)}, {{"axis", std::int64_t{rank - 1}}}), order);
}

}  // namespace fovea
