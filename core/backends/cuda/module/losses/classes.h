// Why: the interface between host and device code for losses and metrics of classes at positions; the rules of
// launchers.h apply. Scores are [outer, channels, inner] with the classes as channels; there is one label for each
// position of outer × inner, in that order.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// y = x - log of the sum of exp(x) over the classes (softmax.cu).
template <class T>
cudaError_t logSoftmax(const Channels& shape, const T* x, T* y, cudaStream_t stream);

// The cross-entropy of positions whose label is neither negative nor `ignored` (class_loss.cu); T is float or double.
struct ClassLossRule {
  double smoothing = 0;
  std::int64_t ignored = -1;
};
// `weights` of the classes may be null: 1 each. `scratch` has classLossScratch() bytes, here and backward.
template <class T>
struct CrossEntropy {
  const T* logits;
  const std::int32_t* labels;
  const T* weights;
  T *loss, *probabilities;
};
template <class T>
struct CrossEntropyBackward {
  const T *dloss, *probabilities;
  const std::int32_t* labels;
  const T* weights;
  T* dlogits;
};
std::size_t classLossScratch(const Channels& shape);
template <class T>
cudaError_t weightedCrossEntropy(const Channels& shape, const ClassLossRule& rule, const CrossEntropy<T>& arguments,
                                 void* scratch, cudaStream_t stream);
template <class T>
cudaError_t weightedCrossEntropyBackward(const Channels& shape, const ClassLossRule& rule,
                                         const CrossEntropyBackward<T>& arguments, void* scratch, cudaStream_t stream);

// Labels and counts (class_labels.cu). y is 1 at the class of each label that is not `ignored`, else 0.
cudaError_t oneHot(const Channels& shape, std::int64_t ignored, const std::int32_t* labels, float* y,
                   cudaStream_t stream);
// counts = {positions whose label is among the `top` largest scores, positions with a label}. For fewer than 2^32
// positions, here and below; T is float or double.
template <class T>
cudaError_t classCounts(const Channels& shape, std::int64_t ignored, std::int64_t top, const T* scores,
                        const std::int32_t* labels, float* counts, cudaStream_t stream);
// counts[label, class of the largest score]
template <class T>
cudaError_t confusionCounts(const Channels& shape, std::int64_t ignored, const T* scores, const std::int32_t* labels,
                            float* counts, cudaStream_t stream);

}  // namespace fovea::cuda
