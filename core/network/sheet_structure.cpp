#include "core/network/sheet_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/json.h"
#include "core/network/edit_list.h"

namespace fovea {

SheetStructure::SheetStructure(const Network& network, BlockId sheet)
    : SheetStructure(network, sheet, std::make_shared<BlockNumbers>()) {}

SheetStructure::SheetStructure(const Network& network, BlockId sheet, std::shared_ptr<BlockNumbers> blockNumbers)
    : network_(network),
      layers_(layersOn(network, sheet)),
      sources_(layers_.size()),
      readers_(layers_.size()),
      blockNumbers_(std::move(blockNumbers)) {
  for (std::size_t i = 0; i < layers_.size(); ++i) indices_.emplace(layers_[i]->id, i);
  for (const Layer* layer : layers_)
    if (const std::string owner = sharesWeightsWith(layer->parameters); !owner.empty()) shared_.insert(owner);
  for (const Edge& edge : edgesOn(network, sheet)) {
    const std::size_t source = indices_.at(edge.source), target = indices_.at(edge.target);
    sources_[target].push_back({source, edge.output, edge.input});
    readers_[source].push_back({target, edge.output, edge.input});
  }
}

SheetStructure::~SheetStructure() = default;

std::vector<bool> SheetStructure::marked(const Members& members) const {
  std::vector<bool> marks(layers_.size(), false);
  for (const std::size_t member : members) marks[member] = true;
  return marks;
}

// Returns the layers branch by branch (reverse postorder), with layers that read nothing just before their first
// reader, so that few values are live at each place.
std::vector<std::size_t> SheetStructure::ordered(const Members& members) const {
  const std::vector<bool> inside = marked(members);
  std::vector<std::size_t> next(layers_.size(), 0), postorder, open;
  std::vector<bool> seen(layers_.size(), false);
  const auto reads = [&](std::size_t layer) {
    return std::any_of(sources_[layer].begin(), sources_[layer].end(),
                       [&](const Link& link) { return inside[link.layer]; });
  };
  for (auto root = members.rbegin(); root != members.rend(); ++root) {
    if (reads(*root)) continue;
    for (open = {*root}, seen[*root] = true; !open.empty();) {
      const std::size_t at = open.back();
      if (next[at] < readers_[at].size()) {
        const std::size_t reader = readers_[at][readers_[at].size() - ++next[at]].layer;
        if (!inside[reader] || seen[reader]) continue;
        seen[reader] = true;
        open.push_back(reader);
      } else {
        postorder.push_back(at);
        open.pop_back();
      }
    }
  }
  std::vector<std::size_t> order;
  std::vector<bool> placed(layers_.size(), false);
  for (auto at = postorder.rbegin(); at != postorder.rend(); ++at) {
    const bool waits = !reads(*at) && std::any_of(readers_[*at].begin(), readers_[*at].end(),
                                                  [&](const Link& link) { return inside[link.layer]; });
    if (waits) continue;
    for (const Link& link : sources_[*at])
      if (inside[link.layer] && !placed[link.layer]) {
        placed[link.layer] = true;
        order.push_back(link.layer);
      }
    placed[*at] = true;
    order.push_back(*at);
  }
  return order;
}

PassageChain SheetStructure::chainOf(const Members& members) {
  const std::vector<bool> inside = marked(members);
  std::map<LayerValue, std::size_t> under;  // live values, with the number of their remaining readers
  for (const std::size_t member : members)
    for (const Link& link : sources_[member])
      if (!inside[link.layer]) ++under[{layers_[link.layer]->id, link.output}];
  const auto only = [&]() -> std::optional<LayerValue> {
    return under.size() == 1 ? std::optional(under.begin()->first) : std::nullopt;
  };

  PassageChain chain;
  Passage passage;
  Members passing;
  passage.entry = only();
  for (const std::size_t at : ordered(members)) {
    passage.layers.push_back(layers_[at]->id);
    passing.push_back(at);
    for (const Link& link : sources_[at]) {
      const auto value = under.find({layers_[link.layer]->id, link.output});
      if (--value->second == 0) under.erase(value);
    }
    // Values that leave the members stay live up to their end.
    for (const Link& link : readers_[at]) under[{layers_[at]->id, link.output}] += inside[link.layer] ? 1 : 1'000'000;
    if (under.size() > 1) continue;
    passage.exit = only();
    describe(passage, passing);
    chain.push_back(std::exchange(passage, {}));
    passing.clear();
    passage.entry = only();
  }
  if (!passage.layers.empty()) {
    describe(passage, passing);
    chain.push_back(std::move(passage));
  }
  return chain;
}

PassageChain SheetStructure::outermost() {
  Members all(layers_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return chainOf(all);
}

std::vector<PassageChain> SheetStructure::branchesOf(const Passage& passage) {
  if (!passage.branches()) return {};
  Members members;
  for (const LayerId id : passage.layers) members.push_back(indices_.at(id));
  if (passage.exit) std::erase(members, indices_.at(passage.exit->layer));
  std::sort(members.begin(), members.end());
  const std::vector<bool> inside = marked(members);
  std::map<std::size_t, std::size_t> parent;
  for (const std::size_t member : members) parent[member] = member;
  const auto root = [&](std::size_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const std::size_t member : members)
    for (const Link& link : sources_[member])
      if (inside[link.layer]) parent[root(member)] = root(link.layer);
  std::map<std::size_t, Members> branches;
  for (const std::size_t member : members) branches[root(member)].push_back(member);
  std::vector<PassageChain> chains;
  for (const auto& [first, branch] : branches)
    if (branch.size() < passage.layers.size()) chains.push_back(chainOf(branch));
  return chains;
}

std::string SheetStructure::layerText(const Layer& layer, bool parameters) {
  if (const BlockId block = usedBlock(layer); block.valid())
    return parameters ? fmt::format("block {}", block.index) : fmt::format("[{}]", blockNumber(block));
  return parameters ? layer.type + formatJsonLine(fieldValuesToJson(layer.parameters)) : layer.type;
}

// A sheet is described from its outputs backwards.
int SheetStructure::blockNumber(BlockId block) {
  if (const auto found = blockNumbers_->known.find(block); found != blockNumbers_->known.end()) return found->second;
  SheetStructure inner(network_, block, blockNumbers_);
  std::string text;
  for (const LayerId port : blockPorts(network_, block, kBlockOutput))
    inner.write(inner.indices_.at(port), std::vector<bool>(inner.layers_.size(), true), false, text);
  auto& numbers = blockNumbers_->numbers;
  const int number = numbers.try_emplace(std::move(text), static_cast<int>(numbers.size())).first->second;
  return blockNumbers_->known[block] = number;
}

// Inputs are ordered, so numbering the layers backwards from the exit gives equal texts only for equal drawings.
std::size_t SheetStructure::write(std::size_t exit, const std::vector<bool>& members, bool parameters,
                                  std::string& text) {
  std::map<std::size_t, std::size_t> numbers, next;
  std::vector<std::size_t> open{exit};
  next[exit] = 0;
  while (!open.empty()) {
    const std::size_t at = open.back();
    const std::vector<Link>& sources = sources_[at];
    if (next[at] < sources.size()) {
      const std::size_t source = sources[next[at]++].layer;
      if (members[source] && next.try_emplace(source, 0).second) open.push_back(source);
      continue;
    }
    open.pop_back();
    numbers.emplace(at, numbers.size());
    text += layerText(*layers_[at], parameters) + "(";
    for (const Link& link : sources) {
      const auto known = numbers.find(link.layer);
      text += known == numbers.end() ? fmt::format("{}:in ", link.input)
                                     : fmt::format("{}:{}.{} ", link.input, known->second, link.output);
    }
    text += ");";
  }
  return numbers.size();
}

int SheetStructure::numberOf(const std::string& text) {
  return numbers_.try_emplace(text, static_cast<int>(numbers_.size())).first->second;
}

void SheetStructure::describe(Passage& passage, const Members& members) {
  const auto stays = [&](std::size_t at) {
    const Layer& layer = *layers_[at];
    const bool shares = !sharesWeightsWith(layer.parameters).empty() || shared_.contains(layer.name);
    return layer.type == "input" || isBlockPort(layer) || shares;
  };
  const bool passes =
      passage.entry && passage.exit && indices_.contains(passage.exit->layer) &&
      std::find(passage.layers.begin(), passage.layers.end(), passage.exit->layer) != passage.layers.end() &&
      std::none_of(members.begin(), members.end(), stays);
  if (passes) {
    const std::size_t exit = indices_.at(passage.exit->layer);
    const std::vector<bool> inside = marked(members);
    std::string shape, exact;
    // A layer without a path to the exit would be lost.
    passage.foldable = write(exit, inside, false, shape) == members.size();
    write(exit, inside, true, exact);
    passage.shape = numberOf(fmt::format("{}>{}", shape, passage.exit->output));
    passage.exact = numberOf(fmt::format("{}={}", exact, passage.exit->output));
  }
  if (!passage.foldable) passage.shape = passage.exact = numberOf(fmt::format("alone {}", numbers_.size()));
}

}  // namespace fovea
