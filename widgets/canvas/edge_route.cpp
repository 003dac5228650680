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

std::optional<double> detourLane(const Edge& edge, const QPointF& from, const QPointF& to,
                                 const std::map<LayerId, NodeItem*>& nodes) {
  if (to.y() - from.y() < kShortest) return {};
  const QPainterPath direct = connectionPath(from, to);
  const QRectF bounds = direct.controlPointRect().adjusted(-1, 0, 1, 0);
  std::vector<QPointF> points;
  double left = 1e9, right = -1e9;
  for (const auto& [id, item] : nodes) {
    const QRectF card = item->card().translated(item->pos());
    if (id == edge.source || id == edge.target || !card.intersects(bounds)) continue;
    if (points.empty())
      for (int i = 1; i < kSamples; ++i) points.push_back(direct.pointAtPercent(double(i) / kSamples));
    if (std::none_of(points.begin(), points.end(), [&](const QPointF& point) { return card.contains(point); }))
      continue;
    left = std::min(left, card.left());
    right = std::max(right, card.right());
  }
  if (left > right) return {};
  left -= kGap;
  right += kGap;
  const auto detour = [&](double lane) { return std::abs(lane - from.x()) + std::abs(lane - to.x()); };
  return detour(left) < detour(right) ? left : right;
}

}  // namespace fovea
