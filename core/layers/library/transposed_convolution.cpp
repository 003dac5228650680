// Why: learned upsampling of an image.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::transposed_convolution_layer {
namespace {

using List = std::vector<std::int64_t>;

struct TransposedConvolutionParameters {
  std::int64_t filters = 32;
  std::vector<std::int64_t> kernel{2, 2};
  std::vector<std::int64_t> stride{2, 2};
  std::vector<std::int64_t> padding{0, 0};
  std::vector<std::int64_t> outputPadding{0, 0};
  std::vector<std::int64_t> dilation{1, 1};
  std::int64_t groups = 1;
  bool bias = true;
  std::string initializer = "he_normal";
};

const TypedSchema<TransposedConvolutionParameters>& schema() {
  using P = TransposedConvolutionParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::filters, plainField("filters", "Filters", "How many channels the output has.", 1, 65536))
          .field(&P::kernel, axesField("kernel", "Kernel",
                                       "Extents of a filter, one number for each axis or one for all: height and width "
                                       "of images.",
                                       1, 1024))
          .field(&P::stride, axesField("stride", "Stride",
                                       "How far the filters move on the output at a time: how many "
                                       "times larger it becomes.",
                                       1, 1024))
          .field(&P::padding,
                 axesField("padding", "Padding", "Places cut off the output before and after each axis.", 0, 1024))
          .field(&P::outputPadding,
                 axesField("output_padding", "Output padding", "Places added to the output after each axis.", 0, 1023))
          .field(&P::dilation,
                 axesField("dilation", "Dilation", "Distance of the points that a filter writes to.", 1, 1024))
          .field(&P::groups,
                 plainField("groups", "Groups",
                            "Into how many parts the channels are split, each with filters of its own.", 1, 65536))
          .field(&P::bias, plainField("bias", "Bias", "Adds one learned number to each output channel."))
          .field(&P::initializer, initializerField());
  return typed;
}

Result<TransposedConvolutionParameters> forInput(TransposedConvolutionParameters p, std::size_t axes) {
  FOVEA_TRY(p.kernel, forAxes("kernel", p.kernel, axes));
  FOVEA_TRY(p.stride, forAxes("stride", p.stride, axes));
  FOVEA_TRY(p.padding, forAxes("padding", p.padding, axes));
  FOVEA_TRY(p.outputPadding, forAxes("output padding", p.outputPadding, axes));
  FOVEA_TRY(p.dilation, forAxes("dilation", p.dilation, axes));
  return p;
}

Result<List> outputSize(const TransposedConvolutionParameters& p, const Shape& input) {
  List size;
  for (std::size_t axis = 0; axis < p.kernel.size(); ++axis) {
    if (p.outputPadding[axis] >= p.stride[axis])
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("An output padding of {} is not smaller than the stride of {}.", p.outputPadding[axis],
                              p.stride[axis]),
                  "It chooses among the sizes that the stride leaves open: use less of it.");
    size.push_back((input[static_cast<int>(axis + 2)] - 1) * p.stride[axis] - 2 * p.padding[axis] +
                   (p.kernel[axis] - 1) * p.dilation[axis] + 1 + p.outputPadding[axis]);
    if (size.back() < 1)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("With padding {} nothing is left of the output.", timesWords(p.padding)),
                  "Use less padding, or a larger kernel.");
  }
  return size;
}

// Adds one learned number per channel to y.
ValueId withBias(LayerBuilder& builder, ValueId y, std::int64_t filters, const Initializer& first) {
  if (!y.valid()) return y;
  List extents(static_cast<std::size_t>(builder.shapeOf(y).rank() - 1), 1);
  extents[0] = filters;
  const ValueId bias = builder.parameter("bias", Shape{filters}, first, false);
  const ValueId column = builder.graph().emitOne("reshape", {{"shape", extents}}, {bias});
  return builder.graph().emitOne("add", {}, {y, column});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("A transposed convolution", input));
  FOVEA_TRY(const TransposedConvolutionParameters p, forInput(schema().read(values), placeAxes(input)));
  FOVEA_CHECK(checkGroups(p.groups, input[1], p.filters));
  FOVEA_TRY(const List size, outputSize(p, input));

  List extents{input[1], p.filters / p.groups};
  for (const std::int64_t extent : asImageList(p.kernel, 1)) extents.push_back(extent);
  const Shape weightShape{std::span<const std::int64_t>(extents)};
  // Each output depends on about kernel / stride weights per axis for each input channel of its group.
  std::int64_t fanIn = input[1] / p.groups;
  for (std::size_t axis = 0; axis < p.kernel.size(); ++axis)
    fanIn *= std::max<std::int64_t>(p.kernel[axis] / p.stride[axis], 1);
  Initializer initializer = initializerFromChoice(p.initializer);
  initializer.fanIn = fanIn;
  const ValueId weight = builder.parameter("weight", weightShape, initializer);
  const FieldValues attributes{{"stride", asImageList(p.stride, 1)},
                               {"padding", asImagePadding(p.padding)},
                               {"dilation", asImageList(p.dilation, 1)},
                               {"groups", p.groups},
                               {"input_size", asImageList(size, 1)}};
  const char* op = input.rank() == 5 ? "conv3d_backward_data" : "conv2d_backward_data";
  ValueId y = builder.graph().emitOne(op, attributes, {asImage(builder, inputs[0]), weight});
  if (p.bias) y = withBias(builder, y, p.filters, biasInitializer(initializer, fanIn));
  return std::vector<ValueId>{likeInput(builder, inputs[0], y)};
}

std::string caption(const FieldValues& values) {
  const TransposedConvolutionParameters p = schema().read(values);
  return fmt::format("{} · {}", p.filters, windowCaption(p.kernel, p.stride));
}

}  // namespace

LayerType transposedConvolutionLayer() {
  LayerType layer;
  layer.name = "transposed_convolution";
  layer.title = "Transposed convolution";
  layer.help =
      "Makes the image larger: each place writes its filters, weighted by its numbers, onto the output. It is what a "
      "convolution does backward.\n"
      "Formula: y[m, i·stride + u·dilation − padding, j·stride + v·dilation − padding] += w[c, m, u, v] · x[c, i, j] "
      "for "
      "all c, u, v, i, j; then + b[m].\n"
      "Input [N, C, H, W], output [N, filters, OH, OW] with "
      "OH = (H − 1)·stride − 2·padding + dilation·(kernel − 1) + 1 + output padding; OW likewise. Signals and volumes "
      "likewise, along one axis or three.\n"
      "Parameters: weight [C, filters / groups, kernel height, kernel width] and bias [filters].\n"
      "Defaults: 32 filters of 2×2, stride 2, no padding, no dilation, one group, with bias. Source: Dumoulin and "
      "Visin "
      "2016.";
  layer.family = LayerFamily::Convolution;
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::transposed_convolution_layer
