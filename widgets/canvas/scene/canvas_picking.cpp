// Why: finds the item at a point of the drawing, and the part of it that is selected.
#include <algorithm>

#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {

CanvasHit CanvasScene::hitAt(const QPointF& point, double reach) const {
  const QRectF around(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach);
  const auto isPort = [](const NodePart& part) {
    return part.kind == NodePart::Input || part.kind == NodePart::Output;
  };
  CanvasHit hit;
  for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder)) {
    auto* candidate = qgraphicsitem_cast<NodeItem*>(item);
    if (!candidate) continue;
    const NodePart part = candidate->partAt(candidate->mapFromScene(point), reach);
    if (part.kind == NodePart::None || (hit.node && !isPort(part))) continue;
    hit = {candidate, part, nullptr};
    if (isPort(part)) return hit;
  }
  if (!hit.node) hit.edge = edgeAt(point, reach);
  if (hit.node || hit.edge) return hit;
  // Comments are above frames; among either kind the newest is on top.
  for (const bool frame : {false, true})
    for (auto at = notes_.rbegin(); at != notes_.rend(); ++at) {
      const NoteItem::Part part = at->second->partAt(point, reach);
      if (at->second->note().frame != frame || part == NoteItem::Part::None) continue;
      hit.note = at->second;
      hit.notePart = part;
      return hit;
    }
  return hit;
}

EdgeItem* CanvasScene::edgeAt(const QPointF& point, double reach) const {
  const QRectF around(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach);
  EdgeItem* best = nullptr;
  double nearest = reach;
  for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect)) {
    auto* edge = qgraphicsitem_cast<EdgeItem*>(item);
    if (!edge) continue;
    const double distance = edge->distanceTo(point);
    if (distance >= nearest) continue;
    nearest = distance;
    best = edge;
  }
  return best;
}

PortRef CanvasScene::portOf(const NodeItem& item, const NodePart& part) const {
  const auto& ports = part.kind == NodePart::Output ? item.content().outputs : item.content().inputs;
  return {item.id(), part.kind == NodePart::Output, ports[std::size_t(part.index)].index};
}

QPointF CanvasScene::portPosition(const PortRef& port) const {
  const NodeItem* item = node(port.layer);
  if (!item) return {};
  return item->pos() +
         (port.output ? item->outputPosition(port.index) : item->inputPosition(item->inputOf(port.index)));
}

std::vector<Edge> CanvasScene::selectedEdges() const {
  std::vector<Edge> chosen;
  for (const EdgeItem* item : edges_)
    if (item->chosen()) chosen.push_back(item->edge());
  return chosen;
}

QList<NoteId> CanvasScene::selectedNotes() const {
  QList<NoteId> chosen;
  for (const auto& [id, item] : notes_)
    if (item->chosen()) chosen << id;
  return chosen;
}

CanvasLoad CanvasScene::load() const {
  CanvasLoad load{selection_, selectedNotes()};
  for (const NoteId id : selectedNotes()) {
    const NoteItem* frame = note(id);
    if (!frame->note().frame) continue;
    for (const auto& [layer, item] : nodes_)
      if (!load.layers.contains(layer) && frame->geometry().contains(nodeRectangle(layer))) load.layers << layer;
    for (const auto& [other, item] : notes_)
      if (!load.notes.contains(other) && frame->geometry().contains(item->geometry())) load.notes << other;
  }
  return load;
}

void CanvasScene::select(const QList<LayerId>& layers, const std::vector<Edge>& edges, const QList<NoteId>& notes) {
  QList<LayerId> present;
  for (const LayerId id : layers)
    if (node(id) && !present.contains(id)) present << id;
  const auto others = [this] { return std::pair(selectedEdges(), selectedNotes()); };
  const auto before = others();
  for (EdgeItem* item : edges_) item->setChosen(std::find(edges.begin(), edges.end(), item->edge()) != edges.end());
  for (const auto& [id, item] : notes_) item->setChosen(notes.contains(id));
  if (present != selection_) {
    for (const LayerId id : selection_)
      if (NodeItem* item = node(id)) item->setChosen(false);
    for (const LayerId id : present) node(id)->setChosen(true);
    selection_ = present;
    Q_EMIT layersSelected(selection_);
  }
  if (others() != before) Q_EMIT othersSelected();
}

void CanvasScene::pruneSelection() {
  const auto layerShown = [this](LayerId id) { return node(id) != nullptr; };
  const auto noteShown = [this](NoteId id) { return note(id) != nullptr; };
  const CanvasLoad awaited = std::exchange(awaited_, {});
  const bool any = !awaited.layers.isEmpty() || !awaited.notes.isEmpty();
  if (any && std::all_of(awaited.layers.begin(), awaited.layers.end(), layerShown) &&
      std::all_of(awaited.notes.begin(), awaited.notes.end(), noteShown))
    select(awaited.layers, {}, awaited.notes);
  else
    select(selection_, selectedEdges(), selectedNotes());
}

}  // namespace fovea
