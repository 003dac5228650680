#include "core/inspect/network_repairs.h"

#include <algorithm>

namespace fovea {
namespace {

constexpr double kPitch = 88;  // vertical distance of layers, as in standard networks

NetworkEdit compound(std::vector<NetworkEdit> parts, std::string title) {
  return {CompoundEdit{std::move(parts)}, std::move(title)};
}

// Inserts a layer on `edges`, which all share a source or a target. Layers below move down.
NetworkEdit insertOn(const Network& network, const std::vector<Edge>& edges, Layer layer, std::string title) {
  const Layer& source = *network.find(edges.front().source);
  const Layer& target = *network.find(edges.front().target);
  layer.id = network.nextId();
  layer.block = source.block;
  layer.position = {source.position.x, source.position.y + kPitch};
  std::vector<NetworkEdit> parts;
  if (target.position.y < layer.position.y + kPitch) {
    MoveLayers room;
    for (const Layer& other : network.layers())
      if (other.block == layer.block && other.position.y > source.position.y)
        room.positions.emplace_back(other.id, Position{other.position.x, other.position.y + kPitch});
    if (!room.positions.empty()) parts.push_back({std::move(room), {}});
  }
  const LayerId id = layer.id;
  parts.push_back({AddLayer{std::move(layer)}, {}});
  for (const Edge& edge : edges) parts.push_back({RemoveEdge{edge}, {}});
  parts.push_back({AddEdge{{edges.front().source, edges.front().output, id, 0}}, {}});
  for (const Edge& edge : edges) parts.push_back({AddEdge{{id, 0, edge.target, edge.input}}, {}});
  return compound(std::move(parts), std::move(title));
}

Layer newLayer(const std::string& type, const std::string& name, const FieldValues& parameters) {
  Layer layer;
  layer.type = type;
  layer.name = name;
  layer.parameters = parameters;
  return layer;
}

}  // namespace

const Layer* layerAtPath(const Network& network, const std::string& path) {
  BlockId block;
  std::string_view rest = path;
  for (;;) {
    // A name may contain a slash, so the whole rest is tried first.
    if (const Layer* layer = network.findByName(rest, block)) return layer;
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) return nullptr;
    const Layer* const use = network.findByName(rest.substr(0, slash), block);
    if (!use || !usedBlock(*use).valid()) return nullptr;
    block = usedBlock(*use);
    rest.remove_prefix(slash + 1);
  }
}

std::optional<NetworkEdit> replaceLayers(const Network& network, const std::vector<LayerId>& layers,
                                         const std::string& type, std::string title) {
  if (layers.empty()) return {};
  std::vector<NetworkEdit> parts;
  std::vector<Edge> edges;
  std::vector<std::pair<LayerId, LayerId>> replaced;
  std::int32_t next = network.nextId().index;
  for (const LayerId id : layers) {
    for (const Edge& edge : network.edges())
      if ((edge.source == id || edge.target == id) && std::ranges::find(edges, edge) == edges.end())
        edges.push_back(edge);
    const Layer& old = *network.find(id);
    Layer layer = newLayer(type, old.name, {});
    layer.id = LayerId{next++};
    layer.position = old.position;
    layer.block = old.block;
    replaced.emplace_back(id, layer.id);
    parts.push_back({RemoveLayer{id}, {}});
    parts.push_back({AddLayer{std::move(layer)}, {}});
  }
  const auto follow = [&](LayerId& id) {
    for (const auto& [before, after] : replaced)
      if (id == before) id = after;
  };
  for (Edge edge : edges) {
    follow(edge.source);
    follow(edge.target);
    parts.push_back({AddEdge{edge}, {}});
  }
  return compound(std::move(parts), std::move(title));
}

std::optional<NetworkEdit> insertAfter(const Network& network, LayerId layer, const std::string& type,
                                       const std::string& name, const FieldValues& parameters, std::string title) {
  std::vector<Edge> edges;
  for (const Edge& edge : network.edges())
    if (edge.source == layer && edge.output == 0) edges.push_back(edge);
  if (edges.empty()) return {};
  return insertOn(network, edges, newLayer(type, name, parameters), std::move(title));
}

std::optional<NetworkEdit> insertBefore(const Network& network, LayerId layer, const std::string& type,
                                        const std::string& name, const FieldValues& parameters, std::string title) {
  for (const Edge& edge : network.edgesInto(layer))
    if (edge.input == 0) return insertOn(network, {edge}, newLayer(type, name, parameters), std::move(title));
  return {};
}

}  // namespace fovea
