#include "core/data/importers/number_array.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace fovea {
namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 48;
constexpr std::size_t kBytesAtATime = 1 << 20;

template <class T>
double valueAt(const std::uint8_t* bytes, bool swapped) {
  std::array<std::uint8_t, sizeof(T)> raw{};
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (swapped) std::reverse(raw.begin(), raw.end());
  return static_cast<double>(std::bit_cast<T>(raw));
}

double halfAt(const std::uint8_t* bytes, bool swapped) {
  const auto bits = static_cast<std::uint32_t>(valueAt<std::uint16_t>(bytes, swapped));
  const int exponent = static_cast<int>(bits >> 10 & 0x1f);
  const double fraction = static_cast<double>(bits & 0x3ff) / 1024;
  const double size = exponent == 31  ? fraction > 0 ? std::nan("") : HUGE_VAL
                      : exponent == 0 ? std::ldexp(fraction, -14)
                                      : std::ldexp(1 + fraction, exponent - 15);
  return bits & 0x8000 ? -size : size;
}

}  // namespace

double numberAt(const std::uint8_t* bytes, const NumberType& type) {
  const bool swapped = type.bigEndian != (std::endian::native == std::endian::big);
  if (type.kind == 'b') return bytes[0] != 0;
  if (type.kind == 'f')
    return type.size == 2   ? halfAt(bytes, swapped)
           : type.size == 4 ? valueAt<float>(bytes, swapped)
                            : valueAt<double>(bytes, swapped);
  const bool isSigned = type.kind == 'i';
  switch (type.size) {
    case 1:
      return isSigned ? valueAt<std::int8_t>(bytes, false) : valueAt<std::uint8_t>(bytes, false);
    case 2:
      return isSigned ? valueAt<std::int16_t>(bytes, swapped) : valueAt<std::uint16_t>(bytes, swapped);
    case 4:
      return isSigned ? valueAt<std::int32_t>(bytes, swapped) : valueAt<std::uint32_t>(bytes, swapped);
    default:
      return isSigned ? valueAt<std::int64_t>(bytes, swapped) : valueAt<std::uint64_t>(bytes, swapped);
  }
}

bool NumberArray::setShape(const std::vector<std::int64_t>& shape) {
  std::int64_t elements = 1;
  if (shape.empty() || shape.size() > kMostAxes) return false;
  for (const std::int64_t extent : shape) {
    if (extent < 0 || (extent > 0 && elements > kMostElements / extent)) return false;
    elements *= std::max<std::int64_t>(extent, 1);
  }
  shape_ = shape;
  rowSize_ = 1;
  for (std::size_t i = 1; i < shape.size(); ++i) rowSize_ *= shape[i];
  return true;
}

Status NumberArray::readRawFrom(std::int64_t row, std::int64_t first, std::span<std::uint8_t> bytes) const {
  const std::size_t before = static_cast<std::size_t>(first) * type_.size;
  std::vector<std::uint8_t> all(before + bytes.size());
  FOVEA_CHECK(readRaw(row, all));
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(before), bytes.size(), bytes.begin());
  return {};
}

Status NumberArray::read(std::int64_t row, std::span<double> values) const {
  // Processes several rows at once, so that all targets of a large data set need little memory.
  const auto rowSize = static_cast<std::size_t>(std::max<std::int64_t>(1, rowSize_));
  const std::size_t step = std::max<std::size_t>(1, kBytesAtATime / (rowSize * type_.size)) * rowSize;
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at < values.size(); at += step) {
    const std::size_t count = std::min(step, values.size() - at);
    bytes.resize(count * type_.size);
    FOVEA_CHECK(readRaw(row + static_cast<std::int64_t>(at / rowSize), bytes));
    for (std::size_t i = 0; i < count; ++i) values[at + i] = numberAt(bytes.data() + i * type_.size, type_);
  }
  return {};
}

}  // namespace fovea
