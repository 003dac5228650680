#include "app/workspaces/train/sweep_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "app/workspaces/train/run_looks.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/plots/parallel_plot.h"
#include "widgets/plots/scatter_plot.h"
#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr auto kBetweenRefreshes = std::chrono::milliseconds(250);
constexpr std::size_t kComparedBest = 5;

}  // namespace

SweepPage::SweepPage(SweepService& sweeps, QWidget* parent)
    : QWidget(parent),
      sweeps_(sweeps),
      model_(new SweepModel(this)),
      list_(new CalmComboBox),
      state_(new Pill({})),
      words_(new ElidedLabel),
      go_(new QPushButton),
      best_(new QPushButton(icon("train"), tr("Compare the best"))),
      parallel_(new ParallelPlot),
      scatter_(new ScatterPlot),
      against_(new CalmComboBox),
      table_(new QTableView) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGutter);
  column->addWidget(buildHead());
  auto* card = new Card(tr("All configurations"));
  card->body()->addWidget(parallel_);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setChildrenCollapsible(false);
  parts->setHandleWidth(size::kGutter);
  parts->addWidget(card);
  parts->addWidget(buildResults());
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  column->addWidget(parts, 1);
  const QString note = tr("The first results appear here.");
  parallel_->setNote(note);
  scatter_->setNote(note);
  soon_.setSingleShot(true);
  soon_.setInterval(kBetweenRefreshes);
  connect(&soon_, &QTimer::timeout, this, &SweepPage::refresh);
  connect(&sweeps_, &SweepService::changed, this, &SweepPage::refreshSoon);
  connect(&sweeps_, &SweepService::began, this, &SweepPage::showSweep);
  connect(parallel_, &ParallelPlot::lineHovered, this, &SweepPage::highlight);
  connect(scatter_, &ScatterPlot::dotHovered, this, &SweepPage::highlight);
  connect(parallel_, &ParallelPlot::lineChosen, this, &SweepPage::choose);
  connect(scatter_, &ScatterPlot::dotChosen, this, &SweepPage::choose);
  connect(parallel_, &ParallelPlot::rangesChanged, this, &SweepPage::fillScatter);
}

QWidget* SweepPage::buildHead() {
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  list_->setAccessibleName(tr("Sweep"));
  list_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  setKind(words_, "muted");
  best_->setToolTip(tr("Lays the curves of the best configurations over each other"));
  row->addWidget(list_);
  row->addWidget(state_);
  row->addWidget(words_, 1);
  for (QPushButton* button : {go_, best_}) row->addWidget(button);
  connect(list_, &QComboBox::activated, this, [this] { showSweep(list_->currentText().toStdString()); });
  connect(go_, &QPushButton::clicked, this, &SweepPage::toggle);
  connect(best_, &QPushButton::clicked, this, &SweepPage::chooseBest);
  return head;
}

QWidget* SweepPage::buildResults() {
  auto* results = new QSplitter(Qt::Horizontal);
  results->setChildrenCollapsible(false);
  results->setHandleWidth(size::kGutter);
  auto* left = new Card(tr("Result against"));
  against_->setAccessibleName(tr("Setting on the horizontal axis"));
  against_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  left->addToHeader(against_);
  left->body()->addWidget(scatter_);
  auto* right = new Card(tr("The best first"));
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Configurations of the sweep, the best first"));
  table_->setToolTip(tr("A double click shows the curves of a configuration's runs"));
  right->body()->addWidget(table_);
  results->addWidget(left);
  results->addWidget(right);
  results->setStretchFactor(0, 1);
  results->setStretchFactor(1, 1);
  connect(against_, &QComboBox::currentIndexChanged, this, &SweepPage::fillScatter);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (highlighting_ || !now.isValid()) return;
    highlight(now.row());
    if (!model_->runs(now.row()).empty()) Q_EMIT runWanted(model_->runs(now.row()).front());
  });
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& row) {
    if (!model_->runs(row.row()).empty()) Q_EMIT curvesWanted(model_->runs(row.row()));
  });
  return results;
}

void SweepPage::showSweep(const std::string& name) {
  const auto& names = sweeps_.names();
  const bool known = std::find(names.begin(), names.end(), name) != names.end();
  const std::string wanted = known ? name
                             : !sweeps_.goingOn().empty() ? sweeps_.goingOn()
                             : names.empty()              ? std::string()
                                                          : names.back();
  shown_ = wanted;
  if (!shown_.empty() && !entry()) sweeps_.read(shown_);
  refresh();
}

void SweepPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showSweep(shown_);
}

void SweepPage::refreshSoon() {
  if (isVisible() && !soon_.isActive()) soon_.start();
}

void SweepPage::refresh() {
  soon_.stop();
  listSweeps();
  const SweepService::Entry* sweep = entry();
  {
    const QScopedValueRollback guard(highlighting_, true);
    const QModelIndex current = table_->currentIndex();
    const RunId chosen = current.isValid() && !model_->runs(current.row()).empty() ? model_->runs(current.row()).front()
                                                                                  : RunId();
    model_->setCourse(sweep ? sweep->course.get() : nullptr);
    // The chosen configuration may have another rank now.
    if (const int row = chosen.valid() ? model_->rowOf(chosen) : -1; row >= 0 && row != table_->currentIndex().row())
      table_->selectRow(row);
  }
  showState();
  fillPlots();
}

void SweepPage::listSweeps() {
  QStringList names;
  for (const std::string& name : sweeps_.names()) names << QString::fromStdString(name);
  QStringList before;
  for (int i = 0; i < list_->count(); ++i) before << list_->itemText(i);
  const QSignalBlocker quiet(list_);
  if (names != before) {
    list_->clear();
    list_->addItems(names);
  }
  list_->setCurrentIndex(static_cast<int>(names.indexOf(QString::fromStdString(shown_))));
}

