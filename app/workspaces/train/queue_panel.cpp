#include "app/workspaces/train/queue_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

QString priorityWords(int priority) {
  return priority > 0 ? QueueModel::tr("high") : priority < 0 ? QueueModel::tr("low") : QueueModel::tr("normal");
}

bool sameRuns(const std::vector<QueuedRun>& a, const std::vector<QueuedRun>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const QueuedRun& x, const QueuedRun& y) { return x.id == y.id; });
}

}  // namespace

QueueModel::QueueModel(RunQueueService& queue, QObject* parent) : QAbstractTableModel(parent), queue_(queue) {
  connect(&queue, &RunQueueService::changed, this, &QueueModel::refresh);
  refresh();
}

void QueueModel::refresh() {
  if (sameRuns(runs_, queue_.runs())) {
    runs_ = queue_.runs();
    if (!runs_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
    return;
  }
  beginResetModel();
  runs_ = queue_.runs();
  endResetModel();
}

const QueuedRun* QueueModel::run(int row) const {
  return row >= 0 && row < rowCount() ? &runs_[static_cast<std::size_t>(row)] : nullptr;
}

int QueueModel::rowOf(std::int64_t id) const {
  for (int row = 0; row < rowCount(); ++row)
    if (run(row)->id == id) return row;
  return -1;
}

int QueueModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
  const QueuedRun* waiting = index.isValid() ? run(index.row()) : nullptr;
  if (!waiting) return {};
  const TrainingSettings& settings = waiting->description.settings;
  if (role == Qt::TextAlignmentRole && index.column() >= kRate && index.column() <= kEpochs)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case kRun:
      return QString::fromStdString(waiting->description.name);
    case kPriority:
      return priorityWords(waiting->priority);
    case kData:
      return QString::fromStdString(waiting->description.dataset);
    case kRate:
      return numberText(settings.learningRate);
    case kBatch:
      return QString::number(settings.batch);
    case kEpochs:
      return QString::number(settings.epochs);
    case kDevice:
      return QString::fromStdString(settings.device);
    default:
      return {};
  }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section >= kRate && section <= kEpochs)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QStringList names{tr("Run"), tr("Priority"), tr("Data"), tr("Rate"), tr("Batch"), tr("Epochs"), tr("Device")};
  return names.value(section);
}

QueuePanel::QueuePanel(RunQueueService& queue, QWidget* parent)
    : QWidget(parent),
      queue_(queue),
      model_(new QueueModel(queue, this)),
      table_(new QTableView),
      words_(new ElidedLabel),
      priority_(new QComboBox),
      up_(new QPushButton(icon("chevron-up"), {})),
      down_(new QPushButton(icon("chevron-down"), {})),
      remove_(new QPushButton(icon("remove"), {})),
      hold_(new QPushButton) {
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Waiting runs"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(buildButtons());
  column->addWidget(table_, 1);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &QueuePanel::refresh);
  connect(&queue_, &RunQueueService::changed, this, &QueuePanel::refresh);
  refresh();
}

QWidget* QueuePanel::buildButtons() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  setKind(words_, "muted");
  for (int priority = kHighestPriority; priority >= kLowestPriority; --priority)
    priority_->addItem(tr("Priority: %1").arg(priorityWords(priority)), priority);
  priority_->setAccessibleName(tr("Priority of the waiting run"));
  up_->setToolTip(tr("Begin this run earlier"));
  up_->setAccessibleName(tr("Earlier"));
  down_->setToolTip(tr("Begin this run later"));
  down_->setAccessibleName(tr("Later"));
  remove_->setToolTip(tr("Take this run out of the queue"));
  remove_->setAccessibleName(tr("Remove"));
  row->addWidget(hold_);
  row->addWidget(words_, 1);
  for (QWidget* each : std::initializer_list<QWidget*>{priority_, up_, down_, remove_}) row->addWidget(each);
  connect(priority_, &QComboBox::activated, this, [this] {
    if (const QueuedRun* run = selected()) queue_.setPriority(run->id, priority_->currentData().toInt());
  });
  connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { move(1); });
  connect(remove_, &QPushButton::clicked, this, [this] {
    if (const QueuedRun* run = selected()) queue_.remove(run->id);
  });
  connect(hold_, &QPushButton::clicked, this, [this] { queue_.held() ? queue_.resume() : queue_.hold(); });
  return bar;
}

const QueuedRun* QueuePanel::selected() const {
  return model_->run(table_->currentIndex().row());
}

void QueuePanel::move(int by) {
  const QueuedRun* run = selected();
  const int place = table_->currentIndex().row() + by;
  if (run && place >= 0 && place < model_->rowCount()) queue_.move(run->id, static_cast<std::size_t>(place));
}

// Rows that were replaced have no selection: the run keeps it, and one that has left gives it to the next.
void QueuePanel::keepSelection() {
  const int last = model_->rowCount() - 1;
  if (last < 0 || table_->currentIndex().isValid()) return;
  const int row = model_->rowOf(chosen_);
  table_->selectRow(row >= 0 ? row : std::min(chosenRow_, last));
}

void QueuePanel::refresh() {
  keepSelection();
  const QueuedRun* run = selected();
  const int row = table_->currentIndex().row();
  chosen_ = run ? run->id : 0;
  chosenRow_ = std::max(row, 0);
  priority_->setEnabled(run);
  remove_->setEnabled(run && !queue_.starts(run->id));
  up_->setEnabled(run && row > 0);
  down_->setEnabled(run && row + 1 < model_->rowCount());
  if (run) priority_->setCurrentIndex(priority_->findData(run->priority));
  const bool held = queue_.held();
  hold_->setText(held ? tr("Begin") : tr("Hold"));
  hold_->setIcon(icon(held ? "play" : "pause"));
  hold_->setToolTip(held ? tr("Let the waiting runs begin, each as soon as its device is free")
                         : tr("Let no waiting run begin; the run that is under way goes on"));
  words_->setText(held ? tr("The queue is held.") : tr("Each run begins as soon as its device is free."));
}

}  // namespace fovea
