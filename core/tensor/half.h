// Why: tensors store f16 and bf16 as 16 raw bits, since C++20 has no such types. These functions convert them to float
// and back. Pure; thread-safe.
// Source: IEEE 754-2019 (binary16); bfloat16 is the upper half of a binary32.
#pragma once
#include <bit>
#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace fovea {

// Rounds to nearest, ties to even. Too large values become infinity; NaN stays NaN.
constexpr std::uint16_t toBFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
constexpr float fromBFloat16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

constexpr std::uint16_t toFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  const std::uint32_t size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (size >= 0x47800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65536 and more
  if (size < 0x38800000u) {
    // Adding 0.5 puts the steps of the subnormals, 2^-24, at the end of the mantissa, and rounds there.
    const float sum = std::bit_cast<float>(size) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3f000000u));
  }
  const std::uint32_t rounded = size + 0xfffu + ((size >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}
constexpr float fromFloat16(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16, size = bits & 0x7fffu;
  if (size >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | ((size & 0x3ffu) << 13));
  if (size < 0x400u) {
    const float value = static_cast<float>(size) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
  }
  return std::bit_cast<float>(sign | ((size << 13) + 0x38000000u));
}

// f16 or bf16.
constexpr bool isHalf(DataType type) {
  return type == DataType::Float16 || type == DataType::BFloat16;
}

// Converts `count` elements between floating-point types; f64 to 16 bits goes through f32. The same type copies.
void convertNumbers(DataType from, const void* source, DataType to, void* target, std::int64_t count);
// The same for a tensor.
Tensor converted(const Tensor& tensor, DataType type);

}  // namespace fovea
