// Why: a connection that is long enough to pass other cards goes around them, beside what stands between its ends.
#pragma once
#include <QtCore/QRectF>
#include <map>
#include <optional>
#include <vector>

#include "core/network/network.h"
#include "widgets/canvas/node_item.h"

namespace fovea {

// Where cards stand, from the top down, so that looking for those between two heights takes no walk through all. True
// until a node moves.
class CardRows {
 public:
  CardRows() = default;
  // `sideways`: seen with x and y exchanged, so that data flows down here in any case.
  CardRows(const std::map<LayerId, NodeItem*>& nodes, bool sideways);
  QPointF along(const QPointF& point) const { return sideways_ ? point.transposed() : point; }
  // The usual extent of a card in the direction of the flow.
  double depth() const { return sideways_ ? canvas::kNodeWidth : canvas::kNodeHeight; }
  // Calls `visit(id, card)` for each card that reaches into the heights from `top` to `bottom`, and a few more.
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

// How an edge is drawn where data flows down (see CardRows::along): straight, or by way of the vertical line at `lane`.
struct EdgeRoute {
  Edge edge;
  QPointF from, to;
  std::optional<double> lane;
};
// Ways of different outputs that would lie on each other are drawn beside each other: the shorter ones further in.
void spreadLanes(std::vector<EdgeRoute*>& routes, const CardRows& cards);

// The x of the vertical line by which `edge` goes around what stands between its ends, or up to the top of another
// column; none if the straight way is free.
std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to, const CardRows& cards);

}  // namespace fovea
