// Why: cards with live figures are larger than the space that the network reserves for them. A spread moves positions
// apart on the screen only, so that cards that did not overlap still do not, columns stay columns, and rows stay rows.
// Thread-safety: a value.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QRectF>
#include <QtCore/QSizeF>
#include <vector>

namespace fovea {

class Spread {
 public:
  // Moves nothing.
  Spread() = default;
  // `cards` are the rectangles without figures; each card grows to the right and downwards by `growth`.
  Spread(const std::vector<QRectF>& cards, const QSizeF& growth);

  // The shown position of a stored one.
  QPointF shown(const QPointF& place) const { return {x_.shown(place.x()), y_.shown(place.y())}; }
  // Moves both corners, so a frame still encloses its grown cards.
  QRectF shown(const QRectF& rectangle) const { return {shown(rectangle.topLeft()), shown(rectangle.bottomRight())}; }
  // The stored position that is shown at `point`, or the nearest one if `point` is in inserted room.
  QPointF kept(const QPointF& point) const { return {x_.kept(point.x()), y_.kept(point.y())}; }

 private:
  // One direction: room is inserted at each cut.
  struct Axis {
    std::vector<double> cuts;
    double growth = 0;
    double shown(double at) const;
    double kept(double at) const;
  };
  static Axis axisOf(std::vector<std::pair<double, double>> spans, double growth);

  Axis x_, y_;
};

}  // namespace fovea
