#include "core/network/repeated_structure.h"

#include <algorithm>
#include <set>

#include "core/network/block_edits.h"
#include "core/network/edit_list.h"
#include "core/network/network_editor.h"
#include "core/network/repeated_parts.h"

namespace fovea {
namespace {

constexpr int kMostDepth = 24;       // nesting of branches
constexpr double kBlockPitch = 104;  // like kLayerPitch, for a block, whose node is higher

// One occurrence of a part.
struct Place {
  std::vector<LayerId> layers;
  LayerValue entry;
  std::string name;          // kind of part, such as "residual"
  std::pair<int, int> kind;  // equal for places with equal parameters
};

const Passage* branchingOf(const PassageChain& text, std::size_t start, std::size_t length) {
  for (std::size_t i = start; i < start + length; ++i)
    if (text[i].branches()) return &text[i];
  return nullptr;
}

// The usual name of such a part in papers.
std::string nameOf(const Network& network, const PassageChain& text, std::size_t start, std::size_t length) {
  if (const Passage* branching = branchingOf(text, start, length)) {
    const Layer& join = *network.find(branching->exit->layer);
    bool shortcut = false;
    for (const Edge& edge : network.edgesInto(join.id))
      shortcut = shortcut || LayerValue{edge.source, edge.output} == *branching->entry;
    if (join.type == "add") return shortcut ? "residual" : "projection";
    if (join.type == "concatenate") return shortcut ? "dense" : "branches";
    return "gated";
  }
  for (std::size_t i = start; i < start + length; ++i)
    if (findLayer(network.find(text[i].layers.front())->type)->family == LayerFamily::Pooling) return "stage";
  return "part";
}

// Returns the places of a sheet's repeated parts, in the order of the data flow.
std::vector<Place> placesOf(const Network& network, BlockId sheet) {
  SheetStructure structure(network, sheet);
  std::vector<PassageChain> chains{structure.outermost()};
  std::vector<Place> places;
  for (int depth = 0; depth < kMostDepth && !chains.empty(); ++depth) {
    PassageChain text;
    for (PassageChain& chain : chains) {
      std::move(chain.begin(), chain.end(), std::back_inserter(text));
      text.emplace_back();  // separates the chains
    }
    std::vector<bool> folded(text.size(), false);
    for (const RepeatedPart& part : repeatedParts(network, text))
      for (const auto& [start, kind] : part.places) {
        Place place{{}, *text[start].entry, nameOf(network, text, start, part.length), {depth, kind}};
        for (std::size_t i = start; i < start + part.length; ++i) {
          folded[i] = true;
          place.layers.insert(place.layers.end(), text[i].layers.begin(), text[i].layers.end());
        }
        places.push_back(std::move(place));
      }
    chains.clear();
    for (std::size_t i = 0; i < text.size(); ++i)
      if (!folded[i])
        for (PassageChain& branch : structure.branchesOf(text[i])) chains.push_back(std::move(branch));
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.layers.front() < b.layers.front(); });
  return places;
}

// Returns the number of channels or units of the last layer that has one: " 64".
std::string widthOf(const Network& network, const Place& place) {
  for (auto id = place.layers.rbegin(); id != place.layers.rend(); ++id)
    for (const char* field : {"filters", "units"})
      if (const FieldValue* value = network.find(*id)->parameters.find(field))
        if (const auto* count = std::get_if<std::int64_t>(value)) return " " + std::to_string(*count);
  return {};
}

class Folding {
 public:
  Folding(const Network& network, BlockId sheet) : trial_(network), sheet_(sheet) {
    for (const Block& block : network.blocks()) names_.insert(block.name);
  }

  Status fold(const Place& place) {
    const auto [found, isNew] = blocks_.try_emplace(place.kind, fold_.blocks.size());
    LayerId use;
    if (isNew) {
      const std::string name = blockName(place.name + widthOf(trial_, place));
      FOVEA_TRY(const BlockEdit edit, foldIntoBlock(trial_, place.layers, {}, name));
      FOVEA_CHECK(apply(edit.edit));
      fold_.blocks.push_back({edit.block, name, place.layers.size(), {}});
      use = edit.use;
    } else {
      FOVEA_TRY(use, useInstead(place, fold_.blocks[found->second].block));
    }
    fold_.blocks[found->second].uses.push_back(use);
    const std::string name = trial_.uniqueName(place.name, sheet_);
    return apply({RenameLayer{use, name}, {}});
  }

