// Why: a plan that was the fastest of one version of a library, or of Fovea's own kernels, need not be there or be the
// fastest in another.
#pragma once
#include <string>

namespace fovea::cuda {

// The versions on which the results of trials depend, as part of a file's name: "cudnn91900_frontend13200_fovea0.1.0".
std::string planVersions();

}  // namespace fovea::cuda
