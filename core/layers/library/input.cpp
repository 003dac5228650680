// Why: the place where samples enter the network: numbers (images, signals, rows) or symbols (text).
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::input_layer {
namespace {

struct InputParameters {
  std::vector<std::int64_t> shape{1, 28, 28};
  std::string values = "numbers";
  std::int64_t symbols = 256;
  std::string transforms;
};

const TypedSchema<InputParameters>& schema() {
  using P = InputParameters;
  static const auto typed = [] {
    Field shape = plainField("shape", "Shape",
                             "Extents of one sample: channels, height and width of an image; steps and features of a "
                             "sequence; the length of a row of numbers or symbols.",
                             1, kLargestExtent);
    shape.minimumLength = 1;
    shape.maximumLength = 4;
    Field values = plainField("values", "Values", "What a sample is made of. Symbols are numbered from 0, as in text.");
    values.choices = {{"numbers", "Numbers"}, {"symbols", "Symbols"}};
    Field symbols = plainField("symbols", "Symbols", "How many different symbols there are.", 1, 1'000'000'000);
    symbols.relevantWhen = {{"values", {"symbols"}}};
    return TypedSchema<P>()
        .field(&P::shape, shape)
        .field(&P::values, values)
        .field(&P::symbols, symbols)
        .field(&P::transforms, {.name = "transforms",
                                .title = "Transforms",
                                .help = "What is done to images on their way in, as a list that is kept as JSON.",
                                .ownEditor = true});
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& parameters, std::span<const ValueId>) {
  const InputParameters p = schema().read(parameters);
  const Shape wanted{std::span<const std::int64_t>(p.shape)};
  FOVEA_TRY([[maybe_unused]] const Shape checked, Shape::make(wanted.extents()));
  const DataType dtype = p.values == "symbols" ? DataType::Int32 : DataType::Float32;
  if (dtype == DataType::Int32 && wanted.rank() != 1)
    return fail(ErrorCode::InvalidArgument, "Symbols come in a row [T], but the shape is " + wanted.toString() + ".",
                "Give the shape as one number: how many symbols a sample has.");
  return std::vector<ValueId>{builder.samples({dtype, wanted}, dtype == DataType::Int32 ? p.symbols : 0)};
}

std::string caption(const FieldValues& values) {
  const InputParameters p = schema().read(values);
  if (p.values == "symbols") return fmt::format("{} of {} symbols", p.shape[0], p.symbols);
  if (p.shape.size() != 3) return timesWords(p.shape);
  const std::string size = fmt::format("{}×{}", p.shape[2], p.shape[1]);
  if (p.shape[0] == 1) return fmt::format("{} grey", size);
  if (p.shape[0] == 3) return size + " colour";
  return fmt::format("{} · {} channels", size, p.shape[0]);
}

}  // namespace

LayerType inputLayer() {
  LayerType layer;
  layer.name = "input";
  layer.title = "Input";
  layer.help =
      "Where the samples of a data set enter the network.\n"
      "Output of numbers: [N, C, H, W] for the shape C×H×W of images; [N, K], [N, C, L] or [N, T, K], and [N, C, D, H, "
      "W] "
      "for shapes of one, two and four extents. N is the batch: how many samples come at once.\n"
      "Output of symbols: whole numbers [N, T], each from 0 to one less than there are symbols; an Embedding turns "
      "them "
      "into numbers.\n"
      "The shape must be that of the data set's samples, or what the transforms make of them. Default: numbers, "
      "1×28×28.";
  layer.family = LayerFamily::Data;
  layer.parameters = schema().schema();
  layer.inputs = {};
  layer.outputs = {{"images"}};
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::input_layer
