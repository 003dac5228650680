// Why: what saves kernels or memory traffic has run on no device before its first one, so each can be turned off to
// find a fault: FOVEA_CUDA_WITHOUT lists their names ("casts,masks"), or "all". Read when a device is opened or a graph
// is compiled.
#pragma once
#include <string>

namespace fovea::cuda {

enum class Saving {
  Casts,  // updates read gradients in 16 bits and write the 16-bit copies of weights
};

bool isOff(Saving saving);
// "FOVEA_CUDA_WITHOUT names casts"
std::string offReason(Saving saving);

}  // namespace fovea::cuda
