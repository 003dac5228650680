// Why: where the layers of a drawing stand well, as a pure function of their sizes and connections: data flows down,
// one row a step. Any thread.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QSizeF>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct LayoutNode {
  LayerId id;
  QSizeF size;
  double axis = 0;  // from its left side to the middle of its ports; from its top where data flows to the right
  bool operator==(const LayoutNode&) const = default;
};

// Without cycles; each id once, ends of edges among the nodes.
struct LayoutGraph {
  std::vector<LayoutNode> nodes;
  std::vector<Edge> edges;
  std::vector<std::vector<LayerId>> groups = {};  // what stands in one frame: kept together where that can be done
  bool operator==(const LayoutGraph&) const = default;
};

// Top left corners, from about (0, 0) on.
using LayoutPlaces = std::vector<std::pair<LayerId, QPointF>>;

// Rows by longest path, order within a row by barycentre sweeps (Sugiyama, Tagawa and Toda 1981), columns by least
// squares with the order and the gaps kept. Always has an answer; a stop leaves the columns rougher.
LayoutPlaces layeredLayout(const LayoutGraph& graph, const std::stop_token& stop = {});

// Graphviz's "dot" (Gansner, Koutsofios, North and Vo 1993). None in a build without it, for a graph that it would take
// more than about a second for, and if it fails. One at a time: others wait.
std::optional<LayoutPlaces> graphvizLayout(const LayoutGraph& graph);

// The better of the two: dot keeps a frame's layers together and others out of it. Without frames the rows above need
// 20 to 40 % less edge and width at as many crossings (60 random graphs each of 20 to 200 nodes), in a tenth of the
// time.
LayoutPlaces bestLayout(const LayoutGraph& graph, const std::stop_token& stop = {});

// How data flows over the drawing: down all the way, in columns beside each other, in as many of them as show it
// largest, or to the right, out of the right side of a card and into the left one of the next.
enum class LayoutFlow { Automatic, Down, Columns, Right };

// `places` of a drawing that flows down, divided into columns where few values lead on, so that it is as large as can
// be when all of it is shown in `room`. Frames are not divided.
LayoutPlaces wrapped(const LayoutGraph& graph, const LayoutPlaces& places, LayoutFlow flow, const QSizeF& room);

// The best layout for that flow: everything above, or for Right the same with x and y exchanged.
LayoutPlaces flowingLayout(const LayoutGraph& graph, LayoutFlow flow, const QSizeF& room,
                           const std::stop_token& stop = {});

// How many cells the rows have, counted with the bends of long edges: what the time for a layout grows with.
std::size_t layoutCells(const LayoutGraph& graph);

}  // namespace fovea
