#include "core/ops/convolution_geometry.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Field groupsField() {
  return integerField("groups", "Groups", "Parts that the channels are split into; each filter sees one part.", 1, 1,
                      kMaximumWindow);
}

bool ofVolumes(const FieldValues& attributes) {
  return attributes.list("stride").size() == 3;
}

Status checkImage(const std::string& what, const Shape& shape, bool volume) {
  if (shape.rank() != (volume ? 5 : 4))
    return invalidInput(fmt::format("A convolution needs {}, but the {} is {}.",
                                    volume ? "volumes [N, C, D, H, W]" : "images [N, C, H, W]", what,
                                    shape.toString()));
  if (shape.elementsFrom(1) == 0)
    return invalidInput(fmt::format("A convolution needs {}, but the {} is {}.",
                                    volume ? "volumes with numbers in them" : "images with pixels", what,
                                    shapeWords(shape)));
  return {};
}

Status checkWeight(const Shape& weight, bool volume) {
  if (weight.rank() != (volume ? 5 : 4))
    return invalidInput(fmt::format("The weight must be [filters, channels, {}height, width], but is {}.",
                                    volume ? "depth, " : "", weight.toString()));
  if (weight.elementCount() == 0)
    return invalidInput(fmt::format("The weight {} holds no numbers.", weight.toString()));
  for (int axis = 2; axis < weight.rank(); ++axis)
    if (weight[axis] > kMaximumWindow)
      return invalidInput(fmt::format("A {} kernel is too large.", fmt::join(weight.extents().subspan(2), "×")));
  return {};
}

// The window along spatial axis `axis` of x.
WindowAxis axisOf(const FieldValues& attributes, const Shape& x, const Shape& weight, std::size_t axis) {
  const auto &stride = attributes.list("stride"), &padding = attributes.list("padding");
  const auto place = static_cast<int>(axis + 2);
  return {x[place],      weight[place],
          stride[axis],  attributes.list("dilation")[axis],
          padding[axis], padding[axis + stride.size()]};
}

std::string volumeDoesNotFit(const ConvolutionGeometry& g) {
  return fmt::format("A {}×{}×{} kernel does not fit in an input of {}×{}×{}.", g.depth.extent(), g.height.extent(),
                     g.width.extent(), g.depth.input, g.height.input, g.width.input);
}

Result<ConvolutionGeometry> makeGeometry(const FieldValues& attributes, const Shape& x, const Shape& weight) {
  const bool volume = ofVolumes(attributes);
  FOVEA_CHECK(checkImage("input", x, volume));
  FOVEA_CHECK(checkWeight(weight, volume));
  ConvolutionGeometry g;
  g.batch = x[0];
  g.inputChannels = x[1];
  g.outputChannels = weight[0];
  g.groups = attributes.integer("groups");
  g.volume = volume;
  if (volume) g.depth = axisOf(attributes, x, weight, 0);
  g.height = axisOf(attributes, x, weight, volume ? 1 : 0);
  g.width = axisOf(attributes, x, weight, volume ? 2 : 1);
  if (g.inputChannels % g.groups != 0)
    return invalidInput(fmt::format("{} groups do not divide {} input channels.", g.groups, g.inputChannels));
  if (g.outputChannels % g.groups != 0)
    return invalidInput(fmt::format("{} groups do not divide {} filters.", g.groups, g.outputChannels));
  if (weight[1] != g.inputChannelsOfGroup())
    return invalidInput(fmt::format("The filters are for {} channel{}{}, but the input has {}.", weight[1],
                                    weight[1] == 1 ? "" : "s", g.groups == 1 ? "" : " a group", g.inputChannels));
  g.outputDepth = g.depth.positions();
  g.outputHeight = g.height.positions();
  g.outputWidth = g.width.positions();
  if (g.outputDepth < 1 || g.outputHeight < 1 || g.outputWidth < 1)
    return invalidInput(volume ? volumeDoesNotFit(g) : windowDoesNotFit(g.height, g.width));
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
         static_cast<double>(height.kernel) * static_cast<double>(width.kernel) * static_cast<double>(outputDepth) *
         static_cast<double>(depth.kernel);
}

std::vector<Field> convolutionFields() {
  return {strideField({1, 1}), paddingField(), dilationField(), groupsField()};
}

std::vector<Field> volumeConvolutionFields() {
  return {listField("stride", "Stride", "Slices, rows and columns from one window to the next.", {1, 1, 1}, 1,
                    kMaximumWindow),
          listField("padding", "Padding", "Slices, rows and columns added before and after.", {0, 0, 0, 0, 0, 0}, 0,
                    kMaximumWindow),
          listField("dilation", "Dilation", "Slices, rows and columns from one weight of the window to the next.",
                    {1, 1, 1}, 1, kMaximumWindow),
          groupsField()};
}

Field volumeKernelField() {
  return listField("kernel", "Kernel", "Depth, height and width of the window.", {1, 1, 1}, 1, kMaximumWindow);
}

Field volumeSizeField() {
  return listField("input_size", "Input size", "Depth, height and width of the forward op's input.", {1, 1, 1}, 1,
                   kMaximumExtent);
}

Result<ConvolutionGeometry> readConvolution(const FieldValues& attributes, const Shape& x, const Shape& weight) {
  return makeGeometry(attributes, x, weight);
}

Result<ConvolutionGeometry> readConvolutionBackwardData(const FieldValues& attributes, const Shape& dy,
                                                        const Shape& weight) {
  FOVEA_CHECK(checkImage("gradient", dy, ofVolumes(attributes)));
  FOVEA_CHECK(checkWeight(weight, ofVolumes(attributes)));
  const auto& size = attributes.list("input_size");
  std::int64_t channels = 0;
  if (__builtin_mul_overflow(weight[1], attributes.integer("groups"), &channels))
    return invalidInput(fmt::format("{} groups are too many.", attributes.integer("groups")));
  std::vector<std::int64_t> extents{dy[0], channels};
  extents.insert(extents.end(), size.begin(), size.end());
  FOVEA_TRY(const Shape x, Shape::make(extents));
  FOVEA_TRY(auto geometry, makeGeometry(attributes, x, weight));
  FOVEA_CHECK(checkOutput(geometry, dy));
  return geometry;
}

Result<ConvolutionGeometry> readConvolutionBackwardWeights(const FieldValues& attributes, const Shape& x,
                                                           const Shape& dy) {
  FOVEA_CHECK(checkImage("input", x, ofVolumes(attributes)));
  FOVEA_CHECK(checkImage("gradient", dy, ofVolumes(attributes)));
  const std::int64_t groups = attributes.integer("groups");
  if (x[1] % groups != 0) return invalidInput(fmt::format("{} groups do not divide {} input channels.", groups, x[1]));
  const auto& kernel = attributes.list("kernel");
  std::vector<std::int64_t> extents{dy[1], x[1] / groups};
  extents.insert(extents.end(), kernel.begin(), kernel.end());
  FOVEA_TRY(const Shape weight, Shape::make(extents));
  FOVEA_TRY(auto geometry, makeGeometry(attributes, x, weight));
  FOVEA_CHECK(checkOutput(geometry, dy));
  return geometry;
}

}  // namespace fovea
