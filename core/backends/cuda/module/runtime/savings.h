// Why: optimisations that save kernels or memory traffic may fail on a device on which they have never run, so each can
// be turned off to find a fault: FOVEA_CUDA_WITHOUT lists their names ("casts,masks"), or "all". It must not change
// after a device is opened.
#pragma once
#include <string>

namespace fovea::cuda {

enum class Saving {
  Casts,       // "casts": updates read gradients in 16 bits and write the 16-bit copies of weights
  Masks,       // "masks": stores in one bit per element where a ReLU after a residual passes gradients
  Order,       // "order": batch normalisation's second pass begins where the first one ended
  Launches,    // "launches": small sums, losses and counts take one kernel, not two
  Layouts,     // "layouts": pooling before a flattened value writes it densely
  Branches,    // "branches": in a recording, a bias's gradient is not waited for by that of the weights
  Losses,      // "losses": a small batch's loss, its gradient and the count of right answers take one kernel
  Epilogues,   // "epilogues": what ends a linear layer, and sums for biases, is computed with the product
  Residuals,   // "residuals": a residual's gradient is added with a convolution's gradient of its input
  Stem,        // "stem": an image is cast, laid with channels last and padded to 4 channels by one kernel
  Statistics,  // "statistics": in f16, the moments of batch normalisation come out of the convolution before it
  NormInputs,  // "norminputs": in f16, a convolution applies the batch normalisation and ReLU before it as it reads
  NormSums,    // "normsums": in f16, the sums of a batch normalisation's gradient come out of the convolution before it
  Pooled,      // "pooled": a convolution of grey images and its pooling are one kernel, as are its weights' gradients
  Classifier,  // "classifier": the last layer of a classifier, its loss and its gradients take one kernel
  PoolSums,    // "poolsums": a bias's gradient in front of a pooling comes out of the pooling's backward kernel
  Cupti,       // "cupti": a profile's times are those of kernels, not of what lies between two events
};

bool isOff(Saving saving);
// "FOVEA_CUDA_WITHOUT names casts"
std::string offReason(Saving saving);

}  // namespace fovea::cuda
