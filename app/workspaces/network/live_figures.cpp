#include "app/workspaces/network/live_figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/layers/layer_type.h"
#include "widgets/canvas/items/network_strip.h"
#include "widgets/images/color_map.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

struct LiveWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::LiveFigures)
};

constexpr double kManyZeros = 0.6;    // from this fraction on, a layer is shown as half dead
constexpr double kLargeUpdate = 0.1;  // relative change of the weights in one step

// Measurements of all layers that a node represents.
struct Measured {
  double milliseconds = 0;
  std::uint64_t bytes = 0;
  const LayerProbe* last = nullptr;
  double gradientSquares = -1;  // negative: nothing is trained
  double update = -1;           // the maximum
};

Measured measuredOf(const LiveNode& node, const std::map<std::string, const LayerProbe*>& probes) {
  Measured all;
  for (const std::string& name : node.measured) {
    const auto found = probes.find(name);
    if (found == probes.end()) continue;
    const LayerProbe& probe = *found->second;
    all.milliseconds += probe.milliseconds;
    all.bytes += probe.bytes;
    if (name == node.last) all.last = &probe;
    if (!std::isnan(probe.gradientNorm))
      all.gradientSquares = std::max(0.0, all.gradientSquares) + probe.gradientNorm * probe.gradientNorm;
    if (!std::isnan(probe.updateRatio)) all.update = std::max(all.update, probe.updateRatio);
  }
  return all;
}

QString shareText(double share) {
  const double percent = share * 100;
  return LiveWords::tr("%1 %").arg(QLocale().toString(percent, 'f', percent > 0 && percent < 1 ? 1 : 0));
}

QString timeText(double milliseconds) {
  if (milliseconds < 1) return LiveWords::tr("%1 µs").arg(QLocale().toString(milliseconds * 1000, 'f', 0));
  return LiveWords::tr("%1 ms").arg(QLocale().toString(milliseconds, 'f', milliseconds < 10 ? 2 : 1));
}

QImage pictureOf(const LayerProbe& probe, bool isData) {
  const Shape& shape = probe.thumbnail.shape();
  if (shape.rank() != 2 || shape[0] == 0 || shape[1] == 0) return {};
  const auto values = probe.thumbnail.values<float>();
  const ColorMap map(isData ? ColorMapKind::Grey : ColorMapKind::Viridis);
  return toImage(values, int(shape[1]), int(shape[0]), map, rangeOf(values));
}

void addHealth(NodeFigures& figures, const Measured& all, bool isData) {
  const Statistics& output = all.last->output;
  if (output.notFinite > 0) {
    figures.rows.push_back({LiveWords::tr("not numbers"), QLocale().toString(qlonglong(output.notFinite)), -1, true});
  } else {
    figures.rows.push_back(
        {LiveWords::tr("mean"), LiveWords::tr("%1 ± %2").arg(shortNumber(output.mean), shortNumber(output.deviation))});
  }
  figures.rows.push_back(
      {LiveWords::tr("zeros"), shareText(output.zeroShare), -1, !isData && output.zeroShare > kManyZeros});
  if (all.gradientSquares >= 0)
    figures.rows.push_back({LiveWords::tr("gradient norm"), shortNumber(std::sqrt(all.gradientSquares)), -1,
                            !std::isfinite(all.gradientSquares)});
  if (all.update >= 0)
    figures.rows.push_back({LiveWords::tr("update"), shortNumber(all.update), -1, all.update > kLargeUpdate});
}

QString tipOf(const Measured& all, double timeShare) {
  const Statistics& output = all.last->output;
  QStringList lines{LiveWords::tr("While it trains:"),
                    LiveWords::tr("Time: %1 a batch, %2").arg(timeText(all.milliseconds), shareText(timeShare)),
                    LiveWords::tr("Memory: %1").arg(bytesText(std::int64_t(all.bytes))),
                    LiveWords::tr("Output: mean %1, standard deviation %2, %3 zeros")
                        .arg(shortNumber(output.mean), shortNumber(output.deviation), shareText(output.zeroShare))};
  if (all.gradientSquares >= 0)
    lines << LiveWords::tr("Gradient norm: %1").arg(shortNumber(std::sqrt(all.gradientSquares)));
  if (all.update >= 0) lines << LiveWords::tr("Last update / weights: %1").arg(shortNumber(all.update));
  return lines.join(QLatin1Char('\n'));
}

