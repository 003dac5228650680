// ONNX Det: determinants of square matrices, by elimination with the largest pivot. The matrices must be known.
// Source: ONNX operator specification, opsets 11 and 22.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr double kMostOperations = 1e9;

double determinantOf(std::vector<double> m, std::size_t size) {
  double result = 1;
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t pivot = k;
    for (std::size_t row = k + 1; row < size; ++row)
      if (std::abs(m[row * size + k]) > std::abs(m[pivot * size + k])) pivot = row;
    if (pivot != k) {
      std::swap_ranges(m.begin() + static_cast<std::ptrdiff_t>(k * size),
                       m.begin() + static_cast<std::ptrdiff_t>((k + 1) * size),
                       m.begin() + static_cast<std::ptrdiff_t>(pivot * size));
      result = -result;
    }
    const double head = m[k * size + k];
    result *= head;
    if (head == 0) return 0;
    for (std::size_t row = k + 1; row < size; ++row) {
      const double factor = m[row * size + k] / head;
      for (std::size_t column = k; column < size; ++column) m[row * size + column] -= factor * m[k * size + column];
    }
  }
  return result;
}

Status determinant(OnnxNodeContext& c) {
  const Shape x = c.shape();
  if (x.rank() < 2 || x[x.rank() - 1] != x[x.rank() - 2]) return unsupported("matrices that are not square");
  if (static_cast<double>(x.elementCount()) * static_cast<double>(x[x.rank() - 1]) > kMostOperations)
    return unsupported("so large matrices");
  FOVEA_TRY(const Tensor numbers, c.known(0));
  const auto size = static_cast<std::size_t>(x[x.rank() - 1]);
  const Shape shape(x.extents().first(static_cast<std::size_t>(x.rank() - 2)));
  const std::vector<double> all = numbersOf(numbers);
  std::vector<double> values;
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    const auto begin = all.begin() + i * static_cast<std::int64_t>(size * size);
    values.push_back(determinantOf({begin, begin + static_cast<std::int64_t>(size * size)}, size));
  }
  c.give(c.emitter().constant(tensorOf(c.type().dtype, shape, values)));
  return {};
}

}  // namespace

OnnxOperators determinantOperators() {
  return {{"Det", determinant, {22}}};
}

}  // namespace fovea
