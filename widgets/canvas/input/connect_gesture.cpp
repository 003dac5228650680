// Why: drags a new connection: which ports are highlighted, snapping, and the effect of a drop.
#include <QtGui/QPen>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/input/gestures.h"

namespace fovea {
namespace {

constexpr double kClick = 6;  // a shorter distance (scene) is a click, not a drag

}  // namespace

ConnectGesture::ConnectGesture(CanvasController& controller, const PortRef& start, const QPointF& point,
                               SearchAt searchAt)
    : controller_(controller),
      anchor_(start),
      start_(point),
      searchAt_(std::move(searchAt)),
      wire_(std::make_unique<QGraphicsPathItem>()) {
  if (!start.output) takeLooseEdge(start);
  collectCandidates();
  showOffers();
  QPen pen(controller.scene().style().accent, 2);
  pen.setCapStyle(Qt::RoundCap);
  wire_->setPen(pen);
  wire_->setZValue(4);
  controller.scene().addItem(wire_.get());
}

ConnectGesture::~ConnectGesture() {
  CanvasScene& scene = controller_.scene();
  for (const auto& [id, item] : scene.nodes()) {
    item->setOffer(false, {}, {});
    item->setHovered({});
  }
  for (EdgeItem* edge : scene.edges()) edge->setLoose(false);
}

// Dragging from a connected input detaches its connection.
void ConnectGesture::takeLooseEdge(const PortRef& start) {
  for (EdgeItem* item : controller_.scene().edges()) {
    if (item->edge().target != start.layer || item->edge().input != start.index) continue;
    loose_ = item->edge();
    anchor_ = {loose_->source, true, loose_->output};
    item->setLoose(true);
    return;
  }
}

bool ConnectGesture::accepts(const PortRef& port, const PortContent& content) const {
  if (forbidden_.contains(port.layer)) return false;
  if (!anchor_.output) return true;
  const bool isOldPlace = loose_ && loose_->target == port.layer && loose_->input == port.index;
  if (!content.connected || isOldPlace) return true;
  // At an input for one edge the new edge replaces the old one; a variadic input has a free port for it.
  const Layer* layer = controller_.scene().network().find(port.layer);
  if (!layer) return false;
  const std::vector<LayerPort> inputs = portsOf(controller_.scene().network(), *layer).inputs;
  if (inputs.empty() || inputs[std::min(std::size_t(port.index), inputs.size() - 1)].variadic) return false;
  const Edge wanted{anchor_.layer, anchor_.index, port.layer, port.index};
  return !controller_.scene().edgeItem(wanted);
}

void ConnectGesture::collectCandidates() {
  CanvasScene& scene = controller_.scene();
  // Data flows one way: layers before the source (or after the target) cannot be the other end.
  forbidden_ = reachable(scene.network(), anchor_.layer, !anchor_.output);
  for (const auto& [id, item] : scene.nodes()) {
    const auto& ports = anchor_.output ? item->content().inputs : item->content().outputs;
    for (int i = 0; i < int(ports.size()); ++i) {
      const PortRef port{id, !anchor_.output, ports[std::size_t(i)].index};
      if (accepts(port, ports[std::size_t(i)]))
        candidates_.push_back({item, {anchor_.output ? NodePart::Input : NodePart::Output, i}, port});
    }
  }
}

void ConnectGesture::showOffers() {
  std::map<NodeItem*, std::vector<int>> offers;
  for (const Candidate& candidate : candidates_) offers[candidate.item].push_back(candidate.part.index);
  for (const auto& [id, item] : controller_.scene().nodes()) {
    const std::vector<int>& positions = offers[item];
    if (anchor_.output)
      item->setOffer(id != anchor_.layer || !positions.empty(), positions, {});
    else
      item->setOffer(id != anchor_.layer || !positions.empty(), {}, positions);
  }
}

const ConnectGesture::Candidate* ConnectGesture::candidateAt(const QPointF& point, double reach) const {
  const Candidate* best = nullptr;
  double bestDistance = reach;
  const Candidate* bodyBest = nullptr;
  double bodyDistance = 1e9;
  for (const Candidate& candidate : candidates_) {
    const QPointF d = controller_.scene().portPosition(candidate.port) - point;
    const double distance = std::hypot(d.x(), d.y());
    if (distance <= bestDistance) {
      best = &candidate;
      bestDistance = distance;
    }
    const bool over = candidate.item->card().contains(candidate.item->mapFromScene(point));
    if (over && distance < bodyDistance) {
      bodyBest = &candidate;
      bodyDistance = distance;
    }
  }
  // A drop anywhere on a card also connects.
  return best ? best : bodyBest;
}

void ConnectGesture::hover(const Candidate* candidate) {
  if (target_ && (!candidate || candidate->item != target_->item)) target_->item->setHovered({});
  target_ = candidate ? std::optional(*candidate) : std::nullopt;
  if (target_) target_->item->setHovered(target_->part);
}

void ConnectGesture::move(const QPointF& point, double zoom) {
  travelled_ = std::max(travelled_, QLineF(start_, point).length());
  hover(candidateAt(point, canvas::kSnapDistance / zoom));
  const QPointF fixed = controller_.scene().portPosition(anchor_);
  const QPointF end = target_ ? controller_.scene().portPosition(target_->port) : point;
  const auto path = controller_.scene().style().sideways ? sidewaysConnectionPath : connectionPath;
  wire_->setPath(anchor_.output ? path(fixed, end) : path(end, fixed));
}

void ConnectGesture::finish(const QPointF& point) {
  if (travelled_ < kClick) return controller_.scene().select({anchor_.layer});
  if (!target_) {
    if (loose_) return controller_.request(removeEdit(controller_.scene().network(), {}, {*loose_}));
    return searchAt_(point, anchor_);
  }
  if (loose_) {
    const bool same = loose_->target == target_->port.layer && loose_->input == target_->port.index;
    if (!same) controller_.request(rerouteEdit(*loose_, target_->port));
    return;
  }
  controller_.request(anchor_.output ? connectEdit(anchor_, target_->port) : connectEdit(target_->port, anchor_));
}

}  // namespace fovea
