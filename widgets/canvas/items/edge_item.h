// Why: draws one connection as a Bézier curve in flow direction and hit-tests it. Display only. GUI thread only.
#pragma once
#include <QtWidgets/QGraphicsItem>
#include <optional>

#include "core/network/network.h"
#include "widgets/canvas/items/canvas_style.h"

namespace fovea {

// The curve from an output (below its node) to an input (above its node).
QPainterPath connectionPath(const QPointF& from, const QPointF& to);
// The same from the right side of a node to the left side of another.
QPainterPath sidewaysConnectionPath(const QPointF& from, const QPointF& to);
// The same along a vertical line at `lane`, around nodes between the ends.
QPainterPath detourPath(const QPointF& from, const QPointF& to, double lane);

// From the end of one column to the top of another: down, along `lane` between the two, and down again.
QPainterPath wrapPath(const QPointF& from, const QPointF& to, double lane);

class EdgeItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 2 };

  // `style` must outlive the item.
  EdgeItem(const Edge& edge, const CanvasStyle& style);

  const Edge& edge() const { return edge_; }
  // For downward flow, see EdgeRoute; with x and y exchanged if data flows to the right.
  void setRoute(const QPointF& from, const QPointF& to, std::optional<double> lane = {});
  const QPainterPath& path() const { return path_; }
  // Sets the shape it carries, null if unknown. Returns whether it changed.
  bool setShape(const Shape* shape);
  // Draws it red and dashed.
  void setBad(bool bad);
  bool bad() const { return bad_; }
  void setChosen(bool chosen);
  bool chosen() const { return chosen_; }
  void setHovered(bool hovered);
  bool hovered() const { return hovered_; }
  // Faded while its end is being dragged.
  void setLoose(bool loose);
  // Distance from `point` to the curve, in scene units.
  double distanceTo(const QPointF& point) const;

  int type() const override { return Type; }
  QRectF boundingRect() const override { return bounds_; }
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  Edge edge_;
  const CanvasStyle& style_;
  QPointF from_, to_;
  std::optional<double> lane_;
  bool sideways_ = false;  // path_ was drawn for sideways flow
  QPainterPath path_;
  QRectF bounds_;
  std::optional<Shape> shape_;
  bool told_ = false;  // whether a shape is known
  bool bad_ = false, chosen_ = false, hovered_ = false, loose_ = false;
};

}  // namespace fovea
