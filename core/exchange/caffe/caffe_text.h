// Why: a network can be viewed and edited as Caffe's prototxt. Fields of Fovea's own (fovea_param) hold what Caffe
// cannot express, so that text and drawing are equivalent and each can be made from the other.
// Thread-safety: pure functions.
#pragma once
#include <map>

#include "core/exchange/caffe/text_message.h"
#include "core/exchange/exchange.h"

namespace fovea {

struct PrototxtReading {
  Network network;
  ExchangeReport report;
  std::map<LayerId, TextPlace> places;  // where the text defines each layer: for problems that the analysis finds
};

// Reads a network from prototxt, without weights: output of networkToPrototxt(), or any Caffe network (any syntax;
// train_val files as in training). `before`, if given, is the previous network of the text: layers of the same name
// keep their id and position, and notes stay. Corrupt if the text is malformed or contradictory: "Line 3, column 7: …";
// placeOf(error) is that place. Layers unknown to Fovea become placeholders. analyzeNetwork() finds shape mismatches,
// not this function.
Result<PrototxtReading> readPrototxtNetwork(std::string_view text, const Network* before = nullptr);
// The same, but returns only the network.
Result<Network> networkFromPrototxt(std::string_view text, const Network* before = nullptr);

// Writes the network as prototxt; readPrototxtNetwork() restores the same layers, parameters and edges. Blocks are
// unfolded.
std::string networkToPrototxt(const Network& network);

}  // namespace fovea
