#include "widgets/canvas/items/edge_route.h"

#include <QtGui/QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/canvas/items/edge_item.h"

namespace fovea {
namespace {

constexpr std::size_t kSamples = 40;
constexpr double kLaneGap = 12;  // between two adjacent lanes
constexpr std::size_t kMostSpread = 1500;
constexpr double kRouteGap = 20;                     // distance from the cards that an edge goes around
constexpr double kLeastGap = 24;                     // minimum gap between columns for an upward edge
constexpr double kWrapReach = canvas::kWrapGap / 2;  // distance of the lane from a card

// Samples the curve `path` at equal steps of its parameter; equal lengths would need a search, which is far slower.
std::array<QPointF, kSamples> samplesOf(const QPainterPath& path) {
  std::array<QPointF, kSamples> points;
  const QPointF a = path.elementAt(0), b = path.elementAt(1), c = path.elementAt(2), d = path.elementAt(3);
  for (std::size_t i = 0; i < kSamples; ++i) {
    const double t = double(i + 1) / (kSamples + 1), u = 1 - t;
    points[i] = u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  }
  return points;
}

}  // namespace

CardRows::CardRows(const std::map<LayerId, NodeItem*>& nodes, bool sideways) : sideways_(sideways) {
  cards_.reserve(nodes.size());
  for (const auto& [id, item] : nodes) {
    const QRectF card = item->card().translated(item->pos());
    cards_.emplace_back(id, sideways ? QRectF(card.topLeft().transposed(), card.size().transposed()) : card);
    tallest_ = std::max(tallest_, cards_.back().second.height());
  }
  std::sort(cards_.begin(), cards_.end(), [](const auto& a, const auto& b) { return a.second.top() < b.second.top(); });
}

CardRows::Cards::const_iterator CardRows::firstBelow(double y) const {
  return std::lower_bound(cards_.begin(), cards_.end(), y,
                          [](const auto& card, double limit) { return card.second.top() < limit; });
}

void spreadLanes(std::vector<EdgeRoute*>& routes, const CardRows& cards) {
  std::erase_if(routes, [](const EdgeRoute* route) { return !route->lane || route->to.y() < route->from.y(); });
  if (routes.size() > kMostSpread) return;
  std::stable_sort(routes.begin(), routes.end(), [](const EdgeRoute* a, const EdgeRoute* b) {
    return a->to.y() - a->from.y() < b->to.y() - b->from.y();
  });
  for (std::size_t i = 0; i < routes.size(); ++i) {
    EdgeRoute& route = *routes[i];
    const double outwards = *route.lane < (route.from.x() + route.to.x()) / 2 ? -kLaneGap : kLaneGap;
    const auto taken = [&](double lane) {
      return std::any_of(routes.begin(), routes.begin() + std::ptrdiff_t(i), [&](const EdgeRoute* other) {
        const bool sameOutput = other->edge.source == route.edge.source && other->edge.output == route.edge.output;
        return !sameOutput && std::abs(*other->lane - lane) < kLaneGap - 1 && other->from.y() < route.to.y() &&
               route.from.y() < other->to.y();
      });
    };
    const auto blocked = [&](double lane) {
      bool any = false;
      cards.between(route.from.y() + canvas::kRowGap, route.to.y() - canvas::kRowGap, [&](LayerId, const QRectF& card) {
        any = any || (card.left() < lane && lane < card.right() && card.bottom() > route.from.y() + canvas::kRowGap);
      });
      return any;
    };
    double lane = *route.lane;
    while (taken(lane) && !blocked(lane + outwards)) lane += outwards;
    route.lane = lane;
  }
}

namespace {

// Returns the middle of the gap between cards nearest to `to`, for an edge that goes up from `from`; nullopt if there
// is none.
std::optional<double> laneUp(const QPointF& from, const QPointF& to, const CardRows& cards) {
  const double left = std::min(from.x(), to.x()), right = std::max(from.x(), to.x());
  const double top = to.y() - canvas::kRowGap / 2, bottom = from.y() + canvas::kRowGap / 2;
  std::vector<std::pair<double, double>> taken;
  cards.between(top, bottom, [&](LayerId, const QRectF& card) {
    if (card.right() > left && card.left() < right && card.bottom() > top)
      taken.emplace_back(card.left(), card.right());
  });
  std::sort(taken.begin(), taken.end());
  std::optional<double> best;
  double end = left;
  for (const auto& [begin, next] : taken) {
    if (begin - end >= kLeastGap) {
      const double inside = std::min((begin - end) / 2, kWrapReach);
      const double lane = to.x() > from.x() ? begin - inside : end + inside;
      if (!best || std::abs(lane - to.x()) < std::abs(*best - to.x())) best = lane;
    }
    end = std::max(end, next);
  }
  return best;
}

}  // namespace

std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to, const CardRows& cards) {
  if (from.y() - to.y() > cards.depth()) return laneUp(from, to, cards);
  // There must be room for a row between the ends.
  if (to.y() - from.y() < cards.depth() + 2 * canvas::kRowGap - 1) return {};
  const QPainterPath direct = connectionPath(from, to);
  const QRectF bounds = direct.controlPointRect().adjusted(-1, 0, 1, 0);
  std::optional<std::array<QPointF, kSamples>> points;
  double left = 1e9, right = -1e9;
  cards.between(bounds.top(), bounds.bottom(), [&](LayerId id, const QRectF& card) {
    if (id == edge.source || id == edge.target || !card.intersects(bounds)) return;
    if (!points) points = samplesOf(direct);
    if (std::ranges::none_of(*points, [&](const QPointF& point) { return card.contains(point); })) return;
    left = std::min(left, card.left());
    right = std::max(right, card.right());
  });
  if (left > right) return {};
  left -= kRouteGap;
  right += kRouteGap;
  const auto detour = [&](double lane) { return std::abs(lane - from.x()) + std::abs(lane - to.x()); };
  return detour(left) < detour(right) ? left : right;
}

}  // namespace fovea
