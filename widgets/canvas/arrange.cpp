#include "widgets/canvas/arrange.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRectF>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr int kOrderSweeps = 12;
constexpr int kColumnSweeps = 9;   // odd: the last one goes down, so that chains are straight
constexpr double kBendWidth = 24;  // room that a long edge takes in a row it passes
constexpr double kShortcutWeight = 1e-6;

// A layer, or a bend of an edge that spans more than one row.
struct Cell {
  LayerId layer;
  int row = 0;
  double left = kBendWidth / 2;   // from the axis to the left side
  double right = kBendWidth / 2;  // and to the right
  double height = 0;
  double x = 0;       // of the axis
  double weight = 1;  // how much others heed it: bends of a shortcut hardly, so that it passes beside a straight trunk
  std::vector<int> above, below;
};

class Drawing {
 public:
  Drawing(const Network& network, const std::vector<LayerId>& component, const NodeSize& sizeOf) {
    std::map<LayerId, int> cellOf;
    for (const LayerId id : component) {
      const QSizeF size = sizeOf(id);
      cellOf[id] = add({.layer = id,
                        .left = axisOf(size),
                        .right = size.width() - axisOf(size),
                        .height = size.height(),
                        .above = {},
                        .below = {}});
    }
    std::vector<std::pair<int, int>> edges;
    for (const Edge& edge : network.edges())
      if (cellOf.contains(edge.source) && cellOf.contains(edge.target))
        edges.emplace_back(cellOf[edge.source], cellOf[edge.target]);
    rank(edges);
    std::map<int, int> readers;
    for (const auto& [from, to] : edges) ++readers[from];
    for (const auto& [from, to] : edges) link(from, to, readers[from] > 1 ? kShortcutWeight : 1);
    makeRows();
    for (int sweep = 0; sweep < kOrderSweeps; ++sweep) order(sweep % 2 == 0);
    spread();
    for (int sweep = 0; sweep < kColumnSweeps; ++sweep) align(sweep % 2 == 0);
  }

  // Top left corners, with the top at 0 and the leftmost at 0; grows `width` to the drawing's.
  std::vector<std::pair<LayerId, QPointF>> places(double& width) const {
    double left = 1e18, right = -1e18;
    for (const Cell& cell : cells_) {
      if (!cell.layer.valid()) continue;
      left = std::min(left, cell.x - cell.left);
      right = std::max(right, cell.x + cell.right);
    }
    width = right - left;
    std::vector<double> top(rows_.size() + 1, 0.0);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      double height = 0;
      for (const int cell : rows_[row]) height = std::max(height, cells_[std::size_t(cell)].height);
      top[row + 1] = top[row] + height + canvas::kRowGap;
    }
    std::vector<std::pair<LayerId, QPointF>> result;
    for (const Cell& cell : cells_)
      if (cell.layer.valid())
        result.emplace_back(cell.layer, QPointF(cell.x - cell.left - left, top[std::size_t(cell.row)]));
    return result;
  }

 private:
  Cell& at(int cell) { return cells_[std::size_t(cell)]; }
  int add(Cell cell) {
    cells_.push_back(std::move(cell));
    return int(cells_.size()) - 1;
  }

  // Longest path from the sources; then sources sink to just above their first reader.
  void rank(const std::vector<std::pair<int, int>>& edges) {
    std::vector<int> open(cells_.size(), 0);
    std::vector<std::vector<int>> next(cells_.size());
    for (const auto& [from, to] : edges) {
      ++open[std::size_t(to)];
      next[std::size_t(from)].push_back(to);
    }
    const std::vector<int> sources = open;
    std::vector<int> ready;
    for (int i = 0; i < int(cells_.size()); ++i)
      if (open[std::size_t(i)] == 0) ready.push_back(i);
    while (!ready.empty()) {
      const int cell = ready.back();
      ready.pop_back();
      for (const int reader : next[std::size_t(cell)]) {
        at(reader).row = std::max(at(reader).row, at(cell).row + 1);
        if (--open[std::size_t(reader)] == 0) ready.push_back(reader);
      }
    }
    for (int i = 0; i < int(cells_.size()); ++i) {
      if (sources[std::size_t(i)] != 0 || next[std::size_t(i)].empty()) continue;
      int row = at(next[std::size_t(i)].front()).row;
      for (const int reader : next[std::size_t(i)]) row = std::min(row, at(reader).row);
      at(i).row = row - 1;
    }
  }

  void link(int from, int to, double weight) {
    int last = from;
    for (int row = at(from).row + 1; row < at(to).row; ++row) {
      const int bend = add({.layer = {}, .row = row, .weight = weight, .above = {last}, .below = {}});
      at(last).below.push_back(bend);
      last = bend;
    }
    at(last).below.push_back(to);
    at(to).above.push_back(last);
  }

  void makeRows() {
    int last = 0;
    for (const Cell& cell : cells_) last = std::max(last, cell.row);
    rows_.resize(std::size_t(last) + 1);
    for (int i = 0; i < int(cells_.size()); ++i) rows_[std::size_t(at(i).row)].push_back(i);
    for (auto& row : rows_) number(row);
  }

  void number(const std::vector<int>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) at(row[i]).x = double(i);
  }

  double mean(const std::vector<int>& cells, double otherwise) {
    double sum = 0, weight = 0;
    for (const int cell : cells) {
      sum += at(cell).weight * at(cell).x;
      weight += at(cell).weight;
    }
    return weight > 0 ? sum / weight : otherwise;
  }

  void order(bool down) {
    for (std::size_t step = 1; step < rows_.size(); ++step) {
      auto& row = rows_[down ? step : rows_.size() - 1 - step];
      std::vector<std::pair<double, int>> keys;
      for (const int cell : row) keys.emplace_back(mean(down ? at(cell).above : at(cell).below, at(cell).x), cell);
      std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = keys[i].second;
      number(row);
    }
  }

  double distance(int left, int right) {
    const bool bends = !at(left).layer.valid() || !at(right).layer.valid();
    return at(left).right + at(right).left + (bends ? canvas::kRowGap / 2 : canvas::kColumnGap);
  }

  // The first columns: each row packed and centred at 0.
  void spread() {
    for (const auto& row : rows_) {
      double x = 0;
      for (std::size_t i = 0; i < row.size(); ++i) at(row[i]).x = i == 0 ? 0 : x += distance(row[i - 1], row[i]);
      for (const int cell : row) at(cell).x -= x / 2;
    }
  }

  // Each cell goes to the middle of its neighbours above (or below), as near as order and gaps allow: isotonic
  // regression by pooling adjacent violators.
  void align(bool down) {
    struct Block {
      double sum, weight;
      int count;
      double value() const { return sum / weight; }
    };
    for (std::size_t step = 0; step < rows_.size(); ++step) {
      const auto& row = rows_[down ? step : rows_.size() - 1 - step];
      std::vector<Block> blocks;
      std::vector<double> shift{0};
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) shift.push_back(shift.back() + distance(row[i - 1], row[i]));
        const Cell& cell = at(row[i]);
        const auto& near = down ? cell.above : cell.below;
        const double wish = mean(near.empty() ? (down ? cell.below : cell.above) : near, cell.x) - shift.back();
        blocks.push_back({wish * cell.weight, cell.weight, 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].value() > blocks.back().value()) {
          const Block last = blocks.back();
          blocks.pop_back();
          blocks.back() = {blocks.back().sum + last.sum, blocks.back().weight + last.weight,
                           blocks.back().count + last.count};
        }
      }
      std::size_t cell = 0;
      for (const Block& block : blocks)
        for (int i = 0; i < block.count; ++i, ++cell) at(row[cell]).x = block.value() + shift[cell];
    }
  }

  std::vector<Cell> cells_;
  std::vector<std::vector<int>> rows_;
};

