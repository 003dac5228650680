#include "core/network/network_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace fovea {
namespace {

using EdgeKey = std::tuple<LayerId, int, LayerId, int>;

EdgeKey keyOf(const Edge& edge) {
  return {edge.source, edge.output, edge.target, edge.input};
}

// A network with its edges by source and by target.
struct Side {
  explicit Side(const Network& drawn) : network(drawn) {
    for (const Edge& edge : drawn.edges()) {
      into[edge.target].push_back(edge);
      outOf[edge.source].push_back(edge);
    }
  }
  const Network& network;
  std::map<LayerId, std::vector<Edge>> into, outOf;
};

// The name of a block; ids cannot be compared between networks.
std::string blockName(const Network& network, BlockId id) {
  const Block* block = network.findBlock(id);
  return block ? block->name : std::string();
}

// Returns "conv1" for "stem/conv1", the part of the name that folding into a block or unfolding keeps.
std::string_view ownName(const Layer& layer) {
  return std::string_view(layer.name).substr(layer.name.rfind('/') + 1);
}

bool usesTheSame(const Network& one, const Layer& before, const Network& other, const Layer& after) {
  return blockName(one, usedBlock(before)) == blockName(other, usedBlock(after));
}

std::vector<ParameterChange> parameterChanges(const Network& one, const Layer& before, const Network& other,
                                              const Layer& after) {
  std::vector<ParameterChange> changes;
  const LayerType* type = findLayer(before.type);
  if (!type || before.type != after.type) return changes;
  if (before.type == kBlockUse) {
    constexpr const char* kDefinition = "definition";
    if (!usesTheSame(one, before, other, after))
      changes.push_back({kDefinition, *before.parameters.find(kDefinition), *after.parameters.find(kDefinition)});
    return changes;
  }
  for (const Field& field : type->parameters.fields()) {
    const FieldValue* a = before.parameters.find(field.name);
    const FieldValue* b = after.parameters.find(field.name);
    const FieldValue& was = a ? *a : field.defaultValue;
    const FieldValue& is = b ? *b : field.defaultValue;
    if (was != is) changes.push_back({field.name, was, is});
  }
  return changes;
}

class Matcher {
 public:
  Matcher(const Network& before, const Network& after) : before_(before), after_(after) {}

  std::map<LayerId, LayerId> match() {
    byName();
    byEntrance();
    while (byNeighbours()) {
    }
    return std::move(forth_);
  }

 private:
  struct Candidate {
    std::size_t differences;  // a changed parameter counts 2, a different name 1
    LayerId before, after;
  };

  void join(LayerId a, LayerId b) {
    forth_.emplace(a, b);
    back_.emplace(b, a);
  }

  void byName() {
    std::map<std::pair<std::string, std::string>, LayerId> names;
    for (const Layer& layer : after_.network.layers())
      names.emplace(std::pair(blockName(after_.network, layer.block), layer.name), layer.id);
    for (const Layer& layer : before_.network.layers())
      if (const auto found = names.find({blockName(before_.network, layer.block), layer.name}); found != names.end())
        join(layer.id, found->second);
  }

  // Matches unmatched layers without inputs by type, to have a start if all names differ.
  void byEntrance() {
    for (const Layer& a : before_.network.layers()) {
      if (forth_.contains(a.id) || before_.into.contains(a.id)) continue;
      for (const Layer& b : after_.network.layers())
        if (!back_.contains(b.id) && b.type == a.type && b.block.valid() == a.block.valid() &&
            !after_.into.contains(b.id)) {
          join(a.id, b.id);
          break;
        }
    }
  }

  void consider(LayerId a, LayerId b, std::vector<Candidate>& candidates) const {
    if (forth_.contains(a) || back_.contains(b)) return;
    const Layer &one = *before_.network.find(a), &other = *after_.network.find(b);
    if (one.type != other.type) return;
    const std::size_t changes = parameterChanges(before_.network, one, after_.network, other).size();
    candidates.push_back({2 * changes + (ownName(one) == ownName(other) ? 0 : 1), a, b});
  }

