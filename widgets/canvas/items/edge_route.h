// Why: a long connection goes around the cards between its ends.
#pragma once
#include <QtCore/QRectF>
#include <map>
#include <optional>
#include <vector>

#include "core/network/network.h"
#include "widgets/canvas/items/node_item.h"

namespace fovea {

// The cards sorted by height, so that finding those between two heights needs no full scan. Valid until a node moves.
class CardRows {
 public:
  CardRows() = default;
  // `sideways`: uses exchanged x and y, so that data always flows down here.
  CardRows(const std::map<LayerId, NodeItem*>& nodes, bool sideways);
  QPointF along(const QPointF& point) const { return sideways_ ? point.transposed() : point; }
  // The usual size of a card in flow direction.
  double depth() const { return sideways_ ? canvas::kNodeWidth : canvas::kNodeHeight; }
  // Calls `visit(id, card)` for each card that overlaps the heights from `top` to `bottom`, and possibly a few more.
  template <class Visit>
  void between(double top, double bottom, Visit&& visit) const {
    for (auto at = firstBelow(top - tallest_); at != cards_.end() && at->second.top() <= bottom; ++at)
      visit(at->first, at->second);
  }

 private:
  using Cards = std::vector<std::pair<LayerId, QRectF>>;
  Cards::const_iterator firstBelow(double y) const;

  Cards cards_;
  double tallest_ = 0;
  bool sideways_ = false;
};

// The path of an edge for downward flow (see CardRows::along): straight, or along the vertical line at `lane`.
struct EdgeRoute {
  Edge edge;
  QPointF from, to;
  std::optional<double> lane;
};
// Separates overlapping paths of different outputs; shorter ones are placed further in.
void spreadLanes(std::vector<EdgeRoute*>& routes, const CardRows& cards);

// The x of the vertical line on which `edge` avoids the cards between its ends, or reaches the top of another column;
// none if the straight path is free.
std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to, const CardRows& cards);

}  // namespace fovea
