#include "core/network/sample_entry.h"

namespace fovea {

Status needSamples(const NetworkInterface& network) {
  if (network.feeds.has(FeedRole::Samples)) return {};
  return fail(ErrorCode::InvalidArgument, "No samples enter the network: it only learns an input of its own.",
              "Ask a network with an Input layer.");
}

}  // namespace fovea
