// Why: what has changed between two networks is asked of every drawing that is tried in variants: which layers are new,
// gone or set differently, and which edges. Pure functions.
#pragma once
#include <map>

#include "core/network/network.h"

namespace fovea {

struct ParameterChange {
  std::string name;  // of the field
  FieldValue before, after;
  bool operator==(const ParameterChange&) const = default;
};

// A layer that is in both networks, but not the same. Where it stands does not count.
struct LayerChange {
  LayerId before, after;  // of the one network and the other
  bool renamed = false;
  bool retyped = false;  // then parameters are not compared
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

// Layers of the same name (on the same sheet) belong together. Of the others those of one type do that stand at the
// same port of layers that belong together, the most alike first, so that a renamed part is found again.
NetworkDifference compareNetworks(const Network& before, const Network& after);

// "Filters 20 → 32, Bias yes → no", "ReLU → GELU, was relu1".
std::string changeWords(const Network& before, const Network& after, const LayerChange& change);

}  // namespace fovea
