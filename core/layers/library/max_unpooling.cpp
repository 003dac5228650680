// Why: reverses a max pooling, for networks that output an image.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::max_unpooling_layer {
namespace {

using List = std::vector<std::int64_t>;

struct MaxUnpoolingParameters {
  std::vector<std::int64_t> kernel{2, 2};
  std::vector<std::int64_t> stride{2, 2};
  std::vector<std::int64_t> padding{0, 0};
  std::vector<std::int64_t> size{};
};

const TypedSchema<MaxUnpoolingParameters>& schema() {
  using P = MaxUnpoolingParameters;
  static const auto typed = [] {
    Field size = axesField("size", "Size",
                           "Extents of the output, where the pooling's input had others than its window tells; empty: "
                           "as the window tells.",
                           1, kLargestExtent);
    size.minimumLength = 0;
    return TypedSchema<P>()
        .field(&P::kernel, axesField("kernel", "Kernel", "The window of the pooling that is undone.", 1, 1024))
        .field(&P::stride, axesField("stride", "Stride", "Its stride.", 1, 1024))
        .field(&P::padding, axesField("padding", "Padding", "Its padding.", 0, 512))
        .field(&P::size, size);
  }();
  return typed;
}

Result<List> outputSize(const MaxUnpoolingParameters& p, const Shape& input) {
  const std::size_t axes = placeAxes(input);
  if (!p.size.empty()) return forAxes("size", p.size, axes);
  PoolingLists lists;
  FOVEA_TRY(lists.kernel, forAxes("kernel", p.kernel, axes));
  FOVEA_TRY(lists.stride, forAxes("stride", p.stride, axes));
  FOVEA_TRY(lists.padding, forAxes("padding", p.padding, axes));
  List size;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    size.push_back((input[static_cast<int>(axis + 2)] - 1) * lists.stride[axis] - 2 * lists.padding[axis] +
                   lists.kernel[axis]);
    if (size.back() < 1)
      return fail(ErrorCode::InvalidArgument, fmt::format("With padding {} nothing is left.", timesWords(p.padding)),
                  "Use the window of the pooling that is undone.");
  }
  return size;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape input = builder.shapeOf(inputs[0]);
  const TensorType positions = builder.graph().typeOf(inputs[1]);
  FOVEA_CHECK(needPlaces("Max unpooling", input));
  if (positions.dtype != DataType::Int32)
    return fail(ErrorCode::InvalidArgument, "Max unpooling needs positions as its second input, but got numbers.",
                "Switch on “Give positions” in a Max pooling layer and connect its second output.");
  if (positions.shape != input)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The input is {}, but there are positions for {}.", inputWords(input), inputWords(positions.shape)),
        "Connect the positions of the pooling that made the image this small.");
  FOVEA_TRY(const List size, outputSize(schema().read(values), input));
  return builder.graph().emit("max_unpool", {{"size", size}}, {inputs[0], inputs[1]});
}

}  // namespace

LayerType maxUnpoolingLayer() {
  LayerType layer;
  layer.name = "max_unpooling";
  layer.title = "Max unpooling";
  layer.help =
      "Makes an image larger again: puts each number where a Max pooling layer found its largest, and zeros elsewhere. "
      "Switch on “Give positions” there and connect its second output.\n"
      "Formula: y[c, position[c, i, j]] = x[c, i, j], zero where no position points.\n"
      "Input and positions [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, OH, OW] with "
      "OH = (H − 1)·stride − 2·padding + kernel, or the size that is given.\n"
      "Defaults: windows of 2×2, stride 2, no padding. Source: Zeiler and Fergus 2014.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.inputs = {{"input"}, {"positions"}};
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return windowCaption(schema().read(values).kernel, schema().read(values).stride);
  };
  return layer;
}

}  // namespace fovea::max_unpooling_layer
