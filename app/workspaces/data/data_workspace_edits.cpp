// Why: the user's corrections of selected samples: their class, their split, and whether they are used.
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>

#include "app/unless_gone.h"
#include "app/workspaces/data/data_words.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/sample_panel.h"
#include "app/workspaces/data/sample_thumbnails.h"
#include "app/workspaces/tag_menu.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"

namespace fovea {

std::vector<std::uint32_t> DataWorkspace::selectedRecords() const {
  std::vector<std::uint32_t> records;
  if (!source_) return records;
  for (const qint64 item : grid_->selection()) records.push_back(source_->record(item));
  std::sort(records.begin(), records.end());
  return records;
}

void DataWorkspace::edit(SampleEdit edit) {
  edit.records = selectedRecords();
  if (edit.records.empty()) return;
  session().datasets()->edit(std::move(edit), showingErrors());
}

void DataWorkspace::relabelSelected(qint32 label) {
  edit({EditKind::Relabel, {}, label, Split::Train});
}
void DataWorkspace::relabelSelectedAs(const QString& newClass) {
  SampleEdit relabel{EditKind::Relabel, {}, kNoLabel, Split::Train};
  relabel.newClass = newClass.toStdString();
  edit(std::move(relabel));
}
void DataWorkspace::moveSelected(Split split) {
  edit({EditKind::Move, {}, kNoLabel, split});
}
// Keeps one of each group of duplicates if they were chosen as duplicates, as the terminal does.
void DataWorkspace::excludeSelected() {
  SampleEdit exclude{EditKind::Exclude, selectedRecords(), kNoLabel, Split::Train};
  const auto view = browser_->view();
  const qint64 kept = view && source_ ? view->catalogue.keepOneOfEach(exclude.records, view->filter.qualities) : 0;
  if (exclude.records.empty()) return;
  session().datasets()->edit(std::move(exclude), unlessGone(this, [this, kept](const Status& status) {
                               if (!status.ok()) return showError(status.error());
                               if (kept > 0) tellKept(kept);
                             }));
}
void DataWorkspace::tellKept(qint64 kept) {
  banner()->showMessage(Banner::Tone::Info,
                        kept == 1 ? tr("One of the selected samples stays.")
                                  : tr("%1 of the selected samples stay.").arg(words::count(kept)),
                        tr("One of each group of duplicates is kept."));
}
void DataWorkspace::includeSelected() {
  edit({EditKind::Include, {}, kNoLabel, Split::Train});
}

bool DataWorkspace::canUndo() const {
  return session().dataset() && session().dataset()->journal().canUndo();
}

bool DataWorkspace::canRedo() const {
  return session().dataset() && session().dataset()->journal().canRedo();
}

void DataWorkspace::undo() {
  if (!canUndo()) return;
  session().datasets()->undoEdit(showingErrors());
}

void DataWorkspace::redo() {
  if (!canRedo()) return;
  session().datasets()->redoEdit(showingErrors());
}

void DataWorkspace::fillClasses(QMenu* menu) {
  const DatasetInfo& info = session().dataset()->info();
  for (std::int32_t label = 0; label < static_cast<std::int32_t>(info.classes.size()); ++label)
    connect(menu->addAction(words::className(info, label).replace('&', "&&")), &QAction::triggered, this,
            [this, label] { relabelSelected(label); });
  menu->addSeparator();
  connect(menu->addAction(words::className(info, kNoLabel)), &QAction::triggered, this,
          [this] { relabelSelected(kNoLabel); });
  connect(menu->addAction(icon("add"), tr("New class…")), &QAction::triggered, this, &DataWorkspace::askForClass);
  menu->setEnabled(canRelabel(info.task) && !info.classes.empty());
}

void DataWorkspace::askForClass() {
  bool accepted = false;
  const QString name = QInputDialog::getText(this, tr("New class"), tr("Name of the class of the selected samples"),
                                             QLineEdit::Normal, {}, &accepted)
                           .trimmed();
  if (accepted && !name.isEmpty()) return relabelSelectedAs(name);
  // Resets the class box, which may show a choice that was refused.
  showSelection();
}

void DataWorkspace::fillSplits(QMenu* menu) {
  for (const Split split : kSplits)
    connect(menu->addAction(words::split(split)), &QAction::triggered, this, [this, split] { moveSelected(split); });
}

void DataWorkspace::fillTags(QMenu* menu) {
  fillTagMenu(menu, *session().dataset(), selectedRecords(),
              [this](SampleEdit edit) { session().datasets()->edit(std::move(edit), showingErrors()); });
}

void DataWorkspace::chooseTags() {
  if (grid_->selectionSize() == 0) return;
  QMenu menu(this);
  fillTags(&menu);
  menu.exec(grid_->viewport()->mapToGlobal(grid_->cellRect(std::max<qint64>(0, grid_->current())).center()));
}

void DataWorkspace::showMenu(const QPoint& position) {
  const auto view = browser_->view();
  if (!view) return;
  QMenu menu(this);
  const auto records = selectedRecords();
  fillClasses(menu.addMenu(icon("edit"), tr("Relabel")));
  fillSplits(menu.addMenu(icon("export"), tr("Move to")));
  fillTags(menu.addMenu(icon("tag"), tr("Tags")));
  menu.addSeparator();
  const auto& excluded = view->catalogue.dataset()->states().excluded;
  const auto isOut = [&](std::uint32_t record) { return excluded[record]; };
  auto* leave = menu.addAction(icon("remove"), tr("Leave out\tDel"), this, &DataWorkspace::excludeSelected);
  leave->setEnabled(!std::all_of(records.begin(), records.end(), isOut));
  auto* take = menu.addAction(icon("add"), tr("Take back\tShift+Del"), this, &DataWorkspace::includeSelected);
  take->setEnabled(std::any_of(records.begin(), records.end(), isOut));
  menu.addSeparator();
  menu.addAction(icon("zoom-in"), tr("Show large\tEnter"), samplePanel_, &SamplePanel::showLarge);
  menu.exec(position);
}

// Opens the class menu (key R) at the picture, like the context menu.
void DataWorkspace::chooseClass() {
  if (grid_->selectionSize() == 0) return;
  QMenu menu(this);
  fillClasses(&menu);
  if (menu.isEnabled())
    menu.exec(grid_->viewport()->mapToGlobal(grid_->cellRect(std::max<qint64>(0, grid_->current())).center()));
}

void DataWorkspace::chooseSplit() {
  if (grid_->selectionSize() == 0) return;
  QMenu menu(this);
  fillSplits(&menu);
  menu.exec(grid_->viewport()->mapToGlobal(grid_->cellRect(std::max<qint64>(0, grid_->current())).center()));
}

}  // namespace fovea
