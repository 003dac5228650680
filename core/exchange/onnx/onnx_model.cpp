#include "core/exchange/onnx/onnx_model.h"

#include <cmath>
#include <limits>

#include "core/exchange/onnx/small_floats.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

template <class T>
void copyAs(const Tensor& from, Tensor& to) {
  const T* source = from.data<T>();
  if (to.dtype() == DataType::Float64) {
    for (std::int64_t i = 0; i < from.elementCount(); ++i) to.data<double>()[i] = static_cast<double>(source[i]);
  } else {
    for (std::int64_t i = 0; i < from.elementCount(); ++i) to.data<float>()[i] = static_cast<float>(source[i]);
  }
}

double elementAt(const Tensor& tensor, std::int64_t i) {
  return tensor.dtype() == DataType::Float64 ? tensor.data<double>()[i] : static_cast<double>(tensor.data<float>()[i]);
}

template <class T>
T clampedTo(double value) {
  if (!(value > static_cast<double>(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

}  // namespace

const char* onnxElementName(OnnxElement element) {
  static constexpr const char* kNames[] = {"undefined",      "float",    "uint8",        "int8",           "uint16",
                                           "int16",          "int32",    "int64",        "string",         "bool",
                                           "float16",        "double",   "uint32",       "uint64",         "complex64",
                                           "complex128",     "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
                                           "float8e5m2fnuz", "uint4",    "int4",         "float4e2m1",     "float8e8m0",
                                           "uint2",          "int2",     "float6e2m3",   "float6e3m2"};
  const auto index = static_cast<std::size_t>(element);
  return index < std::size(kNames) ? kNames[index] : "unknown";
}

bool isReal(OnnxElement element) {
  return element == OnnxElement::Float || element == OnnxElement::Double || element == OnnxElement::Float16 ||
         element == OnnxElement::BFloat16 || smallFloatOf(element);
}

bool isWhole(OnnxElement element) {
  switch (element) {
    case OnnxElement::UInt2:
    case OnnxElement::Int2:
    case OnnxElement::UInt4:
    case OnnxElement::Int4:
    case OnnxElement::UInt8:
    case OnnxElement::Int8:
    case OnnxElement::UInt16:
    case OnnxElement::Int16:
    case OnnxElement::Int32:
    case OnnxElement::Int64:
    case OnnxElement::UInt32:
    case OnnxElement::UInt64:
      return true;
    default:
      return false;
  }
}

std::pair<double, double> rangeOfWhole(OnnxElement element) {
  switch (element) {
    case OnnxElement::UInt2:
      return {0, 3};
    case OnnxElement::Int2:
      return {-2, 1};
    case OnnxElement::UInt4:
      return {0, 15};
    case OnnxElement::Int4:
      return {-8, 7};
    case OnnxElement::UInt8:
      return {0, 255};
    case OnnxElement::Int8:
      return {-128, 127};
    case OnnxElement::UInt16:
      return {0, 65535};
    case OnnxElement::Int16:
      return {-32768, 32767};
    case OnnxElement::Int32:
      return {-2147483648.0, 2147483647.0};
    case OnnxElement::UInt32:
      return {0, 4294967295.0};
    case OnnxElement::UInt64:
      return {0, 0x1p64};
    default:
      return {-0x1p63, 0x1p63};
  }
}

DataType storedType(OnnxElement element) {
  switch (element) {
    case OnnxElement::Float:
    case OnnxElement::Float8E4M3FN:
    case OnnxElement::Float8E4M3FNUZ:
    case OnnxElement::Float8E5M2:
    case OnnxElement::Float8E5M2FNUZ:
    case OnnxElement::Float4E2M1:
    case OnnxElement::Float6E2M3:
    case OnnxElement::Float6E3M2:
      return DataType::Float32;
    case OnnxElement::Float16:
      return DataType::Float16;
    case OnnxElement::BFloat16:
      return DataType::BFloat16;
    case OnnxElement::Int32:
      return DataType::Int32;
    case OnnxElement::Int64:
      return DataType::Int64;
    case OnnxElement::UInt8:
      return DataType::UInt8;
    case OnnxElement::Bool:
      return DataType::Bool;
    default:
      return DataType::Float64;
  }
}

DataType computedType(OnnxElement element) {
  const bool wide = isWhole(element) || element == OnnxElement::Double || element == OnnxElement::Float8E8M0;
  return wide ? DataType::Float64 : DataType::Float32;
}

Tensor toComputed(const OnnxTensor& tensor) {
  const DataType wanted = computedType(tensor.element);
  const Tensor& from = tensor.tensor;
  if (from.dtype() == wanted) return from;
  if (isFloatingPoint(from.dtype())) return converted(from, wanted);
  Tensor to = Tensor::make({wanted, from.shape()});
  switch (from.dtype()) {
    case DataType::Int32:
      copyAs<std::int32_t>(from, to);
      break;
    case DataType::Int64:
      copyAs<std::int64_t>(from, to);
      break;
    default:
      for (std::int64_t i = 0; i < from.elementCount(); ++i) {
        const auto byte = static_cast<const std::uint8_t*>(from.raw())[i];
        if (wanted == DataType::Float64)
          to.data<double>()[i] = byte;
        else
          to.data<float>()[i] = byte != 0 ? 1.0f : 0.0f;
      }
  }
  return to;
}

OnnxTensor fromComputed(std::string name, OnnxElement element, const Tensor& computed) {
  OnnxTensor result{std::move(name), element, computed};
  const DataType wanted = storedType(element);
  if (const SmallFloat* small = smallFloatOf(element)) {
    Tensor wide = computed.dtype() == DataType::Float64 ? computed.clone() : converted(computed, DataType::Float64);
    roundToSmall(wide.values<double>(), *small, {.saturate = false});
    result.tensor = wanted == DataType::Float64 ? wide : converted(wide, wanted);
    return result;
  }
  if (isReal(element)) {
    if (computed.dtype() != wanted) result.tensor = converted(computed, wanted);
    return result;
  }
  Tensor to = Tensor::make({wanted, computed.shape()});
  const auto [least, greatest] = rangeOfWhole(element);
  for (std::int64_t i = 0; i < computed.elementCount(); ++i) {
    const double value = elementAt(computed, i);
    if (element == OnnxElement::Bool)
      static_cast<std::uint8_t*>(to.raw())[i] = value != 0;
    else if (wanted == DataType::Int64)
      to.data<std::int64_t>()[i] = clampedTo<std::int64_t>(value);
    else if (wanted == DataType::Int32)
      to.data<std::int32_t>()[i] = clampedTo<std::int32_t>(value);
    else if (wanted == DataType::UInt8)
      to.data<std::uint8_t>()[i] = clampedTo<std::uint8_t>(value);
    else
      to.data<double>()[i] = std::clamp(std::trunc(value), least, greatest);
  }
  result.tensor = to;
  return result;
}

const OnnxAttribute* OnnxNode::find(std::string_view attribute) const {
  for (const OnnxAttribute& candidate : attributes)
    if (candidate.name == attribute) return &candidate;
  return nullptr;
}

const OnnxTensor* OnnxGraph::findInitializer(std::string_view wanted) const {
  for (const OnnxTensor& tensor : initializers)
    if (tensor.name == wanted) return &tensor;
  return nullptr;
}

std::vector<OnnxValueInfo> OnnxGraph::freeInputs() const {
  std::vector<OnnxValueInfo> result;
  for (const OnnxValueInfo& input : inputs)
    if (!findInitializer(input.name)) result.push_back(input);
  return result;
}

std::int64_t OnnxModel::opset(const std::string& domain) const {
  const auto found = opsets.find(domain == "ai.onnx" ? "" : domain);
  return found == opsets.end() ? 1 : found->second;
}

}  // namespace fovea
