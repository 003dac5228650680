// ONNX operators with a known result, or one that depends only on a shape. Source: ONNX operator specification, opsets
// 1 to 28.
#include <cmath>
#include <numbers>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

// Larger constants are a mistake or an attack.
std::int64_t mostElements(OnnxNodeContext& c) {
  return std::min(c.scope().mostElements(), std::int64_t{1} << 26);
}

Result<Shape> boundedShape(OnnxNodeContext& c, const Extents64& extents) {
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() > mostElements(c)) return unsupported("the result is too large");
  return shape;
}

Status constant(OnnxNodeContext& c) {
  FoldingEmitter& e = c.emitter();
  if (const OnnxTensor* tensor = c.tensor("value")) {
    c.give(0, e.constant(toComputed(*tensor)), tensor->element);
  } else if (c.hasAttribute("value_float")) {
    c.give(0, number(e, DataType::Float32, c.real("value_float", 0)), OnnxElement::Float);
  } else if (c.hasAttribute("value_int")) {
    c.give(0, number(e, DataType::Float64, static_cast<double>(c.integer("value_int", 0))), OnnxElement::Int64);
  } else if (c.hasAttribute("value_floats")) {
    const auto list = c.reals("value_floats");
    c.give(0, e.constant(tensorOf(DataType::Float32, Shape{static_cast<std::int64_t>(list.size())}, list)),
           OnnxElement::Float);
  } else if (const auto list = c.integers("value_ints")) {
    c.give(0,
           e.constant(tensorOf(DataType::Float64, Shape{static_cast<std::int64_t>(list->size())},
                               {list->begin(), list->end()})),
           OnnxElement::Int64);
  } else {
    return unsupported("its value is not made of numbers");
  }
  return {};
}

Status constantOfShape(OnnxNodeContext& c) {
  FOVEA_TRY(const auto extents, c.wholeNumbers(0));
  FOVEA_TRY(const Shape shape, boundedShape(c, extents));
  const OnnxTensor* given = c.tensor("value");
  OnnxTensor value = given ? *given : OnnxTensor{"", OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{1}})};
  if (value.tensor.elementCount() != 1) return unsupported("its value is not one number");
  const Tensor one = toComputed(value);
  std::vector<double> values(static_cast<std::size_t>(shape.elementCount()), numberAt(one, 0));
  c.give(0, c.emitter().constant(tensorOf(one.dtype(), shape, values)), value.element);
  return {};
}

Status range(OnnxNodeContext& c) {
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    FOVEA_TRY(const Tensor tensor, c.known(i));
    if (tensor.elementCount() != 1) return unsupported("it needs single numbers");
    numbers[i] = numberAt(tensor, 0);
  }
  const double count = std::max(0.0, std::ceil((numbers[1] - numbers[0]) / numbers[2]));
  if (!(count <= static_cast<double>(mostElements(c)))) return unsupported("the result is too large");
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = numbers[0] + static_cast<double>(i) * numbers[2];
  c.give(c.emitter().constant(tensorOf(c.type().dtype, Shape{static_cast<std::int64_t>(count)}, values)));
  return {};
}

Status eyeLike(OnnxNodeContext& c) {
  const Shape x = c.shape();
  if (x.rank() != 2) return unsupported("it needs a matrix");
  const auto element = static_cast<OnnxElement>(c.integer("dtype", static_cast<std::int64_t>(c.element())));
  if (!isNumber(element)) return unsupported("unsupported type for EyeLike");
  FOVEA_TRY(const Shape shape, boundedShape(c, {x[0], x[1]}));
  const std::int64_t offset = c.integer("k", 0);
  std::vector<double> values(static_cast<std::size_t>(shape.elementCount()), 0.0);
  for (std::int64_t row = 0; row < x[0]; ++row)
    if (row + offset >= 0 && row + offset < x[1]) values[static_cast<std::size_t>(row * x[1] + row + offset)] = 1;
  c.give(0, c.emitter().constant(tensorOf(computedType(element), shape, values)), element);
  return {};
}

// Keeps the part of a matrix on one side of a diagonal and sets the rest to 0.
Status trilu(OnnxNodeContext& c) {
  const Shape x = c.shape();
  if (x.rank() < 2) return unsupported("it needs matrices");
  std::int64_t diagonal = 0;
  if (c.has(1)) {
    FOVEA_TRY(const auto k, c.wholeNumbers(1));
    if (k.size() != 1) return unsupported("it needs one diagonal");
    diagonal = std::clamp<std::int64_t>(k[0], -(std::int64_t{1} << 40), std::int64_t{1} << 40);
  }
  const bool upper = c.integer("upper", 1) != 0;
  Emitter& e = c.emitter();
  const DataType type = c.type().dtype;
  const ValueId row = positions(e, type, 2, 0, x[x.rank() - 2]), column = positions(e, type, 2, 1, x[x.rank() - 1]);
  const auto offset = static_cast<double>(diagonal);
  c.give(map(e, c.in(0), row, column, [&](PointwiseTerm v, PointwiseTerm i, PointwiseTerm j) {
    const PointwiseTerm inside = upper ? lessEqual(i + offset, j) : lessEqual(j, i + offset);
    return select(inside, v, 0.0);
  }));
  return {};
}

