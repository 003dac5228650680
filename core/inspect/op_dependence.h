// Why: a receptive field is found by walking the graph backward: each op tells which elements of its inputs an element
// of its output can depend on. Internal to receptive_field. Pure functions.
#pragma once
#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/convolution_geometry.h"
#include "core/ops/pooling_windows.h"

namespace fovea {

// A byte for each element of a value, 1: marked.
using ElementMask = std::vector<std::uint8_t>;

// One op with the marked elements of its outputs. The masks of inputs have the inputs' sizes.
struct DependenceRequest {
  const Node& node;
  std::vector<Shape> inputs, outputs;
  std::vector<const ElementMask*> marked;  // by output; null: nothing is marked
  std::vector<ElementMask*> reached;       // by input; null: a weight or a constant
};

// Marks the elements of the inputs on which the marked elements of the outputs depend. Numbers do not matter: of a
// maximum every element of its window counts, and a weight of zero counts like any other. False if the op has no rule;
// then nothing is marked.
bool markDependence(const DependenceRequest& request);

// The rules by kind of op.
bool markMoved(const DependenceRequest& request);      // elements that are copied, reordered or left out
bool markMixed(const DependenceRequest& request);      // sums over an axis: linear maps, norms, softmax, reductions
bool markWindows(const DependenceRequest& request);    // convolutions, pooling, resizing
bool markSequences(const DependenceRequest& request);  // recurrences, attention, embeddings

}  // namespace fovea
