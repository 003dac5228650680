#include <fmt/format.h>

#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {

std::size_t rawBytes(OnnxElement element) {
  switch (element) {
    case OnnxElement::Bool:
    case OnnxElement::UInt8:
    case OnnxElement::Int8:
      return 1;
    case OnnxElement::UInt16:
    case OnnxElement::Int16:
    case OnnxElement::Float16:
    case OnnxElement::BFloat16:
      return 2;
    case OnnxElement::Float:
    case OnnxElement::Int32:
    case OnnxElement::UInt32:
      return 4;
    case OnnxElement::Double:
    case OnnxElement::Int64:
    case OnnxElement::UInt64:
      return 8;
    default:
      return 0;
  }
}

namespace {

// Numbers of type From, at any address, as doubles.
template <class From>
void widen(const char* source, Tensor& target) {
  for (std::int64_t i = 0; i < target.elementCount(); ++i) {
    From number;
    std::memcpy(&number, source + static_cast<std::size_t>(i) * sizeof(From), sizeof(From));
    target.data<double>()[i] = static_cast<double>(number);
  }
}

void copyRaw(const std::string& raw, OnnxTensor& result) {
  if (raw.empty()) return;
  switch (result.element) {
    case OnnxElement::Int8:
      return widen<std::int8_t>(raw.data(), result.tensor);
    case OnnxElement::UInt16:
      return widen<std::uint16_t>(raw.data(), result.tensor);
    case OnnxElement::Int16:
      return widen<std::int16_t>(raw.data(), result.tensor);
    case OnnxElement::UInt32:
      return widen<std::uint32_t>(raw.data(), result.tensor);
    case OnnxElement::UInt64:
      return widen<std::uint64_t>(raw.data(), result.tensor);
    case OnnxElement::Bool:
      for (std::size_t i = 0; i < raw.size(); ++i) static_cast<std::uint8_t*>(result.tensor.raw())[i] = raw[i] != 0;
      return;
    default:
      std::memcpy(result.tensor.raw(), raw.data(), raw.size());
  }
}

template <class Field>
Status copyField(const Field& field, OnnxTensor& result, const std::string& what) {
  Tensor& tensor = result.tensor;
  if (field.size() != tensor.elementCount())
    return fail(ErrorCode::Corrupt, fmt::format("{} has {} numbers, but its shape {} says {}.", what, field.size(),
                                                tensor.shape().toString(), tensor.elementCount()));
  for (int i = 0; i < field.size(); ++i) {
    const auto number = field.Get(i);
    switch (tensor.dtype()) {
      case DataType::Float32:
        tensor.data<float>()[i] = static_cast<float>(number);
        break;
      case DataType::Float64:
        tensor.data<double>()[i] = static_cast<double>(number);
        break;
      case DataType::Int32:
        tensor.data<std::int32_t>()[i] = static_cast<std::int32_t>(number);
        break;
      case DataType::Int64:
        tensor.data<std::int64_t>()[i] = static_cast<std::int64_t>(number);
        break;
      case DataType::Bool:
        static_cast<std::uint8_t*>(tensor.raw())[i] = number != 0;
        break;
      case DataType::UInt8:
        tensor.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(number);
        break;
      default:  // f16 and bf16 lie in an int32 as their bits
        static_cast<std::uint16_t*>(tensor.raw())[i] = static_cast<std::uint16_t>(number);
    }
  }
  return {};
}

Status copyNumbers(const onnx::TensorProto& proto, OnnxTensor& result, const std::string& what) {
  switch (result.element) {
    case OnnxElement::Float:
      return copyField(proto.float_data(), result, what);
    case OnnxElement::Double:
      return copyField(proto.double_data(), result, what);
    case OnnxElement::Int64:
      return copyField(proto.int64_data(), result, what);
    case OnnxElement::UInt32:
    case OnnxElement::UInt64:
      return copyField(proto.uint64_data(), result, what);
    default:
      return copyField(proto.int32_data(), result, what);
  }
}

}  // namespace

Result<OnnxTensor> tensorFromProto(const onnx::TensorProto& proto, const std::string& what) {
  OnnxTensor result;
  result.name = proto.name();
  result.element = static_cast<OnnxElement>(proto.data_type());
  const std::size_t size = rawBytes(result.element);
  if (size == 0)
    return fail(ErrorCode::Unsupported,
                fmt::format("{} holds values of type {}, not numbers.", what, onnxElementName(result.element)));
  if (proto.data_location() == onnx::TensorProto::EXTERNAL || proto.external_data_size() > 0)
    return fail(ErrorCode::Unsupported, what + " lies in another file.",
                "Open the model as a file, with the others beside it.");
  if (proto.has_segment()) return fail(ErrorCode::Unsupported, what + " is stored in segments.");
  if (proto.dims_size() > Shape::kMaximumRank)
    return fail(ErrorCode::Unsupported,
                fmt::format("{} has {} axes; there can be {} at most.", what, proto.dims_size(), Shape::kMaximumRank));
  auto shape = Shape::make({proto.dims().data(), static_cast<std::size_t>(proto.dims_size())});
  if (!shape.ok()) return fail(ErrorCode::Corrupt, what + ": " + shape.error().message);
  const auto count = static_cast<std::uint64_t>(shape->elementCount());
  // The numbers are in the message already, so a lying shape is found before memory is asked for.
  if (proto.has_raw_data() && proto.raw_data().size() != count * size)
    return fail(ErrorCode::Corrupt, fmt::format("{} has {} bytes, but its shape {} says {}.", what,
                                                proto.raw_data().size(), shape->toString(), count * size));
  const int listed = proto.float_data_size() + proto.int32_data_size() + proto.int64_data_size() +
                     proto.double_data_size() + proto.uint64_data_size();
  if (!proto.has_raw_data() && static_cast<std::uint64_t>(listed) != count)
    return fail(ErrorCode::Corrupt,
                fmt::format("{} has {} numbers, but its shape {} says {}.", what, listed, shape->toString(), count));
  FOVEA_TRY(result.tensor, Tensor::tryMake({storedType(result.element), *shape}));
  if (proto.has_raw_data())
    copyRaw(proto.raw_data(), result);
  else
    FOVEA_CHECK(copyNumbers(proto, result, what));
  return result;
}

namespace {

// The numbers that were widened to f64, in their own type.
template <class To>
void narrow(const Tensor& tensor, std::string& raw) {
  for (const double number : tensor.values<double>()) {
    const auto to = static_cast<To>(number);
    raw.append(reinterpret_cast<const char*>(&to), sizeof(To));
  }
}

}  // namespace

void tensorToProto(const OnnxTensor& tensor, onnx::TensorProto& proto) {
  proto.set_name(tensor.name);
  proto.set_data_type(static_cast<int>(tensor.element));
  for (const std::int64_t extent : tensor.tensor.shape()) proto.add_dims(extent);
  std::string& raw = *proto.mutable_raw_data();
  switch (tensor.element) {
    case OnnxElement::Int8:
      return narrow<std::int8_t>(tensor.tensor, raw);
    case OnnxElement::UInt16:
      return narrow<std::uint16_t>(tensor.tensor, raw);
    case OnnxElement::Int16:
      return narrow<std::int16_t>(tensor.tensor, raw);
    case OnnxElement::UInt32:
      return narrow<std::uint32_t>(tensor.tensor, raw);
    case OnnxElement::UInt64:
      return narrow<std::uint64_t>(tensor.tensor, raw);
    default:
      raw.assign(static_cast<const char*>(tensor.tensor.raw()), tensor.tensor.bytes());
  }
}

}  // namespace fovea
