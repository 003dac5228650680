// Why: initial values are drawn by name, not in order, so that adding a layer does not change the others' values.
#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/layers/stable_hash.h"
#include "core/network/lowering.h"
#include "core/network/orthogonal.h"

namespace fovea {
namespace {

struct Fans {
  double in = 1;
  double out = 1;
};

// The fans of a weight [out, in, ...receptive field].
Fans fansOf(const VariableInfo& variable) {
  const Shape& shape = variable.type.shape;
  const Initializer& initializer = variable.initializer;
  std::int64_t in = 1, out = 1;
  if (shape.rank() > 1) {
    const std::int64_t field = shape.elementsFrom(2);
    in = shape[1] * field;
    out = shape[0] * field;
  } else if (shape.rank() == 1) {
    in = out = shape[0];
  }
  if (initializer.fanIn > 0) in = initializer.fanIn;
  if (initializer.fanOut > 0) out = initializer.fanOut;
  return {static_cast<double>(std::max<std::int64_t>(in, 1)), static_cast<double>(std::max<std::int64_t>(out, 1))};
}

template <class Draw>
Tensor filled(const TensorType& type, Draw draw) {
  Tensor tensor = Tensor::make(type);
  dispatchReal(type.dtype, [&]<class T>() {
    for (T& element : tensor.values<T>()) element = static_cast<T>(draw());
  });
  return tensor;
}

Tensor fromValues(const TensorType& type, const std::vector<double>& values) {
  auto next = values.begin();
  return filled(type, [&] { return *next++; });
}

double truncatedNormal(Random& random) {
  for (;;)
    if (const double value = random.normal(); std::abs(value) <= 2) return value;
}

// Fills a tensor with value(out, in, place), where `place` is a position in the receptive field.
template <class F>
Tensor filledByChannels(const TensorType& type, F&& value) {
  const Shape& shape = type.shape;
  const std::int64_t ins = shape.rank() > 1 ? shape[1] : 1;
  const std::int64_t field = shape.rank() > 2 ? shape.elementsFrom(2) : 1;
  return filled(type, [&, index = std::int64_t{0}]() mutable {
    const std::int64_t at = index++;
    return value(at / (ins * field), at / field % ins, at % field);
  });
}

// The coordinate of `place` along `axis` of the receptive field.
std::int64_t coordinate(const Shape& shape, std::int64_t place, int axis) {
  return place / shape.elementsFrom(axis + 1) % shape[axis];
}

Tensor identity(const TensorType& type) {
  return filledByChannels(type, [&](std::int64_t out, std::int64_t in, std::int64_t place) {
    bool middle = true;
    for (int axis = 2; axis < type.shape.rank(); ++axis)
      middle = middle && coordinate(type.shape, place, axis) == type.shape[axis] / 2;
    return out == in && middle ? 1.0 : 0.0;
  });
}

// Linear interpolation along each axis of the receptive field, for upsampling by half of its extent.
Tensor bilinear(const TensorType& type) {
  const Shape& shape = type.shape;
  return filledByChannels(type, [&](std::int64_t out, std::int64_t in, std::int64_t place) {
    if (out != in && shape.rank() > 1 && shape[1] > 1) return 0.0;
    double product = 1;
    for (int axis = 2; axis < shape.rank(); ++axis) {
      const auto factor = static_cast<double>((shape[axis] + 1) / 2);
      const double centre = (2 * factor - 1 - static_cast<double>((shape[axis] + 1) / 2 % 2)) / (2 * factor);
      product *= 1 - std::abs(static_cast<double>(coordinate(shape, place, axis)) / factor - centre);
    }
    return product;
  });
}

}  // namespace

Tensor initialValue(const VariableInfo& variable, std::uint64_t seed) {
  Random random(seed, stableHash(variable.name));
  const Initializer& initializer = variable.initializer;
  const Fans fans = fansOf(variable);
  const double fan = initializer.byFanOut ? fans.out : fans.in;
  const auto uniform = [&](double bound) {
    return filled(variable.type, [&] { return bound * (2 * random.uniform() - 1); });
  };
  const auto normal = [&](double deviation) {
    return filled(variable.type, [&] { return deviation * random.normal(); });
  };
  switch (initializer.kind) {
    case InitializerKind::Zeros:
      return Tensor::zeros(variable.type);
    case InitializerKind::Ones:
      return filled(variable.type, [] { return 1.0; });
    case InitializerKind::Constant:
      return filled(variable.type, [&] { return initializer.deviation; });
    case InitializerKind::Uniform:
      return uniform(initializer.deviation);
    case InitializerKind::Normal:
      return normal(initializer.deviation);
    case InitializerKind::TruncatedNormal:
      return filled(variable.type, [&] { return initializer.deviation * truncatedNormal(random); });
    case InitializerKind::HeNormal:
      return normal(std::sqrt(2.0 / fan));
    case InitializerKind::HeUniform:
      return uniform(1.0 / std::sqrt(fan));
    case InitializerKind::HeUniformRelu:
      return uniform(std::sqrt(6.0 / fan));
    case InitializerKind::XavierNormal:
      return normal(std::sqrt(2.0 / (fans.in + fans.out)));
    case InitializerKind::XavierUniform:
      return uniform(std::sqrt(6.0 / (fans.in + fans.out)));
    case InitializerKind::LecunNormal:
      return normal(std::sqrt(1.0 / fan));
    case InitializerKind::LecunUniform:
      return uniform(std::sqrt(3.0 / fan));
    case InitializerKind::Orthogonal: {
      const Shape& shape = variable.type.shape;
      const std::int64_t rows = shape.rank() > 0 ? shape[0] : 1;
      return fromValues(variable.type,
                        randomOrthogonal(rows, shape.elementCount() / std::max<std::int64_t>(rows, 1), random));
    }
    case InitializerKind::Identity:
      return identity(variable.type);
    case InitializerKind::Bilinear:
      return bilinear(variable.type);
  }
  return Tensor::zeros(variable.type);
}

}  // namespace fovea
