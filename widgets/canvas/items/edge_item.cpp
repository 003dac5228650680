#include "widgets/canvas/items/edge_item.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPathStroker>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr double kReach = 12;    // width of the band that reacts to the pointer, and margin of the bounds
constexpr double kCoarse = 0.3;  // zoom below which a curve is drawn as a hairline

}  // namespace

QPainterPath connectionPath(const QPointF& from, const QPointF& to) {
  const double dy = to.y() - from.y();
  const double dx = std::abs(to.x() - from.x());
  // Downwards: bends half way, as in a circuit diagram. Upwards: bends out far enough to go around both nodes.
  double reach = dy >= 0 ? std::max(dy * 0.55, std::min(dx * 0.25, 40.0)) : std::min(160.0, 40 + 0.3 * (dx - dy));
  reach = std::min(reach, 220.0);
  QPainterPath path(from);
  path.cubicTo(from + QPointF(0, reach), to - QPointF(0, reach), to);
  return path;
}

namespace {

QPainterPath transposed(const QPainterPath& path) {
  return QTransform(0, 1, 1, 0, 0, 0).map(path);
}

}  // namespace

QPainterPath sidewaysConnectionPath(const QPointF& from, const QPointF& to) {
  return transposed(connectionPath(from.transposed(), to.transposed()));
}

QPainterPath detourPath(const QPointF& from, const QPointF& to, double lane) {
  constexpr double kTurn = 30;  // the gap between two rows
  constexpr double kBow = 22;
  QPainterPath path(from);
  path.cubicTo(from + QPointF(0, kBow), QPointF(lane, from.y() + kTurn - kBow), QPointF(lane, from.y() + kTurn));
  path.lineTo(lane, to.y() - kTurn);
  path.cubicTo(QPointF(lane, to.y() - kTurn + kBow), to - QPointF(0, kBow), to);
  return path;
}

QPainterPath wrapPath(const QPointF& from, const QPointF& to, double lane) {
  constexpr double kTurn = canvas::kRowGap / 2;
  constexpr double kCorner = 10;
  const QPointF corners[] = {
      {from.x(), from.y() + kTurn}, {lane, from.y() + kTurn}, {lane, to.y() - kTurn}, {to.x(), to.y() - kTurn}, to};
  QPainterPath path(from);
  QPointF at = from;
  for (std::size_t i = 0; i + 1 < std::size(corners); ++i) {
    const QLineF in(corners[i], at), out(corners[i], corners[i + 1]);
    const double radius = std::min({kCorner, in.length() / 2, out.length() / 2});
    if (radius > 0.5) {
      path.lineTo(in.pointAt(radius / in.length()));
      path.quadTo(corners[i], out.pointAt(radius / out.length()));
    } else {
      path.lineTo(corners[i]);
    }
    at = corners[i];
  }
  path.lineTo(to);
  return path;
}

EdgeItem::EdgeItem(const Edge& edge, const CanvasStyle& style) : edge_(edge), style_(style) {
  setZValue(0);
}

void EdgeItem::setRoute(const QPointF& from, const QPointF& to, std::optional<double> lane) {
  const bool sideways = style_.sideways;
  const QPointF begin = sideways ? from.transposed() : from, end = sideways ? to.transposed() : to;
  if (begin == from_ && end == to_ && lane == lane_ && sideways == sideways_ && !path_.isEmpty()) return;
  prepareGeometryChange();
  from_ = begin;
  to_ = end;
  lane_ = lane;
  sideways_ = sideways;
  path_ = !lane               ? connectionPath(from, to)
          : to.y() < from.y() ? wrapPath(from, to, *lane)
                              : detourPath(from, to, *lane);
  if (sideways) path_ = transposed(path_);
  bounds_ = path_.controlPointRect().adjusted(-kReach, -kReach, kReach, kReach);
}

bool EdgeItem::setShape(const Shape* shape) {
  const bool same = told_ && shape_.has_value() == (shape != nullptr) && (!shape || *shape_ == *shape);
  told_ = true;
  if (!same) shape_ = shape ? std::optional(*shape) : std::nullopt;
  return !same;
}

void EdgeItem::setBad(bool bad) {
  if (bad == bad_) return;
  bad_ = bad;
  update();
}

void EdgeItem::setChosen(bool chosen) {
  if (chosen == chosen_) return;
  chosen_ = chosen;
  setZValue(chosen ? 0.5 : 0);
  update();
}

void EdgeItem::setHovered(bool hovered) {
  if (hovered == hovered_) return;
  hovered_ = hovered;
  update();
}

void EdgeItem::setLoose(bool loose) {
  if (loose == loose_) return;
  loose_ = loose;
  update();
}

double EdgeItem::distanceTo(const QPointF& point) const {
  double best = 1e9;
  constexpr int kSteps = 48;
  for (int i = 0; i <= kSteps; ++i) {
    const QPointF d = path_.pointAtPercent(double(i) / kSteps) - point;
    best = std::min(best, std::hypot(d.x(), d.y()));
  }
  return best;
}

QPainterPath EdgeItem::shape() const {
  QPainterPathStroker stroker;
  stroker.setWidth(kReach);
  return stroker.createStroke(path_);
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  QColor color = style_.faint;
  if (hovered_) color = style_.muted;
  if (bad_) color = style_.bad;
  if (chosen_) color = style_.accent;
  if (loose_) color.setAlphaF(0.25f);
  QPen pen(color, chosen_ || hovered_ ? 2.5 : 2);
  pen.setCapStyle(Qt::FlatCap);
  if (bad_) pen.setDashPattern({3, 2});
  if (painter->worldTransform().m11() < kCoarse && !lane_ && !chosen_ && !bad_) {
    pen.setWidth(0);  // a cosmetic pen: one pixel at any zoom
    painter->setPen(pen);
    painter->drawLine(from_, to_);
    return;
  }
  painter->setBrush(Qt::NoBrush);
  painter->setPen(pen);
  painter->drawPath(path_);
}

}  // namespace fovea
