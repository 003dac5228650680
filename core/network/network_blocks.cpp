// Why: queries about a network's blocks: their ports, their uses, and their nesting.
#include <algorithm>
#include <map>
#include <set>

#include "core/network/network.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostCounted = 1'000'000'000'000;

// Counts the layers on the sheet of `block`, after unfolding its blocks, for which `counts` is true.
template <class Counts>
std::int64_t unfoldedCount(const Network& network, BlockId block, Counts counts) {
  const auto order = nestingOrder(network);
  if (!order.ok()) return kMostCounted;  // a block that contains itself; never happens in a document
  std::map<BlockId, std::vector<BlockId>> uses;
  std::map<BlockId, std::int64_t> count;
  for (const Layer& layer : network.layers()) {
    if (const BlockId used = usedBlock(layer); used.valid()) uses[layer.block].push_back(used);
    if (counts(layer)) ++count[layer.block];
  }
  const auto add = [&](BlockId sheet) {
    for (const BlockId used : uses[sheet]) count[sheet] = std::min(count[sheet] + count[used], kMostCounted);
  };
  for (const BlockId inner : *order) add(inner);
  add({});
  return count[block];
}

}  // namespace

BlockId usedBlock(const Layer& layer) {
  if (layer.type != kBlockUse) return {};
  return BlockId{static_cast<std::int32_t>(layer.parameters.integer("definition"))};
}

std::vector<LayerId> blockPorts(const Network& network, BlockId block, std::string_view type) {
  std::vector<LayerId> ports;
  for (const Layer& layer : network.layers())
    if (layer.block == block && layer.type == type) ports.push_back(layer.id);
  return ports;
}

LayerPorts portsOf(const Network& network, const Layer& layer) {
  const BlockId block = usedBlock(layer);
  if (!block.valid()) {
    const LayerType& type = *findLayer(layer.type);
    return {type.inputPorts(layer.parameters), type.outputPorts(layer.parameters)};
  }
  LayerPorts ports;
  for (const Layer& other : network.layers()) {
    if (other.block != block) continue;
    if (other.type == kBlockInput) ports.inputs.push_back({other.name});
    if (other.type == kBlockOutput) ports.outputs.push_back({other.name});
  }
  return ports;
}

std::vector<LayerId> usesOf(const Network& network, BlockId block) {
  std::vector<LayerId> uses;
  for (const Layer& layer : network.layers())
    if (usedBlock(layer) == block) uses.push_back(layer.id);
  return uses;
}

Result<std::vector<BlockId>> nestingOrder(const Network& network) {
  std::map<BlockId, std::set<BlockId>> usesIn, usedBy;
  for (const Layer& layer : network.layers())
    if (const BlockId used = usedBlock(layer); used.valid() && layer.block.valid()) {
      usesIn[layer.block].insert(used);
      usedBy[used].insert(layer.block);
    }
  std::vector<BlockId> order;
  for (const Block& block : network.blocks())
    if (!usesIn.contains(block.id)) order.push_back(block.id);
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const BlockId outer : usedBy[order[next]]) {
      usesIn[outer].erase(order[next]);
      if (usesIn[outer].empty()) order.push_back(outer);
    }
  if (order.size() == network.blocks().size()) return order;
  for (const Block& block : network.blocks())
    if (std::find(order.begin(), order.end(), block.id) == order.end())
      return fail(ErrorCode::InvalidArgument, "The block “" + block.name + "” holds itself, or one that does.");
  return order;
}

std::int64_t layerCount(const Network& network, BlockId block) {
  return unfoldedCount(network, block, [](const Layer& layer) {
    return !usedBlock(layer).valid() && layer.type != kBlockInput && layer.type != kBlockOutput;
  });
}

std::int64_t unfoldedSize(const Network& network) {
  return unfoldedCount(network, {}, [](const Layer&) { return true; });
}

bool blockHolds(const Network& network, BlockId outer, BlockId inner) {
  std::vector<BlockId> open{outer};
  std::set<BlockId> seen{outer};
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    if (at == inner) return true;
    for (const Layer& layer : network.layers())
      if (const BlockId used = usedBlock(layer); layer.block == at && used.valid() && seen.insert(used).second)
        open.push_back(used);
  }
  return false;
}

}  // namespace fovea
