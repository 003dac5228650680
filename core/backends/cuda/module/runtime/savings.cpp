#include "core/backends/cuda/module/runtime/savings.h"

#include <cstdlib>
#include <string_view>

namespace fovea::cuda {
namespace {

const char* nameOf(Saving saving) {
  switch (saving) {
    case Saving::Casts:
      return "casts";
    case Saving::Masks:
      return "masks";
    case Saving::Order:
      return "order";
    case Saving::Launches:
      return "launches";
    case Saving::Layouts:
      return "layouts";
    case Saving::Branches:
      return "branches";
    case Saving::Losses:
      return "losses";
    case Saving::Epilogues:
      return "epilogues";
    case Saving::Residuals:
      return "residuals";
    case Saving::Stem:
      return "stem";
    case Saving::Statistics:
      return "statistics";
    case Saving::NormInputs:
      return "norminputs";
    case Saving::NormSums:
      return "normsums";
    case Saving::Pooled:
      return "pooled";
    case Saving::Classifier:
      return "classifier";
    case Saving::PoolSums:
      return "poolsums";
    case Saving::Cupti:
      return "cupti";
  }
  return "";
}

}  // namespace

bool isOff(Saving saving) {
  const char* const wanted = std::getenv("FOVEA_CUDA_WITHOUT");
  std::string_view list = wanted ? wanted : "";
  while (!list.empty()) {
    const std::size_t end = list.find(',');
    const std::string_view name = list.substr(0, end);
    if (name == "all" || name == nameOf(saving)) return true;
    list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
  }
  return false;
}

std::string offReason(Saving saving) {
  return std::string("FOVEA_CUDA_WITHOUT names ") + nameOf(saving);
}

}  // namespace fovea::cuda