// Layers that hang together, each group in order of id, groups by their first layer.
std::vector<std::vector<LayerId>> components(const Network& network) {
  std::map<LayerId, LayerId> parent;
  const auto root = [&](LayerId id) {
    while (parent[id] != id) id = parent[id] = parent[parent[id]];
    return id;
  };
  for (const Layer& layer : network.layers()) parent[layer.id] = layer.id;
  for (const Edge& edge : network.edges()) {
    const LayerId a = root(edge.source), b = root(edge.target);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::map<LayerId, std::vector<LayerId>> groups;
  for (const Layer& layer : network.layers()) groups[root(layer.id)].push_back(layer.id);
  std::vector<std::vector<LayerId>> result;
  for (auto& [first, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace

NetworkEdit arrangeEdit(const Network& network, const NodeSize& sizeOf) {
  std::vector<std::pair<LayerId, QPointF>> places;
  double left = 0;
  for (const auto& component : components(network)) {
    double width = 0;
    for (const auto& [id, place] : Drawing(network, component, sizeOf).places(width))
      places.emplace_back(id, place + QPointF(left, 0));
    left += width + canvas::kColumnGap;
  }
  // Everything is put on the grid before it is moved by whole grid steps, so that arranging twice changes nothing.
  QRectF before, after;
  for (auto& [id, place] : places) {
    const Position old = network.find(id)->position;
    const Position grid = snapped(place);
    place = QPointF(grid.x, grid.y);
    before |= QRectF(QPointF(old.x, old.y), sizeOf(id));
    after |= QRectF(place, sizeOf(id));
  }
  const Position shift = snapped({before.center().x() - after.center().x(), before.top() - after.top()});
  MoveLayers moves;
  for (const auto& [id, place] : places) {
    const Position position{place.x() + shift.x, place.y() + shift.y};
    if (position != network.find(id)->position) moves.positions.emplace_back(id, position);
  }
  return {std::move(moves), QCoreApplication::translate("fovea::Arrange", "Arrange").toStdString()};
}

}  // namespace fovea
