// Why: connects the files of the library of transforms. Internal to it.
#pragma once
#include <vector>

#include "core/data/transforms/transform_type.h"

namespace fovea {

std::vector<TransformType> signalAndBatchTransforms();

}  // namespace fovea
