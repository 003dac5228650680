#include <algorithm>
#include <map>
#include <set>

#include "widgets/canvas/items/canvas_style.h"
#include "widgets/canvas/layout/layout.h"

namespace fovea {
namespace {

constexpr std::size_t kMostColumns = 24;
constexpr std::size_t kMostCrossing = 2;         // values that may pass from one column to the next
constexpr double kWorthwhile = 1.05;             // minimum enlargement of the drawing that justifies another column
constexpr double kReadableZoom = 0.7;            // at this zoom further columns gain nothing
constexpr double kAround = 2 * canvas::kRowGap;  // space for connections above and below the columns

// A range of rows between two positions where the drawing can be divided.
struct Piece {
  double top = 0, bottom = 0, left = 0, right = 0;
  std::size_t end = 0;       // index in the cards sorted by top
  std::size_t crossing = 0;  // values that pass to the next piece
};

struct Drawn {
  LayoutPlaces places;
  std::vector<QRectF> cards;
};

Drawn drawnFromTheTop(const LayoutGraph& graph, const LayoutPlaces& places) {
  std::map<LayerId, QSizeF> sizes;
  for (const LayoutNode& node : graph.nodes) sizes[node.id] = node.size;
  Drawn drawn{places, {}};
  std::stable_sort(drawn.places.begin(), drawn.places.end(),
                   [](const auto& a, const auto& b) { return a.second.y() < b.second.y(); });
  for (const auto& [id, place] : drawn.places) drawn.cards.emplace_back(place, sizes[id]);
  return drawn;
}

// The number of connections across each position between two cards; very large where a frame would be cut.
std::vector<std::size_t> crossings(const LayoutGraph& graph, const Drawn& drawn) {
  std::map<LayerId, std::size_t> order;
  for (const auto& [id, place] : drawn.places) order.emplace(id, order.size());
  std::map<std::pair<LayerId, int>, std::pair<std::size_t, std::size_t>> values;  // first and last card of each value
  for (const Edge& edge : graph.edges) {
    const std::size_t source = order.at(edge.source), target = order.at(edge.target);
    const auto found = values.try_emplace({edge.source, edge.output}, source, target).first;
    found->second.second = std::max(found->second.second, target);
  }
  std::vector<std::ptrdiff_t> change(drawn.places.size() + 1, 0);
  for (const auto& [value, span] : values) {
    ++change[span.first];
    --change[std::max(span.first, span.second)];
  }
  for (const std::vector<LayerId>& group : graph.groups) {
    std::size_t first = drawn.places.size(), last = 0;
    for (const LayerId id : group) {
      first = std::min(first, order.at(id));
      last = std::max(last, order.at(id));
    }
    change[first] += kMostCrossing + 1;
    change[last] -= kMostCrossing + 1;
  }
  std::vector<std::size_t> crossing;
  std::ptrdiff_t now = 0;
  for (std::size_t i = 0; i < drawn.places.size(); ++i) crossing.push_back(std::size_t(now += change[i]));
  return crossing;
}

std::vector<Piece> piecesOf(const LayoutGraph& graph, const Drawn& drawn) {
  const std::vector<std::size_t> crossing = crossings(graph, drawn);
  std::vector<Piece> pieces;
  QRectF around;
  for (std::size_t i = 0; i < drawn.cards.size(); ++i) {
    around |= drawn.cards[i];
    const bool last = i + 1 == drawn.cards.size();
    const bool divides = last || (drawn.cards[i + 1].top() >= around.bottom() && crossing[i] <= kMostCrossing);
    if (!divides) continue;
    pieces.push_back({around.top(), around.bottom(), around.left(), around.right(), i + 1, crossing[i]});
    around = {};
  }
  return pieces;
}

// Divides pieces into columns of at most `height` (more if a single piece is higher); returns the last piece of each. A
// column rather ends a little earlier where only one value passes than where two do.
std::vector<std::size_t> columnEnds(const std::vector<Piece>& pieces, double height) {
  std::vector<std::size_t> ends;
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t last = first;
    while (last + 1 < pieces.size() && pieces[last + 1].bottom - pieces[first].top <= height) ++last;
    if (last + 1 < pieces.size())
      for (std::size_t i = last; i > first && pieces[i].bottom - pieces[first].top > 0.6 * height; --i)
        if (pieces[i].crossing <= 1) {
          last = i;
          break;
        }
    ends.push_back(last);
    first = last + 1;
  }
  return ends;
}

QRectF columnOf(const std::vector<Piece>& pieces, std::size_t first, std::size_t last) {
  QRectF column;
  for (std::size_t i = first; i <= last; ++i)
    column |= QRectF(QPointF(pieces[i].left, pieces[i].top), QPointF(pieces[i].right, pieces[i].bottom));
  return column;
}

QSizeF sizeOf(const std::vector<Piece>& pieces, const std::vector<std::size_t>& ends) {
  QSizeF size(0, 0);
  std::size_t first = 0;
  for (const std::size_t last : ends) {
    const QRectF column = columnOf(pieces, first, last);
    size.setWidth(size.width() + column.width() + (first > 0 ? canvas::kWrapGap : 0));
    size.setHeight(std::max(size.height(), column.height() + (ends.size() > 1 ? kAround : 0)));
    first = last + 1;
  }
  return size;
}

// Finds the lowest columns whose number is at most `most`.
std::vector<std::size_t> evenColumns(const std::vector<Piece>& pieces, std::size_t most) {
  double low = 0, high = pieces.back().bottom - pieces.front().top;
  for (int step = 0; step < 30; ++step) {
    const double middle = (low + high) / 2;
    (columnEnds(pieces, middle).size() <= most ? high : low) = middle;
  }
  return columnEnds(pieces, high);
}

}  // namespace

