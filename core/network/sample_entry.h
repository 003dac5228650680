// Why: a network whose input is learned takes no samples; whoever gives samples to networks says so in one way.
#pragma once
#include "core/network/lowering.h"

namespace fovea {

// InvalidArgument for a network that no samples enter. NetworkInterface::samples() may be asked of all others.
Status needSamples(const NetworkInterface& network);

}  // namespace fovea
