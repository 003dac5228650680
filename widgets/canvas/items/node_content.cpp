#include "widgets/canvas/items/node_content.h"

#include <QtCore/QCoreApplication>
#include <algorithm>

#include "core/network/frozen_layers.h"
#include "widgets/canvas/items/conversions.h"
#include "widgets/canvas/items/network_strip.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

struct ContentWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::NodeContent)
};

std::vector<PortContent> inputPorts(const std::vector<LayerPort>& declared, std::span<const Edge> into) {
  std::vector<PortContent> ports;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const LayerPort& port = declared[i];
    const int first = int(i);
    if (!port.variadic) {
      const bool connected =
          std::any_of(into.begin(), into.end(), [&](const Edge& edge) { return edge.input == first; });
      ports.push_back({first, fromStd(port.name), connected, false});
      continue;
    }
    int next = first;
    for (const Edge& edge : into) {
      if (edge.input < first) continue;
      ports.push_back({edge.input, fromStd(port.name), true, false});
      next = edge.input + 1;
    }
    ports.push_back({next, fromStd(port.name), false, false});
  }
  return ports;
}

// Lists the costs of a layer that are known and not zero.
QStringList costs(const LayerReport& report) {
  QStringList lines;
  if (report.parameters > 0) lines << parametersText(report.parameters);
  if (report.flops > 0) lines << ContentWords::tr("%1 FLOPs a sample").arg(amountText(report.flops));
  if (report.outputBytes > 0) lines << ContentWords::tr("%1 of memory a sample").arg(bytesText(report.outputBytes));
  return lines;
}

QString describe(const NodeContent& content, const Layer& layer, const LayerReport* report, const QStringList& advice) {
  QStringList lines;
  // A value such as "500" is only understandable next to the title.
  const bool beside = content.form != NodeForm::Block && !content.caption.isEmpty();
  const QString title = ContentWords::tr("%1 “%2”").arg(content.title, fromStd(layer.name));
  lines << (beside ? ContentWords::tr("%1 · %2").arg(title, content.caption) : title);
  if (!beside && !content.caption.isEmpty()) lines << content.caption;
  if (!content.shape.isEmpty()) lines << ContentWords::tr("Output: %1").arg(content.shape);
  if (report) lines << costs(*report);
  if (!content.message.isEmpty()) lines << content.message << advice;
  if (content.form == NodeForm::Block) lines << ContentWords::tr("Double-click or Enter opens it.");
  return lines.join(QLatin1Char('\n'));
}

// The word comes first, since a card cuts off the end of a long caption.
void addFrozen(NodeContent& content) {
  const QString frozen = ContentWords::tr("frozen");
  content.caption = content.caption.isEmpty() ? frozen : ContentWords::tr("%1 · %2").arg(frozen, content.caption);
}

void describeType(NodeContent& content, const Layer& layer) {
  const LayerType* type = findLayer(layer.type);
  content.title = type ? coreText(type->title) : fromStd(layer.type);
  content.name = fromStd(layer.name);
  if (content.name.compare(fromStd(layer.type), Qt::CaseInsensitive) == 0 ||
      content.name.compare(content.title, Qt::CaseInsensitive) == 0)
    content.name.clear();
  if (!type) return;
  content.family = int(type->family);
  if (type->caption) content.caption = coreMessage(type->caption(layer.parameters));
  if (isFrozen(layer)) addFrozen(content);
  if (layer.type == kRerouteType) content.form = NodeForm::Point;
  if (layer.type != kBlockInput && layer.type != kBlockOutput) return;
  // A port is identified by its name, which every use of the block shows.
  content.caption = content.title;
  content.title = fromStd(layer.name);
  content.name.clear();
}

void describeUse(NodeContent& content, const Network& network, const Layer& use, const LayerReport* report) {
  const BlockId block = usedBlock(use);
  const Block* definition = network.findBlock(block);
  content.form = NodeForm::Block;
  if (definition) content.title = fromStd(definition->name);
  content.name = fromStd(use.name) == content.title ? QString() : fromStd(use.name);
  const std::int64_t layers = layerCount(network, block);
  const std::size_t uses = usesOf(network, block).size();
  content.caption = ContentWords::tr("%1 · %2").arg(
      layers == 1 ? ContentWords::tr("1 layer") : ContentWords::tr("%1 layers").arg(layers),
      uses == 1 ? ContentWords::tr("used once") : ContentWords::tr("used %1 times").arg(uses));
  const auto inside = freezableLayers(network, {use.id});
  if (!inside.empty() && std::ranges::all_of(inside, [](const Layer* each) { return isFrozen(*each); }))
    addFrozen(content);
  if (report) content.weights = ContentWords::tr("%1 params").arg(amountText(double(report->parameters)));
}

}  // namespace

