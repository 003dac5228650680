// Why: prints what was recorded of a run's layers, as lines to read or as JSON.
#pragma once
#include <cstdint>
#include <vector>

#include "core/train/layer_record.h"

namespace fovea::cli {

// Prints a line for each histogram; `seconds` is what the run took, 0 if it is not known.
void printLayers(std::int64_t run, const std::vector<LayerFrame>& frames, double seconds);
// Prints one object for each layer and step.
void printLayersJson(std::int64_t run, const std::vector<LayerFrame>& frames);

}  // namespace fovea::cli
