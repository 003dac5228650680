// Why: the layer that looks for the same small pattern at every place of an image.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

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
          .field(&P::kernel, pairField("kernel", "Kernel", "Height and width of a filter.", 1, 1024))
          .field(&P::stride,
                 pairField("stride", "Stride", "How far the filters move at a time, down and across.", 1, 1024))
          .field(&P::padding,
                 pairField("padding", "Padding", "Zeros around the image: above and below, left and right.", 0, 1024))
          .field(&P::dilation,
                 pairField("dilation", "Dilation", "Distance of the points that a filter looks at.", 1, 1024))
          .field(&P::groups,
                 plainField("groups", "Groups",
                            "Into how many parts the channels are split, each with filters of its own.", 1, 65536))
          .field(&P::bias, plainField("bias", "Bias", "Adds one learned number to each output channel."))
          .field(&P::initializer, initializerField());
  return typed;
}

Status checkGroups(const ConvolutionParameters& p, std::int64_t channels) {
  const auto refuse = [&](const char* what, std::int64_t count) {
    return fail(ErrorCode::InvalidArgument, fmt::format("{} {} cannot be split into {} groups.", count, what, p.groups),
                "Groups must divide both the input channels and the filters.");
  };
  if (channels % p.groups != 0) return refuse("input channels", channels);
  if (p.filters % p.groups != 0) return refuse("filters", p.filters);
  return {};
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const ConvolutionParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needImage("A convolution", input));
  FOVEA_CHECK(checkGroups(p, input[1]));
  FOVEA_CHECK(checkWindow(input, {p.kernel, p.padding, p.dilation}));

  const Shape weightShape{p.filters, input[1] / p.groups, p.kernel[0], p.kernel[1]};
  const Initializer initializer = initializerFromChoice(p.initializer);
  std::vector<ValueId> operands{inputs[0], builder.parameter("weight", weightShape, initializer)};
  if (p.bias) {
    const Initializer first = biasInitializer(initializer, weightShape.elementsFrom(1));
    operands.push_back(builder.parameter("bias", Shape{p.filters}, first, false));
  }
  const FieldValues attributes{
      {"stride", p.stride}, {"padding", allSides(p.padding)}, {"dilation", p.dilation}, {"groups", p.groups}};
  return builder.graph().emit("conv2d", attributes, operands);
}

std::string caption(const FieldValues& values) {
  const ConvolutionParameters p = schema().read(values);
  std::string text = fmt::format("{} · {}", p.filters, timesWords(p.kernel));
  if (p.stride[0] == p.stride[1] && p.stride[0] > 1)
    text += fmt::format(" / {}", p.stride[0]);
  else if (p.stride[0] != p.stride[1])
    text += " / " + timesWords(p.stride);
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
      "OH = (H + 2·padding − dilation·(kernel − 1) − 1) / stride + 1, rounded down; OW likewise.\n"
      "Parameters: weight [filters, C / groups, kernel height, kernel width] and bias [filters].\n"
      "Defaults: 32 filters of 3×3, stride 1, no padding, no dilation, one group, with bias.";
  layer.family = LayerFamily::Convolution;
  layer.learns = true;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea
