#include "core/network/frozen_layers.h"

#include <set>

#include "core/layers/frozen.h"
#include "core/network/network_editor.h"

namespace fovea {

bool isFrozen(const Layer& layer) {
  return layer.parameters.contains(kFrozen) && layer.parameters.boolean(kFrozen);
}

std::vector<const Layer*> freezableLayers(const Network& network, std::vector<LayerId> layers) {
  std::vector<const Layer*> found;
  std::set<BlockId> blocks;  // each once, however often it is used
  while (!layers.empty()) {
    const Layer* layer = network.find(layers.back());
    layers.pop_back();
    if (!layer) continue;
    if (const BlockId block = usedBlock(*layer); block.valid() && blocks.insert(block).second)
      for (const Layer& inner : network.layers())
        if (inner.block == block) layers.push_back(inner.id);
    const LayerType* type = findLayer(layer->type);
    if (type && type->parameters.find(kFrozen)) found.push_back(layer);
  }
  return found;
}

std::vector<NetworkEdit> freezingEdits(const std::vector<const Layer*>& layers, bool frozen) {
  std::vector<NetworkEdit> edits;
  for (const Layer* layer : layers)
    if (isFrozen(*layer) != frozen) edits.push_back({SetParameter{layer->id, kFrozen, frozen}, {}});
  return edits;
}

}  // namespace fovea
