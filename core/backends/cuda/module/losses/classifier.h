// Why: the interface between host and device code for the last layer of a classifier; the rules of launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

struct ClassifierShape {
  std::int64_t rows = 0, inputs = 0, classes = 0;
};
// True if a single block is about as fast as several kernels.
bool isOneBlocksClassifier(const ClassifierShape& shape);

// See the op linear_cross_entropy_fused. `logits` is scratch for rows × classes numbers; `count` may be null.
struct Classifier {
  const float *x, *weight, *bias;
  const std::int32_t* labels;
  const float* dloss;
  float *loss, *logits, *dlogits, *count, *dweight, *dbias;
};
cudaError_t classifier(const ClassifierShape& shape, const Classifier& arguments, cudaStream_t stream);

}  // namespace fovea::cuda
