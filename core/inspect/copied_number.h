// Why: many layers only rearrange numbers. Forward and backward arithmetic share the mapping of each number to its
// source. Internal to the arithmetic.
#pragma once
#include "core/inspect/layer_arithmetic.h"

namespace fovea {

struct CopiedNumber {
  int source = 0;            // index of the layer's input
  std::int64_t element = 0;  // element of that input; −1: a constant of the layer
  double constant = 0;
};

// Returns the source of an element of the output; nullopt if the layer does more than rearrange numbers.
std::optional<CopiedNumber> copiedNumber(const NetworkTrace& trace, const TracedLayer& layer, std::int64_t element);
// Returns the elements of the output that are copies of the number `element` of the layer's input `source`.
std::vector<std::int64_t> copiesOfNumber(const NetworkTrace& trace, const TracedLayer& layer, std::size_t source,
                                         std::int64_t element);
bool arrangesNumbers(const std::string& layerType);

}  // namespace fovea
