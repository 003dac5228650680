#include "app/workspaces/panel_area.h"

#include <QDockWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/bridge/user_settings.h"
#include "app/workspaces/panel_header.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kVersion = 1;  // format version of the stored state

Qt::Orientation across(Qt::DockWidgetArea area) {
  return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea ? Qt::Horizontal : Qt::Vertical;
}

}  // namespace

PanelArea::PanelArea(QWidget* parent) : QMainWindow(parent, Qt::Widget) {
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  // The right panel extends to the bottom.
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  setContextMenuPolicy(Qt::NoContextMenu);
}

void PanelArea::add(const PanelSpec& spec, QWidget* content) {
  auto* dock = new QDockWidget(spec.title, this);
  dock->setObjectName(spec.id);
  auto* header = new PanelHeader(*dock, spec.title);
  dock->setTitleBarWidget(header);
  auto* frame = new QFrame;
  setKind(frame, "panel");
  auto* column = new QVBoxLayout(frame);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(content);
  dock->setWidget(frame);
  panels_ << Panel{spec, dock};
  connect(header, &PanelHeader::closed, this, [this, id = spec.id] { setWanted(id, false); });
}

PanelArea::Panel* PanelArea::find(const QString& id) {
  const auto found =
      std::find_if(panels_.begin(), panels_.end(), [&](const Panel& each) { return each.spec.id == id; });
  return found == panels_.end() ? nullptr : &*found;
}

const PanelArea::Panel* PanelArea::find(const QString& id) const {
  return const_cast<PanelArea*>(this)->find(id);
}

bool PanelArea::has(const QString& id) const {
  return find(id);
}

QStringList PanelArea::ids() const {
  QStringList found;
  for (const Panel& each : panels_) found << each.spec.id;
  return found;
}

QDockWidget* PanelArea::dock(const QString& id) const {
  const Panel* panel = find(id);
  return panel ? panel->dock : nullptr;
}

void PanelArea::show(const Panel& panel) {
  panel.dock->setVisible(panel.wanted && panel.useful);
}

void PanelArea::setWanted(const QString& id, bool wanted) {
  Panel* panel = find(id);
  if (!panel) return;
  const bool changed = std::exchange(panel->wanted, wanted) != wanted;
  show(*panel);
  if (changed) Q_EMIT wantedChanged(id, wanted);
}

bool PanelArea::isWanted(const QString& id) const {
  const Panel* panel = find(id);
  return panel && panel->wanted;
}

void PanelArea::setUseful(const QString& id, bool useful, bool raised) {
  Panel* panel = find(id);
  if (!panel || std::exchange(panel->useful, useful) == useful) return;
  show(*panel);
  if (useful && raised) panel->dock->raise();
}

void PanelArea::place() {
  const Panel* before = nullptr;
  for (const Panel& panel : panels_) {
    panel.dock->setFloating(false);
    if (panel.spec.place == PanelSpec::Place::TabOfLast && before)
      tabifyDockWidget(before->dock, panel.dock);
    else if (panel.spec.place == PanelSpec::Place::BesideLast && before)
      splitDockWidget(before->dock, panel.dock,
                      across(panel.spec.area) == Qt::Vertical ? Qt::Horizontal : Qt::Vertical);
    else
      addDockWidget(panel.spec.area, panel.dock);
    before = &panel;
  }
}

// Raises panels; of those stacked as tabs, the first comes to the front.
void PanelArea::raiseFirst() {
  for (const Panel& panel : panels_)
    if (panel.spec.place != PanelSpec::Place::TabOfLast) panel.dock->raise();
}

void PanelArea::giveSizes() {
  for (const Qt::Orientation orientation : {Qt::Horizontal, Qt::Vertical}) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const Panel& panel : panels_)
      if (panel.spec.size > 0 && across(panel.spec.area) == orientation) {
        docks << panel.dock;
        sizes << panel.spec.size;
      }
    if (!docks.isEmpty()) resizeDocks(docks, sizes, orientation);
  }
}

void PanelArea::reset() {
  place();
  for (const Panel& panel : panels_) {
    setWanted(panel.spec.id, true);
    show(panel);
  }
  raiseFirst();
  giveSizes();
  sizesOwed_ = !isVisible();
}

void PanelArea::save(const QString& name) const {
  QStringList hidden;
  for (const Panel& panel : panels_)
    if (!panel.wanted) hidden << panel.spec.id;
  UserSettings::setValue("layout/" + name, saveState(kVersion));
  UserSettings::setValue("layout/" + name + "Hidden", hidden);
}

void PanelArea::restore(const QString& name) {
  place();
  const QByteArray kept = UserSettings::value("layout/" + name).toByteArray();
  if (!kept.isEmpty() && restoreState(kept, kVersion)) sizesOwed_ = false;
  const QStringList hidden = UserSettings::value("layout/" + name + "Hidden").toStringList();
  for (Panel& panel : panels_) {
    panel.wanted = !hidden.contains(panel.spec.id);
    show(panel);
    Q_EMIT wantedChanged(panel.spec.id, panel.wanted);
  }
}

void PanelArea::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (!std::exchange(sizesOwed_, false)) return;
  raiseFirst();
  giveSizes();
}

}  // namespace fovea
