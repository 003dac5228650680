#include "widgets/canvas/edge_route.h"

#include <QtGui/QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/edge_item.h"

namespace fovea {
namespace {

constexpr int kSamples = 24;
constexpr double kGap = 20;                                                  // from the cards that an edge goes around
constexpr double kShortest = canvas::kNodeHeight + 2 * canvas::kRowGap - 1;  // a row must fit between the ends

}  // namespace

CardRows::CardRows(const std::map<LayerId, NodeItem*>& nodes) {
  cards_.reserve(nodes.size());
  for (const auto& [id, item] : nodes) {
    cards_.emplace_back(id, item->card().translated(item->pos()));
    tallest_ = std::max(tallest_, item->card().height());
  }
  std::sort(cards_.begin(), cards_.end(), [](const auto& a, const auto& b) { return a.second.top() < b.second.top(); });
}

CardRows::Cards::const_iterator CardRows::firstBelow(double y) const {
  return std::lower_bound(cards_.begin(), cards_.end(), y,
                          [](const auto& card, double limit) { return card.second.top() < limit; });
}

std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to, const CardRows& cards) {
  if (to.y() - from.y() < kShortest) return {};
  const QPainterPath direct = connectionPath(from, to);
  const QRectF bounds = direct.controlPointRect().adjusted(-1, 0, 1, 0);
  std::vector<QPointF> points;
  double left = 1e9, right = -1e9;
  cards.between(bounds.top(), bounds.bottom(), [&](LayerId id, const QRectF& card) {
    if (id == edge.source || id == edge.target || !card.intersects(bounds)) return;
    if (points.empty())
      for (int i = 1; i < kSamples; ++i) points.push_back(direct.pointAtPercent(double(i) / kSamples));
    if (std::none_of(points.begin(), points.end(), [&](const QPointF& point) { return card.contains(point); })) return;
    left = std::min(left, card.left());
    right = std::max(right, card.right());
  });
  if (left > right) return {};
  left -= kGap;
  right += kGap;
  const auto detour = [&](double lane) { return std::abs(lane - from.x()) + std::abs(lane - to.x()); };
  return detour(left) < detour(right) ? left : right;
}

}  // namespace fovea
