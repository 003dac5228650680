// Why: computes shapes, sizes, costs and problems of a network anew on each edit, for the canvas. Problems are data
// with fixes that can be applied.
#pragma once
#include <map>
#include <memory>
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

class LayerMemory;

struct NetworkFix {
  std::string title;  // the button's text: "Insert Flatten"
  NetworkEdit edit;
};

// The work that a problem prevents; each value includes those after it.
enum class Prevents {
  Use,       // the network computes nothing
  Training,  // it can be used, but has no loss, or does not fit the data
  Learning,  // loss and metrics can be computed, but no weight changes
  Nothing,   // a warning: this is probably unintended
};

struct NetworkProblem {
  LayerId layer;        // invalid: concerns the whole network
  int input = -1;       // the port whose edge is wrong, or -1
  std::string message;  // states the actual and the required input
  std::vector<NetworkFix> fixes;
  std::string advice;  // what to do, in a sentence; may be empty
  Prevents prevents = Prevents::Use;

  // Whether the network can be used in spite of it.
  bool allowsUse() const { return prevents != Prevents::Use; }
};

// For a use of a block, the numbers are sums over the layers inside.
struct LayerReport {
  std::vector<Shape> outputs;  // without the batch axis; empty if unknown
  std::int64_t parameters = 0;
  double flops = 0;              // forward pass, one sample
  std::int64_t outputBytes = 0;  // of all outputs, one sample: an upper bound for what training keeps of the layer
};

// The report on one sheet: the network's own, or a block's at one of its uses.
struct NetworkReport {
  std::map<LayerId, LayerReport> layers;
  std::vector<NetworkProblem> problems;
  std::map<LayerId, std::shared_ptr<const NetworkReport>> blocks;  // the inside of each use on this sheet
  std::int64_t parameters = 0;
  double flopsPerSample = 0;  // forward pass
  std::int64_t outputBytes = 0;
  bool ok() const { return problems.empty(); }
  const NetworkProblem* problemOf(LayerId id) const;
  // The first problem that prevents training, or null.
  const NetworkProblem* obstacle() const;
};

// Never fails: problems are part of the report. A problem inside a block is also reported at its use. Under 1 ms for
// 100 layers.
NetworkReport analyzeNetwork(const Network& network);
// The same, but faster: `memory` caches the facts of layers that recent edits did not change (layer_facts.h).
NetworkReport analyzeNetwork(const Network& network, LayerMemory& memory);

// The uses of blocks from the network's own sheet down to a block, outermost first.
using BlockPath = std::vector<LayerId>;
// The report of the sheet that `path` leads to; null if `path` is invalid.
const NetworkReport* reportAt(const NetworkReport& report, std::span<const LayerId> path);

}  // namespace fovea
