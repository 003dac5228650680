// Why: a recorded step is walked through in the terminal, one tensor after the other.
#pragma once
#include <string>

#include "core/train/step_trace.h"

namespace fovea::cli {

enum class WalkEnd { GoOn, NextStep, Stop };

// Prints every tensor of the step. At a terminal it waits after each for Enter (the next one), b (the one before), a
// layer's name (that layer), n (the next step), g (go on with training) or q (stop). `folder`: see
// TrainingLoop::stepThroughLayers(); fails as writing a file does.
Result<WalkEnd> walkThrough(const StepTrace& trace, bool json, const std::string& folder);

}  // namespace fovea::cli
