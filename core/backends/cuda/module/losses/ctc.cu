// Why: the sum over all alignments of labels to steps, as defined by core/ops/ctc_alignment.h, in double precision: the
// logarithms grow with the steps and are subtracted at the end. One block per sample runs forward over the steps and
// another backward; the gradients of all steps follow in parallel. Each class adds its shares in the order of the
// labels.
#include "core/backends/cuda/module/losses/ctc_rows.cuh"

namespace fovea::cuda {
namespace {

constexpr int kThreads = 128;

// The pieces of scratch memory.
struct Pieces {
  double* reached;       // [batch, steps, symbols]: logarithms of all ways to a symbol
  double* ahead;         // the same from the symbol to the end
  double* rowSums;       // [batch, steps]: logarithms of the softmax's sums
  double* totals;        // [batch]
  std::int32_t* counts;  // [batch]: number of labels, or -1 if a label or the length is invalid
  std::int32_t* lasts;   // [batch]: number of valid steps
};

// The symbols of one sample: its labels with a blank before, between and after them.
struct Symbols {
  const std::int32_t* targets;
  std::int64_t blank, count;

  __device__ std::int64_t at(std::int64_t i) const { return i % 2 == 0 ? blank : targets[i / 2]; }
  // True if an alignment may go from symbol i - 2 directly to symbol i.
  __device__ bool skips(std::int64_t i) const { return i >= 2 && i % 2 == 1 && targets[i / 2] != targets[i / 2 - 1]; }
};

__device__ Symbols symbolsOf(const CtcShape& s, const Pieces& p, const std::int32_t* targets, std::int64_t sample) {
  return {targets + sample * s.targets, s.blank, 2 * static_cast<std::int64_t>(max(p.counts[sample], 0)) + 1};
}

__device__ double logSum(double a, double b, double c) {
  const double largest = max(a, max(b, c));
  if (a != a || b != b || c != c) return kNoNumber;
  if (largest == kNever) return kNever;
  return largest + log(exp(a - largest) + exp(b - largest) + exp(c - largest));
}

// Equals ctcSteps() of core/ops/ctc_alignment.h.
__device__ std::int64_t stepsOf(double length, std::int64_t steps) {
  constexpr double kHair = 0x1p-22;
  if (!(length > 0 && length <= 1)) return 0;
  const auto lasting = static_cast<std::int64_t>(ceil(length * (1 - kHair) * static_cast<double>(steps)));
  return max(std::int64_t{1}, min(lasting, steps));
}

// A warp per sample. Writes all steps of a sample with an invalid length.
template <class T>
__global__ void countKernel(CtcShape s, Pieces p, const std::int32_t* targets, const T* lengths) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t n = globalThread() / 32; n < s.batch; n += gridThreads() / 32) {
    const std::int32_t* row = targets + n * s.targets;
    std::int64_t behind = 0;  // the end of the row, minus the first negative position
    for (std::int64_t i = lane; i < s.targets && behind == 0; i += 32)
      if (row[i] < 0) behind = s.targets - i;
    const std::int64_t count = s.targets - warpMaximum(behind);
    int wrong = 0;
    for (std::int64_t i = lane; i < count; i += 32) wrong = max(wrong, int{row[i] >= s.classes || row[i] == s.blank});
    wrong = warpMaximum(wrong);
    const std::int64_t steps = lengths ? stepsOf(static_cast<double>(lengths[n]), s.steps) : s.steps;
    if (lane > 0) continue;
    p.counts[n] = wrong || steps == 0 ? -1 : static_cast<std::int32_t>(count);
    p.lasts[n] = static_cast<std::int32_t>(steps == 0 ? s.steps : steps);
  }
}

// One warp per step.
template <class T>
__global__ void rowSumKernel(CtcShape s, Pieces p, const T* scores) {
  for (std::int64_t row = globalThread() / 32; row < s.batch * s.steps; row += gridThreads() / 32) {
    if (row % s.steps >= p.lasts[row / s.steps]) continue;
    const double sum = softmaxSum(scores + row * s.classes, s.classes);
    if (threadIdx.x % 32 == 0) p.rowSums[row] = sum;
  }
}

// Processes one sample. The values are logarithms of probabilities of symbols.
template <class T>
struct Probabilities {
  const T* scores;
  const double* rowSums;
  std::int64_t classes;

  __device__ double operator()(std::int64_t t, std::int64_t k) const {
    return static_cast<double>(scores[t * classes + k]) - rowSums[t];
  }
};
template <class T>
__device__ Probabilities<T> probabilitiesOf(const CtcShape& s, const Pieces& p, const T* scores, std::int64_t sample) {
  return {scores + sample * s.steps * s.classes, p.rowSums + sample * s.steps, s.classes};
}

