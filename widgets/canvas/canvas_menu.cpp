// Why: the context menu of the canvas lists all commands with their keys, so that they can be discovered.
#include <QtWidgets/QMenu>
#include <algorithm>

#include "core/network/frozen_layers.h"
#include "widgets/canvas/input/canvas_actions.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/canvas/scene/edit_builders.h"

namespace fovea {
namespace {

// Keys are shown only: those of the action that does the same to the selection.
template <class Action>
QAction* add(QMenu& menu, const QString& text, const QString& keys, Action&& run, bool enabled = true) {
  QAction* action = menu.addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys, std::forward<Action>(run));
  action->setEnabled(enabled);
  return action;
}

}  // namespace

QString NetworkCanvas::keys(const char* action) const {
  return actions_->keysOf(QLatin1String(action));
}

void NetworkCanvas::showMenu(const QPoint& at, const CanvasHit& hit) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("canvasMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (hit.node) {
    addNodeActions(*menu, hit.node->id());
  } else if (hit.note) {
    addNoteActions(*menu, hit.note->id());
  } else if (hit.edge) {
    const QPointF point = view_->viewportTransform().inverted().map(QPointF(at));
    add(*menu, tr("Insert a layer…"), keys("addLayer"), [this, at] { input_->requestSearchAt(at); });
    add(*menu, tr("Add a reroute point"), keys("reroute"),
        [this, edge = hit.edge->edge(), point] { controller_->addPoint(edge, point); });
    add(*menu, tr("Delete connection"), keys("delete"), [this] { controller_->deleteSelection(); });
  } else {
    const QPointF point = view_->viewportTransform().inverted().map(QPointF(at));
    add(*menu, tr("Add a layer…"), keys("addLayer"), [this, at] { input_->requestSearchAt(at); });
    add(*menu, tr("Add a comment"), {}, [this, point] { controller_->addComment(point); });
    add(*menu, tr("Paste"), keys("paste"), [this, point] { controller_->paste(point); });
    if (!scene_->path().empty()) add(*menu, tr("Leave the block"), keys("leaveBlock"), [this] { leaveBlock(); });
    const bool any = !scene_->nodes().empty();
    add(
        *menu, tr("Select all"), keys("selectAll"), [this] { controller_->selectAll(); }, any);
    menu->addSeparator();
    add(
        *menu, tr("Arrange"), keys("arrangeAgain"), [this] { arrange(); }, any);
    add(
        *menu, tr("Fold repeated structure"), {}, [this] { static_cast<void>(foldRepeated()); }, any);
    add(
        *menu, tr("Zoom to fit"), keys("zoomToFit"), [this] { zoomToFit(); }, any);
    add(*menu, tr("Actual size"), keys("actualSize"), [this] { view_->resetZoom(); });
  }
  menu->popup(view_->viewport()->mapToGlobal(at));
}

void NetworkCanvas::addNoteActions(QMenu& menu, NoteId note) {
  add(menu, tr("Edit the words"), keys("openSelected"), [this, note] { editNote(note); });
  QMenu* colors = menu.addMenu(tr("Colour"));
  for (int i = 0; i < kNoteColors; ++i) {
    QPixmap swatch(16, 16);
    swatch.fill(scene_->style().notes[std::size_t(i)]);
    colors->addAction(QIcon(swatch), tr("Colour %1").arg(i + 1), this, [this, note, i] {
      const Note* shown = scene_->network().findNote(note);
      if (!shown) return;
      Note changed = *shown;
      changed.color = i;
      controller_->request(changeNoteEdit(changed, tr("Colour a note")));
    });
  }
  menu.addSeparator();
  add(menu, tr("Cut"), keys("cut"), [this] { controller_->cutSelection(); });
  add(menu, tr("Copy"), keys("copy"), [this] { controller_->copySelection(); });
  add(menu, tr("Duplicate"), keys("duplicate"), [this] { controller_->duplicateSelection(); });
  add(menu, tr("Delete"), keys("delete"), [this] { controller_->deleteSelection(); });
}

