#include "app/workspaces/inspect/samples_card.h"

#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>

#include "app/workspaces/inspect/answer_thumbnails.h"
#include "app/workspaces/tag_menu.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr std::size_t kMostListed = 1000;
constexpr int kPicture = 68;

}  // namespace

SamplesCard::SamplesCard(QWidget* parent)
    : Card(tr("Samples"), parent),
      which_(new PillButton(tr("list"))),
      change_(new PillButton(tr("change"))),
      browse_(new PillButton(tr("open in Data"))),
      lists_(new QMenu(this)),
      classes_(new QMenu(this)),
      tags_(new QMenu(this)),
      grid_(new ThumbnailGrid) {
  which_->setMenu(lists_);
  classes_->setObjectName("classes");
  classes_->setTitle(tr("Relabel"));
  tags_->setObjectName("tags");
  tags_->setTitle(tr("Tags"));
  auto* changes = new QMenu(this);
  changes->setToolTipsVisible(true);
  changes->addMenu(classes_);
  exclude_ = changes->addAction(tr("Leave out"));
  exclude_->setToolTip(tr("Leaves the chosen samples out of the data set; it can be undone"));
  changes->addMenu(tags_);
  classes_->menuAction()->setToolTip(tr("Gives the chosen samples another class; it can be undone"));
  tags_->menuAction()->setToolTip(
      tr("Words by which the chosen samples are found again in Data; networks do not see them"));
  change_->setMenu(changes);
  change_->setToolTip(tr("Relabels the chosen samples, leaves them out, or tags them"));
  addToHeader(which_);
  addToHeader(change_);
  browse_->setToolTip(tr("Shows the chosen samples in Data, or all of the list if none is chosen"));
  addToHeader(browse_);
  grid_->setPictureSize(kPicture);
  grid_->setAccessibleName(tr("Samples with what was answered"));
  body()->addWidget(grid_, 1);
  connect(grid_, &ThumbnailGrid::currentChanged, this, [this] { Q_EMIT currentChanged(); });
  connect(grid_, &ThumbnailGrid::selectionChanged, this, &SamplesCard::showActions);
  connect(grid_, &ThumbnailGrid::activated, this, [this] { Q_EMIT sampleOpened(); });
  connect(exclude_, &QAction::triggered, this, [this] {
    Q_EMIT editWanted({EditKind::Exclude, selectedRecords(), kNoLabel, Split::Train});
  });
  connect(tags_, &QMenu::aboutToShow, this, [this] {
    tags_->clear();
    if (shown_)
      fillTagMenu(tags_, *shown_->now, selectedRecords(), [this](const SampleEdit& edit) { Q_EMIT editWanted(edit); });
  });
  connect(browse_, &QAbstractButton::clicked, this, &SamplesCard::browse);
  showActions();
}

void SamplesCard::clear() {
  shown_.reset();
  source_.reset();
  positions_.clear();
  grid_->setSource(nullptr);
  showActions();
}

void SamplesCard::show(const ShownEvaluation& shown, bool another) {
  shown_ = shown;
  fillLists();
  fillClasses();
  if (another) return showList(List::Worst);
  refresh(false);
}

void SamplesCard::fillLists() {
  lists_->clear();
  const auto add = [this](List list, const QString& text) {
    connect(lists_->addAction(text), &QAction::triggered, this, [this, list] { showList(list); });
  };
  add(List::Worst, tr("Worst first"));
  if (shown_->evaluation().judgesByLabel()) {
    add(List::ConfidentErrors, tr("Most confident errors"));
    add(List::LabelErrors, tr("Doubtful labels"));
  }
  if (!shown_->comparison) return;
  lists_->addSeparator();
  add(List::Fixed, tr("Fixed: wrong in %1").arg(shown_->against));
  add(List::Broken, tr("Broken: right in %1").arg(shown_->against));
}

void SamplesCard::fillClasses() {
  classes_->clear();
  const DatasetInfo& info = shown_->now->info();
  classes_->menuAction()->setVisible(canRelabel(info.task) && !info.classes.empty());
  for (std::size_t k = 0; k < info.classes.size(); ++k)
    connect(classes_->addAction(QString::fromStdString(info.classes[k])), &QAction::triggered, this, [this, k] {
      Q_EMIT editWanted({EditKind::Relabel, selectedRecords(), static_cast<std::int32_t>(k), Split::Train});
    });
}

void SamplesCard::showList(List list) {
  if (!shown_) return;
  list_ = list;
  const auto& answers = shown_->evaluation().answers;
  const auto& comparison = shown_->comparison;
  switch (list) {
    case List::Worst:
      return showPositions(worstAnswers(answers, kMostListed), tr("Hardest samples"), tr("the worst first"));
    case List::ConfidentErrors:
      return showPositions(confidentErrors(answers, kMostListed), tr("Most confident errors"), tr("the surest first"));
    case List::LabelErrors:
      return showPositions(likelyLabelErrors(answers, kMostListed), tr("Doubtful labels"),
                           tr("as sure of another class as of its own samples"));
    case List::Fixed:
      return showPositions(comparison ? comparison->fixed : std::vector<std::size_t>(), tr("Fixed"),
                           tr("right here, wrong in %1").arg(shown_->against));
    case List::Broken:
      return showPositions(comparison ? comparison->broken : std::vector<std::size_t>(), tr("Broken"),
                           tr("wrong here, right in %1").arg(shown_->against));
    case List::Cell:
      return showCell(label_, prediction_);
    case List::Chosen:
      return refresh(false);
  }
}

void SamplesCard::showCell(std::int32_t label, std::int32_t prediction) {
  if (!shown_) return;
  list_ = List::Cell;
  label_ = label;
  prediction_ = prediction;
  const QString title = prediction == kNoLabel ? shown_->className(label)
                        : label == prediction
                            ? tr("%1 recognised").arg(shown_->className(label))
                            : tr("%1 taken for %2").arg(shown_->className(label), shown_->className(prediction));
  showPositions(answersOfCell(shown_->evaluation().answers, label, prediction), title, tr("the surest first"));
}

void SamplesCard::showPositions(std::vector<std::size_t> positions, const QString& title, const QString& remark) {
  positions_ = std::move(positions);
  setTitle(title);
  setRemark(locale().toString(static_cast<qlonglong>(positions_.size())));
  which_->setToolTip(tr("Which samples are shown: %1").arg(remark));
  refresh(true);
}

void SamplesCard::refresh(bool toTop) {
  const QList<qint64> selection = toTop ? QList<qint64>() : grid_->selection();
  const qint64 current = toTop ? -1 : grid_->current();
  const std::int64_t before = this->current();
  source_ = std::make_shared<AnswerThumbnails>(*shown_, positions_, currentTheme().color(Color::Accent), source_.get());
  {
    // A sample that stays the current one must not replace what else the user looks at.
    const QSignalBlocker quiet(grid_);
    grid_->updateSource(source_, selection, current, toTop);
  }
  showActions();
  if (this->current() != before) Q_EMIT currentChanged();
}

qint64 SamplesCard::count() const {
  return grid_->count();
}

std::int64_t SamplesCard::current() const {
  const qint64 index = grid_->current();
  return source_ && index >= 0 && index < source_->count() ? static_cast<std::int64_t>(source_->position(index)) : -1;
}

std::vector<std::uint32_t> SamplesCard::recordsOf(const QList<qint64>& items) const {
  std::vector<std::uint32_t> records;
  for (const qint64 item : items) records.push_back(source_->record(item));
  std::sort(records.begin(), records.end());
  records.erase(std::unique(records.begin(), records.end()), records.end());
  return records;
}

std::vector<std::uint32_t> SamplesCard::selectedRecords() const {
  return source_ ? recordsOf(grid_->selection()) : std::vector<std::uint32_t>();
}

void SamplesCard::browse() {
  if (!source_) return;
  QList<qint64> items = grid_->selection();
  for (qint64 item = 0; items.size() < source_->count() && grid_->selectionSize() == 0; ++item) items << item;
  Q_EMIT recordsWanted(recordsOf(items));
}

void SamplesCard::showChosen(std::vector<std::size_t> positions, const QString& title, const QString& remark) {
  if (!shown_) return;
  list_ = List::Chosen;
  showPositions(std::move(positions), title, remark);
  setRemark(remark);
  grid_->selectAll();
}

void SamplesCard::showActions() {
  const bool any = source_ && grid_->selectionSize() > 0;
  change_->setEnabled(any);
  which_->setEnabled(shown_.has_value());
  browse_->setEnabled(source_ && source_->count() > 0);
}

void SamplesCard::changeEvent(QEvent* event) {
  if (isThemeChange(event) && shown_) refresh(false);
  Card::changeEvent(event);
}

}  // namespace fovea
