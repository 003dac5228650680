// Why: the simplest recurrent layer, for short sequences and for teaching.
#include "core/layers/recurrent_layer.h"

namespace fovea::rnn_layer {

LayerType rnnLayer() {
  LayerType layer = recurrentLayer({.op = "rnn", .subject = "An RNN"});
  layer.learns = true;
  layer.name = "rnn";
  layer.title = "RNN";
  layer.help =
      "Reads a sequence step by step; the state of each step is made of the input and the state before. It forgets "
      "soon: use LSTM or GRU for long sequences.\n"
      "Formula: h′ = f(W·x + U·h + b + e), with f = tanh or ReLU; h′ is the output of the step.\n" +
      recurrentHelp("units") + " The activation is tanh. Source: Elman 1990.";
  Field activation;
  activation.name = "activation";
  activation.title = "Activation";
  activation.help = "Tanh keeps the state within bounds; ReLU lets it grow.";
  activation.kind = FieldKind::Choice;
  activation.defaultValue = std::string("tanh");
  activation.choices = {{"tanh", "Tanh"}, {"relu", "ReLU"}};
  std::vector<Field> fields = layer.parameters.fields();
  fields.push_back(std::move(activation));
  layer.parameters = Schema(std::move(fields));
  return layer;
}

}  // namespace fovea::rnn_layer