// Every thread of the block must call it; the last row is complete when it returns.
template <class T>
__device__ void goForward(std::int64_t steps, std::int64_t width, const Symbols& symbols,
                          const Probabilities<T>& logProbability, double* reached) {
  for (std::int64_t t = 0; t < steps; ++t) {
    for (std::int64_t i = threadIdx.x; i < symbols.count; i += kThreads) {
      double before = i < 2 ? 0 : kNever;
      if (t > 0) {
        const double* row = reached + (t - 1) * width;
        before = logSum(row[i], i > 0 ? row[i - 1] : kNever, symbols.skips(i) ? row[i - 2] : kNever);
      }
      reached[t * width + i] = before == kNever ? kNever : before + logProbability(t, symbols.at(i));
    }
    __syncthreads();
  }
}

template <class T>
__device__ void goBackward(std::int64_t steps, std::int64_t width, const Symbols& symbols,
                           const Probabilities<T>& logProbability, double* ahead) {
  for (std::int64_t t = steps - 1; t >= 0; --t) {
    const double* row = ahead + (t + 1) * width;
    const auto through = [&](std::int64_t i) {
      return row[i] == kNever ? kNever : row[i] + logProbability(t + 1, symbols.at(i));
    };
    for (std::int64_t i = threadIdx.x; i < symbols.count; i += kThreads) {
      double sum = i + 2 >= symbols.count ? 0 : kNever;
      if (t + 1 < steps)
        sum = logSum(through(i), i + 1 < symbols.count ? through(i + 1) : kNever,
                     i + 2 < symbols.count && symbols.skips(i + 2) ? through(i + 2) : kNever);
      ahead[t * width + i] = sum;
    }
    __syncthreads();
  }
}

template <class T>
__global__ void alignKernel(CtcShape s, Pieces p, const T* scores, const std::int32_t* targets) {
  const std::int64_t width = 2 * s.targets + 1, rows = s.steps * width;
  for (std::int64_t i = blockIdx.x; i < 2 * s.batch; i += gridDim.x) {
    const std::int64_t n = i / 2, steps = p.lasts[n];
    const Symbols symbols = symbolsOf(s, p, targets, n);
    if (p.counts[n] < 0) {
      if (threadIdx.x == 0) p.totals[n] = kNoNumber;
    } else if (i % 2 == 1) {
      goBackward(steps, width, symbols, probabilitiesOf(s, p, scores, n), p.ahead + n * rows);
    } else {
      goForward(steps, width, symbols, probabilitiesOf(s, p, scores, n), p.reached + n * rows);
      const double* ends = p.reached + n * rows + (steps - 1) * width;
      if (threadIdx.x == 0)
        p.totals[n] = logSum(ends[symbols.count - 1], symbols.count > 1 ? ends[symbols.count - 2] : kNever, kNever);
    }
  }
}

// One step: the softmax minus the shares of the alignments, class by class. Every thread of a block must call it.
template <class T>
__device__ void writeGradients(const Symbols& symbols, const Probabilities<T>& logProbability, std::int64_t t,
                               double weight, double total, double* shares, const double* ahead, T* dscores) {
  double blanks = 0;
  for (std::int64_t i = threadIdx.x; i < symbols.count; i += kThreads) {
    shares[i] = exp(shares[i] + ahead[i] - total);
    if (i % 2 == 0) blanks += shares[i];
  }
  blanks = blockSum(blanks);
  for (std::int64_t k = threadIdx.x; k < logProbability.classes; k += kThreads) {
    const double probability = exp(logProbability(t, k));
    dscores[k] = static_cast<T>(weight * (k == symbols.blank ? probability - blanks : probability));
  }
  __syncthreads();
  const std::int64_t labels = symbols.count / 2;
  for (std::int64_t i = threadIdx.x; i < labels; i += kThreads) {
    const std::int32_t label = symbols.targets[i];
    bool first = true;
    for (std::int64_t j = 0; j < i && first; ++j) first = symbols.targets[j] != label;
    if (!first) continue;
    double sum = 0;
    for (std::int64_t j = i; j < labels; ++j)
      if (symbols.targets[j] == label) sum += shares[2 * j + 1];
    dscores[label] = static_cast<T>(weight * (exp(logProbability(t, label)) - sum));
  }
  __syncthreads();
}