  // Moves the remaining layers up to close the gaps.
  Status close() {
    std::map<double, double> heights;  // pitch of each row, by its top
    for (const Layer* layer : layersOn(trial_, sheet_)) {
      double& pitch = heights[layer->position.y];
      pitch = std::max(pitch, layer->type == kBlockUse ? kBlockPitch : kLayerPitch);
    }
    std::map<double, double> moved;
    double formerTop = 0, formerPitch = 0;
    for (const auto& [top, pitch] : heights) {
      moved[top] = moved.empty() ? top : moved[formerTop] + std::min(top - formerTop, formerPitch);
      formerTop = top;
      formerPitch = pitch;
    }
    MoveLayers moves;
    for (const Layer* layer : layersOn(trial_, sheet_))
      if (const double top = moved[layer->position.y]; top != layer->position.y)
        moves.positions.emplace_back(layer->id, Position{layer->position.x, top});
    return moves.positions.empty() ? Status() : apply({std::move(moves), {}});
  }

  RepeatedFold take() {
    fold_.edit = {std::move(edits_), "Fold repeated structure"};
    return std::move(fold_);
  }

 private:
  Status apply(NetworkEdit edit) {
    FOVEA_CHECK(applyEdit(trial_, edit));
    edits_.edits.push_back(std::move(edit));
    return {};
  }

  // Returns "residual 64", or "residual 64 b" if that is taken: another number would be read as a width.
  std::string blockName(const std::string& wish) {
    std::string name = wish;
    for (int more = 1; !names_.insert(name).second; ++more)
      name =
          wish + " " + (more < 26 ? std::string(1, static_cast<char>('a' + more)) : "no. " + std::to_string(more + 1));
    return name;
  }

  // Replaces layers that equal those of `block` by a use of it.
  Result<LayerId> useInstead(const Place& place, BlockId block) {
    std::vector<Edge> leaving;
    const std::set<LayerId> inside(place.layers.begin(), place.layers.end());
    double left = 1e18, top = 1e18;
    for (const LayerId id : place.layers) {
      left = std::min(left, trial_.find(id)->position.x);
      top = std::min(top, trial_.find(id)->position.y);
    }
    LayerValue entry = place.entry;
    for (const Edge& edge : trial_.edges()) {
      if (inside.contains(edge.source) && !inside.contains(edge.target)) leaving.push_back(edge);
      // The source may have been folded into a block since.
      if (!inside.contains(edge.source) && inside.contains(edge.target)) entry = {edge.source, edge.output};
    }
    EditList edits(trial_);
    for (const LayerId id : place.layers) edits.push(RemoveLayer{id});
    Layer layer;
    layer.type = kBlockUse;
    layer.name = place.name;
    layer.parameters = {{"definition", std::int64_t{block.index}}};
    layer.block = sheet_;
    layer.position = {left, top};
    const LayerId use = edits.add(std::move(layer));
    edits.push(AddEdge{{entry.layer, entry.output, use, 0}});
    for (const Edge& edge : leaving) edits.push(AddEdge{{use, 0, edge.target, edge.input}});
    FOVEA_CHECK(apply(edits.take({})));
    return use;
  }

  Network trial_;
  const BlockId sheet_;
  CompoundEdit edits_;
  RepeatedFold fold_;
  std::map<std::pair<int, int>, std::size_t> blocks_;  // by kind of place
  std::set<std::string> names_;
};

}  // namespace

Result<RepeatedFold> foldRepeatedStructure(const Network& network, BlockId sheet) {
  FOVEA_CHECK(network.topologicalOrder());
  const std::vector<Place> places = placesOf(network, sheet);
  if (places.empty())
    return fail(ErrorCode::NotFound, "No part of this sheet repeats itself.",
                "Select layers and fold them into a block of your own.");
  Folding folding(network, sheet);
  for (const Place& place : places) FOVEA_CHECK(folding.fold(place));
  FOVEA_CHECK(folding.close());
  return folding.take();
}

}  // namespace fovea
