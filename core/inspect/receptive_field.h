// Why: a value of a layer sees only a part of the input: its receptive field. It follows from the geometry of all ops
// between them (kernels, strides, dilations, padding, branches), not from the numbers.
// Source: Luo et al., "Understanding the Effective Receptive Field in Deep Convolutional Neural Networks", 2016.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// The part of one input of the network.
struct ReachedInput {
  std::string name;        // of the Input layer
  Tensor reached;          // u8 of the input's shape, without the batch axis: 1 where a change can reach the value
  std::int64_t count = 0;  // of ones
  std::vector<std::int64_t> first;  // by axis, the smallest position that is reached; empty if nothing is
  std::vector<std::int64_t> last;   // and the largest
};

struct ReceptiveField {
  std::vector<std::int64_t> at;      // position in the layer's output
  std::vector<ReachedInput> inputs;  // every input of the network
  // False if an op on the way has no rule: it is taken to depend on all its inputs, so the field may be too large.
  bool exact = true;
};

// The receptive field of element `at` of `value` [1, …] in a forward graph with a batch of 1. `inputs` are the network's
// inputs by name. InvalidArgument: `at` is not within the value.
Result<ReceptiveField> receptiveField(const Graph& graph, ValueId value, const std::vector<std::int64_t>& at,
                                      const std::vector<std::pair<std::string, ValueId>>& inputs);

}  // namespace fovea
