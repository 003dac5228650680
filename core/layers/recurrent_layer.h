// Why: the layers LSTM, GRU and RNN are the same stack of recurrences with different cells.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

struct RecurrentKind {
  std::string op;       // "lstm"
  std::string subject;  // "An LSTM", the beginning of a sentence
  std::int64_t gates = 1;
  bool hasCell = false;
};

// Returns the layer with family, parameters (plus `activation` for plain RNN), build and caption.
LayerType recurrentLayer(const RecurrentKind& kind);
// The part of the help text that all recurrent layers share: shapes, parameters and defaults. `rows` is, for example,
// "4·units".
std::string recurrentHelp(const std::string& rows);

}  // namespace fovea
