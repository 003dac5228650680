#include "core/ops/convolution_geometry.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Status checkImage(const std::string& what, const Shape& shape) {
  if (shape.rank() != 4)
    return invalidInput(
        fmt::format("A convolution needs images [N, C, H, W], but the {} is {}.", what, shape.toString()));
  if (shape.elementsFrom(1) == 0)
    return invalidInput(
        fmt::format("A convolution needs images with pixels, but the {} is {}.", what, shapeWords(shape)));
  return {};
}

Status checkWeight(const Shape& weight) {
  if (weight.rank() != 4)
    return invalidInput(
        fmt::format("The weight must be [filters, channels, height, width], but is {}.", weight.toString()));
  if (weight.elementCount() == 0)
    return invalidInput(fmt::format("The weight {} holds no numbers.", weight.toString()));
  if (weight[2] > kMaximumWindow || weight[3] > kMaximumWindow)
    return invalidInput(fmt::format("A {}×{} kernel is too large.", weight[2], weight[3]));
  return {};
}

Result<ConvolutionGeometry> makeGeometry(const FieldValues& attributes, const Shape& x, const Shape& weight) {
  FOVEA_CHECK(checkImage("input", x));
  FOVEA_CHECK(checkWeight(weight));
  const auto& stride = attributes.list("stride");
  const auto& padding = attributes.list("padding");
  const auto& dilation = attributes.list("dilation");
  ConvolutionGeometry g;
  g.batch = x[0];
  g.inputChannels = x[1];
  g.outputChannels = weight[0];
  g.groups = attributes.integer("groups");
  g.height = {x[2], weight[2], stride[0], dilation[0], padding[0], padding[2]};
  g.width = {x[3], weight[3], stride[1], dilation[1], padding[1], padding[3]};
  if (g.inputChannels % g.groups != 0)
    return invalidInput(fmt::format("{} groups do not divide {} input channels.", g.groups, g.inputChannels));
  if (g.outputChannels % g.groups != 0)
    return invalidInput(fmt::format("{} groups do not divide {} filters.", g.groups, g.outputChannels));
  if (weight[1] != g.inputChannelsOfGroup())
    return invalidInput(fmt::format("The filters are for {} channel{}{}, but the input has {}.", weight[1],
                                    weight[1] == 1 ? "" : "s", g.groups == 1 ? "" : " a group", g.inputChannels));
  g.outputHeight = g.height.positions();
  g.outputWidth = g.width.positions();
  if (g.outputHeight < 1 || g.outputWidth < 1) return invalidInput(windowDoesNotFit(g.height, g.width));
  return g;
}

Status checkOutput(const ConvolutionGeometry& geometry, const Shape& dy) {
  if (geometry.outputShape() == dy) return {};
  return invalidInput(fmt::format("The gradient must be {} as the convolution's output, but is {}.",
                                  geometry.outputShape().toString(), dy.toString()));
}

}  // namespace

double ConvolutionGeometry::flops() const {
  return 2.0 * static_cast<double>(batch) * static_cast<double>(outputChannels) * static_cast<double>(outputHeight) *
         static_cast<double>(outputWidth) * static_cast<double>(inputChannelsOfGroup()) *
         static_cast<double>(height.kernel) * static_cast<double>(width.kernel);
}

std::vector<Field> convolutionFields() {
  return {strideField({1, 1}), paddingField(), dilationField(),
          integerField("groups", "Groups", "Parts that the channels are split into; each filter sees one part.", 1, 1,
                       kMaximumWindow)};
}

Result<ConvolutionGeometry> readConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight) {
  return makeGeometry(attributes, x, weight);
}

Result<ConvolutionGeometry> readConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                        const Shape& weight) {
  FOVEA_CHECK(checkImage("gradient", dy));
  FOVEA_CHECK(checkWeight(weight));
  const auto& size = attributes.list("input_size");
  std::int64_t channels = 0;
  if (__builtin_mul_overflow(weight[1], attributes.integer("groups"), &channels))
    return invalidInput(fmt::format("{} groups are too many.", attributes.integer("groups")));
  const std::int64_t extents[] = {dy[0], channels, size[0], size[1]};
  FOVEA_TRY(const Shape x, Shape::make(extents));
  FOVEA_TRY(auto geometry, makeGeometry(attributes, x, weight));
  FOVEA_CHECK(checkOutput(geometry, dy));
  return geometry;
}

Result<ConvolutionGeometry> readConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                           const Shape& dy) {
  FOVEA_CHECK(checkImage("input", x));
  FOVEA_CHECK(checkImage("gradient", dy));
  const std::int64_t groups = attributes.integer("groups");
  if (x[1] % groups != 0) return invalidInput(fmt::format("{} groups do not divide {} input channels.", groups, x[1]));
  const auto& kernel = attributes.list("kernel");
  const std::int64_t extents[] = {dy[1], x[1] / groups, kernel[0], kernel[1]};
  FOVEA_TRY(const Shape weight, Shape::make(extents));
  FOVEA_TRY(auto geometry, makeGeometry(attributes, x, weight));
  FOVEA_CHECK(checkOutput(geometry, dy));
  return geometry;
}

}  // namespace fovea
