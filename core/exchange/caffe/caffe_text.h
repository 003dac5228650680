// Why: a network can be looked at and changed as Caffe's prototxt. What Caffe has no words for stands in fields of
// Fovea's own (fovea_param), so that text and drawing say the same and either can be made from the other.
// Thread-safety: pure functions.
#pragma once
#include <map>

#include "core/exchange/caffe/text_message.h"
#include "core/exchange/exchange.h"

namespace fovea {

struct PrototxtReading {
  Network network;
  ExchangeReport report;
  std::map<LayerId, TextPlace> places;  // where the text speaks of a layer: for problems that the analysis finds
};

// A network from prototxt, without weights: what networkToPrototxt() wrote, or a network of Caffe's own (any syntax;
// train_val files as they are in training). `before`, where there is one, is the network that the text stood for until
// now: layers of the same name keep their id and place, and notes stay. Corrupt where the text cannot be read or says
// what cannot be: "Line 3, column 7: …", and placeOf(error) is that place. Layers that Fovea lacks become placeholders;
// shapes that do not fit are no error here, but found by analyzeNetwork().
Result<PrototxtReading> readPrototxtNetwork(std::string_view text, const Network* before = nullptr);
// The same, the network alone.
Result<Network> networkFromPrototxt(std::string_view text, const Network* before = nullptr);

// The network as prototxt: readPrototxtNetwork() makes the same layers, parameters and edges of it. Blocks are
// unfolded.
std::string networkToPrototxt(const Network& network);

}  // namespace fovea
