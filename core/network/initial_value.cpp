// Why: first values are drawn by name, not in order, so that adding a layer does not change how the others begin.
#include <cmath>

#include "core/base/random.h"
#include "core/layers/stable_hash.h"
#include "core/network/lowering.h"

namespace fovea {
namespace {

struct Fans {
  std::int64_t in = 1;
  std::int64_t out = 1;
};

// Of a weight [out, in, ...receptive field].
Fans fansOf(const VariableInfo& variable) {
  const Shape& shape = variable.type.shape;
  Fans fans;
  if (shape.rank() > 1) {
    const std::int64_t field = shape.elementsFrom(2);
    fans = {shape[1] * field, shape[0] * field};
  } else if (shape.rank() == 1) {
    fans = {shape[0], shape[0]};
  }
  if (variable.initializer.fanIn > 0) fans.in = variable.initializer.fanIn;
  return fans;
}

template <class Draw>
Tensor filled(const TensorType& type, Draw draw) {
  Tensor tensor = Tensor::make(type);
  dispatchReal(type.dtype, [&]<class T>() {
    for (T& element : tensor.values<T>()) element = static_cast<T>(draw());
  });
  return tensor;
}

}  // namespace

Tensor initialValue(const VariableInfo& variable, std::uint64_t seed) {
  Random random(seed, stableHash(variable.name));
  const Fans fans = fansOf(variable);
  const auto uniform = [&](double bound) {
    return filled(variable.type, [&] { return bound * (2 * random.uniform() - 1); });
  };
  const auto normal = [&](double deviation) {
    return filled(variable.type, [&] { return deviation * random.normal(); });
  };
  switch (variable.initializer.kind) {
    case InitializerKind::Zeros:
      return Tensor::zeros(variable.type);
    case InitializerKind::Ones:
      return filled(variable.type, [] { return 1.0; });
    case InitializerKind::HeNormal:
      return normal(std::sqrt(2.0 / static_cast<double>(fans.in)));
    case InitializerKind::HeUniform:
      return uniform(1.0 / std::sqrt(static_cast<double>(fans.in)));
    case InitializerKind::XavierUniform:
      return uniform(std::sqrt(6.0 / static_cast<double>(fans.in + fans.out)));
    case InitializerKind::Normal:
      return normal(variable.initializer.deviation);
  }
  return Tensor::zeros(variable.type);
}

}  // namespace fovea
