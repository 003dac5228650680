#include "core/layers/recurrent_layer.h"

#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

struct RecurrentParameters {
  std::int64_t units = 128;
  std::int64_t layers = 1;
  bool bidirectional = false;
  std::string output = "sequence";
  std::string state = "zero";
  double dropout = 0;
};

Field choiceField(const char* name, const char* title, const char* help, std::vector<FieldChoice> choices) {
  Field field = plainField(name, title, help);
  field.choices = std::move(choices);
  return field;
}

const TypedSchema<RecurrentParameters>& schema() {
  using P = RecurrentParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::units, plainField("units", "Units", "How many numbers the state holds.", 1, 65536))
          .field(&P::layers, plainField("layers", "Layers", "How many recurrences follow one another.", 1, 64))
          .field(&P::bidirectional, plainField("bidirectional", "Both directions",
                                               "Adds a second recurrence that goes from the end to the beginning; its "
                                               "numbers come behind those of the first."))
          .field(&P::output, choiceField("output", "Output", "All steps, or the state after the last one only.",
                                         {{"sequence", "Sequence"}, {"last", "Last state"}}))
          .field(&P::state, choiceField("state", "First state",
                                        "Zero for each window of a text, or carried over: what the window before it "
                                        "ended with. Training and validation then follow the text instead of drawing "
                                        "windows at random.",
                                        {{"zero", "Zero"}, {"carried", "Carried over"}}))
          .field(&P::dropout,
                 plainField("dropout", "Dropout",
                            "The share of numbers that is set to zero between the layers in training.", 0, 0.99));
  return typed;
}

// Emits a stack of recurrent layers.
class StackBuilder {
 public:
  StackBuilder(LayerBuilder& builder, const RecurrentKind& kind, const FieldValues& values)
      : builder_(builder), kind_(kind), p_(schema().read(values)) {
    if (const FieldValue* activation = values.find("activation")) attributes_.set("activation", *activation);
    attributes_.set("training", builder.differentiable());
  }

  std::vector<ValueId> build(ValueId x) {
    for (std::int64_t layer = 0; layer < p_.layers; ++layer) {
      if (layer > 0) x = withDropout(x, layer);
      const bool last = layer + 1 == p_.layers && p_.output == "last";
      const std::size_t output = last ? 1 : 0;
      ValueId y = direction(x, layer, false)[output];
      if (p_.bidirectional) {
        const ValueId other = direction(x, layer, true)[output];
        y = builder_.graph().emitOne("concatenate", {{"axis", std::int64_t{last ? 1 : 2}}}, {y, other});
      }
      x = y;
    }
    return {x};
  }

 private:
  // Emits one direction; returns y and the last hidden state.
  std::vector<ValueId> direction(ValueId x, std::int64_t layer, bool reverse) {
    const std::string suffix = fmt::format("_{}{}", layer, reverse ? "_reverse" : "");
    const std::int64_t inputs = builder_.graph().typeOf(x).shape.rank() == 3 ? builder_.shapeOf(x)[2] : 0;
    const std::int64_t rows = kind_.gates * p_.units;
    const Initializer uniform{.kind = InitializerKind::HeUniform, .fanIn = p_.units};
    std::vector<ValueId> operands{x, builder_.parameter("weight_input" + suffix, Shape{rows, inputs}, uniform),
                                  builder_.parameter("weight_hidden" + suffix, Shape{rows, p_.units}, uniform),
                                  builder_.parameter("bias_input" + suffix, Shape{rows}, uniform, false),
                                  builder_.parameter("bias_hidden" + suffix, Shape{rows}, uniform, false)};
    const std::vector<std::string> states = carriedNames(suffix);
    for (const std::string& state : states)
      if (const ValueId first = builder_.carriedState(state, p_.units); first.valid()) operands.push_back(first);
    const bool carries = operands.size() > 5;
    FieldValues attributes = attributes_;
    attributes.set("reverse", reverse);
    std::vector<ValueId> outputs = builder_.graph().emit(kind_.op, attributes, operands);
    for (std::size_t i = 0; carries && i < states.size(); ++i) builder_.carryState(states[i], outputs[1 + i]);
    return outputs;
  }

  std::vector<std::string> carriedNames(const std::string& suffix) const {
    if (p_.state != "carried") return {};
    std::vector<std::string> names{"hidden" + suffix};
    if (kind_.hasCell) names.push_back("cell" + suffix);
    return names;
  }

  ValueId withDropout(ValueId x, std::int64_t layer) {
    if (!builder_.training() || p_.dropout == 0) return x;
    return builder_.dropout(x, p_.dropout, builder_.layerSeed() + layer);
  }

  LayerBuilder& builder_;
  const RecurrentKind& kind_;
  RecurrentParameters p_;
  FieldValues attributes_;
};

Result<std::vector<ValueId>> build(const RecurrentKind& kind, LayerBuilder& builder, const FieldValues& values,
                                   std::span<const ValueId> inputs) {
  FOVEA_CHECK(needSequence(kind.subject, builder.shapeOf(inputs[0])));
  const RecurrentParameters p = schema().read(values);
  if (p.bidirectional && p.state == "carried")
    return fail(ErrorCode::InvalidArgument, "A state can only be carried forward, not from the end to the beginning.",
                "Choose the first state Zero, or one direction.");
  return StackBuilder(builder, kind, values).build(inputs[0]);
}

std::string caption(const FieldValues& values) {
  const RecurrentParameters p = schema().read(values);
  std::string words = p.layers > 1 ? fmt::format("{} × {}", p.layers, p.units) : fmt::format("{}", p.units);
  if (p.bidirectional) words += " · both ways";
  if (p.output == "last") words += " · last";
  return words;
}

}  // namespace

LayerType recurrentLayer(const RecurrentKind& kind) {
  LayerType layer;
  layer.family = LayerFamily::Sequence;
  layer.learns = true;
  layer.parameters = schema().schema();
  layer.build = [kind](LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
    return build(kind, builder, values, inputs);
  };
  layer.caption = caption;
  return layer;
}

std::string recurrentHelp(const std::string& rows) {
  return "Input [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many numbers in both "
         "directions.\n"
         "Parameters of each recurrence: weight_input [" +
         rows + ", K], weight_hidden [" + rows + ", units], bias_input and bias_hidden [" + rows +
         "], drawn evenly between ±1/√units.\n"
         "First state, carried over: for texts to be continued. A batch of N windows is N places of the text that are "
         "read side by side: row i of a batch goes on where row i of the batch before ended, and begins with the state "
         "that this ended with (learning still looks back no further than the window). The state is zero at the "
         "beginning of each epoch and of each validation, and where the text does not go on; validation keeps its own. "
         "Windows must lie one behind the other, as an import with step 0 cuts them. Batches in a row are alike then: "
         "let the learning rate fall towards the end (Cosine). A single sample begins at zero.\n"
         "Defaults: 128 units, one layer, one direction, the whole sequence, first state zero, no dropout.";
}

}  // namespace fovea
