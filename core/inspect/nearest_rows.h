// Why: t-SNE and UMAP arrange samples by their nearest neighbours.
// Thread-safety: pure functions. The same arguments yield the same neighbours for any number of threads.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/cancel.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct NearestRows {
  std::size_t count = 0;             // number of neighbours per row
  std::vector<std::uint32_t> other;  // [N, count]: nearest first, ties by index; never the row itself
  std::vector<float> squared;        // [N, count]: squared Euclidean distances
};

struct NearestOptions {
  // Up to this many rows, all pairs are compared. Beyond, neighbours of neighbours are compared until few change
  // (NN-descent, Dong, Moses and Li 2011), starting from random projection trees (Dasgupta and Freund 2008).
  std::int64_t exactUpTo = 12000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: the number of hardware threads
};

// Returns the `count` nearest rows of each row of f32 [N, D], with 0 < count < N and finite numbers (asserted). Needs
// memory for a few times N × count numbers. Fails with Cancelled.
Result<NearestRows> nearestRows(const Tensor& rows, std::size_t count, const NearestOptions& options,
                                const CancelToken& cancel, const ProgressFunction& progress);

}  // namespace fovea
