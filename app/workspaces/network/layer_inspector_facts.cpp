// Why: the inspector's read-only facts about one layer, several, a block or the whole network, apart from the form for
// editing them.
#include <QLabel>
#include <algorithm>

#include "app/workspaces/network/layer_inspector.h"
#include "widgets/canvas/items/network_strip.h"
#include "widgets/forms/schema_form.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

QString layerShapeText(const Shape& shape) {
  QStringList parts{"N"};
  for (const std::int64_t extent : shape) parts << QString::number(extent);
  return "[" + parts.join(", ") + "]";
}

bool holds(const NetworkReport& report, LayerId layer) {
  return report.layers.contains(layer) || report.problemOf(layer);
}

// Returns the report with `layer`: that of the shown sheet, or else that of the first use of its block.
const NetworkReport& sheetOf(const NetworkReport& report, const BlockPath& path, LayerId layer) {
  if (const NetworkReport* shown = reportAt(report, path); shown && holds(*shown, layer)) return *shown;
  for (const auto& [use, inside] : report.blocks)
    if (const NetworkReport& found = sheetOf(*inside, {}, layer); holds(found, layer)) return found;
  return report;
}

}  // namespace

void LayerInspector::showFacts(const Layer& layer) {
  const NetworkReport& sheet = sheetOf(session_.report(), path_, layer.id);
  const NetworkProblem* problem = sheet.problemOf(layer.id);
  problem_->setVisible(problem != nullptr);
  if (problem) problem_->setText(coreMessage(problem->message));
  std::vector<FactList::Fact> facts;
  if (const BlockId block = usedBlock(layer); block.valid()) {
    facts.push_back({tr("Uses"), QString::number(usesOf(session_.network(), block).size()),
                     tr("Layers that share this drawing; each has weights of its own")});
    facts.push_back({tr("Layers inside"), QString::number(layerCount(session_.network(), block)), {}});
  }
  const auto report = sheet.layers.find(layer.id);
  if (report != sheet.layers.end() && !report->second.outputs.empty()) {
    facts.push_back({tr("Output"), layerShapeText(report->second.outputs.front()), tr("N samples of this shape")});
    facts.push_back({tr("Parameters"), countText(report->second.parameters), {}});
    facts.push_back(
        {tr("FLOPs / sample"), amountText(report->second.flops), tr("Of the forward pass; a multiply-add is two")});
  }
  factsHeading_->setText(tr("Result"));
  factsHeading_->setVisible(!facts.empty());
  facts_->setVisible(!facts.empty());
  facts_->setFacts(std::move(facts));
}

void LayerInspector::showSummary() {
  delete form_;
  form_ = nullptr;
  transforms_->hide();
  formType_.clear();
  problem_->hide();
  const Network& network = session_.network();
  const bool empty = network.layers().empty();
  factsHeading_->setVisible(!empty);
  facts_->setVisible(!empty);
  const auto chosen =
      static_cast<std::size_t>(std::ranges::count_if(layers_, [&](LayerId id) { return network.find(id) != nullptr; }));
  const NetworkReport* sheet = reportAt(session_.report(), path_);
  if (chosen > 1)
    showChosen(chosen);
  else if (const Layer* use = path_.empty() ? nullptr : network.find(path_.back()); use && sheet)
    showSheetSummary(*use, *sheet);
  else
    showNetworkSummary();
}

// Shows totals of the selected layers, and what can be done with them.
void LayerInspector::showChosen(std::size_t count) {
  std::int64_t parameters = 0, bytes = 0;
  double flops = 0;
  for (const LayerId id : layers_) {
    const NetworkReport& sheet = sheetOf(session_.report(), path_, id);
    const auto found = sheet.layers.find(id);
    if (found == sheet.layers.end()) continue;
    parameters += found->second.parameters;
    flops += found->second.flops;
    bytes += found->second.outputBytes;
  }
  title_->setText(tr("%1 layers").arg(count));
  help_->setText(
      tr("Ctrl+G folds them into a block, G draws a frame around them, C connects them in the order in which "
         "they were selected. Select one alone to change its parameters."));
  factsHeading_->setText(tr("Together"));
  facts_->setFacts({{tr("Parameters"), countText(parameters), {}},
                    {tr("FLOPs / sample"), amountText(flops), tr("Of the forward pass; a multiply-add is two")},
                    {tr("Memory / sample"), bytesText(bytes), tr("Of what they give to the layers that follow")}});
}

void LayerInspector::showSheetSummary(const Layer& use, const NetworkReport& sheet) {
  const Network& network = session_.network();
  const Block* block = network.findBlock(usedBlock(use));
  const std::size_t uses = block ? usesOf(network, block->id).size() : 0;
  title_->setText(block ? QString::fromStdString(block->name) : tr("Block"));
  help_->setText(uses > 1 ? tr("The sheet of a block. What is changed here is changed in all its %1 uses.").arg(uses)
                          : tr("The sheet of a block. Alt+Up leads back out."));
  problem_->setVisible(!sheet.problems.empty());
  if (!sheet.problems.empty()) problem_->setText(coreMessage(sheet.problems.front().message));
  factsHeading_->setText(tr("Whole block"));
  facts_->setFacts(
      {{tr("Layers"), QString::number(layerCount(network, usedBlock(use))), {}},
       {tr("Parameters"), countText(sheet.parameters), tr("Of each use")},
       {tr("FLOPs / sample"), amountText(sheet.flopsPerSample), tr("Of the forward pass; a multiply-add is two")}});
}

void LayerInspector::showNetworkSummary() {
  const Network& network = session_.network();
  title_->setText(network.layers().empty() ? tr("Network") : QString::fromStdString(network.name()));
  help_->setText(network.layers().empty() ? tr("Drag a layer onto the canvas, or press Tab to search for one.")
                                          : tr("Select a layer to see and change its parameters."));
  const NetworkReport& report = session_.report();
  problem_->setVisible(!network.layers().empty() && !report.ok());
  if (!report.ok()) problem_->setText(coreMessage(report.problems.front().message));
  factsHeading_->setText(tr("Whole network"));
  facts_->setFacts(
      {{tr("Layers"), QString::number(layerCount(network)), {}},
       {tr("Parameters"), countText(report.parameters), {}},
       {tr("FLOPs / sample"), amountText(report.flopsPerSample), tr("Of the forward pass; a multiply-add is two")}});
}

}  // namespace fovea
