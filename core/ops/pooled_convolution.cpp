#include "core/ops/pooled_convolution.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

constexpr const char* kConvolutionNames[] = {"stride", "padding", "dilation", "groups"};
constexpr std::pair<const char*, const char*> kPoolingNames[] = {
    {"kernel", "pool_kernel"}, {"stride", "pool_stride"}, {"padding", "pool_padding"}, {"ceil_mode", "pool_ceil_mode"}};

Result<PooledConvolution> withPooling(const ConvolutionGeometry& convolution, const FieldValues& attributes) {
  FOVEA_TRY(const PoolingGeometry pooling, readPooling(poolingAttributes(attributes), convolution.outputShape()));
  return PooledConvolution{convolution, pooling};
}

Result<PooledConvolution> backward(const FieldValues& attributes, const Shape& x, const Shape& weight,
                                   const Shape& dy) {
  FOVEA_TRY(const ConvolutionGeometry convolution, readConvolution(attributes, x, weight));
  FOVEA_TRY(PooledConvolution pooled, withPooling(convolution, attributes));
  if (pooled.pooling.outputShape() == dy) return pooled;
  return invalidInput(fmt::format("The gradient must be {} as the pooling's output, but is {}.",
                                  pooled.pooling.outputShape().toString(), dy.toString()));
}

Status needRankFour(const char* what, const Shape& shape) {
  if (shape.rank() == 4) return {};
  return invalidInput(fmt::format("The {} must have four axes, but is {}.", what, shape.toString()));
}

}  // namespace

std::vector<Field> pooledConvolutionFields() {
  std::vector<Field> fields = convolutionFields();
  for (Field field : poolingFields()) {
    field.name = "pool_" + field.name;
    fields.push_back(std::move(field));
  }
  return fields;
}

FieldValues joinAttributes(const FieldValues& convolution, const FieldValues& pooling) {
  FieldValues joined = convolutionAttributes(convolution);
  for (const auto& [own, name] : kPoolingNames) joined.set(name, *pooling.find(own));
  return joined;
}

FieldValues poolingAttributes(const FieldValues& joined) {
  FieldValues attributes;
  for (const auto& [own, name] : kPoolingNames) attributes.set(own, *joined.find(name));
  return attributes;
}

FieldValues convolutionAttributes(const FieldValues& joined) {
  FieldValues attributes;
  for (const char* name : kConvolutionNames) attributes.set(name, *joined.find(name));
  return attributes;
}

Result<PooledConvolution> readPooledConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight) {
  FOVEA_TRY(const ConvolutionGeometry convolution, readConvolution(attributes, x, weight));
  return withPooling(convolution, attributes);
}

Result<PooledConvolution> readPooledConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                            const Shape& weight) {
  FOVEA_CHECK(needRankFour("gradient", dy));
  FOVEA_CHECK(needRankFour("weight", weight));
  const auto& size = attributes.list("input_size");
  std::int64_t channels = 0;
  if (__builtin_mul_overflow(weight[1], attributes.integer("groups"), &channels))
    return invalidInput(fmt::format("{} groups are too many.", attributes.integer("groups")));
  const std::int64_t extents[] = {dy[0], channels, size[0], size[1]};
  FOVEA_TRY(const Shape x, Shape::make(extents));
  return backward(attributes, x, weight, dy);
}

Result<PooledConvolution> readPooledConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                               const Shape& dy) {
  FOVEA_CHECK(needRankFour("input", x));
  FOVEA_CHECK(needRankFour("gradient", dy));
  const std::int64_t groups = attributes.integer("groups");
  if (x[1] % groups != 0) return invalidInput(fmt::format("{} groups do not divide {} input channels.", groups, x[1]));
  const auto& kernel = attributes.list("kernel");
  const std::int64_t extents[] = {dy[1], x[1] / groups, kernel[0], kernel[1]};
  FOVEA_TRY(const Shape weight, Shape::make(extents));
  return backward(attributes, x, weight, dy);
}

Tensor unpooledReference(const PoolingGeometry& pooling, const FieldValues& joined, const TensorView& dy,
                         const TensorView& indices) {
  Tensor unpooled = Tensor::make({dy.type.dtype, pooling.inputShape()});
  FieldValues attributes = poolingAttributes(joined);
  attributes.set("input_size", std::vector<std::int64_t>{pooling.height.input, pooling.width.input});
  const TensorView inputs[] = {dy, indices}, output{unpooled.raw(), unpooled.type()};
  findOp("max_pool2d_backward")->reference({attributes, inputs, {&output, 1}});
  return unpooled;
}

}  // namespace fovea
