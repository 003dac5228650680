#include "widgets/canvas/items/node_basis.h"

#include <algorithm>

namespace fovea {
namespace {

bool same(const LayerReport& a, const LayerReport& b) {
  return a.parameters == b.parameters && a.flops == b.flops && a.outputBytes == b.outputBytes && a.outputs == b.outputs;
}

template <class Key>
std::span<const Edge> rangeOf(const std::vector<Edge>& edges, LayerId layer, Key key) {
  const auto [first, last] = std::ranges::equal_range(edges, layer, {}, key);
  return {first, last};
}

}  // namespace

EdgeIndex::EdgeIndex(const std::vector<Edge>& edges) : byTarget_(edges), bySource_(edges) {
  std::ranges::sort(byTarget_, {}, [](const Edge& edge) { return std::pair(edge.target, edge.input); });
  std::ranges::sort(bySource_, {},
                    [](const Edge& edge) { return std::tuple(edge.source, edge.output, edge.target, edge.input); });
}

std::span<const Edge> EdgeIndex::into(LayerId layer) const {
  return rangeOf(byTarget_, layer, &Edge::target);
}

std::span<const Edge> EdgeIndex::outOf(LayerId layer) const {
  return rangeOf(bySource_, layer, &Edge::source);
}

bool NodeBasis::keeps(const Layer& layer, const LayerReport* report, std::span<const Edge> into,
                      std::span<const Edge> outOf) {
  const bool kept = known_ && reported_ == (report != nullptr) && (!report || same(report_, *report)) &&
                    std::ranges::equal(into_, into) && std::ranges::equal(outOf_, outOf) && name_ == layer.name &&
                    type_ == layer.type && parameters_ == layer.parameters;
  if (kept) return true;
  known_ = true;
  reported_ = report != nullptr;
  report_ = report ? *report : LayerReport();
  into_.assign(into.begin(), into.end());
  outOf_.assign(outOf.begin(), outOf.end());
  name_ = layer.name;
  type_ = layer.type;
  parameters_ = layer.parameters;
  return false;
}

}  // namespace fovea
