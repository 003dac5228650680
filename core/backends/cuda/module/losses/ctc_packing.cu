#include "core/backends/cuda/module/losses/ctc_packing.h"

#include "core/backends/cuda/module/losses/ctc_rows.cuh"

namespace fovea::cuda {
namespace {

constexpr std::int32_t kHarmlessLabel = 1;
constexpr float kLeastScore = -1e30f;  // used instead of -infinity
constexpr float kMostCost = 1e29f;     // a larger cost means that every alignment has such a score: impossible

// One warp per sample: sets the number of labels for the library, and the total if the library cannot compute it.
__global__ void fitKernel(CtcShape s, CtcPacked p, const std::int32_t* targets) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t n = globalThread() / 32; n < s.batch; n += gridThreads() / 32) {
    const std::int32_t* row = targets + n * s.targets;
    const std::int64_t count = p.counts[n];
    std::int64_t steps = 0;  // steps that the labels need: one each, and one more between two equal ones
    for (std::int64_t i = lane; i < count; i += 32) steps += i > 0 && row[i] == row[i - 1] ? 2 : 1;
    const bool fits = warpSum(steps) <= p.stepCounts[n];
    if (lane > 0) continue;
    p.labelCounts[n] = count > 0 && fits ? static_cast<std::int32_t>(count) : 1;
    p.totals[n] = count < 0 ? kNoNumber : fits ? 0 : kNever;
  }
}

// Runs as one warp.
__device__ void packLabels(const CtcShape& s, const CtcPacked& p, const std::int32_t* targets, std::int64_t n) {
  const int lane = threadIdx.x % 32;
  std::int64_t before = 0;
  for (std::int64_t i = lane; i < n; i += 32) before += p.labelCounts[i];
  std::int32_t* const labels = p.labels + warpSum(before);
  const bool itsOwn = p.labelCounts[n] == p.counts[n];
  for (std::int64_t i = lane; i < p.labelCounts[n]; i += 32)
    labels[i] = itsOwn ? targets[n * s.targets + i] : kHarmlessLabel;
}

// One warp per step.
__global__ void packKernel(CtcShape s, CtcPacked p, const float* scores, const std::int32_t* targets) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t row = globalThread() / 32; row < s.batch * s.steps; row += gridThreads() / 32) {
    const std::int64_t n = row / s.steps, t = row % s.steps;
    if (t == 0) packLabels(s, p, targets, n);
    const bool counts = t < p.stepCounts[n];
    const float* from = scores + row * s.classes;
    float* to = p.scores + (t * s.batch + n) * s.classes;
    float largest = -kInfinity<float>;
    int wrong = 0;
    for (std::int64_t k = lane; k < s.classes; k += 32) {
      const bool good = from[k] < kInfinity<float>;
      if (!good) wrong = 1;
      largest = max(largest, from[k]);
      to[k] = counts && good ? max(from[k], kLeastScore) : 0;
    }
    if (warpMaximum(largest) == -kInfinity<float>) wrong = 1;
    // The warps of several steps may write this for the same sample.
    if (warpMaximum(wrong) && counts && lane == 0 && p.totals[n] == 0) p.totals[n] = kNoNumber;
  }
}

// One block per sample.
__global__ void totalKernel(CtcShape s, CtcPacked p) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  for (std::int64_t n = blockIdx.x; n < s.batch; n += gridDim.x) {
    if (p.totals[n] != 0) continue;
    if (p.counts[n] > 0) {
      const float cost = p.costs[n];
      __syncthreads();  // all threads have read the total
      if (threadIdx.x == 0) p.totals[n] = cost > kMostCost ? kNever : -static_cast<double>(cost);
      continue;
    }
    double blanks = 0;
    for (std::int64_t t = warp; t < p.stepCounts[n]; t += warps) {
      const float* row = p.scores + (t * s.batch + n) * s.classes;
      const double sum = softmaxSum(row, s.classes);
      if (lane == 0) blanks += static_cast<double>(row[0]) - sum;
    }
    blanks = blockSum(blanks);
    if (threadIdx.x == 0) p.totals[n] = blanks;
  }
}

// One warp per step.
__global__ void unpackKernel(CtcShape s, CtcPacked p, float* dscores) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t row = globalThread() / 32; row < s.batch * s.steps; row += gridThreads() / 32) {
    const std::int64_t n = row / s.steps, t = row % s.steps, from = (t * s.batch + n) * s.classes;
    float* const to = dscores + row * s.classes;
    const double total = p.totals[n];
    const bool counts = t < p.stepCounts[n];
    if (!counts || total != total || total == kNever) {
      const float value = !counts || (total == kNever && s.skipImpossible) ? 0 : kNaN<float>;
      for (std::int64_t k = lane; k < s.classes; k += 32) to[k] = value;
      continue;
    }
    const double weight = ctcWeight(s, p.counts[n]);
    if (p.counts[n] > 0) {
      for (std::int64_t k = lane; k < s.classes; k += 32)
        to[k] = static_cast<float>(weight * static_cast<double>(p.gradients[from + k]));
      continue;
    }
    const double sum = softmaxSum(p.scores + from, s.classes);
    for (std::int64_t k = lane; k < s.classes; k += 32) {
      const double probability = exp(static_cast<double>(p.scores[from + k]) - sum);
      to[k] = static_cast<float>(weight * (k == 0 ? probability - 1 : probability));
    }
  }
}

}  // namespace

cudaError_t packCtc(const CtcShape& s, const float* scores, const std::int32_t* targets, const float* lengths,
                    const CtcPacked& packed, cudaStream_t stream) {
  if (const cudaError_t error = ctcCounts(s, targets, lengths, packed.counts, packed.stepCounts, stream)) return error;
  if (const cudaError_t error = launch(fitKernel, blocksFor(s.batch * 32), kBlockThreads, stream, s, packed, targets))
    return error;
  return launch(packKernel, blocksFor(s.batch * s.steps * 32), kBlockThreads, stream, s, packed, scores, targets);
}

cudaError_t unpackCtc(const CtcShape& s, const CtcPacked& packed, float* loss, float* dscores, cudaStream_t stream) {
  if (const cudaError_t error = launch(totalKernel, blocksFor(s.batch, 1), kBlockThreads, stream, s, packed))
    return error;
  if (const cudaError_t error =
          launch(unpackKernel, blocksFor(s.batch * s.steps * 32), kBlockThreads, stream, s, packed, dscores))
    return error;
  return ctcTotal(s, packed.totals, packed.counts, loss, stream);
}

}  // namespace fovea::cuda
