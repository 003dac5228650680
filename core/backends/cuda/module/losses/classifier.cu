// Why: for small batches the last layer of a classifier and its loss are dominated by launches: here one block computes
// the scores, the loss with its gradient, and the gradients of the layer's parameters.
#include "core/backends/cuda/module/losses/classifier.h"

#include "core/backends/cuda/module/losses/softmax_rows.cuh"

namespace fovea::cuda {
namespace {

constexpr int kWarps = kOneBlock / 32;

// A warp for each score.
__device__ void computeScores(const ClassifierShape& s, const Classifier& a) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t i = threadIdx.x / 32; i < s.rows * s.classes; i += kWarps) {
    const std::int64_t row = i / s.classes, k = i - row * s.classes;
    float sum = 0;
    for (std::int64_t j = lane; j < s.inputs; j += 32) sum += a.x[row * s.inputs + j] * a.weight[k * s.inputs + j];
    sum = warpSum(sum);
    if (lane == 0) a.logits[i] = sum + a.bias[k];
  }
}

// A thread for each weight, in the order of the rows.
__device__ void computeGradients(const ClassifierShape& s, const Classifier& a) {
  for (std::int64_t i = threadIdx.x; i < s.classes * s.inputs; i += kOneBlock) {
    const std::int64_t k = i / s.inputs, j = i - k * s.inputs;
    float sum = 0;
    for (std::int64_t row = 0; row < s.rows; ++row) sum += a.dlogits[row * s.classes + k] * a.x[row * s.inputs + j];
    a.dweight[i] = sum;
  }
  for (std::int64_t k = threadIdx.x; k < s.classes; k += kOneBlock) {
    float sum = 0;
    for (std::int64_t row = 0; row < s.rows; ++row) sum += a.dlogits[row * s.classes + k];
    a.dbias[k] = sum;
  }
}

__global__ void __launch_bounds__(kOneBlock) classifierKernel(ClassifierShape s, Classifier a) {
  computeScores(s, a);
  __syncthreads();  // all scores of the block are written
  crossEntropyWithGradient<float>(s.rows, s.classes,
                                  {a.logits, a.labels, a.dloss, a.loss, nullptr, a.dlogits, a.count});
  __syncthreads();
  computeGradients(s, a);
}

}  // namespace

bool isOneBlocksClassifier(const ClassifierShape& s) {
  constexpr std::int64_t kMostProducts = std::int64_t{1} << 20;
  return s.rows > 0 && s.classes > 0 && s.inputs > 0 && isOneBlocksLoss(s.rows, s.classes) &&
         s.rows * s.classes <= kMostProducts / s.inputs;
}

cudaError_t classifier(const ClassifierShape& shape, const Classifier& arguments, cudaStream_t stream) {
  return launch(classifierKernel, 1, kOneBlock, stream, shape, arguments);
}

}  // namespace fovea::cuda
