#include "core/tensor/half.h"

namespace fovea {
namespace {

// Calls f(read), where read(i) returns element i as the widest type that holds it.
template <class F>
void withReader(DataType type, const void* source, F&& f) {
  const auto* bits = static_cast<const std::uint16_t*>(source);
  switch (type) {
    case DataType::Float64:
      return f([numbers = static_cast<const double*>(source)](std::int64_t i) { return numbers[i]; });
    case DataType::Float16:
      return f([bits](std::int64_t i) { return fromFloat16(bits[i]); });
    case DataType::BFloat16:
      return f([bits](std::int64_t i) { return fromBFloat16(bits[i]); });
    default:
      return f([numbers = static_cast<const float*>(source)](std::int64_t i) { return numbers[i]; });
  }
}

}  // namespace

void convertNumbers(DataType from, const void* source, DataType to, void* target, std::int64_t count) {
  assert(isFloatingPoint(from) && isFloatingPoint(to));
  if (from == to) {
    if (count > 0) std::memcpy(target, source, static_cast<std::size_t>(count) * byteSize(from));
    return;
  }
  withReader(from, source, [&](auto read) {
    auto* bits = static_cast<std::uint16_t*>(target);
    switch (to) {
      case DataType::Float64:
        for (std::int64_t i = 0; i < count; ++i) static_cast<double*>(target)[i] = static_cast<double>(read(i));
        return;
      case DataType::Float16:
        for (std::int64_t i = 0; i < count; ++i) bits[i] = toFloat16(static_cast<float>(read(i)));
        return;
      case DataType::BFloat16:
        for (std::int64_t i = 0; i < count; ++i) bits[i] = toBFloat16(static_cast<float>(read(i)));
        return;
      default:
        for (std::int64_t i = 0; i < count; ++i) static_cast<float*>(target)[i] = static_cast<float>(read(i));
    }
  });
}

Tensor converted(const Tensor& tensor, DataType type) {
  Tensor result = Tensor::make({type, tensor.shape()});
  convertNumbers(tensor.dtype(), tensor.raw(), type, result.raw(), tensor.elementCount());
  return result;
}

}  // namespace fovea
