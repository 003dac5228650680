// Why: a plan that was the fastest of one version of a library, or of Fovea's own kernels, need not be there or be the
// fastest in another.
#pragma once
#include <string>

namespace fovea::cuda {

// What the answers of trials depend on, as part of a file's name: "cudnn91900_frontend13200_fovea0.1.0".
std::string planVersions();

}  // namespace fovea::cuda
