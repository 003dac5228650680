// Why: the layers LSTM, GRU and RNN are one stack of recurrences with different cells.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

struct RecurrentKind {
  std::string op;       // "lstm"
  std::string subject;  // "An LSTM", as the beginning of a sentence
  std::int64_t gates = 1;
  bool hasCell = false;
};

// Family, parameters (with `activation` of plain recurrence), build and caption.
LayerType recurrentLayer(const RecurrentKind& kind);
// What the help of each of them says about shapes, parameters and defaults. `gates` as in "4·units".
std::string recurrentHelp(const std::string& rows);

}  // namespace fovea
