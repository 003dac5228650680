#include "app/cli/matched_network.h"

#include <fmt/format.h>

#include "core/inspect/matched_checkpoint.h"

namespace fovea::cli {

void addNetworkOption(CLI::App& command, std::string& network) {
  command.add_option("--network", network,
                     "A network file, or the name of a standard network: takes the checkpoint's matching layers and "
                     "says what was not taken");
}

Result<Checkpoint> checkpointFor(const std::string& file, const std::string& network) {
  FOVEA_TRY(Checkpoint checkpoint, readCheckpoint(file));
  if (network.empty()) return checkpoint;
  FOVEA_TRY(const Network other, loadNetwork(network));
  FOVEA_TRY(MatchedCheckpoint matched, matchCheckpoint(checkpoint, other));
  fmt::print(stderr, "{}: {}.\n", file, matchWords(matched.report));
  return std::move(matched.checkpoint);
}

}  // namespace fovea::cli
