// Why: an edit touches one layer of many, and to say anew what each node shows is what showing an edit costs most. So
// each node keeps what its content was made from, and is left alone while that is the same.
#pragma once
#include <span>

#include "core/network/network_analysis.h"

namespace fovea {

// Edges by their ends, found without copying. A value; holds copies of the edges.
class EdgeIndex {
 public:
  explicit EdgeIndex(const std::vector<Edge>& edges);
  // Ordered by input, or by output.
  std::span<const Edge> into(LayerId layer) const;
  std::span<const Edge> outOf(LayerId layer) const;

 private:
  std::vector<Edge> byTarget_, bySource_;
};

// What the content of a node depends on, but for problems and blocks: where there are any, it is always made anew.
class NodeBasis {
 public:
  // Whether it is the same as last time; remembers it.
  bool keeps(const Layer& layer, const LayerReport* report, std::span<const Edge> into, std::span<const Edge> outOf);
  // The next keeps() is false.
  void forget() { known_ = false; }

 private:
  bool known_ = false, reported_ = false;
  std::string type_, name_;
  FieldValues parameters_;
  LayerReport report_;
  std::vector<Edge> into_, outOf_;
};

}  // namespace fovea
