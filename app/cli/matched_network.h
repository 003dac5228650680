// Why: `inspect` and `eval` look into checkpoints of networks that have changed since.
#pragma once
#include <string>

#include "app/cli/command.h"
#include "core/train/checkpoint.h"

namespace fovea::cli {

void addNetworkOption(CLI::App& command, std::string& network);
// The checkpoint, or its matching layers in `network`: a network file, or a standard network's name. Says on stderr
// what was taken and what was not.
Result<Checkpoint> checkpointFor(const std::string& file, const std::string& network);

}  // namespace fovea::cli
