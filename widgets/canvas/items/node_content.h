// Why: the content of a node as plain texts and numbers, made from the network and its report. A node is laid out again
// only when this value changes, and the items need no knowledge of layers.
#pragma once
#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <optional>
#include <span>
#include <vector>

#include "core/network/network_analysis.h"

namespace fovea {

// How a layer is drawn: as a card, as a point on a connection, or, for the use of a block, as a stack of cards.
enum class NodeForm { Card, Point, Block };

// The layer type that is drawn as a point.
inline constexpr char kRerouteType[] = "reroute";

// A part of a node; Open leads into a block. `index` is the position of the port or fix in NodeContent.
struct NodePart {
  enum Kind { None, Body, Input, Output, Fix, Open };
  Kind kind = None;
  int index = 0;
  bool operator==(const NodePart&) const = default;
};

struct PortContent {
  int index = 0;  // the edge's input or output number
  QString name;
  bool connected = false;
  bool bad = false;
  bool operator==(const PortContent&) const = default;
};

struct NodeContent {
  NodeForm form = NodeForm::Card;
  QString title;    // "Convolution"
  QString name;     // "conv1"; empty if it equals the title
  QString caption;  // "20 · 5×5"; "frozen · 20 · 5×5"
  QString shape;    // "20×24×24"; empty if unknown
  QString weights;  // "147 k params"; for blocks only
  QString message;  // the problem; empty if there is none
  QStringList fixes;
  QString tip;                               // a full description for the tooltip and screen readers
  int family = 0;                            // a LayerFamily
  std::vector<PortContent> inputs, outputs;  // a variadic input adds one free port
  bool operator==(const NodeContent&) const = default;
};

// "20×24×24"; a scalar is "1".
QString shapeText(const Shape& shape);
// The shape of the value that `edge` carries; null, or empty, if unknown.
const Shape* edgeShape(const NetworkReport& report, const Edge& edge);
QString edgeShapeText(const NetworkReport& report, const Edge& edge);

// "4.1 M parameters", "1 parameter".
QString parametersText(std::int64_t parameters);

// `layer` belongs to `network` and `report` to its sheet; `into` are its incoming edges (ordered by input), `outOf` its
// outgoing edges.
NodeContent nodeContent(const Network& network, const Layer& layer, std::span<const Edge> into,
                        std::span<const Edge> outOf, const NetworkReport& report);

// Describes a port and its actions; none for other parts.
std::optional<QString> portTip(const NodeContent& content, const NodePart& part);

// Whether there is a problem inside the block that `id` uses.
bool faultInside(const NetworkReport& report, LayerId id);
// All fixes that a node offers, over all its problems, in the order of NodeContent::fixes. A block with a problem
// inside has one more there: opening it.
std::vector<const NetworkFix*> fixesOf(const NetworkReport& report, LayerId id);

}  // namespace fovea
