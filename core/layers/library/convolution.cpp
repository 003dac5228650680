// Why: detects the same local pattern at every position of an image.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::convolution_layer {
namespace {

using List = std::vector<std::int64_t>;

struct ConvolutionParameters {
  std::int64_t filters = 32;
  std::vector<std::int64_t> kernel{3, 3};
  std::vector<std::int64_t> stride{1, 1};
  std::vector<std::int64_t> padding{0, 0};
  std::vector<std::int64_t> dilation{1, 1};
  std::int64_t groups = 1;
  bool bias = true;
  std::string initializer = "he_normal";
};

const TypedSchema<ConvolutionParameters>& schema() {
  using P = ConvolutionParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::filters, plainField("filters", "Filters",
                                         "How many patterns are learned: the channels of the output.", 1, 65536))
          .field(&P::kernel, axesField("kernel", "Kernel",
                                       "Extents of a filter, one number for each axis or one for all: height and width "
                                       "of images.",
                                       1, 1024))
          .field(&P::stride,
                 axesField("stride", "Stride", "How far the filters move at a time along each axis.", 1, 1024))
          .field(&P::padding, axesField("padding", "Padding",
                                        "Zeros before and after each axis: above and below, left and right.", 0, 1024))
          .field(&P::dilation,
                 axesField("dilation", "Dilation", "Distance of the points that a filter looks at.", 1, 1024))
          .field(&P::groups,
                 plainField("groups", "Groups",
                            "Into how many parts the channels are split, each with filters of its own.", 1, 65536))
          .field(&P::bias, plainField("bias", "Bias", "Adds one learned number to each output channel."))
          .field(&P::initializer, initializerField());
  return typed;
}

// Expands the parameters' lists for an input of `axes` axes.
Result<ConvolutionParameters> forInput(ConvolutionParameters p, std::size_t axes) {
  FOVEA_TRY(p.kernel, forAxes("kernel", p.kernel, axes));
  FOVEA_TRY(p.stride, forAxes("stride", p.stride, axes));
  FOVEA_TRY(p.padding, forAxes("padding", p.padding, axes));
  FOVEA_TRY(p.dilation, forAxes("dilation", p.dilation, axes));
  return p;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("A convolution", input));
  FOVEA_TRY(const ConvolutionParameters p, forInput(schema().read(values), placeAxes(input)));
  FOVEA_CHECK(checkGroups(p.groups, input[1], p.filters));
  FOVEA_CHECK(checkWindow(input, {p.kernel, p.padding, p.dilation}));

  List extents{p.filters, input[1] / p.groups};
  for (const std::int64_t extent : asImageList(p.kernel, 1)) extents.push_back(extent);
  const Shape weightShape{std::span<const std::int64_t>(extents)};
  const Initializer initializer = initializerFromChoice(p.initializer);
  std::vector<ValueId> operands{asImage(builder, inputs[0]), builder.parameter("weight", weightShape, initializer)};
  if (p.bias) {
    const Initializer first = biasInitializer(initializer, weightShape.elementsFrom(1));
    operands.push_back(builder.parameter("bias", Shape{p.filters}, first, false));
  }
  const FieldValues attributes{{"stride", asImageList(p.stride, 1)},
                               {"padding", asImagePadding(p.padding)},
                               {"dilation", asImageList(p.dilation, 1)},
                               {"groups", p.groups}};
  const char* op = input.rank() == 5 ? "conv3d" : "conv2d";
  const ValueId y = builder.graph().emit(op, attributes, operands)[0];
  return std::vector<ValueId>{likeInput(builder, inputs[0], y)};
}

std::string caption(const FieldValues& values) {
  const ConvolutionParameters p = schema().read(values);
  std::string text = fmt::format("{} · {}", p.filters, timesWords(p.kernel));
  if (!allEqual(p.stride))
    text += " / " + timesWords(p.stride);
  else if (p.stride[0] > 1)
    text += fmt::format(" / {}", p.stride[0]);
  return text;
}

}  // namespace

LayerType convolutionLayer() {
  LayerType layer;
  layer.name = "convolution";
  layer.title = "Convolution";
  layer.help =
      "Slides learned filters over the image; each filter answers at every place how much its pattern is there.\n"
      "Formula: y[m, i, j] = b[m] + sum over c, u, v of w[m, c, u, v] · x[c, i·stride + u·dilation − padding, "
      "j·stride + v·dilation − padding].\n"
      "Input [N, C, H, W], output [N, filters, OH, OW] with "
      "OH = (H + 2·padding − dilation·(kernel − 1) − 1) / stride + 1, rounded down; the same for OW.\n"
      "The same for signals [N, C, L] and volumes [N, C, D, H, W], along one axis or three.\n"
      "Parameters: weight [filters, C / groups, kernel height, kernel width] and bias [filters].\n"
      "Defaults: 32 filters of 3×3, stride 1, no padding, no dilation, one group, with bias.";
  layer.family = LayerFamily::Convolution;
  layer.learns = true;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::convolution_layer
