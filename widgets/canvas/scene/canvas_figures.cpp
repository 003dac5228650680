// Why: shows live figures on the nodes, and moves the cards apart on the screen while they need room for them.
#include "widgets/canvas/items/conversions.h"
#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {

void CanvasScene::setFigureForm(FigureForm form) {
  if (form == style_.figures) return;
  finishGlide();
  style_.figures = form;
  for (const auto& [id, item] : nodes_) item->restyle();
  showSheet(false);
  Q_EMIT drawingChanged();
}

void CanvasScene::updateSpread() {
  spread_ = {};
  if (style_.figures == FigureForm::None) return;
  std::vector<QRectF> cards;
  for (const auto& [id, item] : nodes_)
    if (!item->isPoint()) cards.emplace_back(pointOf(network_.find(id)->position), item->plainSize());
  spread_ = Spread(cards, figureGrowth(style_.figures));
}

// Keeps reroute points on the axes of the cards between which they lie.
QPointF CanvasScene::shownPlace(const Layer& layer) const {
  const QPointF place = spread_.shown(pointOf(layer.position));
  if (layer.type != kRerouteType || style_.sideways) return place;
  return place + QPointF(figureGrowth(style_.figures).width() / 2, 0);
}

QPointF CanvasScene::keptAxis(const QPointF& point) const {
  const double aside = style_.sideways ? 0 : figureGrowth(style_.figures).width() / 2;
  return spread_.kept(point - QPointF(aside, 0));
}

Note CanvasScene::shownNote(const Note& note) const {
  const QRectF drawn = spread_.shown(QRectF(note.position.x, note.position.y, note.width, note.height));
  Note shown = note;
  shown.position = {drawn.x(), drawn.y()};
  // A comment's size follows from its text.
  if (!note.frame) return shown;
  shown.width = drawn.width();
  shown.height = drawn.height();
  return shown;
}

void CanvasScene::setFigures(const std::map<LayerId, NodeFigures>& figures) {
  static const NodeFigures none;
  for (const auto& [id, item] : nodes_) {
    const auto found = figures.find(id);
    item->setFigures(found == figures.end() ? none : found->second);
  }
}

void CanvasScene::setBreakpoints(const std::map<LayerId, BreakpointMark>& marks) {
  breakpoints_ = marks;
  for (const auto& [id, item] : nodes_) {
    const auto found = marks.find(id);
    item->setBreakpoint(found == marks.end() ? BreakpointMark::None : found->second);
  }
}

}  // namespace fovea
