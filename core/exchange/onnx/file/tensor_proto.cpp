#include <fmt/format.h>

#include "core/exchange/onnx/file/onnx_proto.h"
#include "core/exchange/onnx/small_floats.h"

namespace fovea {

namespace {

int bitsOf(OnnxElement element) {
  switch (element) {
    case OnnxElement::UInt2:
    case OnnxElement::Int2:
      return 2;
    case OnnxElement::UInt4:
    case OnnxElement::Int4:
    case OnnxElement::Float4E2M1:
      return 4;
    case OnnxElement::Float6E2M3:
    case OnnxElement::Float6E3M2:
      return 6;
    case OnnxElement::Bool:
    case OnnxElement::UInt8:
    case OnnxElement::Int8:
    case OnnxElement::Float8E4M3FN:
    case OnnxElement::Float8E4M3FNUZ:
    case OnnxElement::Float8E5M2:
    case OnnxElement::Float8E5M2FNUZ:
    case OnnxElement::Float8E8M0:
      return 8;
    case OnnxElement::UInt16:
    case OnnxElement::Int16:
    case OnnxElement::Float16:
    case OnnxElement::BFloat16:
      return 16;
    case OnnxElement::Float:
    case OnnxElement::Int32:
    case OnnxElement::UInt32:
      return 32;
    case OnnxElement::Double:
    case OnnxElement::Int64:
    case OnnxElement::UInt64:
      return 64;
    default:
      return 0;
  }
}

// True if the elements are packed bits, which need the two functions below.
bool isPacked(OnnxElement element) {
  return smallFloatOf(element) || bitsOf(element) < 8;
}

// Elements are consecutive from the lowest bits of the first byte on; a 6-bit element may span two bytes.
void unpack(std::string_view bytes, OnnxTensor& result) {
  const auto bits = static_cast<std::size_t>(bitsOf(result.element));
  const SmallFloat* real = smallFloatOf(result.element);
  const bool isSigned = rangeOfWhole(result.element).first < 0;
  Tensor& tensor = result.tensor;
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    const std::size_t first = static_cast<std::size_t>(i) * bits;
    int word = static_cast<unsigned char>(bytes[first / 8]);
    if (first % 8 + bits > 8) word |= static_cast<unsigned char>(bytes[first / 8 + 1]) << 8;
    const int part = word >> (first % 8) & ((1 << bits) - 1);
    const int whole = isSigned && part >= 1 << (bits - 1) ? part - (1 << bits) : part;
    const double number = real ? numberOfSmall(static_cast<std::uint8_t>(part), *real) : whole;
    if (tensor.dtype() == DataType::Float32)
      tensor.data<float>()[i] = static_cast<float>(number);
    else
      tensor.data<double>()[i] = number;
  }
}

std::string packed(const OnnxTensor& from) {
  const auto bits = static_cast<std::size_t>(bitsOf(from.element));
  const SmallFloat* real = smallFloatOf(from.element);
  const Tensor& tensor = from.tensor;
  std::string bytes(*rawBytes(from.element, static_cast<std::uint64_t>(tensor.elementCount())), '\0');
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    const double number =
        tensor.dtype() == DataType::Float32 ? static_cast<double>(tensor.data<float>()[i]) : tensor.data<double>()[i];
    const int part = (real ? bitsOfSmall(number, *real) : static_cast<int>(number)) & ((1 << bits) - 1);
    const std::size_t first = static_cast<std::size_t>(i) * bits;
    const auto put = [&](std::size_t at, int added) {
      bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) | added);
    };
    put(first / 8, part << (first % 8) & 0xff);
    if (first % 8 + bits > 8) put(first / 8 + 1, part >> (8 - first % 8));
  }
  return bytes;
}

}  // namespace

std::optional<std::uint64_t> rawBytes(OnnxElement element, std::uint64_t count) {
  const auto bits = static_cast<std::uint64_t>(bitsOf(element));
  if (bits == 0) return {};
  return count / 8 * bits + (count % 8 * bits + 7) / 8;
}

namespace {

// Converts numbers of type From, unaligned, to doubles.
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
  if (isPacked(result.element)) return unpack(raw, result);
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
      default:  // f16 and bf16 are stored as their bits in an int32
        static_cast<std::uint16_t*>(tensor.raw())[i] = static_cast<std::uint16_t>(number);
    }
  }
  return {};
}

// The number of 32-bit entries for the packed elements. 6-bit elements have one entry each.
std::uint64_t packedEntries(OnnxElement element, std::uint64_t count) {
  return bitsOf(element) == 6 ? count : *rawBytes(element, count);
}

// Packed elements are in the lowest byte of each entry.
Status copyPacked(const onnx::TensorProto& proto, OnnxTensor& result) {
  std::string bytes;
  for (const std::int32_t entry : proto.int32_data()) bytes += static_cast<char>(entry & 0xff);
  if (bitsOf(result.element) == 6) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      result.tensor.data<float>()[i] =
          static_cast<float>(numberOfSmall(static_cast<std::uint8_t>(bytes[i] & 63), *smallFloatOf(result.element)));
    return {};
  }
  if (!bytes.empty()) unpack(bytes, result);
  return {};
}

Status copyNumbers(const onnx::TensorProto& proto, OnnxTensor& result, const std::string& what) {
  if (isPacked(result.element)) return copyPacked(proto, result);
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
  if (bitsOf(result.element) == 0)
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
  // The numbers are already in the message, so a wrong shape is detected before memory is allocated.
  const std::uint64_t bytes = *rawBytes(result.element, count);
  if (proto.has_raw_data() && proto.raw_data().size() != bytes)
    return fail(ErrorCode::Corrupt, fmt::format("{} has {} bytes, but its shape {} says {}.", what,
                                                proto.raw_data().size(), shape->toString(), bytes));
  const int listed = proto.float_data_size() + proto.int32_data_size() + proto.int64_data_size() +
                     proto.double_data_size() + proto.uint64_data_size();
  const std::uint64_t entries = isPacked(result.element) ? packedEntries(result.element, count) : count;
  const int found = isPacked(result.element) ? proto.int32_data_size() : listed;
  if (!proto.has_raw_data() && static_cast<std::uint64_t>(found) != entries)
    return fail(ErrorCode::Corrupt,
                fmt::format("{} has {} numbers, but its shape {} says {}.", what, found, shape->toString(), entries));
  FOVEA_TRY(result.tensor, Tensor::tryMake({storedType(result.element), *shape}));
  if (proto.has_raw_data())
    copyRaw(proto.raw_data(), result);
  else
    FOVEA_CHECK(copyNumbers(proto, result, what));
  return result;
}

namespace {

// Converts numbers that were widened to f64 back to their own type.
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
  if (isPacked(tensor.element)) {
    raw = packed(tensor);
    return;
  }
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
