// Why: the fastest plan of one version of a library, or of Fovea's own kernels, may be missing or slower in another
// version.
#pragma once
#include <string>

namespace fovea::cuda {

// Returns the versions on which the results of trials depend, for a file name: "cudnn91900_frontend13200_fovea0.1.0".
std::string planVersions();

}  // namespace fovea::cuda
