#include "app/workspaces/train/run_table.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/train/run_name_delegate.h"
#include "app/workspaces/train/run_note_dialog.h"
#include "app/workspaces/train/run_sort_model.h"
#include "widgets/tables/table.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kFilterWidth = 130;  // wide enough to read the filter

}  // namespace

RunTable::RunTable(QWidget* parent)
    : QWidget(parent),
      model_(new RunTableModel(this)),
      sorted_(new RunSortModel(*model_, this)),
      view_(new QTableView),
      filter_(new QLineEdit),
      problem_(new QLabel),
      group_(new PillButton(tr("group"))),
      compare_(new PillButton(tr("compare"))) {
  view_->setModel(sorted_);
  setUpTable(*view_);
  view_->horizontalHeader()->setSortIndicatorClearable(true);
  view_->sortByColumn(-1, Qt::AscendingOrder);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setAccessibleName(tr("Runs"));
  view_->setMouseTracking(true);
  view_->viewport()->setMouseTracking(true);
  view_->viewport()->installEventFilter(this);
  view_->installEventFilter(this);
  view_->setItemDelegateForColumn(RunTableModel::kName, new RunNameDelegate(view_));
  view_->setItemDelegateForColumn(RunTableModel::kCurve, new SparklineDelegate(view_));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, size::kGrid);
  column->setSpacing(size::kGrid);
  column->addWidget(buildHead());
  column->addWidget(problem_);
  column->addWidget(view_, 1);
  setKind(problem_, "error");
  problem_->hide();
  addActions();
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunTable::currentChanged);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::showCompare);
  connect(model_, &RunTableModel::chosenToggled, this, &RunTable::toggle);
  connect(view_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
          [this](int section, Qt::SortOrder order) {
            change([&](RunViewChoices& choices) {
              choices.sort = model_->columnName(section);
              choices.descending = order == Qt::DescendingOrder;
            });
          });
  connect(view_->horizontalHeader(), &QHeaderView::sectionMoved, this, [this] {
    change([this](RunViewChoices& choices) {
      choices.columnOrder.clear();
      for (int place = 0; place < model_->columnCount(); ++place)
        choices.columnOrder.push_back(model_->columnName(view_->horizontalHeader()->logicalIndex(place)));
    });
  });
  showCompare();
}

QWidget* RunTable::buildHead() {
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  filter_->setPlaceholderText(tr("Filter: lr<0.01 accuracy>0.9 tag:paper …"));
  filter_->setAccessibleName(tr("Filter of the runs"));
  filter_->setToolTip(
      tr("Words of a run's name, data, tags or note; names of settings and metrics with <, <=, >, >=, =, "
         "!= or \":\" (contains); a \"-\" before what is not wanted"));
  filter_->setClearButtonEnabled(true);
  connect(filter_, &QLineEdit::textEdited, this, [this](const QString& text) {
    change([&](RunViewChoices& choices) { choices.filter = text.toStdString(); });
  });
  connect(filter_, &QLineEdit::textChanged, this, &RunTable::applyFilter);
  group_->setToolTip(tr("Bring runs together that are alike in a setting"));
  auto* groups = new QMenu(group_);
  connect(groups, &QMenu::aboutToShow, this, [this, groups] { fillGroups(*groups); });
  group_->setMenu(groups);
  auto* columns = new PillButton(tr("columns"));
  columns->setToolTip(tr("Which settings and metrics have a column"));
  auto* names = new QMenu(columns);
  connect(names, &QMenu::aboutToShow, this, [this, names] { fillColumns(*names); });
  columns->setMenu(names);
  filter_->setMinimumWidth(kFilterWidth);
  compare_->setToolTip(tr("Lay the selected runs over each other (Space checks or unchecks them)"));
  connect(compare_, &QAbstractButton::clicked, this,
          [this] { model_->chosen().empty() ? chooseSelected() : chooseNone(); });
  row->addWidget(filter_, 1);
  for (PillButton* pill : {compare_, group_, columns}) row->addWidget(pill);
  return head;
}

void RunTable::addActions() {
  const auto add = [this](const char* iconName, const QString& words, auto work) {
    auto* action = new QAction(iconName ? icon(iconName) : QIcon(), words, view_);
    connect(action, &QAction::triggered, this, work);
    view_->addAction(action);
  };
  add("train", tr("Compare the selected runs"), [this] { chooseSelected(); });
  add(nullptr, tr("Compare none"), [this] { chooseNone(); });
  add("edit", tr("Tags and note…"), [this] { editNote(); });
}

void RunTable::setRuns(std::vector<RunRecord> runs) {
  model_->setRuns(std::move(runs));
  applyFilter();
  showCompare();
}

