// Why: optimisations that save kernels or memory traffic may fail on a device on which they have never run, so each can
// be turned off to find a fault: the environment variable FOVEA_CUDA_WITHOUT lists their names ("casts,masks"), or
// "all". It must not change after a device is opened.
#pragma once
#include <string>

namespace fovea::cuda {

enum class Saving {
  Casts,       // "casts": updates read gradients in 16 bits and write the 16-bit copies of weights
  Masks,       // "masks": stores in one bit per element where a ReLU after a residual passes gradients
  Order,       // "order": batch normalisation's second pass begins where the first one ended
  Launches,    // "launches": small sums, losses and counts take one kernel, not two
  Layouts,     // "layouts": pooling before a flattened value writes it densely
  Branches,    // "branches": in a recording, the gradients of bias and weights are computed in parallel
  Losses,      // "losses": a small batch's loss, its gradient and the number of correct predictions take one kernel
  Epilogues,   // "epilogues": matrix products also apply a linear layer's bias and activation, and sum bias gradients
  Residuals,   // "residuals": a residual's gradient is added with a convolution's gradient of its input
  Stem,        // "stem": one kernel casts an image, stores its channels last and pads them to a multiple of 4
  Statistics,  // "statistics": in f16, a convolution also computes the moments of the batch normalisation after it
  NormInputs,  // "norminputs": in f16, a convolution applies the batch normalisation and ReLU before it as it reads
  NormSums,    // "normsums": in f16, a convolution's backward pass also sums the batch normalisation's gradients
  Pooled,      // "pooled": a convolution of grey images and its pooling take one kernel; their weight gradients too
  Classifier,  // "classifier": the last layer of a classifier, its loss and its gradients take one kernel
  PoolSums,    // "poolsums": a pooling's backward kernel also computes the gradient of the bias before it
  Cupti,       // "cupti": a profile shows the times of kernels, not the intervals between events
};

bool isOff(Saving saving);
// Returns "FOVEA_CUDA_WITHOUT names casts".
std::string offReason(Saving saving);

}  // namespace fovea::cuda
