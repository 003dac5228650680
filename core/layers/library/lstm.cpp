// Why: the recurrence that remembers over many steps.
#include "core/layers/recurrent_layer.h"

namespace fovea::lstm_layer {

LayerType lstmLayer() {
  LayerType layer = recurrentLayer({.op = "lstm", .subject = "An LSTM", .gates = 4, .hasCell = true});
  layer.learns = true;
  layer.name = "lstm";
  layer.title = "LSTM";
  layer.help =
      "Reads a sequence step by step and keeps a memory (the cell) that gates write, forget and read; so it learns "
      "what "
      "lies many steps apart.\n"
      "Formula: i, f, o = sigmoid of (W·x + U·h + b), g = tanh of the same; c′ = f·c + i·g; h′ = o·tanh(c′), which is "
      "the output of the step.\n" +
      recurrentHelp("4·units") + " Source: Hochreiter and Schmidhuber 1997; gates as in PyTorch.";
  return layer;
}

}  // namespace fovea::lstm_layer
