// Why: which samples validate is decided once, at import, in the same way for every importer.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/sample.h"

namespace fovea {

// Train or Validation for each sample: of every class (and of those without a label) the share `validation`, rounded to
// the nearest number and never the whole class, drawn without order by `seed`. 0 <= validation <= 1. The same input
// gives the same plan on every machine.
std::vector<Split> stratifiedSplit(std::span<const std::int32_t> labels, double validation, std::uint64_t seed);

}  // namespace fovea
