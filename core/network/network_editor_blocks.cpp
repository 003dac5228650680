// Why: NetworkEditor's operations on blocks and their ports.
#include <fmt/format.h>

#include <algorithm>

#include "core/network/edit_list.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

// Returns the index of `port` among its block's ports of the same kind.
int portIndex(const Network& network, const Layer& port) {
  const std::vector<LayerId> ports = blockPorts(network, port.block, port.type);
  return static_cast<int>(std::find(ports.begin(), ports.end(), port.id) - ports.begin());
}

}  // namespace

Status NetworkEditor::checkSheet(const Layer& layer) const {
  if (!layer.block.valid()) {
    if (isBlockPort(layer))
      return fail(ErrorCode::InvalidArgument, "A block's input or output stands on the block's own sheet.");
  } else {
    const Block* block = network_.findBlock(layer.block);
    if (!block) return noSuchBlock(layer.block);
    if (layer.type == "input")
      return fail(ErrorCode::InvalidArgument,
                  "The input layer cannot stand in the block " + inQuotes(block->name) + ".",
                  "Let it stand outside and lead an edge into the block.");
  }
  const BlockId used = usedBlock(layer);
  if (used.valid() && !network_.findBlock(used)) return noSuchBlock(used);
  return {};
}

Status NetworkEditor::checkNesting(const Layer& layer) const {
  const BlockId used = usedBlock(layer);
  if (!used.valid() || !layer.block.valid() || !blockHolds(network_, used, layer.block)) return {};
  return fail(ErrorCode::InvalidArgument,
              "The block " + inQuotes(network_.findBlock(used)->name) + " would hold itself.",
              "Use another block here, or draw its layers.");
}

Result<BlockId> NetworkEditor::addBlock(Block block) {
  FOVEA_CHECK(checkName(block.name));
  auto& blocks = network_.blocks_;
  if (blocks.size() >= kMostBlocks)
    return fail(ErrorCode::InvalidArgument, fmt::format("A network has at most {} blocks.", kMostBlocks));
  block.name = uniqueName(block.name, [&](const std::string& name) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const Block& other) { return other.name == name; });
  });
  if (!block.id.valid()) block.id = network_.nextBlockId();
  if (network_.findBlock(block.id))
    return fail(ErrorCode::AlreadyExists, fmt::format("There is already a block number {}.", block.id.index));
  if (block.id.index > kLargestId)
    return fail(ErrorCode::InvalidArgument, "There are no block numbers left.", kCopyIntoNew);
  network_.nextBlockId_ = std::max(network_.nextBlockId_, block.id.index + 1);
  const auto place = std::upper_bound(blocks.begin(), blocks.end(), block.id,
                                      [](BlockId wanted, const Block& other) { return wanted < other.id; });
  return blocks.insert(place, std::move(block))->id;
}

Result<Block> NetworkEditor::removeBlock(BlockId id) {
  const Block* found = network_.findBlock(id);
  if (!found) return noSuchBlock(id);
  const auto stands = [&](const auto& entry) { return entry.block == id; };
  if (std::any_of(network_.layers_.begin(), network_.layers_.end(), stands) ||
      std::any_of(network_.notes_.begin(), network_.notes_.end(), stands))
    return fail(ErrorCode::InvalidArgument, "The sheet of " + inQuotes(found->name) + " is not empty.");
  if (!usesOf(network_, id).empty()) return fail(ErrorCode::InvalidArgument, inQuotes(found->name) + " is still used.");
  Block removed = *found;
  std::erase(network_.blocks_, removed);
  return removed;
}

Result<std::string> NetworkEditor::renameBlock(BlockId id, std::string name) {
  if (!network_.findBlock(id)) return noSuchBlock(id);
  FOVEA_CHECK(checkName(name));
  Block* renamed = nullptr;
  for (Block& block : network_.blocks_) {
    if (block.id == id) {
      renamed = &block;
    } else if (block.name == name) {
      return fail(ErrorCode::AlreadyExists, "There is already a block named " + inQuotes(name) + ".",
                  "Choose another name.");
    }
  }
  return std::exchange(renamed->name, std::move(name));
}

std::vector<Edge> NetworkEditor::edgesAtUses(const Layer& port) const {
  const int index = portIndex(network_, port);
  const bool input = port.type == kBlockInput;
  std::vector<Edge> edges;
  for (const Edge& edge : network_.edges_) {
    if ((input ? edge.input : edge.output) != index) continue;
    if (usedBlock(*network_.find(input ? edge.target : edge.source)) == port.block) edges.push_back(edge);
  }
  return edges;
}

void NetworkEditor::movePorts(const Layer& port, int step) {
  const int index = portIndex(network_, port);
  const int first = step > 0 ? index : index + 1;
  for (Edge& edge : network_.edges_) {
    int& at = port.type == kBlockInput ? edge.input : edge.output;
    if (at < first) continue;
    if (usedBlock(*network_.find(port.type == kBlockInput ? edge.target : edge.source)) == port.block) at += step;
  }
}

}  // namespace fovea
