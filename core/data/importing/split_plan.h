// Why: the split of each sample is decided once, at import, in the same way for every importer.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

// Shares of the samples that are not used for training; together at most 1.
struct SplitShares {
  double validation = 0;
  double test = 0;
};

// Assigns a split to each sample. Of every class (and of the samples without a label), the shares are drawn at random
// by `seed`, rounded to the nearest number and never the whole class. Samples with the same number in `groups` (empty:
// no groups) stay together and count for the class of the first of them; the shares are then met as closely as whole
// groups allow. The same input produces the same plan on every machine.
std::vector<Split> stratifiedSplit(std::span<const std::int32_t> labels, std::span<const std::uint32_t> groups,
                                   const SplitShares& shares, std::uint64_t seed);

}  // namespace fovea
