#include "core/network/network_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <queue>

namespace fovea {
namespace {

// Describes one cycle among the layers that `remaining` marks, each of which has a source that is marked too.
std::string cycleWords(const Network& network, const std::vector<bool>& remaining) {
  const std::vector<Layer>& layers = network.layers();
  const auto indexOf = [&](LayerId id) { return static_cast<std::size_t>(network.find(id) - layers.data()); };
  std::vector<std::size_t> sourceOf(layers.size(), 0);
  for (const Edge& edge : network.edges())
    if (remaining[indexOf(edge.source)]) sourceOf[indexOf(edge.target)] = indexOf(edge.source);

  std::size_t at = static_cast<std::size_t>(std::find(remaining.begin(), remaining.end(), true) - remaining.begin());
  std::vector<bool> seen(layers.size(), false);
  for (; !seen[at]; at = sourceOf[at]) seen[at] = true;
  std::string words = layers[at].name;
  for (std::size_t other = sourceOf[at]; other != at; other = sourceOf[other])
    words = layers[other].name + " → " + words;
  return layers[at].name + " → " + words;
}

// Returns the part of a name before its counter, and the first number to try after it.
std::pair<std::string, std::int64_t> countedName(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  // A longer number is part of the name, not a counter.
  const bool counted = digits > 0 && digits < name.size() && name.size() - digits <= 6;
  if (!counted) return {name, 2};
  return {name.substr(0, digits), std::stoll(name.substr(digits)) + 1};
}

}  // namespace

const Layer* Network::find(LayerId id) const {
  const auto at = std::lower_bound(layers_.begin(), layers_.end(), id,
                                   [](const Layer& layer, LayerId wanted) { return layer.id < wanted; });
  return at != layers_.end() && at->id == id ? &*at : nullptr;
}

const Note* Network::findNote(NoteId id) const {
  const auto at = std::find_if(notes_.begin(), notes_.end(), [&](const Note& note) { return note.id == id; });
  return at != notes_.end() ? &*at : nullptr;
}

const Block* Network::findBlock(BlockId id) const {
  const auto at = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& block) { return block.id == id; });
  return at != blocks_.end() ? &*at : nullptr;
}

const Layer* Network::findByName(std::string_view name, BlockId block) const {
  for (const Layer& layer : layers_)
    if (layer.block == block && layer.name == name) return &layer;
  return nullptr;
}

std::vector<Edge> Network::edgesInto(LayerId target) const {
  const auto less = [](const Edge& edge, LayerId wanted) { return edge.target < wanted; };
  auto at = std::lower_bound(edges_.begin(), edges_.end(), target, less);
  std::vector<Edge> edges;
  for (; at != edges_.end() && at->target == target; ++at) edges.push_back(*at);
  return edges;
}

// One pass over the layers: a paste asks for each of its layers.
std::string Network::uniqueName(const std::string& wish, BlockId block) const {
  const auto [stem, first] = countedName(wish);
  bool taken = false;
  std::vector<bool> used(layers_.size() + 1, false);  // of the numbers from `first`; at least one is free
  for (const Layer& layer : layers_) {
    if (layer.block != block || !layer.name.starts_with(stem)) continue;
    taken = taken || layer.name == wish;
    const char* const end = layer.name.data() + layer.name.size();
    const char* const digits = layer.name.data() + stem.size();
    std::int64_t number = 0;
    if (digits == end || *digits == '0' || std::from_chars(digits, end, number).ptr != end) continue;
    if (number >= first && number - first < std::ssize(used)) used[static_cast<std::size_t>(number - first)] = true;
  }
  if (!taken) return wish;
  return stem + std::to_string(first + (std::find(used.begin(), used.end(), false) - used.begin()));
}

std::string uniqueName(const std::string& wish, const std::function<bool(const std::string&)>& taken) {
  if (!taken(wish)) return wish;
  auto [stem, number] = countedName(wish);
  while (taken(stem + std::to_string(number))) ++number;
  return stem + std::to_string(number);
}

Result<std::vector<LayerId>> Network::topologicalOrder() const {
  const auto indexOf = [&](LayerId id) { return static_cast<std::size_t>(find(id) - layers_.data()); };
  std::vector<int> waiting(layers_.size(), 0);
  std::vector<std::vector<std::size_t>> targets(layers_.size());
  for (const Edge& edge : edges_) {
    ++waiting[indexOf(edge.target)];
    targets[indexOf(edge.source)].push_back(indexOf(edge.target));
  }
  // Of the layers that are ready the oldest comes first, so that the order depends only on the network.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < layers_.size(); ++i)
    if (waiting[i] == 0) ready.push(i);
  std::vector<LayerId> order;
  std::vector<bool> remaining(layers_.size(), true);
  while (!ready.empty()) {
    const std::size_t at = ready.top();
    ready.pop();
    remaining[at] = false;
    order.push_back(layers_[at].id);
    for (const std::size_t target : targets[at])
      if (--waiting[target] == 0) ready.push(target);
  }
  if (order.size() == layers_.size()) return order;
  return fail(ErrorCode::InvalidArgument, "The layers form a cycle: " + cycleWords(*this, remaining) + ".",
              "Remove one of its edges.");
}

bool Network::operator==(const Network& other) const {
  return name_ == other.name_ && layers_ == other.layers_ && edges_ == other.edges_ && notes_ == other.notes_ &&
         blocks_ == other.blocks_;
}

}  // namespace fovea
