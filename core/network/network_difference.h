// Why: comparing variants of a drawing means listing layers added, removed or changed, and changed edges. Pure
// functions.
#pragma once
#include <map>

#include "core/network/network.h"

namespace fovea {

struct ParameterChange {
  std::string name;  // the field's name
  FieldValue before, after;
  bool operator==(const ParameterChange&) const = default;
};

// A layer that is in both networks but differs. Its position does not count.
struct LayerChange {
  LayerId before, after;  // its ids in both networks
  bool renamed = false;
  bool retyped = false;  // if so, parameters are not compared
  std::vector<ParameterChange> parameters;
};

struct NetworkDifference {
  std::vector<LayerId> added;    // ids of `after`, in its order
  std::vector<LayerId> removed;  // ids of `before`, in its order
  std::vector<LayerChange> changed;
  std::vector<Edge> addedEdges;             // ids of `after`
  std::vector<Edge> removedEdges;           // ids of `before`
  std::map<LayerId, LayerId> counterparts;  // from layers of `before` to those of `after`, changed or not
  bool empty() const {
    return added.empty() && removed.empty() && changed.empty() && addedEdges.empty() && removedEdges.empty();
  }
};

// Layers with the same name on the same sheet are matched first. Other layers of equal type are matched if they are
// attached to the same port of matched layers, the most similar first, so that renamed parts are found.
NetworkDifference compareNetworks(const Network& before, const Network& after);

// Describes a change: "Filters 20 → 32, Bias yes → no", "ReLU → GELU, was relu1".
std::string changeWords(const Network& before, const Network& after, const LayerChange& change);

}  // namespace fovea
