#include "core/network/losses.h"

#include <map>

#include "core/network/flatten.h"
#include "core/network/network_edit.h"

namespace fovea {

std::vector<const Layer*> lossesOf(const Network& network) {
  std::vector<const Layer*> losses;
  const auto order = network.topologicalOrder();
  if (!order.ok()) return losses;
  for (const LayerId id : *order) {
    const Layer* layer = network.find(id);
    if (!layer->block.valid() && findLayer(layer->type)->family == LayerFamily::Loss) losses.push_back(layer);
  }
  return losses;
}

const Layer* judgingLoss(std::span<const Layer* const> losses) {
  const Layer* judging = nullptr;
  for (const Layer* loss : losses)
    if (!judging || lossWeightOf(loss->parameters) >= lossWeightOf(judging->parameters)) judging = loss;
  return judging;
}

const Layer* judgingLoss(const Network& network) {
  return judgingLoss(lossesOf(network));
}

AnswerMeaning answersOf(const Network& network) {
  // The answers are those of the flat network, so a block that is never used has no influence.
  if (!network.blocks().empty())
    if (const auto flat = flattenNetwork(network); flat.ok()) return answersOf(*flat);
  if (const Layer* judging = judgingLoss(network)) return findLayer(judging->type)->answers;
  for (const Layer& layer : network.layers())
    if (const AnswerMeaning answers = findLayer(layer.type)->answers; answers != AnswerMeaning::Numbers) return answers;
  return AnswerMeaning::Numbers;
}

Network withoutSideLosses(const Network& network) {
  const std::vector<const Layer*> losses = lossesOf(network);
  if (losses.size() < 2) return network;
  const Layer* judging = judgingLoss(losses);
  std::map<LayerId, std::size_t> readers;
  for (const Edge& edge : network.edges()) ++readers[edge.source];
  std::vector<LayerId> unread;
  for (const Layer* loss : losses)
    if (loss != judging && readers[loss->id] == 0) unread.push_back(loss->id);
  Network answering = network;
  while (!unread.empty()) {
    const LayerId id = unread.back();
    unread.pop_back();
    for (const Edge& edge : network.edgesInto(id))
      if (--readers[edge.source] == 0 && network.find(edge.source)->type != "input") unread.push_back(edge.source);
    // The layer exists and nothing depends on it, so this cannot fail.
    (void)applyEdit(answering, {RemoveLayer{id}, {}});
  }
  return answering;
}

}  // namespace fovea
