#include "core/tensor/tensor_numbers.h"

#include "core/tensor/half.h"

namespace fovea {

double numberAt(const Tensor& tensor, std::int64_t i) {
  switch (tensor.dtype()) {
    case DataType::Float32:
      return static_cast<double>(tensor.data<float>()[i]);
    case DataType::Float64:
      return tensor.data<double>()[i];
    case DataType::Float16:
      return static_cast<double>(fromFloat16(static_cast<const std::uint16_t*>(tensor.raw())[i]));
    case DataType::BFloat16:
      return static_cast<double>(fromBFloat16(static_cast<const std::uint16_t*>(tensor.raw())[i]));
    case DataType::Int32:
      return static_cast<double>(tensor.data<std::int32_t>()[i]);
    case DataType::Int64:
      return static_cast<double>(tensor.data<std::int64_t>()[i]);
    case DataType::UInt8:
    case DataType::Bool:
      return static_cast<double>(static_cast<const std::uint8_t*>(tensor.raw())[i]);
  }
  return 0;
}

std::vector<double> numbersOf(const Tensor& tensor) {
  std::vector<double> numbers(static_cast<std::size_t>(tensor.elementCount()));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = numberAt(tensor, static_cast<std::int64_t>(i));
  return numbers;
}

}  // namespace fovea
