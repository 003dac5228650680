// Why: one block computes a small batch's loss and gradient, alone or as a part of the last layer.
#pragma once
#include "core/backends/cuda/module/runtime/class_rows.cuh"

namespace fovea::cuda {

// Kernels with this block size need __launch_bounds__: they might use more registers than a multiprocessor has.
constexpr int kOneBlock = 1024;

// Counts the labels; runs as one block.
__device__ inline double countLabels(std::int64_t rows, const std::int32_t* labels) {
  double count = 0;
  for (std::int64_t n = threadIdx.x; n < rows; n += blockDim.x) count += labels[n] >= 0 ? 1.0 : 0.0;
  return blockSum(count);
}

template <class T>
__device__ T factorOf(double labels, const T* dloss) {
  return static_cast<T>(static_cast<double>(*dloss) / (labels > 0 ? labels : 1.0));
}

// One block computes the loss, its gradient and the count of correct answers. It counts the labels first, so that each
// row's gradient follows from its probabilities at once. Outputs that are not read are null. Every thread must call it.
template <class T>
__device__ void crossEntropyWithGradient(std::int64_t rows, std::int64_t classes, const CrossEntropyStep<T>& a) {
  using Row = ClassRow<true, T>;
  const double labelled = countLabels(rows, a.labels);
  const T factor = factorOf(labelled, a.dloss);
  double loss = 0, hits = 0;
  for (std::int64_t n = threadIdx.x / 32; n < rows; n += blockDim.x / 32) {
    const Row row = Row::at({rows, classes, 1}, n, a.logits);
    const T largest = row.maximum(), sum = row.sumOfExponentials(largest);
    const std::int32_t label = a.labels[n];
    row.each([&](std::int64_t k) {
      const T probability = exponential(row.value(k) - largest) / sum;
      if (a.probabilities) a.probabilities[n * classes + k] = probability;
      const T target = k == label ? T(1) : T(0);
      a.dlogits[n * classes + k] = label < 0 ? T(0) : label >= classes ? kNaN<T> : factor * (probability - target);
    });
    const std::int64_t best = row.best();
    if (!Row::leads() || label < 0) continue;
    hits += best == label ? 1 : 0;
    const T own = label < classes ? logarithm(sum) - (row.value(label) - largest) : kNaN<T>;
    loss += static_cast<double>(own);
  }
  loss = blockSum(loss);
  hits = blockSum(hits);
  if (threadIdx.x != 0) return;
  *a.loss = static_cast<T>(labelled > 0 ? loss / labelled : 0.0);
  if (a.count) *a.count = static_cast<float>(hits);
}

}  // namespace fovea::cuda
