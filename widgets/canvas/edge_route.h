// Why: an edge that runs behind the cards between its ends cannot be followed, so it goes around them.
#pragma once
#include <map>
#include <optional>

#include "widgets/canvas/node_item.h"

namespace fovea {

// The x at which `edge`, drawn from `from` to `to`, passes beside the cards of other nodes that a straight curve would
// cross, on the side that is nearer. None if nothing is in the way, or if the edge is short or leads upwards.
std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to,
                                 const std::map<LayerId, NodeItem*>& nodes);

}  // namespace fovea
