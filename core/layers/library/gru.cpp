// Why: a recurrent layer with gates and a quarter fewer weights than an LSTM.
#include "core/layers/recurrent_layer.h"

namespace fovea::gru_layer {

LayerType gruLayer() {
  LayerType layer = recurrentLayer({.op = "gru", .subject = "A GRU", .gates = 3});
  layer.learns = true;
  layer.name = "gru";
  layer.title = "GRU";
  layer.help =
      "Reads a sequence step by step and mixes its previous state with the new input. Smaller than an LSTM and often "
      "as good.\n"
      "Formula: r, z = sigmoid of (W·x + U·h + b); n = tanh(W·x + b + r·(U·h + e)); h′ = (1 − z)·n + z·h, which is the "
      "output of the step.\n" +
      recurrentHelp("3·units") + " Source: Cho et al. 2014; gates as in PyTorch.";
  return layer;
}

}  // namespace fovea::gru_layer
