// matmul: y[b] = A · B for each b, where A is a[b] or its transpose and B likewise:
//   y[b,m,n] = sum over k of A[m,k] * B[k,n].
// Shapes: a [..., M, K] (transposed: [..., K, M]), b [..., K, N] (transposed: [..., N, K]), y [..., M, N]; the axes
// before the last two are the same in both. An empty sum is 0.
// Defaults: transpose_a false, transpose_b false. Gradient: matmul itself.
// Source: NumPy, "numpy.matmul" (without its broadcasting).
#include <fmt/format.h>

#include "core/ops/matrix_geometry.h"
#include "core/ops/op_rules.h"

namespace fovea::matmul_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &a = request.inputs[0], &b = request.inputs[1];
  FOVEA_CHECK(needReal("first matrix", a));
  FOVEA_CHECK(needDataType("second matrix", b, a.dtype));
  const int rank = a.shape.rank();
  if (rank < 2 || b.shape.rank() != rank)
    return invalidInput(fmt::format("A matrix product needs [..., M, K] and [..., K, N], but got {} and {}.",
                                    a.shape.toString(), b.shape.toString()));
  for (int axis = 0; axis < rank - 2; ++axis)
    if (a.shape[axis] != b.shape[axis])
      return invalidInput(fmt::format("There are {} and {} matrices along axis {}; there must be as many of both.",
                                      a.shape[axis], b.shape[axis], axis));
  const MatrixProduct product = readMatrixProduct(request.attributes, a.shape, b.shape);
  if (product.inner != product.innerOfB)
    return invalidInput(fmt::format("The rows of the first matrix have {} numbers, but the columns of the second {}.",
                                    product.inner, product.innerOfB));
  TensorType y = a;
  y.shape[rank - 2] = product.rows;
  y.shape[rank - 1] = product.columns;
  return std::vector<TensorType>{y};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const bool ta = r.attributes.boolean("transpose_a"), tb = r.attributes.boolean("transpose_b");
  const ValueId a = r.inputs[0], b = r.inputs[1], dy = r.outputGradients[0];
  const auto product = [&](ValueId first, bool transposeFirst, ValueId second, bool transposeSecond) {
    return r.emitter.emitOne("matmul", {{"transpose_a", transposeFirst}, {"transpose_b", transposeSecond}},
                             {first, second});
  };
  std::vector<ValueId> gradients(2);
  if (r.needed[0]) gradients[0] = ta ? product(b, tb, dy, true) : product(dy, false, b, !tb);
  if (r.needed[1]) gradients[1] = tb ? product(dy, true, a, ta) : product(a, !ta, dy, false);
  return gradients;
}

void reference(const ReferenceRequest& request) {
  const MatrixProduct p =
      readMatrixProduct(request.attributes, request.inputs[0].type.shape, request.inputs[1].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* a = request.inputs[0].as<T>();
    const T* b = request.inputs[1].as<T>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t batch = 0; batch < p.batch; ++batch)
      for (std::int64_t m = 0; m < p.rows; ++m)
        for (std::int64_t n = 0; n < p.columns; ++n) {
          double sum = 0;
          for (std::int64_t k = 0; k < p.inner; ++k)
            sum += static_cast<double>(a[p.atA(batch, m, k)]) * static_cast<double>(b[p.atB(batch, k, n)]);
          y[(batch * p.rows + m) * p.columns + n] = static_cast<T>(sum);
        }
  });
}

}  // namespace

OpType matmulOp() {
  OpType op;
  op.name = "matmul";
  op.summary = "y = A · B for each pair of matrices; either may be transposed first.";
  op.attributes =
      Schema({booleanField("transpose_a", "Transpose first", "Takes the first matrix transposed.", false),
              booleanField("transpose_b", "Transpose second", "Takes the second matrix transposed.", false)});
  op.inputs = {{"a"}, {"b"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const MatrixProduct p = readMatrixProduct(r.attributes, r.inputs[0].shape, r.inputs[1].shape);
    return costWithFlops(r,
                         2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(p.inner));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::matmul_op
