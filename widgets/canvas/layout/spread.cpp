#include "widgets/canvas/layout/spread.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace fovea {

// The fewest cuts such that one lies between any two spans of which one ends before the other begins: each is the
// smallest end among the spans that begin at or after the last cut.
Spread::Axis Spread::axisOf(std::vector<std::pair<double, double>> spans, double growth) {
  Axis axis;
  axis.growth = growth;
  if (growth <= 0) return axis;
  std::sort(spans.begin(), spans.end());
  double end = std::numeric_limits<double>::infinity();
  for (const auto& [from, to] : spans) {
    if (from >= end) {
      axis.cuts.push_back(end);
      end = to;
    }
    end = std::min(end, to);
  }
  if (!spans.empty()) axis.cuts.push_back(end);
  return axis;
}

double Spread::Axis::shown(double at) const {
  return at + growth * double(std::upper_bound(cuts.begin(), cuts.end(), at) - cuts.begin());
}

double Spread::Axis::kept(double at) const {
  for (std::size_t before = 0; before < cuts.size(); ++before) {
    const double place = at - growth * double(before);
    if (place < cuts[before]) return before == 0 ? place : std::max(place, cuts[before - 1]);
  }
  return cuts.empty() ? at : std::max(at - growth * double(cuts.size()), cuts.back());
}

Spread::Spread(const std::vector<QRectF>& cards, const QSizeF& growth) {
  std::vector<std::pair<double, double>> columns, rows;
  for (const QRectF& card : cards) {
    columns.emplace_back(card.left(), card.right());
    rows.emplace_back(card.top(), card.bottom());
  }
  x_ = axisOf(std::move(columns), growth.width());
  y_ = axisOf(std::move(rows), growth.height());
}

}  // namespace fovea