// Returns the layer inside the block of `use` that produces its first output; empty if an input is passed straight
// through.
std::string lastInside(const Network& network, const Layer& use, const std::string& prefix) {
  const BlockId block = usedBlock(use);
  for (const Layer& port : network.layers()) {
    if (port.block != block || port.type != kBlockOutput) continue;
    for (const Edge& edge : network.edges()) {
      if (edge.target != port.id) continue;
      const Layer* source = network.find(edge.source);
      if (!source || source->type == kBlockInput) return {};
      const std::string name = prefix + source->name;
      return usedBlock(*source).valid() ? lastInside(network, *source, name + "/") : name;
    }
  }
  return {};
}

}  // namespace

FigureForm figureForm(LiveMode mode) {
  switch (mode) {
    case LiveMode::Shapes:
      return FigureForm::None;
    case LiveMode::Time:
    case LiveMode::Memory:
      return FigureForm::Rows;
    case LiveMode::Health:
      return FigureForm::RowsAndPicture;
    case LiveMode::Pictures:
      return FigureForm::Picture;
  }
  return FigureForm::None;
}

QString shortNumber(double number) {
  if (!std::isfinite(number)) return LiveWords::tr("not a number");
  const double size = std::abs(number);
  if (size == 0) return QStringLiteral("0");
  if (size >= 0.01 && size < 10000) return numberText(number, 'g', size >= 100 ? 4 : size >= 10 ? 3 : 2);
  QString text = numberText(number, 'e', 1);
  text.replace(QStringLiteral("e-0"), QStringLiteral("e-")).replace(QStringLiteral("e+0"), QStringLiteral("e+"));
  return text;
}

std::vector<LiveNode> liveNodes(const Network& network, const std::vector<LayerId>& path,
                                const std::vector<Layer>& known) {
  std::string prefix;
  BlockId sheet;
  for (const LayerId id : path) {
    const Layer* use = network.find(id);
    if (!use) return {};
    prefix += use->name + "/";
    sheet = usedBlock(*use);
  }
  std::map<std::string, const Layer*> names;
  for (const Layer& layer : known) names.emplace(layer.name, &layer);
  std::vector<LiveNode> nodes;
  for (const Layer& layer : network.layers()) {
    if (layer.block != sheet || layer.type == kBlockInput || layer.type == kBlockOutput) continue;
    LiveNode node{layer.id};
    const LayerType* type = findLayer(layer.type);
    node.isData = type && type->family == LayerFamily::Data;
    node.last = prefix + layer.name;
    if (usedBlock(layer).valid()) {
      const std::string inside = node.last + "/";
      for (auto name = names.lower_bound(inside); name != names.end() && name->first.starts_with(inside); ++name)
        node.measured.push_back(name->first);
      node.last = lastInside(network, layer, inside);
    } else if (const auto found = names.find(node.last); found != names.end() && found->second->type == layer.type &&
                                                         found->second->parameters == layer.parameters) {
      node.measured.push_back(node.last);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::map<LayerId, NodeFigures> liveFigures(const std::vector<LiveNode>& nodes, const ProbeFrame& frame, LiveMode mode) {
  std::map<std::string, const LayerProbe*> probes;
  for (const LayerProbe& probe : frame.layers) probes.emplace(probe.layer, &probe);
  std::vector<Measured> measured;
  double milliseconds = 0, bytes = 0;
  for (const LiveNode& node : nodes) {
    measured.push_back(measuredOf(node, probes));
    milliseconds += measured.back().milliseconds;
    bytes += double(measured.back().bytes);
  }
  std::map<LayerId, NodeFigures> shown;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Measured& all = measured[i];
    if (!all.last) continue;
    NodeFigures figures;
    const double timeShare = milliseconds > 0 ? all.milliseconds / milliseconds : 0;
    const double memoryShare = bytes > 0 ? double(all.bytes) / bytes : 0;
    if (mode == LiveMode::Time)
      figures.rows = {{LiveWords::tr("time"), shareText(timeShare), timeShare},
                      {LiveWords::tr("per batch"), timeText(all.milliseconds)}};
    if (mode == LiveMode::Memory)
      figures.rows = {{LiveWords::tr("memory"), shareText(memoryShare), memoryShare},
                      {LiveWords::tr("per batch"), bytesText(std::int64_t(all.bytes))}};
    if (mode == LiveMode::Health) addHealth(figures, all, nodes[i].isData);
    if (mode == LiveMode::Health || mode == LiveMode::Pictures) figures.picture = pictureOf(*all.last, nodes[i].isData);
    if (mode != LiveMode::Shapes) figures.tip = tipOf(all, timeShare);
    shown[nodes[i].layer] = std::move(figures);
  }
  return shown;
}

}  // namespace fovea
