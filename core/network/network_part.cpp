#include "core/network/network_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/network/edit_list.h"
#include "core/network/network_editor.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

// Numbers the contents of sheets: equal sheets, of any network, have equal numbers. A text of a nest of blocks would
// double with each level.
class SheetNumbers {
 public:
  std::size_t of(const Network& network, BlockId sheet) {
    const std::pair key(&network, sheet);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const std::string words = wordsOf(network, sheet);  // numbers the blocks inside first
    return known_[key] = numbers_.try_emplace(words, numbers_.size()).first->second;
  }

 private:
  // Describes the content of a sheet without ids.
  std::string wordsOf(const Network& network, BlockId sheet) {
    std::map<LayerId, std::size_t> places;
    std::string words;
    for (const Layer* layer : layersOn(network, sheet)) {
      places.emplace(layer->id, places.size());
      const BlockId used = usedBlock(*layer);
      words += fmt::format(
          "{} {} {}\n", layer->type, layer->name,
          used.valid() ? std::to_string(of(network, used)) : formatJsonLine(fieldValuesToJson(layer->parameters)));
    }
    for (const Edge& edge : edgesOn(network, sheet))
      words += fmt::format("{} {} {} {}\n", places[edge.source], edge.output, places[edge.target], edge.input);
    return words;
  }

  std::map<std::pair<const Network*, BlockId>, std::size_t> known_;
  std::map<std::string, std::size_t> numbers_;
};

// Finds the block of `network` with the same content as `block` of `part`; invalid if there is none.
BlockId sameBlock(const Network& network, const Network& part, const Block& block, SheetNumbers& numbers) {
  for (const Block& other : network.blocks())
    if (other.name == block.name && numbers.of(network, other.id) == numbers.of(part, block.id)) return other.id;
  return {};
}

}  // namespace

Network networkPart(const Network& network, std::span<const LayerId> layers, std::span<const NoteId> notes) {
  std::set<BlockId> blocks;
  std::set<LayerId> chosen;
  for (const LayerId id : layers) {
    const Layer* layer = network.find(id);
    if (!layer || isBlockPort(*layer)) continue;
    chosen.insert(id);
    for (const Block& block : network.blocks())
      if (const BlockId used = usedBlock(*layer); used.valid() && blockHolds(network, used, block.id))
        blocks.insert(block.id);
  }
  std::vector<Layer> taken;
  for (const Layer& layer : network.layers()) {
    if (!chosen.contains(layer.id) && !blocks.contains(layer.block)) continue;
    taken.push_back(layer);
    if (chosen.contains(layer.id)) taken.back().block = {};
  }
  std::vector<Edge> edges;
  for (const Edge& edge : network.edges()) {
    const auto there = [&](LayerId id) { return chosen.contains(id) || blocks.contains(network.find(id)->block); };
    if (there(edge.source) && there(edge.target)) edges.push_back(edge);
  }
  std::vector<Note> words;
  for (const Note& note : network.notes()) {
    const bool wanted = std::find(notes.begin(), notes.end(), note.id) != notes.end();
    if (!wanted && !blocks.contains(note.block)) continue;
    words.push_back(note);
    if (wanted) words.back().block = {};
  }
  std::vector<Block> definitions;
  for (const BlockId block : blocks) definitions.push_back(*network.findBlock(block));
  Network part;
  NetworkEditor(part).assign(network.name(), std::move(taken), std::move(edges), std::move(words),
                             std::move(definitions));
  return part;
}

PartInsertion insertPart(const Network& network, const Network& part, BlockId sheet, Position offset) {
  EditList edits(network);
  std::map<BlockId, BlockId> blocks;
  const auto nesting = nestingOrder(part);
  const auto withBlocks = [&](std::vector<const Layer*> layers) {
    std::vector<Layer> copies;
    for (const Layer* layer : layers) {
      copies.push_back(*layer);
      if (const BlockId used = usedBlock(*layer); used.valid())
        copies.back().parameters.set("definition", std::int64_t{blocks.at(used).index});
    }
    return copies;
  };
  const auto copyAll = [&](BlockId from, BlockId to, Position by) {
    std::vector<Layer> layers = withBlocks(layersOn(part, from));
    if (to.valid()) std::erase_if(layers, [](const Layer& layer) { return layer.type == "input"; });
    std::vector<const Layer*> pointers;
    for (const Layer& layer : layers) pointers.push_back(&layer);
    auto copies = copyLayers(edits, pointers, to, by);
    copyEdges(edits, edgesOn(part, from), copies);
    shareWithinCopies(edits, network, part, copies);
    return copies;
  };
  SheetNumbers numbers;
  for (const BlockId block : nesting.ok() ? *nesting : std::vector<BlockId>()) {
    const Block& definition = *part.findBlock(block);
    const BlockId same = sameBlock(network, part, definition, numbers);
    blocks[block] = same.valid() ? same : edits.add(definition.name);
    if (same.valid()) continue;
    copyAll(block, blocks[block], {});
    copyNotes(edits, part, block, blocks[block], {});
  }
  PartInsertion insertion;
  const auto copies = copyAll({}, sheet, offset);
  for (const auto& [from, to] : copies) insertion.layers.push_back(to);
  insertion.separated = separateCopies(edits, network, sheet, part, copies);
  insertion.notes = copyNotes(edits, part, {}, sheet, offset);
  insertion.edit = edits.take("Paste");
  return insertion;
}

}  // namespace fovea
