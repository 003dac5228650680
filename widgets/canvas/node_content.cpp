#include "widgets/canvas/node_content.h"

#include <QtCore/QCoreApplication>

namespace fovea {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(fovea::NodeContent)
};

QString fromStd(const std::string& text) {
  return QString::fromStdString(text);
}

std::vector<PortContent> inputPorts(const LayerType& type, const std::vector<Edge>& into) {
  std::vector<PortContent> ports;
  for (std::size_t i = 0; i < type.inputs.size(); ++i) {
    const LayerPort& port = type.inputs[i];
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

QString describe(const NodeContent& content, const Layer& layer, const QStringList& advice) {
  QStringList lines;
  lines << Words::tr("%1 “%2”").arg(content.title, fromStd(layer.name));
  if (!content.caption.isEmpty()) lines << content.caption;
  if (!content.shape.isEmpty()) lines << Words::tr("Output: %1").arg(content.shape);
  if (!content.message.isEmpty()) lines << content.message << advice;
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString shapeText(const Shape& shape) {
  if (shape.rank() == 0) return QStringLiteral("1");
  QStringList extents;
  for (const std::int64_t extent : shape) extents << QString::number(extent);
  return extents.join(QChar(0x00d7));
}

QString edgeShapeText(const NetworkReport& report, const Edge& edge) {
  const auto found = report.layers.find(edge.source);
  if (found == report.layers.end() || edge.output >= int(found->second.outputs.size())) return {};
  return shapeText(found->second.outputs[std::size_t(edge.output)]);
}

NodeContent nodeContent(const Layer& layer, const std::vector<Edge>& into, const std::vector<bool>& hasReaders,
                        const NetworkReport& report) {
  NodeContent content;
  if (layer.type == kRerouteType) content.form = NodeForm::Point;
  const LayerType* type = findLayer(layer.type);
  content.title = type ? fromStd(type->title) : fromStd(layer.type);
  content.name = fromStd(layer.name);
  if (content.name.compare(fromStd(layer.type), Qt::CaseInsensitive) == 0 ||
      content.name.compare(content.title, Qt::CaseInsensitive) == 0)
    content.name.clear();
  if (type) {
    content.family = int(type->family);
    if (type->caption) content.caption = fromStd(type->caption(layer.parameters));
    content.inputs = inputPorts(*type, into);
    const std::vector<LayerPort> outputs = type->outputPorts(layer.parameters);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      content.outputs.push_back({int(i), fromStd(outputs[i].name), i < hasReaders.size() && hasReaders[i], false});
  }
  if (const auto found = report.layers.find(layer.id); found != report.layers.end()) {
    QStringList shapes;
    for (const Shape& shape : found->second.outputs) shapes << shapeText(shape);
    content.shape = shapes.join(QStringLiteral(", "));
  }
  QStringList messages, advice;
  for (const NetworkProblem& problem : report.problems) {
    if (problem.layer != layer.id) continue;
    messages << fromStd(problem.message);
    if (!problem.advice.empty()) advice << fromStd(problem.advice);
    for (const NetworkFix& fix : problem.fixes) content.fixes << fromStd(fix.title);
    for (PortContent& port : content.inputs) port.bad = port.bad || port.index == problem.input;
  }
  content.message = messages.join(QLatin1Char('\n'));
  content.tip = describe(content, layer, advice);
  return content;
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
