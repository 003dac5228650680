// Why: an input that training learns while the network is frozen: for feature inversion, for maximising the activation
// of a unit, and for style transfer.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::learned_input_layer {
namespace {

using List = std::vector<std::int64_t>;

struct LearnedInputParameters {
  List shape{1, 28, 28};
  std::string begin = "noise";
  double deviation = 0.1;
  double level = 0.5;
};

const TypedSchema<LearnedInputParameters>& schema() {
  using P = LearnedInputParameters;
  static const auto typed = [] {
    Field shape = plainField("shape", "Shape",
                             "Extents of the input: channels, height and width of an image; steps and features of a "
                             "sequence; the length of a row of numbers.",
                             1, kLargestExtent);
    shape.minimumLength = 1;
    shape.maximumLength = 4;
    Field begin = plainField("begin", "Begins as", "What the input is before the first step.");
    begin.choices = {{"noise", "Noise"}, {"level", "One number everywhere"}};
    Field deviation = plainField("deviation", "Deviation", "Of the noise, which is normal and has mean 0.", 0, 1e6);
    deviation.relevantWhen = {{"begin", {"noise"}}};
    Field level = plainField("level", "Level", "The number.", -1e6, 1e6);
    level.relevantWhen = {{"begin", {"level"}}};
    return TypedSchema<P>()
        .field(&P::shape, shape)
        .field(&P::begin, begin)
        .field(&P::deviation, deviation)
        .field(&P::level, level);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId>) {
  const LearnedInputParameters p = schema().read(values);
  List extents{1};
  extents.insert(extents.end(), p.shape.begin(), p.shape.end());
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  const Initializer first = p.begin == "noise" ? Initializer{.kind = InitializerKind::Normal, .deviation = p.deviation}
                                               : Initializer{.kind = InitializerKind::Constant, .deviation = p.level};
  const ValueId learned = builder.parameter("value", shape, first, false);
  extents[0] = builder.batch();
  return builder.graph().emit("broadcast_to", {{"shape", extents}}, {learned});
}

}  // namespace

LayerType learnedInputLayer() {
  LayerType layer;
  layer.name = "learned_input";
  layer.title = "Learned input";
  layer.help =
      "An input that training learns: it changes while the other layers are frozen. With the loss “Layer difference” "
      "it "
      "becomes an input with the same features as another one, with “Style difference” one of the same style, with "
      "“Maximise” the input that excites a layer most.\n"
      "Formula: y = the numbers. No input; output: [N, shape], the same numbers for each sample of the batch; a batch "
      "of "
      "one sample is enough.\n"
      "Parameters: “value”, [1, shape], without weight decay. Defaults: 1×28×28 of noise with deviation 0.1.\n"
      "Source: Mahendran and Vedaldi 2015; Gatys, Ecker and Bethge 2016.";
  layer.family = LayerFamily::Data;
  layer.inputs.clear();
  layer.outputs = {{"images"}};
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return timesWords(schema().read(values).shape); };
  return layer;
}

}  // namespace fovea::learned_input_layer
