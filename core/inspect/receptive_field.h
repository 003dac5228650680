// Why: a value of a layer depends only on a part of the input: its receptive field. It follows from the geometry of all
// ops between them (kernels, strides, dilations, padding, branches), not from the numbers.
// Source: Luo et al., "Understanding the Effective Receptive Field in Deep Convolutional Neural Networks", 2016.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// The part of one network input that is reached.
struct ReachedInput {
  std::string name;        // name of the Input layer
  Tensor reached;          // u8 of the input's shape, without the batch axis; 1 where a change can affect the value
  std::int64_t count = 0;  // number of ones
  std::vector<std::int64_t> first;  // smallest reached position per axis; empty if none is reached
  std::vector<std::int64_t> last;   // largest reached position per axis
};

struct ReceptiveField {
  std::vector<std::int64_t> at;      // position in the layer's output
  std::vector<ReachedInput> inputs;  // every input of the network
  // False if an op on the path has no rule: it is assumed to depend on all its inputs, so the field may be too large.
  bool exact = true;
};

// Returns the receptive field of element `at` of `value` [1, …] in a forward graph with batch size 1. `inputs` are the
// network's inputs by name. Fails with InvalidArgument if `at` is outside the value.
Result<ReceptiveField> receptiveField(const Graph& graph, ValueId value, const std::vector<std::int64_t>& at,
                                      const std::vector<std::pair<std::string, ValueId>>& inputs);

}  // namespace fovea
