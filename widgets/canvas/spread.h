// Why: cards with live figures are larger than the places that the network keeps for them. A spread moves places apart
// on the screen only, so that cards that did not overlap still do not, columns stay columns, and rows stay rows.
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
  // `cards` are the places without figures; each card is to grow to the right and downwards by `growth`.
  Spread(const std::vector<QRectF>& cards, const QSizeF& growth);

  // Where a place of the network is shown.
  QPointF shown(const QPointF& place) const { return {x_.shown(place.x()), y_.shown(place.y())}; }
  // Both corners moved: a frame around cards is still around them when they have grown.
  QRectF shown(const QRectF& rectangle) const { return {shown(rectangle.topLeft()), shown(rectangle.bottomRight())}; }
  // The place of the network that is shown at `point`, or the nearest one where new room lies.
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
