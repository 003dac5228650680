// Why: a receptive field is found by walking the graph backward: each op has a rule for which elements of its inputs an
// element of its output can depend on. Internal to receptive_field. Pure functions.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_windows.h"

namespace fovea {

// One byte per element of a value; 1 if the element is marked.
using ElementMask = std::vector<std::uint8_t>;

// One op with the marked elements of its outputs. The masks of the inputs have the sizes of the inputs.
struct DependenceRequest {
  const Node& node;
  std::vector<Shape> inputs, outputs;
  std::vector<const ElementMask*> marked;  // per output; null if nothing is marked
  std::vector<ElementMask*> reached;       // per input; null for weights and constants
};

// Marks the input elements on which the marked output elements depend, whatever the values: all elements of a maximum's
// window count, and so do zero weights. Returns false and marks nothing if the op has no rule.
// then nothing is marked.
bool markDependence(const DependenceRequest& request);

// The rules for each group of ops:
bool markMoved(const DependenceRequest& request);      // copies, reorderings, crops
bool markMixed(const DependenceRequest& request);      // sums over an axis: linear maps, norms, softmax, reductions
bool markWindows(const DependenceRequest& request);    // convolutions, pooling, resizing
bool markSequences(const DependenceRequest& request);  // recurrent layers, attention, embeddings

}  // namespace fovea
