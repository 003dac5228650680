#include "core/exchange/onnx/node_context.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace fovea {
namespace {

template <class T>
const T* valueOf(const OnnxNode& node, std::string_view name) {
  const OnnxAttribute* attribute = node.find(name);
  return attribute ? std::get_if<T>(&attribute->value) : nullptr;
}

std::int64_t roundedToWhole(double value) {
  constexpr double kLimit = 0x1p63;
  if (!(value > -kLimit)) return std::numeric_limits<std::int64_t>::min();
  if (value >= kLimit) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(value);
}

}  // namespace

std::int64_t OnnxNodeContext::integer(std::string_view name, std::int64_t otherwise) const {
  return attributeOr<std::int64_t>(node_, name, otherwise);
}

double OnnxNodeContext::real(std::string_view name, double otherwise) const {
  return attributeOr<double>(node_, name, otherwise);
}

std::string OnnxNodeContext::text(std::string_view name, const std::string& otherwise) const {
  return attributeOr<std::string>(node_, name, otherwise);
}

std::optional<std::vector<std::int64_t>> OnnxNodeContext::integers(std::string_view name) const {
  if (const auto* list = valueOf<std::vector<std::int64_t>>(node_, name)) return *list;
  return {};
}

std::vector<double> OnnxNodeContext::reals(std::string_view name) const {
  return attributeOr<std::vector<double>>(node_, name, {});
}

std::vector<std::string> OnnxNodeContext::texts(std::string_view name) const {
  return attributeOr<std::vector<std::string>>(node_, name, {});
}

const OnnxTensor* OnnxNodeContext::tensor(std::string_view name) const {
  return valueOf<OnnxTensor>(node_, name);
}

const OnnxGraph* OnnxNodeContext::graph(std::string_view name) const {
  const auto* graph = valueOf<std::shared_ptr<const OnnxGraph>>(node_, name);
  return graph ? graph->get() : nullptr;
}

Result<Tensor> OnnxNodeContext::known(std::size_t i) {
  if (!has(i)) return unsupported(fmt::format("input {} is missing", i));
  if (const Tensor* tensor = emitter_.known(in(i))) return *tensor;
  scope_.needKnown(node_.inputs[i]);
  return unsupported(
      fmt::format("input {} (\"{}\") depends on data, but must be known beforehand", i, node_.inputs[i]));
}

Result<std::vector<std::int64_t>> OnnxNodeContext::wholeNumbers(std::size_t i) {
  FOVEA_TRY(const Tensor tensor, known(i));
  std::vector<std::int64_t> numbers;
  for (std::int64_t k = 0; k < tensor.elementCount(); ++k)
    numbers.push_back(roundedToWhole(tensor.dtype() == DataType::Float64 ? tensor.data<double>()[k]
                                     : tensor.dtype() == DataType::Float32
                                         ? static_cast<double>(tensor.data<float>()[k])
                                         : 0.0));
  return numbers;
}

Result<std::optional<std::vector<std::int64_t>>> OnnxNodeContext::listOf(std::string_view attribute, std::size_t i) {
  if (auto list = integers(attribute)) return list;
  if (!has(i)) return std::optional<std::vector<std::int64_t>>();
  FOVEA_TRY(auto numbers, wholeNumbers(i));
  return std::optional(std::move(numbers));
}

void OnnxNodeContext::give(std::size_t output, ValueId value, OnnxElement element) {
  if (outputs_.size() <= output) outputs_.resize(output + 1);
  outputs_[output] = {value, element};
}

Result<std::vector<OnnxValue>> OnnxNodeContext::sequence(std::size_t i) const {
  const OnnxValue value = input(i);
  if (!value.sequence) return unsupported("a sequence of unknown length");
  return *value.sequence;
}

void OnnxNodeContext::giveSequence(std::vector<OnnxValue> parts) {
  if (outputs_.empty()) outputs_.resize(1);
  outputs_[0] = {{}, OnnxElement::Undefined, std::make_shared<const std::vector<OnnxValue>>(std::move(parts))};
}

Error unsupported(std::string message) {
  return fail(ErrorCode::Unsupported, std::move(message));
}

Result<int> axisOf(std::int64_t axis, int rank) {
  if (axis >= -rank && axis < rank) return static_cast<int>(axis < 0 ? axis + rank : axis);
  return fail(ErrorCode::InvalidArgument, fmt::format("there is no axis {} in a value of {} axes", axis, rank));
}

Result<std::vector<std::int64_t>> axesOf(std::span<const std::int64_t> axes, int rank) {
  std::vector<std::int64_t> result;
  for (const std::int64_t axis : axes) {
    FOVEA_TRY(const int counted, axisOf(axis, rank));
    result.push_back(counted);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace fovea