const RunRecord* RunTable::current() const {
  return model_->run(sorted_->mapToSource(view_->currentIndex()).row());
}

const RunRecord* RunTable::beside(int rows) const {
  const QModelIndex current = view_->currentIndex();
  const QModelIndex place = current.isValid() ? sorted_->index(current.row() + rows, 0) : QModelIndex();
  return place.isValid() ? model_->run(sorted_->mapToSource(place).row()) : nullptr;
}

bool RunTable::select(RunId run) {
  const int row = model_->rowOf(run);
  if (row < 0) return false;
  QModelIndex place = sorted_->mapFromSource(model_->index(row, 0));
  if (!place.isValid()) {
    filter_->clear();
    change([](RunViewChoices& choices) { choices.filter.clear(); });
    place = sorted_->mapFromSource(model_->index(row, 0));
  }
  view_->selectRow(place.row());
  return true;
}

void RunTable::selectSome(RunId preferred) {
  if (sorted_->rowCount() == 0 || view_->selectionModel()->hasSelection()) return;
  const QModelIndex place = sorted_->mapFromSource(model_->index(model_->rowOf(preferred), 0));
  view_->selectRow(std::max(0, place.row()));
}

std::vector<RunId> RunTable::shown() const {
  std::vector<RunId> runs;
  for (int row = 0; row < sorted_->rowCount(); ++row)
    runs.push_back(model_->run(sorted_->mapToSource(sorted_->index(row, 0)).row())->id);
  return runs;
}

std::vector<RunId> RunTable::selected() const {
  std::vector<RunId> runs;
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    const QModelIndex index = sorted_->index(row, 0);
    if (view_->selectionModel()->isSelected(index)) runs.push_back(model_->run(sorted_->mapToSource(index).row())->id);
  }
  return runs;
}

void RunTable::change(const std::function<void(RunViewChoices&)>& edit) {
  if (applying_) return;
  RunViewChoices changed = choices_;
  edit(changed);
  if (changed == choices_) return;
  setChoices(changed);
  Q_EMIT choicesChanged();
}

void RunTable::setChoices(const RunViewChoices& choices) {
  const QScopedValueRollback guard(applying_, true);
  const RunViewChoices before = std::exchange(choices_, choices);
  std::vector<RunId> chosen;
  for (const std::int32_t run : choices.chosen) chosen.push_back(RunId{run});
  if (chosen != model_->chosen()) model_->setChosen(chosen);
  if (before.notes != choices.notes) model_->setNotes(choices.notes);
  applyColumns();
  applySort();
  if (filter_->text().toStdString() != choices.filter) filter_->setText(QString::fromStdString(choices.filter));
  applyFilter();
  showCompare();
}

void RunTable::applyColumns() {
  model_->setExtraColumns(choices_.columns);
  QHeaderView* header = view_->horizontalHeader();
  for (int column = 0; column < model_->columnCount(); ++column) {
    const auto& hidden = choices_.hiddenColumns;
    view_->setColumnHidden(column, std::find(hidden.begin(), hidden.end(), model_->columnName(column)) != hidden.end());
  }
  int place = 0;
  for (const std::string& name : choices_.columnOrder)
    if (const int column = model_->columnOf(name); column >= 0)
      header->moveSection(header->visualIndex(column), place++);
  for (int column = 0; column < model_->columnCount(); ++column) {
    const auto& placed = choices_.columnOrder;
    if (std::find(placed.begin(), placed.end(), model_->columnName(column)) == placed.end())
      header->moveSection(header->visualIndex(column), place++);
  }
}

void RunTable::applySort() {
  const int column = model_->columnOf(choices_.sort);
  const Qt::SortOrder order = choices_.descending ? Qt::DescendingOrder : Qt::AscendingOrder;
  view_->horizontalHeader()->setSortIndicator(column, order);
  sorted_->arrange(model_->columnOf(choices_.group), column, order);
  group_->setText(
      choices_.group.empty()
          ? tr("group")
          : tr("group: %1")
                .arg(model_->headerData(model_->columnOf(choices_.group), Qt::Horizontal, Qt::DisplayRole).toString()));
  group_->updateGeometry();
}

