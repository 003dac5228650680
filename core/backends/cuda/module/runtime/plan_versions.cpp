#include "core/backends/cuda/module/runtime/plan_versions.h"

#include <cudnn.h>
#include <cudnn_frontend_version.h>
#include <fmt/format.h>

namespace fovea::cuda {

std::string planVersions() {
  return fmt::format("cudnn{}_frontend{}_fovea{}", cudnnGetVersion(), CUDNN_FRONTEND_VERSION, FOVEA_VERSION);
}

}  // namespace fovea::cuda
