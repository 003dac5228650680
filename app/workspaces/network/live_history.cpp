#include "app/workspaces/network/live_history.h"

namespace fovea {

// If a layer has its maximum number of entries, drops every second one, and from then on every second frame.
void LiveHistory::add(const ProbeFrame& frame) {
  for (const LayerProbe& probe : frame.layers) {
    Line& line = layers_[probe.layer];
    if (line.seen++ % line.stride != 0) continue;
    if (line.entries.size() >= kMost) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < line.entries.size(); i += 2) line.entries[kept++] = std::move(line.entries[i]);
      line.entries.resize(kept);
      line.stride *= 2;
      if ((line.seen - 1) % line.stride != 0) continue;
    }
    line.entries.push_back({frame.step, probe.histogram, probe.updateRatio});
  }
}

const std::vector<LiveHistory::Entry>& LiveHistory::of(const std::string& layer) const {
  static const std::vector<Entry> none;
  const auto found = layers_.find(layer);
  return found == layers_.end() ? none : found->second.entries;
}

}  // namespace fovea
