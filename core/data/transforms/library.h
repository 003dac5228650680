// Why: the library of transforms has more than one file. Internal to it.
#pragma once
#include <vector>

#include "core/data/transforms/transform_type.h"

namespace fovea {

std::vector<TransformType> signalAndBatchTransforms();

}  // namespace fovea
