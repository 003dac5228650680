// Why: connects the Network workspace to runs: live figures and breakpoints on the canvas.
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <algorithm>

#include "app/workspaces/network/breakpoint_panel.h"
#include "app/workspaces/network/compare_panel.h"
#include "app/workspaces/network/layer_inspector.h"
#include "app/workspaces/network/live_layer.h"
#include "app/workspaces/network/live_view.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/network/step_walk.h"
#include "app/workspaces/panel_area.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Returns the name that a run uses for a layer on the sheet at `path`.
std::string measuredName(const Network& network, const BlockPath& path, LayerId layer) {
  std::string name;
  for (const LayerId use : path)
    if (const Layer* outer = network.find(use)) name += outer->name + "/";
  const Layer* found = network.find(layer);
  return found ? name + found->name : std::string();
}

// Finds the sheet and the layer that a run calls `name`: "stage/conv1" is in the block that the layer "stage" uses.
std::optional<std::pair<BlockPath, LayerId>> placeOfMeasured(const Network& network, const std::string& name) {
  BlockPath path;
  BlockId sheet;
  for (std::size_t begin = 0;;) {
    const std::size_t slash = name.find('/', begin);
    const std::string part = name.substr(begin, slash == std::string::npos ? slash : slash - begin);
    const auto& layers = network.layers();
    const auto found = std::find_if(layers.begin(), layers.end(),
                                    [&](const Layer& layer) { return layer.block == sheet && layer.name == part; });
    if (found == layers.end()) return {};
    if (slash == std::string::npos) return std::pair(path, found->id);
    path.push_back(found->id);
    sheet = usedBlock(*found);
    begin = slash + 1;
  }
}

}  // namespace

void NetworkWorkspace::wireWalk() {
  addPanel({"walk", tr("Layer by layer"), Qt::RightDockWidgetArea, size::kInspector, PanelSpec::Place::TabOfLast},
           walk_);
  panels()->setUseful(QStringLiteral("walk"), false);
  connect(session().training(), &TrainingBridge::traced, this, [this](const RunTrace& traced) {
    if (traced.run != live_->run()) return;
    // Shown even if the panel was closed before, since the user has requested the trace.
    panels()->setWanted(QStringLiteral("walk"), true);
    panels()->setUseful(QStringLiteral("walk"), true);
    walk_->show(traced.trace);
  });
  connect(session().training(), &TrainingBridge::snapshotChanged, this,
          [this] { walk_->setRunUnderWay(live_->run().valid()); });
  connect(&session(), &Session::projectChanged, this, [this] { panels()->setUseful(QStringLiteral("walk"), false); });
  connect(walk_, &StepWalk::nextStepWanted, live_, &LiveView::traceStep);
  connect(walk_, &StepWalk::layerShown, this, &NetworkWorkspace::showWalked);
}

void NetworkWorkspace::showWalked(const QString& layer, bool backward) {
  // Keeps the marks of a comparison.
  if (compare_->active()) return;
  canvas_->clearOverlays();
  const auto place = placeOfMeasured(session().network(), layer.toStdString());
  if (!place) return;
  canvas_->showLayer(place->first, place->second);
  canvas_->setOverlay(place->second, backward ? QStringLiteral("←") : QStringLiteral("→"),
                      currentTheme().color(backward ? Color::WarningText : Color::AccentText));
}

void NetworkWorkspace::wireLive() {
  BreakpointService* breakpoints = session().breakpoints();
  addPanel({"breakpoints", tr("Breakpoints"), Qt::RightDockWidgetArea, size::kInspector, PanelSpec::Place::TabOfLast},
           breakpointPanel_);
  connect(breakpoints, &BreakpointService::changed, this, &NetworkWorkspace::showBreakpoints);
  connect(breakpoints, &BreakpointService::hit, this, &NetworkWorkspace::tellHit);
  connect(canvas_, &NetworkCanvas::sheetChanged, this, &NetworkWorkspace::showBreakpoints);
  connect(canvas_, &NetworkCanvas::nodeMenuOpening, this, [this](QMenu* menu, LayerId layer) {
    const Layer* found = session().network().find(layer);
    if (!found || usedBlock(*found).valid() || found->type == kBlockInput || found->type == kBlockOutput) return;
    breakpointPanel_->addTo(*menu, measuredName(session().network(), canvas_->path(), layer));
  });
  const auto showHistory = [this] { inspector_->live()->show(live_->history(inspector_->layer())); };
  connect(live_, &LiveView::frameChanged, this, showHistory);
  connect(canvas_, &NetworkCanvas::selectionChanged, this, showHistory);
  // The reason for the pause is shown until the run continues.
  connect(session().training(), &TrainingBridge::snapshotChanged, this, [this](const auto& run) {
    if (run->run != toldHit_ || !run->hits.empty()) return;
    toldHit_ = {};
    banner()->dismiss();
  });
  showBreakpoints();
}

void NetworkWorkspace::showBreakpoints() {
  std::map<LayerId, BreakpointMark> marks;
  const Network& network = session().network();
  for (const LiveNode& node : liveNodes(network, canvas_->path(), measurableLayers(network)))
    for (const BreakpointService::Entry& entry : session().breakpoints()->entries()) {
      if (std::find(node.measured.begin(), node.measured.end(), entry.breakpoint.layer) == node.measured.end())
        continue;
      BreakpointMark& mark = marks[node.layer];
      const auto now = !entry.on ? BreakpointMark::Off : entry.hit ? BreakpointMark::Hit : BreakpointMark::On;
      mark = std::max(mark, now);
    }
  canvas_->setBreakpoints(marks);
  panels()->setUseful(QStringLiteral("breakpoints"), !session().breakpoints()->entries().empty());
}

void NetworkWorkspace::tellHit(RunId run, const BreakpointHit& hit) {
  const QString layer = hit.breakpoint.layer.empty() ? tr("Loss") : QString::fromStdString(hit.breakpoint.layer);
  toldHit_ = run;
  banner()->showMessage(
      Banner::Tone::Warning, tr("A breakpoint paused the run at step %1.").arg(QLocale().toString(qlonglong(hit.step))),
      tr("%1: %2 (measured: %3)").arg(layer, BreakpointPanel::words(hit.breakpoint), BreakpointPanel::valueText(hit)));
  connect(banner()->addAction(tr("Continue")), &QPushButton::clicked, this,
          [this, run] { session().training()->resume(run); });
  for (const Layer& each : session().network().layers()) {
    if (each.block.valid() || each.name != hit.breakpoint.layer) continue;
    connect(banner()->addAction(tr("Show the layer")), &QPushButton::clicked, this,
            [this, id = each.id] { canvas_->showLayer(id); });
  }
}

}  // namespace fovea