  // One round: matches neighbours of matched layers at the same ports. Returns whether any was found.
  bool byNeighbours() {
    std::vector<Candidate> candidates;
    for (const auto& [a, b] : forth_) {
      for (const Edge& one : edgesOf(before_.outOf, a))
        for (const Edge& other : edgesOf(after_.outOf, b))
          if (one.output == other.output && one.input == other.input) consider(one.target, other.target, candidates);
      for (const Edge& one : edgesOf(before_.into, a))
        for (const Edge& other : edgesOf(after_.into, b))
          if (one.output == other.output && one.input == other.input) consider(one.source, other.source, candidates);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& x, const Candidate& y) { return x.differences < y.differences; });
    bool found = false;
    for (const Candidate& candidate : candidates) {
      if (forth_.contains(candidate.before) || back_.contains(candidate.after)) continue;
      join(candidate.before, candidate.after);
      found = true;
    }
    return found;
  }

  static const std::vector<Edge>& edgesOf(const std::map<LayerId, std::vector<Edge>>& all, LayerId layer) {
    static const std::vector<Edge> none;
    const auto found = all.find(layer);
    return found == all.end() ? none : found->second;
  }

  Side before_, after_;
  std::map<LayerId, LayerId> forth_, back_;
};

void compareEdges(const Network& before, const Network& after, NetworkDifference& difference) {
  std::set<EdgeKey> there;
  for (const Edge& edge : after.edges()) there.insert(keyOf(edge));
  for (const Edge& edge : before.edges()) {
    const auto source = difference.counterparts.find(edge.source), target = difference.counterparts.find(edge.target);
    const bool both = source != difference.counterparts.end() && target != difference.counterparts.end();
    if (!both || there.erase({source->second, edge.output, target->second, edge.input}) == 0)
      difference.removedEdges.push_back(edge);
  }
  for (const Edge& edge : after.edges())
    if (there.contains(keyOf(edge))) difference.addedEdges.push_back(edge);
}

std::string titleOf(const Layer& layer) {
  const LayerType* type = findLayer(layer.type);
  return type ? type->title : layer.type;
}

}  // namespace

NetworkDifference compareNetworks(const Network& before, const Network& after) {
  NetworkDifference difference;
  difference.counterparts = Matcher(before, after).match();
  std::set<LayerId> met;
  for (const Layer& layer : before.layers()) {
    const auto found = difference.counterparts.find(layer.id);
    if (found == difference.counterparts.end()) {
      difference.removed.push_back(layer.id);
      continue;
    }
    met.insert(found->second);
    const Layer& other = *after.find(found->second);
    LayerChange change{layer.id, other.id, layer.name != other.name, layer.type != other.type,
                       parameterChanges(before, layer, after, other)};
    if (change.renamed || change.retyped || !change.parameters.empty()) difference.changed.push_back(std::move(change));
  }
  for (const Layer& layer : after.layers())
    if (!met.contains(layer.id)) difference.added.push_back(layer.id);
  compareEdges(before, after, difference);
  return difference;
}

std::string changeWords(const Network& before, const Network& after, const LayerChange& change) {
  const Layer &was = *before.find(change.before), &is = *after.find(change.after);
  std::vector<std::string> words;
  if (change.retyped) words.push_back(titleOf(was) + " → " + titleOf(is));
  const LayerType* type = findLayer(is.type);
  for (const ParameterChange& parameter : change.parameters) {
    if (is.type == kBlockUse) {
      words.push_back(blockName(before, usedBlock(was)) + " → " + blockName(after, usedBlock(is)));
      continue;
    }
    const Field& field = *type->parameters.find(parameter.name);
    words.push_back(fmt::format("{} {} → {}", field.title, fieldValueToText(field, parameter.before),
                                fieldValueToText(field, parameter.after)));
  }
  if (change.renamed) words.push_back("was " + was.name);
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace fovea