void SweepPage::showState() {
  const SweepService::Entry* sweep = entry();
  const bool goesOn = sweep && sweeps_.goingOn() == shown_;
  for (QWidget* each : std::initializer_list<QWidget*>{state_, go_, best_}) each->setVisible(sweep);
  if (!sweep) return words_->setText(QString());
  const SweepCourse& course = *sweep->course;
  const bool complete = !course.next();
  state_->setText(goesOn ? tr("under way") : complete ? tr("complete") : tr("held"));
  state_->setTone(goesOn ? Pill::Tone::Accent : complete ? Pill::Tone::Good : Pill::Tone::Warning);
  const SweepCourse::Progress progress = course.progress();
  QStringList words;
  if (course.rounds().size() > 1) words << tr("round %1 of %2").arg(progress.round + 1).arg(course.rounds().size());
  words << tr("%1 of %2 runs").arg(progress.done).arg(progress.of);
  if (const std::string metric = course.metric(); !metric.empty())
    words << (isLowerBetter(metric) ? tr("%1: lowest is best") : tr("%1: highest is best")).arg(splitMetricTitle(metric));
  if (sweep->obstacle) words << coreMessage(*sweep->obstacle);
  words_->setText(words.join(QStringLiteral(" · ")));
  go_->setVisible(!complete);
  go_->setText(goesOn ? tr("Hold") : tr("Go on"));
  go_->setIcon(icon(goesOn ? "pause" : "play"));
  go_->setToolTip(goesOn ? tr("Let no further run of the sweep begin; the one under way goes on")
                         : tr("Train what is left of the sweep"));
  best_->setEnabled(model_->rowCount() > 0 && !model_->runs(0).empty());
}

void SweepPage::fillPlots() {
  const SweepService::Entry* sweep = entry();
  axes_.clear();
  points_.clear();
  metric_ = {};
  if (sweep && !sweep->course->metric().empty()) gatherPoints(*sweep->course);
  std::vector<PlotDimension> dimensions = axes_;
  if (!points_.empty()) dimensions.push_back(metric_);
  std::vector<ParallelPlot::Line> lines;
  for (const Point& point : points_) {
    lines.push_back({point.xs, point.title});
    lines.back().values.push_back(point.y);
  }
  parallel_->setLines(std::move(dimensions), std::move(lines));
  QStringList names, before;
  for (const PlotDimension& axis : axes_) names << axis.title;
  for (int i = 0; i < against_->count(); ++i) before << against_->itemText(i);
  if (names != before) {
    const QSignalBlocker quiet(against_);
    against_->clear();
    against_->addItems(names);
  }
  fillScatter();
}

// A point is a configuration, in the order of the table. Where only the seed varies, it is a run.
void SweepPage::gatherPoints(const SweepCourse& course) {
  const std::vector<SweepDimension> settings = sweepDimensions(course);
  metric_ = sweepMetricDimension(course);
  for (const SweepDimension& setting : settings) axes_.push_back(setting.axis);
  if (settings.empty()) axes_.push_back({tr("Seed")});
  const auto& standings = model_->standings();
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const SweepStanding& standing = standings[row];
    if (settings.empty()) {
      for (std::size_t i = 0; i < standing.each.size(); ++i) {
        const std::int64_t seed = course.trials()[static_cast<std::size_t>(standing.trials[i])].seed;
        points_.push_back({tr("seed %1").arg(seed), {static_cast<double>(seed)}, standing.each[i]});
      }
      continue;
    }
    Point point{model_->title(static_cast<int>(row)), {}, standing.score.mean};
    for (const SweepDimension& setting : settings) point.xs.push_back(setting.number(standing.values));
    for (const double value : standing.each) {
      if (!std::isfinite(value) || std::isnan(point.y)) continue;
      point.low = std::isnan(point.low) ? value : std::min(point.low, value);
      point.high = std::isnan(point.high) ? value : std::max(point.high, value);
    }
    points_.push_back(std::move(point));
  }
}

void SweepPage::fillScatter() {
  const auto axis = static_cast<std::size_t>(std::max(0, against_->currentIndex()));
  if (points_.empty() || axis >= axes_.size()) return scatter_->setDots({}, {}, {});
  std::vector<ScatterPlot::Dot> dots;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    dots.push_back({point.xs[axis], point.y, point.low, point.high, point.title,
                    !parallel_->isWithinRanges(static_cast<int>(i))});
  }
  scatter_->setDots(axes_[axis], metric_, std::move(dots));
}

void SweepPage::highlight(int row) {
  const QScopedValueRollback guard(highlighting_, true);
  parallel_->setHighlighted(row);
  scatter_->setHighlighted(row);
}

// Each line is a run of the only configuration if no setting varies.
void SweepPage::choose(int row) {
  if (row >= model_->rowCount()) row = 0;
  if (row >= 0 && row < model_->rowCount()) table_->selectRow(row);
}

void SweepPage::chooseBest() {
  std::vector<RunId> runs;
  for (int row = 0; row < model_->rowCount() && row < static_cast<int>(kComparedBest); ++row)
    for (const RunId run : model_->runs(row))
      if (std::ssize(runs) < kMostComparedRuns) runs.push_back(run);
  Q_EMIT curvesWanted(runs);
}

void SweepPage::toggle() {
  if (sweeps_.goingOn() == shown_) return sweeps_.hold();
  if (const Status going = sweeps_.resume(shown_); !going.ok()) Q_EMIT failed(going.error());
}

QString SweepPage::words() const {
  return words_->text();
}

}  // namespace fovea