void RunTable::applyFilter() {
  auto filter = RunFilter::parse(filter_->text().toStdString());
  QString problem;
  if (!filter.ok()) problem = coreMessage(filter.error().message);
  if (filter.ok())
    for (const std::string& name : filter->names()) {
      const auto& runs = model_->runs();
      const bool known = runs.empty() || std::any_of(runs.begin(), runs.end(), [&](const RunRecord& run) {
                           return model_->value(run, name).has_value();
                         });
      if (!known) problem = tr("No run has anything that is called \"%1\".").arg(QString::fromStdString(name));
    }
  // Keeps the previous filter while a term is incomplete.
  if (filter.ok()) sorted_->setFilter(std::move(*filter));
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

void RunTable::fillColumns(QMenu& menu) {
  menu.clear();
  const auto entry = [&](const std::string& name, const QString& title, bool shown, auto edit) {
    QAction* action = menu.addAction(title, this, [this, edit, name, shown] {
      change([&](RunViewChoices& choices) { edit(choices, name, shown); });
    });
    action->setCheckable(true);
    action->setChecked(shown);
  };
  for (int column = 1; column < RunTableModel::kColumnCount; ++column)
    entry(model_->columnName(column), model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
          !view_->isColumnHidden(column), [](RunViewChoices& choices, const std::string& name, bool shown) {
            std::erase(choices.hiddenColumns, name);
            if (shown) choices.hiddenColumns.push_back(name);
          });
  menu.addSeparator();
  const auto& extra = model_->extraColumns();
  for (const std::string& name : model_->possibleColumns())
    entry(name, RunTableModel::columnTitle(name), std::find(extra.begin(), extra.end(), name) != extra.end(),
          [](RunViewChoices& choices, const std::string& column, bool shown) {
            std::erase(choices.columns, column);
            if (!shown) choices.columns.push_back(column);
          });
}

void RunTable::fillGroups(QMenu& menu) {
  menu.clear();
  const auto entry = [&](const std::string& name, const QString& title) {
    QAction* action =
        menu.addAction(title, this, [this, name] { change([&](RunViewChoices& choices) { choices.group = name; }); });
    action->setCheckable(true);
    action->setChecked(choices_.group == name);
  };
  entry({}, tr("No groups"));
  menu.addSeparator();
  for (int column = RunTableModel::kStatus; column < model_->columnCount(); ++column)
    if (column != RunTableModel::kCurve)
      entry(model_->columnName(column), model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
}

void RunTable::toggle(RunId run, bool chosen) {
  change([&](RunViewChoices& choices) {
    std::erase(choices.chosen, run.index);
    if (chosen && std::ssize(choices.chosen) < kMostComparedRuns) choices.chosen.push_back(run.index);
  });
}

void RunTable::choose(const std::vector<RunId>& runs) {
  change([&runs](RunViewChoices& choices) {
    choices.chosen.clear();
    for (const RunId run : runs)
      if (std::ssize(choices.chosen) < kMostComparedRuns) choices.chosen.push_back(run.index);
  });
}

void RunTable::chooseSelected() {
  choose(selected());
}

void RunTable::chooseNone() {
  change([](RunViewChoices& choices) { choices.chosen.clear(); });
}

void RunTable::showCompare() {
  const auto count = model_->chosen().size();
  const auto selected = view_->selectionModel()->selectedRows().size();
  compare_->setText(count > 0 ? tr("compare none") : tr("compare"));
  compare_->setEnabled(count > 0 || selected > 0);
  compare_->updateGeometry();
}

void RunTable::editNote() {
  const RunRecord* run = current();
  if (!run) return;
  if (readOnly_) return Q_EMIT noteRefused();
  const std::int32_t id = run->id.index;
  const auto known = choices_.notes.find(id);
  RunNoteDialog dialog(runTitle(run->name, run->id), known == choices_.notes.end() ? RunNote() : known->second, this);
  if (dialog.exec() != QDialog::Accepted) return;
  change([&](RunViewChoices& choices) {
    choices.notes.erase(id);
    if (const RunNote note = dialog.note(); !note.empty()) choices.notes[id] = note;
  });
}

void RunTable::highlight(RunId run) {
  auto* delegate = static_cast<RunNameDelegate*>(view_->itemDelegateForColumn(RunTableModel::kName));
  delegate->setHighlighted(run.valid() ? model_->rowOf(run) : -1);
  view_->viewport()->update();
}

bool RunTable::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
    const auto rows = view_->selectionModel()->selectedRows();
    std::vector<RunId> runs;
    for (const QModelIndex& index : rows) runs.push_back(model_->run(sorted_->mapToSource(index).row())->id);
    const auto& chosen = model_->chosen();
    const bool all = std::all_of(runs.begin(), runs.end(), [&](RunId run) {
      return std::find(chosen.begin(), chosen.end(), run) != chosen.end();
    });
    for (const RunId run : runs) toggle(run, !all);
    return true;
  }
  if (watched == view_->viewport() && (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave)) {
    const bool inside = event->type() == QEvent::MouseMove;
    const QModelIndex index =
        inside ? view_->indexAt(static_cast<QMouseEvent*>(event)->position().toPoint()) : QModelIndex();
    const RunRecord* run = index.isValid() ? model_->run(sorted_->mapToSource(index).row()) : nullptr;
    Q_EMIT runHovered(run ? run->id : RunId());
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fovea