QString shapeText(const Shape& shape) {
  if (shape.rank() == 0) return QStringLiteral("1");
  QStringList extents;
  for (const std::int64_t extent : shape) extents << QString::number(extent);
  return extents.join(QChar(0x00d7));
}

const Shape* edgeShape(const NetworkReport& report, const Edge& edge) {
  const auto found = report.layers.find(edge.source);
  if (found == report.layers.end() || edge.output >= int(found->second.outputs.size())) return nullptr;
  return &found->second.outputs[std::size_t(edge.output)];
}

QString edgeShapeText(const NetworkReport& report, const Edge& edge) {
  const Shape* shape = edgeShape(report, edge);
  return shape ? shapeText(*shape) : QString();
}

QString parametersText(std::int64_t parameters) {
  return parameters == 1 ? ContentWords::tr("1 parameter")
                         : ContentWords::tr("%1 parameters").arg(amountText(double(parameters)));
}

NodeContent nodeContent(const Network& network, const Layer& layer, std::span<const Edge> into,
                        std::span<const Edge> outOf, const NetworkReport& report) {
  NodeContent content;
  const auto found = report.layers.find(layer.id);
  const LayerReport* known = found == report.layers.end() ? nullptr : &found->second;
  describeType(content, layer);
  if (layer.type == kBlockUse) describeUse(content, network, layer, known);
  const LayerPorts ports = portsOf(network, layer);
  content.inputs = inputPorts(ports.inputs, into);
  for (std::size_t i = 0; i < ports.outputs.size(); ++i) {
    const bool isRead = std::ranges::find(outOf, int(i), &Edge::output) != outOf.end();
    content.outputs.push_back({int(i), fromStd(ports.outputs[i].name), isRead, false});
  }
  if (known) {
    QStringList shapes;
    for (const Shape& shape : known->outputs) shapes << shapeText(shape);
    content.shape = shapes.join(QStringLiteral(", "));
  }
  // The output of a block port equals its input.
  if (layer.type == kBlockOutput && !into.empty()) content.shape = edgeShapeText(report, into.front());
  QStringList messages, advice;
  for (const NetworkProblem& problem : report.problems) {
    if (problem.layer != layer.id) continue;
    messages << coreMessage(problem.message);
    if (!problem.advice.empty()) advice << coreMessage(problem.advice);
    for (const NetworkFix& fix : problem.fixes) content.fixes << fromStd(fix.title);
    for (PortContent& port : content.inputs) port.bad = port.bad || port.index == problem.input;
  }
  // Offers to open the block that contains the problem.
  if (faultInside(report, layer.id)) content.fixes << ContentWords::tr("Open the block");
  content.message = messages.join(QLatin1Char('\n'));
  content.tip = describe(content, layer, known, advice);
  return content;
}

std::optional<QString> portTip(const NodeContent& content, const NodePart& part) {
  const bool isOutput = part.kind == NodePart::Output;
  if (!isOutput && part.kind != NodePart::Input) return {};
  const auto& ports = isOutput ? content.outputs : content.inputs;
  const PortContent& port = ports[std::size_t(part.index)];
  QStringList lines;
  if (isOutput) {
    const QString shape = content.shape.section(QStringLiteral(", "), part.index, part.index);
    const QString name = ports.size() > 1 ? ContentWords::tr("Output “%1”").arg(port.name) : ContentWords::tr("Output");
    lines << (shape.isEmpty() ? name : ContentWords::tr("%1: %2").arg(name, shape));
    lines << ContentWords::tr("Drag to an input to connect it; let go on free ground to add a layer.");
  } else {
    lines << (ports.size() > 1 ? ContentWords::tr("Input “%1”").arg(port.name) : ContentWords::tr("Input"));
    lines << (port.connected
                  ? ContentWords::tr("Drag the connection to another input; let go on free ground to remove it.")
                  : ContentWords::tr("Drag to an output to connect it; let go on free ground to add a layer."));
  }
  return lines.join(QLatin1Char('\n'));
}

bool faultInside(const NetworkReport& report, LayerId id) {
  const auto inside = report.blocks.find(id);
  return inside != report.blocks.end() && !inside->second->problems.empty();
}

std::vector<const NetworkFix*> fixesOf(const NetworkReport& report, LayerId id) {
  std::vector<const NetworkFix*> fixes;
  for (const NetworkProblem& problem : report.problems) {
    if (problem.layer != id) continue;
    for (const NetworkFix& fix : problem.fixes) fixes.push_back(&fix);
  }
  return fixes;
}

}  // namespace fovea
