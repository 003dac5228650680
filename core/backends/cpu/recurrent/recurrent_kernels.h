// Why: forward and backward kernels of RNNs split a sequence into the same chunks. Input projections and weight
// gradients are one large product per chunk; only what depends on the previous step runs step by step.
#pragma once
#include "core/backends/cpu/products/gemm.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/recurrent.h"

namespace fovea::cpu {

// Rows (steps × samples) per chunk: enough for full speed of products, few enough for the cache.
inline constexpr std::int64_t kRecurrentChunkRows = 512;

inline std::int64_t recurrentChunk(const RecurrentGeometry& g) {
  return std::clamp<std::int64_t>(kRecurrentChunkRows / std::max<std::int64_t>(g.batch, 1), 1, g.steps);
}

// Hands out parts of a kernel's scratch memory when it is made, as offsets in floats.
class ScratchPlan {
 public:
  std::int64_t take(std::int64_t count) {
    const std::int64_t at = total_;
    total_ += (count + 15) / 16 * 16;
    return at;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(total_) * sizeof(float); }

 private:
  std::int64_t total_ = 0;
};

// Copies row(step, n), `width` floats, for each step of [begin, end) and each sample to consecutive rows.
template <class Row>
void gatherRows(const RecurrentGeometry& g, std::int64_t begin, std::int64_t end, std::int64_t width, float* to,
                Row&& row) {
  parallelRanges((end - begin) * g.batch, static_cast<double>(width),
                 [&](std::int64_t first, std::int64_t last) {
                   for (std::int64_t i = first; i < last; ++i)
                     std::copy_n(row(begin + i / g.batch, i % g.batch), width, to + i * width);
                 },
                 1);
}

// The threads that process the steps together. Each computes its share of the units of every step and then waits for
// the others, once per step.
struct Team {
  int thread = 0;
  int threads = 1;

  std::int64_t begin(std::int64_t count) const { return count * thread / threads; }
  std::int64_t end(std::int64_t count) const { return count * (thread + 1) / threads; }
  void meet() const {
    if (threads == 1) return;
#pragma omp barrier
  }
};

// Calls body(team) on each thread, or once if the `work` of a step, in multiply-adds, is too small to share.
template <class Body>
void onTeam(double work, Body&& body) {
  const int threads = work < kParallelWork ? 1 : omp_get_max_threads();
  if (threads == 1) return body(Team{});
#pragma omp parallel num_threads(threads)
  body(Team{omp_get_thread_num(), omp_get_num_threads()});
}

inline double stepWork(const RecurrentGeometry& g) {
  return static_cast<double>(g.batch) * static_cast<double>(g.units) * static_cast<double>(g.rows());
}

Result<KernelPlan> createRecurrent(RecurrentCell cell, const KernelRequest& request);
Result<KernelPlan> createRecurrentBackward(RecurrentCell cell, const KernelRequest& request);

}  // namespace fovea::cpu