void NetworkCanvas::addPlacing(QMenu& menu) {
  const qsizetype chosen = scene_->selection().size();
  QMenu* align = menu.addMenu(tr("Align"));
  align->setEnabled(chosen > 1);
  const std::pair<Alignment, QString> lines[] = {{Alignment::Left, tr("Left edges")},
                                                 {Alignment::Center, tr("Centres, one below the other")},
                                                 {Alignment::Right, tr("Right edges")},
                                                 {Alignment::Top, tr("Upper edges")},
                                                 {Alignment::Middle, tr("Middles, side by side")},
                                                 {Alignment::Bottom, tr("Lower edges")}};
  for (const auto& [line, text] : lines)
    align->addAction(text, this, [this, line = line] { controller_->align(line); });
  QMenu* distribute = menu.addMenu(tr("Distribute"));
  distribute->setEnabled(chosen > 2);
  distribute->addAction(tr("Equal gaps across"), this, [this] { controller_->distribute(Qt::Horizontal); });
  distribute->addAction(tr("Equal gaps down"), this, [this] { controller_->distribute(Qt::Vertical); });
}

// The entry acts on the selected layers, and on those inside selected blocks.
void NetworkCanvas::addFreezing(QMenu& menu, LayerId layer) {
  const QList<LayerId> selected = scene_->selection();
  const auto wanted =
      selected.contains(layer) ? std::vector<LayerId>(selected.begin(), selected.end()) : std::vector<LayerId>{layer};
  const auto layers = freezableLayers(scene_->network(), wanted);
  const bool frozen = std::ranges::all_of(layers, [](const Layer* each) { return isFrozen(*each); });
  QAction* action = add(
      menu, tr("Freeze weights"), {},
      [this, wanted, frozen] { controller_->request(freezeEdit(freezableLayers(scene_->network(), wanted), !frozen)); },
      !layers.empty());
  action->setCheckable(true);
  action->setChecked(!layers.empty() && frozen);
}

void NetworkCanvas::addNodeActions(QMenu& menu, LayerId layer) {
  const auto fixes = fixesOf(scene_->report(), layer);
  for (int i = 0; i < int(fixes.size()); ++i)
    add(menu, QString::fromStdString(fixes[std::size_t(i)]->title), i == 0 ? keys("applyFix") : QString(),
        [this, layer, i] { controller_->applyFix(layer, i); });
  if (!fixes.empty()) menu.addSeparator();
  const Layer* shown = scene_->network().find(layer);
  if (shown && shown->type == kBlockUse)
    add(menu, tr("Open the block"), keys("openSelected"), [this, layer] { controller_->open(layer); });
  else
    add(menu, tr("Edit parameters"), keys("openSelected"), [this, layer] { Q_EMIT layerActivated(layer); });
  add(menu, tr("Rename"), keys("rename"), [this, layer] { rename(layer); });
  addBlockActions(menu, layer);
  add(
      menu, tr("Connect in order of selecting"), keys("connect"), [this] { controller_->connectSelection(); },
      scene_->selection().size() > 1);
  add(
      menu, tr("Add a reroute point below"), keys("reroute"), [this] { controller_->rerouteSelection(); },
      controller_->selectedPeer().has_value());
  addFreezing(menu, layer);
  add(menu, tr("Frame"), keys("frame"), [this] { controller_->frameSelection(); });
  Q_EMIT nodeMenuOpening(&menu, layer);
  addPlacing(menu);
  menu.addSeparator();
  add(menu, tr("Cut"), keys("cut"), [this] { controller_->cutSelection(); });
  add(menu, tr("Copy"), keys("copy"), [this] { controller_->copySelection(); });
  add(menu, tr("Duplicate"), keys("duplicate"), [this] { controller_->duplicateSelection(); });
  add(menu, tr("Delete"), keys("delete"), [this] { controller_->deleteSelection(); });
}

}  // namespace fovea
