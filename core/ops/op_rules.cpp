#include "core/ops/op_rules.h"

#include <fmt/format.h>

#include "core/tensor/half.h"

namespace fovea {
namespace {

Field field(std::string name, std::string title, std::string help, FieldKind kind, FieldValue value) {
  Field result;
  result.name = std::move(name);
  result.title = std::move(title);
  result.help = std::move(help);
  result.kind = kind;
  result.defaultValue = std::move(value);
  return result;
}

}  // namespace

Field booleanField(std::string name, std::string title, std::string help, bool value) {
  return field(std::move(name), std::move(title), std::move(help), FieldKind::Boolean, value);
}

Field integerField(std::string name, std::string title, std::string help, std::int64_t value, double minimum,
                   double maximum) {
  Field result = field(std::move(name), std::move(title), std::move(help), FieldKind::Integer, value);
  result.minimum = minimum;
  result.maximum = maximum;
  return result;
}

Field realField(std::string name, std::string title, std::string help, double value, double minimum, double maximum) {
  Field result = field(std::move(name), std::move(title), std::move(help), FieldKind::Real, value);
  result.minimum = minimum;
  result.maximum = maximum;
  return result;
}

Field listField(std::string name, std::string title, std::string help, std::vector<std::int64_t> value, double minimum,
                double maximum) {
  const int length = static_cast<int>(value.size());
  Field result = field(std::move(name), std::move(title), std::move(help), FieldKind::IntegerList, std::move(value));
  result.minimum = minimum;
  result.maximum = maximum;
  result.minimumLength = length;
  result.maximumLength = length;
  return result;
}

Error invalidInput(std::string message) {
  return fail(ErrorCode::InvalidArgument, std::move(message));
}

Status needReal(const std::string& what, const TensorType& type) {
  if (isFloatingPoint(type.dtype)) return {};
  return invalidInput(
      fmt::format("The {} must hold real numbers (f32, f64, f16 or bf16), not {}.", what, dataTypeName(type.dtype)));
}

Status needDataType(const std::string& what, const TensorType& type, DataType wanted) {
  if (type.dtype == wanted) return {};
  return invalidInput(fmt::format("The {} must be {}, not {}.", what, dataTypeName(wanted), dataTypeName(type.dtype)));
}

Status needRank(const std::string& what, const TensorType& type, int rank, const std::string& form) {
  if (type.shape.rank() == rank) return {};
  return invalidInput(fmt::format("The {} must be {}, but is {}.", what, form, type.toString()));
}

Status needType(const std::string& what, const TensorType& type, const TensorType& wanted) {
  if (type == wanted) return {};
  return invalidInput(fmt::format("The {} must be {}, but is {}.", what, wanted.toString(), type.toString()));
}

Status needGradient(const std::string& what, const TensorType& type, const TensorType& wanted) {
  if (wanted.dtype == DataType::Float32 && isHalf(type.dtype) && type.shape == wanted.shape) return {};
  return needType(what, type, wanted);
}

Status needScalar(const std::string& what, const TensorType& type) {
  if (type.shape.rank() == 0) return {};
  return invalidInput(fmt::format("The {} must be a single number, but is {}.", what, type.toString()));
}

Status needSame(const TensorType& a, const TensorType& b) {
  if (a == b) return {};
  if (a.dtype != b.dtype)
    return invalidInput(fmt::format("Inputs differ: {} and {} numbers.", dataTypeName(a.dtype), dataTypeName(b.dtype)));
  const bool sameBatch = a.shape.rank() > 1 && b.shape.rank() > 1 && a.shape[0] == b.shape[0];
  if (sameBatch)
    return invalidInput(fmt::format("Inputs differ: {} and {}.", shapeWords(a.shape), shapeWords(b.shape)));
  return invalidInput(fmt::format("Inputs differ: {} and {}.", a.shape.toString(), b.shape.toString()));
}

Result<std::vector<TensorType>> sameAsFirst(const InferRequest& request) {
  FOVEA_CHECK(needReal("input", request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

Result<std::vector<TensorType>> sameAsBoth(const InferRequest& request) {
  FOVEA_CHECK(needReal("input", request.inputs[0]));
  FOVEA_CHECK(needSame(request.inputs[0], request.inputs[1]));
  return std::vector<TensorType>{request.inputs[0]};
}

Cost costWithFlops(const CostRequest& request, double flops) {
  Cost cost;
  cost.flops = flops;
  for (const TensorType& type : request.inputs) cost.bytes += static_cast<double>(type.bytes());
  for (const TensorType& type : request.outputs) cost.bytes += static_cast<double>(type.bytes());
  return cost;
}

std::function<Cost(const CostRequest&)> costPerElement(double perElement) {
  return [perElement](const CostRequest& request) {
    return costWithFlops(request, perElement * static_cast<double>(request.outputs[0].shape.elementCount()));
  };
}

std::vector<std::int64_t> extentsOf(const Shape& shape) {
  return {shape.begin(), shape.end()};
}

Tensor filledTensor(const TensorType& type, double value) {
  Tensor tensor = Tensor::make(type);
  dispatchReal(type.dtype,
               [&]<class T>() { std::fill_n(tensor.data<T>(), tensor.elementCount(), static_cast<T>(value)); });
  return tensor;
}

}  // namespace fovea
