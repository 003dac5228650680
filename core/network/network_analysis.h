// Why: the truth about a network, recomputed on each edit and shown on the canvas: shapes, sizes, costs, and problems
// as data with fixes that can be applied.
#pragma once
#include <map>
#include <memory>
#include <span>

#include "core/network/network_edit.h"

namespace fovea {

class LayerMemory;

struct NetworkFix {
  std::string title;  // on a button: "Insert Flatten"
  NetworkEdit edit;
};

struct NetworkProblem {
  LayerId layer;        // invalid: the network as a whole
  int input = -1;       // the port whose edge is wrong, or -1
  std::string message;  // what was got and what is needed
  std::vector<NetworkFix> fixes;
  std::string advice;         // what to do, in a sentence; may be empty
  bool trainingOnly = false;  // the network can be used, but not trained
  bool advisory = false;      // it can be trained all the same, though that is hardly meant
};

// Of a use of a block: the sums of its inside.
struct LayerReport {
  std::vector<Shape> outputs;  // without the batch axis; empty if not known
  std::int64_t parameters = 0;
  double flops = 0;              // forward, one sample
  std::int64_t outputBytes = 0;  // of all outputs, one sample: what training keeps of the layer at most
};

// Of one sheet: the network's own, or that of a block at one of its uses.
struct NetworkReport {
  std::map<LayerId, LayerReport> layers;
  std::vector<NetworkProblem> problems;
  std::map<LayerId, std::shared_ptr<const NetworkReport>> blocks;  // by use on this sheet: its inside
  std::int64_t parameters = 0;
  double flopsPerSample = 0;  // forward
  std::int64_t outputBytes = 0;
  bool ok() const { return problems.empty(); }
  const NetworkProblem* problemOf(LayerId id) const;
  // The first problem that keeps the network from being trained; null: none does.
  const NetworkProblem* obstacle() const;
};

// Never fails: what is wrong is in the report; what is wrong inside a block, at its use too. Under 1 ms for 100 layers.
NetworkReport analyzeNetwork(const Network& network);
// The same, faster: `memory` keeps what is known of layers that the last edits did not touch (layer_facts.h).
NetworkReport analyzeNetwork(const Network& network, LayerMemory& memory);

// The uses that lead from the network's own sheet into a block, from the outside in.
using BlockPath = std::vector<LayerId>;
// The report of the sheet that `path` leads to; null if it does not lead anywhere.
const NetworkReport* reportAt(const NetworkReport& report, std::span<const LayerId> path);

}  // namespace fovea
