// Why: the shape rule, the reference kernel and the fast kernels share how a matrix product reads its shapes.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// y [batch, rows, columns] = A [batch, rows, inner] · B [batch, inner, columns], each stored as it is or transposed.
struct MatrixProduct {
  std::int64_t batch = 1, rows = 0, inner = 0, innerOfB = 0, columns = 0;
  bool transposeA = false, transposeB = false;

  std::int64_t atA(std::int64_t b, std::int64_t row, std::int64_t k) const {
    return b * rows * inner + (transposeA ? k * rows + row : row * inner + k);
  }
  std::int64_t atB(std::int64_t b, std::int64_t k, std::int64_t column) const {
    return b * inner * columns + (transposeB ? column * inner + k : k * columns + column);
  }
};

// `a` and `b` must have the same rank, 2 or more. The product is valid if innerOfB == inner.
inline MatrixProduct readMatrixProduct(const FieldValues& attributes, const Shape& a, const Shape& b) {
  MatrixProduct product;
  product.transposeA = attributes.boolean("transpose_a");
  product.transposeB = attributes.boolean("transpose_b");
  const int last = a.rank() - 1;
  for (int axis = 0; axis < last - 1; ++axis) product.batch *= a[axis];
  product.rows = a[product.transposeA ? last : last - 1];
  product.inner = a[product.transposeA ? last - 1 : last];
  product.innerOfB = b[product.transposeB ? last : last - 1];
  product.columns = b[product.transposeB ? last - 1 : last];
  return product;
}

}  // namespace fovea
