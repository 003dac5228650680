// Why: what saves kernels or memory traffic has run on no device before its first one, so each can be turned off to
// find a fault: FOVEA_CUDA_WITHOUT lists their names ("casts,masks"), or "all". It must stay the same from when a
// device is opened.
#pragma once
#include <string>

namespace fovea::cuda {

enum class Saving {
  Casts,     // "casts": updates read gradients in 16 bits and write the 16-bit copies of weights
  Masks,     // "masks": where a ReLU behind a residual lets gradients pass is kept in one bit an element
  Order,     // "order": batch normalisation's second pass begins where the first one ended
  Launches,  // "launches": small sums, losses and counts take one kernel, not two
  Layouts,   // "layouts": pooling before a flattened value writes it densely
  Branches,  // "branches": in a recording, a bias's gradient is not waited for by that of the weights
  Cupti,     // "cupti": a profile's times are those of kernels, not of what lies between two events
};

bool isOff(Saving saving);
// "FOVEA_CUDA_WITHOUT names casts"
std::string offReason(Saving saving);

}  // namespace fovea::cuda
