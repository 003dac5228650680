// Why: an edit touches few layers, and rebuilding each node's content is the main cost of showing it. Each node
// therefore keeps its inputs, and its content is rebuilt only if they change.
#pragma once
#include <span>

#include "core/network/network_analysis.h"

namespace fovea {

// Finds edges by their ends without copying. A value; holds copies of the edges.
class EdgeIndex {
 public:
  explicit EdgeIndex(const std::vector<Edge>& edges);
  // Ordered by input, or by output.
  std::span<const Edge> into(LayerId layer) const;
  std::span<const Edge> outOf(LayerId layer) const;

 private:
  std::vector<Edge> byTarget_, bySource_;
};

// The inputs of a node's content, except problems and blocks: with those the content is always rebuilt.
class NodeBasis {
 public:
  // Returns whether the inputs are the same as last time, and stores them.
  bool keeps(const Layer& layer, const LayerReport* report, std::span<const Edge> into, std::span<const Edge> outOf);
  // Makes the next keeps() return false.
  void forget() { known_ = false; }

 private:
  bool known_ = false, reported_ = false;
  std::string type_, name_;
  FieldValues parameters_;
  LayerReport report_;
  std::vector<Edge> into_, outOf_;
};

}  // namespace fovea