// a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N).
OnnxOperator window(std::string name, double a0, double a1, double a2) {
  return {std::move(name),
          [=](OnnxNodeContext& c) -> Status {
            FOVEA_TRY(const auto size, c.wholeNumbers(0));
            if (size.size() != 1) return unsupported("it needs one size");
            FOVEA_TRY(const Shape shape, boundedShape(c, {size[0]}));
            const auto element = static_cast<OnnxElement>(c.integer("output_datatype", 1));
            if (!isReal(element)) return unsupported("unsupported type for a window");
            const auto length = static_cast<double>(c.integer("periodic", 1) != 0 ? size[0] : size[0] - 1);
            std::vector<double> values(static_cast<std::size_t>(size[0]));
            for (std::size_t n = 0; n < values.size(); ++n) {
              const double angle = 2 * std::numbers::pi * static_cast<double>(n) / length;
              values[n] = a0 - a1 * std::cos(angle) + a2 * std::cos(2 * angle);
            }
            c.give(0, c.emitter().constant(tensorOf(computedType(element), shape, values)), element);
            return {};
          },
          {17, {"output_datatype", "periodic"}}};
}

// Triangular filters over the bins of a spectrum, equally wide on the mel scale 2595 log10(1 + f / 700).
Status melWeights(OnnxNodeContext& c) {
  std::array<double, 5> numbers{};
  for (std::size_t i = 0; i < 5; ++i) {
    FOVEA_TRY(const Tensor tensor, c.known(i));
    if (tensor.elementCount() != 1) return unsupported("it needs single numbers");
    numbers[i] = numberAt(tensor, 0);
  }
  const double bands = numbers[0], length = numbers[1], rate = numbers[2], lowest = numbers[3], highest = numbers[4];
  if (!(bands >= 0 && bands < 65536 && length >= 0 && length < 1e6 && rate > 0))
    return unsupported("its sizes are wrong");
  const auto columns = static_cast<std::int64_t>(bands), rows = static_cast<std::int64_t>(std::floor(length / 2)) + 1;
  FOVEA_TRY(const Shape shape, boundedShape(c, {rows, columns}));
  const auto mel = [](double f) { return 2595 * std::log10(1 + f / 700); };
  const double step = (mel(highest) - mel(lowest)) / (bands + 2);
  const auto bin = [&](std::int64_t i) {
    const double hertz = 700 * (std::pow(10, (static_cast<double>(i) * step + mel(lowest)) / 2595) - 1);
    return std::floor((length + 1) * hertz / rate);
  };
  std::vector<double> values(static_cast<std::size_t>(shape.elementCount()), 0.0);
  for (std::int64_t band = 0; band < columns; ++band) {
    const double left = bin(band), middle = bin(band + 1), right = bin(band + 2);
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto at = static_cast<double>(row);
      double& value = values[static_cast<std::size_t>(row * columns + band)];
      if (left == middle && at == middle)
        value = 1;
      else if (at >= left && at <= middle && left < middle)
        value = (at - left) / (middle - left);
      if (at > middle && at < right)
        value = (right - at) / (right - middle);
      else if (at == middle)
        value = 1;
    }
  }
  const auto element = static_cast<OnnxElement>(c.integer("output_datatype", 1));
  if (!isReal(element)) return unsupported("unsupported type for MelWeightMatrix");
  c.give(0, c.emitter().constant(tensorOf(computedType(element), shape, values)), element);
  return {};
}

}  // namespace

OnnxOperators constantsOperators() {
  return {
      {"Constant", constant, {25, {"value", "value_float", "value_floats", "value_int", "value_ints"}}},
      {"ConstantOfShape", constantOfShape, {25, {"value"}}},
      {"Range", range, {27, {attributeOnlyAs(std::int64_t{1}, "stash_type")}}},
      {"EyeLike", eyeLike, {22, {"dtype", "k"}}},
      {"Trilu", trilu, {14, {"upper"}}},
      window("HannWindow", 0.5, 0.5, 0),
      window("HammingWindow", 25.0 / 46, 21.0 / 46, 0),
      window("BlackmanWindow", 0.42, 0.5, 0.08),
      {"MelWeightMatrix", melWeights, {17, {"output_datatype"}}},
  };
}

}  // namespace fovea