template <class T>
__global__ void gradientKernel(CtcShape s, Pieces p, const T* scores, const std::int32_t* targets, T* dscores) {
  const std::int64_t width = 2 * s.targets + 1;
  for (std::int64_t row = blockIdx.x; row < s.batch * s.steps; row += gridDim.x) {
    const std::int64_t n = row / s.steps;
    const double total = p.totals[n];
    const bool behind = row - n * s.steps >= p.lasts[n];
    if (behind || total != total || total == kNever) {
      const T value = static_cast<T>(behind || (total == kNever && s.skipImpossible) ? 0.0 : kNoNumber);
      for (std::int64_t k = threadIdx.x; k < s.classes; k += kThreads) dscores[row * s.classes + k] = value;
      continue;
    }
    writeGradients(symbolsOf(s, p, targets, n), probabilitiesOf(s, p, scores, n), row - n * s.steps,
                   ctcWeight(s, p.counts[n]), total, p.reached + row * width, p.ahead + row * width,
                   dscores + row * s.classes);
  }
}

// Runs as one block.
template <class T>
__global__ void lossKernel(CtcShape s, Pieces p, T* loss) {
  double sum = 0;
  for (std::int64_t n = threadIdx.x; n < s.batch; n += kThreads) {
    const double total = p.totals[n];
    if (total != kNever || !s.skipImpossible) sum -= ctcWeight(s, p.counts[n]) * total;
  }
  sum = blockSum(sum);
  if (threadIdx.x == 0) *loss = static_cast<T>(sum);
}

Pieces piecesOf(const CtcShape& s, void* scratch) {
  const std::int64_t rows = s.batch * s.steps, width = 2 * s.targets + 1;
  auto* const reached = static_cast<double*>(scratch);
  double *const ahead = reached + rows * width, *const rowSums = ahead + rows * width, *const totals = rowSums + rows;
  auto* const counts = reinterpret_cast<std::int32_t*>(totals + s.batch);
  return {reached, ahead, rowSums, totals, counts, counts + s.batch};
}

}  // namespace

std::size_t ctcScratch(const CtcShape& s) {
  const std::int64_t doubles = s.batch * (s.steps * (2 * (2 * s.targets + 1) + 1) + 1);
  return static_cast<std::size_t>(doubles) * sizeof(double) +
         2 * static_cast<std::size_t>(s.batch) * sizeof(std::int32_t);
}

template <class T>
cudaError_t ctcCounts(const CtcShape& shape, const std::int32_t* targets, const T* lengths, std::int32_t* counts,
                      std::int32_t* steps, cudaStream_t stream) {
  const Pieces pieces{nullptr, nullptr, nullptr, nullptr, counts, steps};
  return launch(countKernel<T>, blocksFor(shape.batch * 32), kBlockThreads, stream, shape, pieces, targets, lengths);
}

template <class T>
cudaError_t ctcTotal(const CtcShape& shape, double* totals, std::int32_t* counts, T* loss, cudaStream_t stream) {
  return launch(lossKernel<T>, 1, kThreads, stream, shape, Pieces{nullptr, nullptr, nullptr, totals, counts, nullptr},
                loss);
}

template <class T>
cudaError_t ctcLoss(const CtcShape& shape, const T* scores, const std::int32_t* targets, const T* lengths, T* loss,
                    T* dscores, void* scratch, cudaStream_t stream) {
  const Pieces pieces = piecesOf(shape, scratch);
  const std::int64_t rows = shape.batch * shape.steps;
  const auto firstError = [](std::initializer_list<cudaError_t> errors) {
    for (const cudaError_t error : errors)
      if (error != cudaSuccess) return error;
    return cudaSuccess;
  };
  cudaError_t error = cudaSuccess;
  if (shape.batch > 0)
    error = firstError(
        {ctcCounts(shape, targets, lengths, pieces.counts, pieces.lasts, stream),
         launch(rowSumKernel<T>, blocksFor(rows * 32), kBlockThreads, stream, shape, pieces, scores),
         launch(alignKernel<T>, blocksFor(2 * shape.batch, 1), kThreads, stream, shape, pieces, scores, targets),
         launch(gradientKernel<T>, blocksFor(rows, 1), kThreads, stream, shape, pieces, scores, targets, dscores)});
  if (error != cudaSuccess) return error;
  return ctcTotal(shape, pieces.totals, pieces.counts, loss, stream);
}

#define FOVEA_INSTANTIATE(T)                                                                               \
  template cudaError_t ctcLoss<T>(const CtcShape&, const T*, const std::int32_t*, const T*, T*, T*, void*, \
                                  cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE
template cudaError_t ctcCounts<float>(const CtcShape&, const std::int32_t*, const float*, std::int32_t*, std::int32_t*,
                                      cudaStream_t);
template cudaError_t ctcTotal<float>(const CtcShape&, double*, std::int32_t*, float*, cudaStream_t);

}  // namespace fovea::cuda
