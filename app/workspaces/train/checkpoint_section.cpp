#include "app/workspaces/train/checkpoint_section.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/bridge/user_settings.h"
#include "app/workspaces/train/checkpoint_rows.h"
#include "widgets/actions/action_button.h"
#include "widgets/forms/fold_heading.h"
#include "widgets/tables/table.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kMostShownRows = 6;  // the list scrolls if there are more
constexpr int kLongList = 12;      // folded away at first
constexpr const char* kFoldKey = "train/checkpointsFolded";

}  // namespace

std::int64_t epochsOfBranch(const RunRecord& run, const CheckpointRecord& from) {
  return std::max(run.settings.epochs, from.epoch + 1);
}

CheckpointSection::CheckpointSection(QWidget* parent)
    : QWidget(parent),
      rows_(new CheckpointRows(this)),
      heading_(new FoldHeading),
      body_(new QWidget),
      view_(new QTableView),
      words_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(heading_);
  column->addWidget(body_);
  view_->setModel(rows_);
  setUpTable(*view_);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setAccessibleName(tr("Checkpoints of the run"));
  view_->horizontalHeader()->setSectionsMovable(false);
  words_->setWordWrap(true);
  setKind(words_, "muted");
  buildActions();
  auto* rows = new QVBoxLayout(body_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(size::kGrid);
  rows->addWidget(view_);
  for (Action* action : commands_) rows->addWidget(new ActionButton(action));
  rows->addWidget(words_);
  connect(heading_, &QAbstractButton::clicked, this, [this] {
    setFolded(!body_->isHidden());
    UserSettings::setValue(kFoldKey, body_->isHidden());
  });
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    if (byProgram_) return;
    pick();
    showActions();
  });
  // A click on the last one, which was chosen already, keeps it chosen when others follow.
  connect(view_, &QTableView::pressed, this, &CheckpointSection::pick);
  hide();
}

// They stand in the context menu of the list, too.
void CheckpointSection::buildActions() {
  pin_ =
      makeAction(this, {.id = "train.keepCheckpoint", .text = tr("Keep the chosen checkpoint"), .icon = "pin"}, [this] {
        pick();
        if (const auto now = copyOfChosen()) Q_EMIT pinWanted(*now, !now->pinned);
      });
  continue_ = makeAction(
      this, {.id = "train.continueCheckpoint", .text = tr("Continue from the chosen checkpoint"), .icon = "play"},
      [this] {
        if (const auto now = copyOfChosen()) Q_EMIT continueWanted(*now);
      });
  inspect_ = makeAction(this,
                        {.id = "train.inspectCheckpoint",
                         .text = tr("Inspect the chosen checkpoint"),
                         .shortText = tr("Inspect it"),
                         .icon = "inspect",
                         .help = tr("Look inside the network with the weights of this checkpoint")},
                        [this] {
                          if (const auto now = copyOfChosen()) Q_EMIT inspectionWanted(*now);
                        });
  commands_ = {pin_, inspect_, continue_};
  const QList<QAction*> others = view_->actions();
  view_->insertActions(others.value(0), {pin_, inspect_, continue_});
  showActions();
}

void CheckpointSection::setFolded(bool folded) {
  body_->setVisible(!folded);
  heading_->setFolded(folded);
  heading_->setToolTip(folded ? tr("Show the checkpoints") : tr("Fold the checkpoints away"));
  heading_->setAccessibleDescription(folded ? tr("folded away") : tr("shown"));
}

void CheckpointSection::setCheckpoints(RunId run, const std::vector<CheckpointRecord>& checkpoints) {
  const bool another = run != rows_->run();
  {
    const QScopedValueRollback guard(byProgram_, true);
    if (another) picked_.reset();
    rows_->show(run, checkpoints);
    const int row = picked_ ? rows_->rowOf(*picked_) : -1;
    if (row < 0) picked_.reset();
    chooseRow(row < 0 ? 0 : row);
  }
  const int count = rows_->rowCount();
  if (another) setFolded(UserSettings::contains(kFoldKey) ? UserSettings::value(kFoldKey).toBool() : count > kLongList);
  const bool steps = rows_->epochsRepeat();
  view_->setColumnHidden(CheckpointRows::kStep, !steps);
  // Steps may need to be scrolled to; the others fit.
  view_->setHorizontalScrollBarPolicy(steps ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  const int bar = steps ? view_->horizontalScrollBar()->sizeHint().height() : 0;
  const int shownRows = 1 + std::clamp(count, 1, kMostShownRows);  // with the header
  if (const int height = size::kRow * shownRows + 2 * view_->frameWidth() + bar; view_->height() != height)
    view_->setFixedHeight(height);
  setVisible(count > 0);
  showHeading();
  showActions();
}

void CheckpointSection::chooseRow(int row) {
  const QModelIndex index = rows_->index(row, 0);
  if (!index.isValid() || view_->currentIndex().row() == row) return;
  view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void CheckpointSection::choose(std::int64_t step) {
  chooseRow(rows_->rowOf(step));
  pick();
}

void CheckpointSection::pick() {
  if (const CheckpointRecord* now = chosen()) picked_ = now->step;
}

const CheckpointRecord* CheckpointSection::chosen() const {
  return rows_->at(view_->currentIndex().row());
}

std::optional<CheckpointRecord> CheckpointSection::copyOfChosen() const {
  return chosen() ? std::optional(*chosen()) : std::nullopt;
}

bool CheckpointSection::lastIsChosen() const {
  return chosen() && view_->currentIndex().row() == 0;
}

void CheckpointSection::setObstacles(const std::optional<Error>& toPin, const std::optional<Error>& toContinue) {
  const auto text = [](const std::optional<Error>& error) { return error ? error->text() : std::string(); };
  if (text(toPin) == text(noPin_) && text(toContinue) == text(noContinue_)) return;
  noPin_ = toPin;
  noContinue_ = toContinue;
  showActions();
}

void CheckpointSection::showHeading() {
  int kept = 0;
  for (int row = 0; row < rows_->rowCount(); ++row) kept += rows_->at(row)->pinned ? 1 : 0;
  const int count = rows_->rowCount();
  heading_->setText(kept > 0 ? tr("Checkpoints · %1 · %2 kept").arg(count).arg(kept)
                             : tr("Checkpoints · %1").arg(count));
}

void CheckpointSection::showActions() {
  const CheckpointRecord* now = chosen();
  const bool pinned = now && now->pinned, last = !now || lastIsChosen();
  const QString keeping = pinned ? tr("Let the rules delete this checkpoint again, as any other")
                                 : tr("Keep this checkpoint whatever the rules for deleting old ones say");
  pin_->setWords(pinned ? tr("No longer keep the chosen checkpoint") : tr("Keep the chosen checkpoint"),
                 pinned ? tr("No longer keep it") : tr("Keep this checkpoint"), keeping);
  const QString going =
      last ? tr("Goes on with this run.") : tr("Starts a new run with the curves up to here; this one stays as it is.");
  continue_->setWords(last ? tr("Continue from the chosen checkpoint") : tr("Branch from the chosen checkpoint"),
                      last ? tr("Continue from here") : tr("Branch from here"), going);
  pin_->setEnabled(now && !noPin_);
  continue_->setEnabled(now && !noContinue_);
  inspect_->setEnabled(now);
  words_->setText(noPin_ ? coreMessage(*noPin_) : noContinue_ ? coreMessage(*noContinue_) : going);
}

QString CheckpointSection::words() const {
  return words_->text();
}

}  // namespace fovea
