// Why: what a node shows, as plain words and numbers made from the network and its report. A node is laid out anew only
// when this value changes, and the items know nothing of layers.
#pragma once
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <optional>
#include <span>
#include <vector>

#include "core/network/network_analysis.h"

namespace fovea {

// How a layer is drawn: as a card, as a point on a connection, or as the stack of cards that a use of a block is.
enum class NodeForm { Card, Point, Block };

// The layer type that is drawn as a point.
inline constexpr char kRerouteType[] = "reroute";

// A place on a node; Open leads into a block. `index` is the position of the port or fix in NodeContent.
struct NodePart {
  enum Kind { None, Body, Input, Output, Fix, Open };
  Kind kind = None;
  int index = 0;
  bool operator==(const NodePart&) const = default;
};

struct PortContent {
  int index = 0;  // of the edge's input or output
  QString name;
  bool connected = false;
  bool bad = false;
  bool operator==(const PortContent&) const = default;
};

struct NodeContent {
  NodeForm form = NodeForm::Card;
  QString title;    // "Convolution"
  QString name;     // "conv1"; empty when it says no more than the title
  QString caption;  // "20 · 5×5"
  QString shape;    // "20×24×24"; empty when not known
  QString weights;  // "147 k params"; of a block only
  QString message;  // what is wrong; empty when nothing is
  QStringList fixes;
  QString tip;                               // everything in words, for the tooltip and the screen reader
  int family = 0;                            // of LayerFamily
  std::vector<PortContent> inputs, outputs;  // a variadic input adds one free port
  bool operator==(const NodeContent&) const = default;
};

// "20×24×24"; a scalar is "1".
QString shapeText(const Shape& shape);
// Shape of the value that `edge` carries; null, or empty, when it is not known.
const Shape* edgeShape(const NetworkReport& report, const Edge& edge);
QString edgeShapeText(const NetworkReport& report, const Edge& edge);

// "4.1 M parameters", "1 parameter".
QString parametersText(std::int64_t parameters);

// `layer` belongs to `network`, `report` is that of its sheet; `into` are the edges into it (ordered by input), `outOf`
// those out of it.
NodeContent nodeContent(const Network& network, const Layer& layer, std::span<const Edge> into,
                        std::span<const Edge> outOf, const NetworkReport& report);

// What a port is, and what can be done with it; none of other parts.
std::optional<QString> portTip(const NodeContent& content, const NodePart& part);

// Whether something is wrong inside the block that `id` uses.
bool faultInside(const NetworkReport& report, LayerId id);
// Every fix that a node offers, over all its problems, in the order of NodeContent::fixes. A block with a fault
// inside has one more there: to be opened.
std::vector<const NetworkFix*> fixesOf(const NetworkReport& report, LayerId id);

}  // namespace fovea
