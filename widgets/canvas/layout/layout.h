// Why: computes good positions for the layers of a drawing, as a pure function of their sizes and connections: data
// flows down, one row per step. Any thread.
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
  double axis = 0;  // from its left side to the centre of its ports; from its top if data flows to the right
  bool operator==(const LayoutNode&) const = default;
};

// An acyclic graph with unique ids; edges connect its nodes.
struct LayoutGraph {
  std::vector<LayoutNode> nodes;
  std::vector<Edge> edges;
  std::vector<std::vector<LayerId>> groups = {};  // the layers of each frame: kept together if possible
  bool operator==(const LayoutGraph&) const = default;
};

// Top left corners, from about (0, 0) on.
using LayoutPlaces = std::vector<std::pair<LayerId, QPointF>>;

// Rows by longest path, order within a row by barycentre sweeps (Sugiyama, Tagawa and Toda 1981), columns by least
// squares with fixed order and gaps. Always returns a layout; a stop request leaves the columns less refined.
LayoutPlaces layeredLayout(const LayoutGraph& graph, const std::stop_token& stop = {});

// Graphviz's "dot" (Gansner, Koutsofios, North and Vo 1993). Returns none in a build without it, for a graph that would
// take more than about a second, and if it fails. Calls are serialised.
std::optional<LayoutPlaces> graphvizLayout(const LayoutGraph& graph);

// Returns the better of the two: dot keeps a frame's layers together and others out of it. Without frames the layered
// layout needs 20 to 40 % less edge length and width at as many crossings (60 random graphs each of 20 to 200 nodes),
// in a tenth of the time.
LayoutPlaces bestLayout(const LayoutGraph& graph, const std::stop_token& stop = {});

// The direction of data flow: all the way down, in columns side by side, in the number of columns that shows the
// drawing largest, or to the right, from the right side of a card to the left side of the next.
enum class LayoutFlow { Automatic, Down, Columns, Right };

// Splits a downward layout into columns, where few values cross, so that the whole drawing appears as large as possible
// in `room`. Frames are not split.
LayoutPlaces wrapped(const LayoutGraph& graph, const LayoutPlaces& places, LayoutFlow flow, const QSizeF& room);

// The best layout for that flow: as above, or for Right with x and y exchanged.
LayoutPlaces flowingLayout(const LayoutGraph& graph, LayoutFlow flow, const QSizeF& room,
                           const std::stop_token& stop = {});

// The number of cells in all rows, including bends of long edges; layout time grows with it.
std::size_t layoutCells(const LayoutGraph& graph);

}  // namespace fovea
