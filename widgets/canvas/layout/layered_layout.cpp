#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "widgets/canvas/items/canvas_style.h"
#include "widgets/canvas/layout/layout.h"

namespace fovea {
namespace {

constexpr std::size_t kMostCells = 200'000;
constexpr int kOrderSweeps = 12;
constexpr int kColumnSweeps = 9;   // odd, so that the last sweep goes down and chains are straight
constexpr double kBendWidth = 24;  // width of a long edge in a row that it crosses
constexpr double kShortcutWeight = 1e-6;

// A layer, or a bend of an edge that spans more than one row.
struct Cell {
  LayerId layer;
  int row = 0;
  double left = kBendWidth / 2;   // distance from the axis to the left side
  double right = kBendWidth / 2;  // distance from the axis to the right side
  double height = 0;
  double x = 0;       // position of the axis
  double weight = 1;  // influence on others: bends of a shortcut have little, so that it passes beside a straight trunk
  std::vector<int> above, below;
};

// Nodes and edges as indices.
struct Numbered {
  std::vector<const LayoutNode*> nodes;
  std::vector<std::pair<int, int>> edges;
};

// Assigns rows by the longest path from the sources; then moves sources to just above their first reader.
std::vector<int> rowsOf(const Numbered& graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<int> rows(count, 0), open(count, 0);
  std::vector<std::vector<int>> next(count);
  for (const auto& [from, to] : graph.edges) {
    ++open[std::size_t(to)];
    next[std::size_t(from)].push_back(to);
  }
  const std::vector<int> sources = open;
  std::vector<int> ready;
  for (std::size_t i = 0; i < count; ++i)
    if (open[i] == 0) ready.push_back(int(i));
  while (!ready.empty()) {
    const int node = ready.back();
    ready.pop_back();
    for (const int reader : next[std::size_t(node)]) {
      rows[std::size_t(reader)] = std::max(rows[std::size_t(reader)], rows[std::size_t(node)] + 1);
      if (--open[std::size_t(reader)] == 0) ready.push_back(reader);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (sources[i] != 0 || next[i].empty()) continue;
    int row = rows[std::size_t(next[i].front())];
    for (const int reader : next[i]) row = std::min(row, rows[std::size_t(reader)]);
    rows[i] = row - 1;
  }
  return rows;
}

class Drawing {
 public:
  Drawing(const Numbered& graph, const std::stop_token& stop) {
    const std::vector<int> rows = rowsOf(graph);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const LayoutNode& node = *graph.nodes[i];
      add({.layer = node.id,
           .row = rows[i],
           .left = node.axis,
           .right = node.size.width() - node.axis,
           .height = node.size.height(),
           .above = {},
           .below = {}});
    }
    std::vector<int> readers(graph.nodes.size(), 0);
    for (const auto& [from, to] : graph.edges) ++readers[std::size_t(from)];
    for (const auto& [from, to] : graph.edges) link(from, to, readers[std::size_t(from)] > 1 ? kShortcutWeight : 1);
    makeRows();
    for (int sweep = 0; sweep < kOrderSweeps && !stop.stop_requested(); ++sweep) order(sweep % 2 == 0);
    spread();
    for (int sweep = 0; sweep < kColumnSweeps && !stop.stop_requested(); ++sweep) align(sweep % 2 == 0);
  }

  // Top left corners, with the drawing's top left at (0, 0); extends `width` to the drawing's width.
  LayoutPlaces places(double& width) const {
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
    LayoutPlaces result;
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

  void link(int from, int to, double weight) {
    int last = from;
    // A malicious graph could have millions of bends: above a limit, edges are straight.
    const bool straight = cells_.size() > kMostCells;
    for (int row = at(from).row + 1; row < at(to).row && !straight; ++row) {
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

  // Initial positions: each row packed and centred at 0.
  void spread() {
    for (const auto& row : rows_) {
      double x = 0;
      for (std::size_t i = 0; i < row.size(); ++i) at(row[i]).x = i == 0 ? 0 : x += distance(row[i - 1], row[i]);
      for (const int cell : row) at(cell).x -= x / 2;
    }
  }

  // Moves each cell to the middle of its neighbours above (or below), as near as order and gaps allow: isotonic
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

// Connected components, each in the order of the nodes, sorted by their first node.
std::vector<Numbered> components(const LayoutGraph& graph) {
  std::map<LayerId, int> number;
  for (const LayoutNode& node : graph.nodes) number.emplace(node.id, int(number.size()));
  std::vector<int> parent(graph.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[std::size_t(i)] != i) i = parent[std::size_t(i)] = parent[std::size_t(parent[std::size_t(i)])];
    return i;
  };
  for (const Edge& edge : graph.edges) {
    const int a = root(number.at(edge.source)), b = root(number.at(edge.target));
    parent[std::size_t(std::max(a, b))] = std::min(a, b);
  }
  std::vector<Numbered> groups;
  std::map<int, std::size_t> groupOf;
  std::vector<int> place(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const auto [found, isNew] = groupOf.try_emplace(root(int(i)), groups.size());
    if (isNew) groups.emplace_back();
    Numbered& group = groups[found->second];
    place[i] = int(group.nodes.size());
    group.nodes.push_back(&graph.nodes[i]);
  }
  for (const Edge& edge : graph.edges) {
    const int source = number.at(edge.source), target = number.at(edge.target);
    groups[groupOf.at(root(source))].edges.emplace_back(place[std::size_t(source)], place[std::size_t(target)]);
  }
  return groups;
}

}  // namespace

std::size_t layoutCells(const LayoutGraph& graph) {
  std::size_t cells = graph.nodes.size();
  for (const Numbered& group : components(graph)) {
    const std::vector<int> rows = rowsOf(group);
    for (const auto& [from, to] : group.edges)
      cells += std::size_t(std::max(0, rows[std::size_t(to)] - rows[std::size_t(from)] - 1));
  }
  return cells;
}

LayoutPlaces layeredLayout(const LayoutGraph& graph, const std::stop_token& stop) {
  LayoutPlaces places;
  double left = 0;
  for (const Numbered& component : components(graph)) {
    double width = 0;
    for (const auto& [id, place] : Drawing(component, stop).places(width))
      places.emplace_back(id, place + QPointF(left, 0));
    left += width + canvas::kColumnGap;
  }
  return places;
}

}  // namespace fovea
