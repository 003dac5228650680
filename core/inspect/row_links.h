// Why: t-SNE and UMAP both turn lists of nearest rows, which lead one way, into links that lead both ways.
// Thread-safety: pure functions.
#pragma once
#include <span>
#include <vector>

#include "core/inspect/nearest_rows.h"

namespace fovea {

struct RowLinks {
  std::vector<std::size_t> first;    // of a row, in the lists below; one entry more than rows
  std::vector<std::uint32_t> other;  // ascending
  std::vector<float> weight;
};

// Links each row with its nearest rows and with those whose nearest it is. `weights` are those of nearest.other. The
// weight of a link is join(one direction's, the other's), where a direction that is missing has weight 0. `join` must
// not depend on the order. Cancelled.
Result<RowLinks> linksBothWays(const NearestRows& nearest, std::span<const float> weights, float (*join)(float, float),
                               const CancelToken& cancel);

}  // namespace fovea