LayoutPlaces wrapped(const LayoutGraph& graph, const LayoutPlaces& places, LayoutFlow flow, const QSizeF& room) {
  if (flow == LayoutFlow::Down || places.empty() || room.isEmpty()) return places;
  const Drawn drawn = drawnFromTheTop(graph, places);
  const std::vector<Piece> pieces = piecesOf(graph, drawn);
  const auto zoomOf = [&](const std::vector<std::size_t>& ends) {
    const QSizeF size = sizeOf(pieces, ends);
    return std::min({1.0, room.width() / size.width(), room.height() / size.height()});
  };
  std::vector<std::size_t> best{pieces.size() - 1};
  if (flow == LayoutFlow::Automatic && zoomOf(best) >= kReadableZoom) return places;
  double bestZoom = flow == LayoutFlow::Columns ? 0 : zoomOf(best);
  for (std::size_t count = 2; count <= std::min(kMostColumns, pieces.size()); ++count) {
    std::vector<std::size_t> ends = evenColumns(pieces, count);
    const double zoom = zoomOf(ends);
    if (ends.size() < 2 || zoom < kWorthwhile * bestZoom) continue;
    best = std::move(ends);
    bestZoom = zoom;
  }

  LayoutPlaces result;
  double left = 0;
  std::size_t piece = 0, card = 0;
  for (const std::size_t last : best) {
    const QRectF column = columnOf(pieces, piece, last);
    for (; card < pieces[last].end; ++card)
      result.emplace_back(drawn.places[card].first,
                          drawn.places[card].second + QPointF(left - column.left(), -column.top()));
    left += column.width() + canvas::kWrapGap;
    piece = last + 1;
  }
  return result;
}

LayoutPlaces flowingLayout(const LayoutGraph& graph, LayoutFlow flow, const QSizeF& room, const std::stop_token& stop) {
  if (flow != LayoutFlow::Right) return wrapped(graph, bestLayout(graph, stop), flow, room);
  LayoutGraph turned = graph;
  for (LayoutNode& node : turned.nodes) node.size.transpose();
  LayoutPlaces places = bestLayout(turned, stop);
  for (auto& [id, place] : places) place = place.transposed();
  return places;
}

}  // namespace fovea
