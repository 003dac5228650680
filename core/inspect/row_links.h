// Why: t-SNE and UMAP both convert one-directional lists of nearest rows to symmetric links. Thread-safety: pure
// functions.
#pragma once
#include <span>
#include <vector>

#include "core/inspect/nearest_rows.h"

namespace fovea {

struct RowLinks {
  std::vector<std::size_t> first;    // start of each row's entries in the lists below; has one entry more than rows
  std::vector<std::uint32_t> other;  // ascending within each row
  std::vector<float> weight;
};

// Links each row with its nearest rows and with the rows that have it as a nearest one. `weights` are those of
// nearest.other. The weight of a link is join(weight of one direction, weight of the other), where a missing direction
// has weight 0. `join` must be symmetric. Fails with Cancelled.
Result<RowLinks> linksBothWays(const NearestRows& nearest, std::span<const float> weights, float (*join)(float, float),
                               const CancelToken& cancel);

}  // namespace fovea
