// Why: lets the user choose how the plots of runs are displayed, and shows facts about the runs.
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "app/workspaces/train/run_plots.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_grid.h"
#include "widgets/plots/plot_header.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kMeansMilliseconds = 500;

const char* axisName(PlotAxis axis) {
  switch (axis) {
    case PlotAxis::Epoch:
      return "epoch";
    case PlotAxis::Duration:
      return "duration";
    case PlotAxis::Time:
      return "time";
    default:
      return "step";
  }
}

// Keeps the order of the others, so that what is already so is no change.
void setPresent(std::vector<std::string>& names, const std::string& name, bool present) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (present == (place != names.end())) return;
  if (present)
    names.push_back(name);
  else
    names.erase(place);
}

}  // namespace

RunPlots::RunPlots(QWidget* parent)
    : QWidget(parent),
      grid_(new PlotGrid),
      facts_(new LiveLabel(new ElidedLabel)),
      part_(new PillButton({})),
      bands_(new PillButton(tr("mean over seeds"))),
      shown_(new PillButton(tr("plots"))),
      one_(new PillButton(tr("one run"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(buildHead());
  column->addWidget(grid_, 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kMeansMilliseconds);
  inTime_.setSingleShot(true);
  for (QTimer* timer : {&soon_, &inTime_}) connect(timer, &QTimer::timeout, this, &RunPlots::refill);
  const auto showButtons = [this] {
    for (const auto& panel : panels_)
      panel->plot->header()->setMaximised(panel->plot == grid_->maximised() || grid_->isDetached(panel->plot));
  };
  connect(grid_, &PlotGrid::maximisedChanged, this, showButtons);
  connect(grid_, &PlotGrid::detachedChanged, this, showButtons);
  panelOf(kLossMetric);
  panelOf(kAccuracyMetric);
  refill();
}

QWidget* RunPlots::buildHead() {
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  setKind(facts_->label(), "muted");
  part_->setToolTip(tr("Which values of the runs are laid over each other"));
  auto* parts = new QMenu(part_);
  connect(parts, &QMenu::aboutToShow, this, [this, parts] {
    parts->clear();
    const std::pair<const char*, QString> known[] = {{"auto", tr("Validation, or training where there is none")},
                                                     {"validation", tr("Validation")},
                                                     {"train", tr("Training")}};
    for (const auto& [name, words] : known) {
      QAction* action = parts->addAction(words, this, [this, part = std::string(name)] {
        change([&](RunViewChoices& choices) { choices.part = part; });
      });
      action->setCheckable(true);
      action->setChecked(choices_.part == name);
    }
  });
  part_->setMenu(parts);
  bands_->setCheckable(true);
  bands_->setToolTip(tr("Draw runs that differ only in their seed as one mean with its deviation"));
  connect(bands_, &QAbstractButton::clicked, this,
          [this](bool on) { change([on](RunViewChoices& choices) { choices.bands = on; }); });
  shown_->setToolTip(tr("Which metrics have a plot"));
  auto* metrics = new QMenu(shown_);
  connect(metrics, &QMenu::aboutToShow, this, [this, metrics] {
    metrics->clear();
    for (const std::string& metric : presentMetrics()) {
      const bool hidden = std::find(choices_.hidden.begin(), choices_.hidden.end(), metric) != choices_.hidden.end();
      QAction* action = metrics->addAction(metricTitle(metric), this, [this, metric, hidden] {
        change([&](RunViewChoices& choices) { setPresent(choices.hidden, metric, !hidden); });
      });
      action->setCheckable(true);
      action->setChecked(!hidden);
    }
  });
  shown_->setMenu(metrics);
  one_->setToolTip(tr("Stop comparing: show the selected run alone"));
  connect(one_, &QAbstractButton::clicked, this, &RunPlots::comparisonEnded);
  row->addWidget(facts_, 1);
  for (PillButton* pill : {one_, part_, bands_, shown_}) row->addWidget(pill);
  return head;
}

RunPlots::Panel& RunPlots::panelOf(const std::string& metric) {
  for (const auto& panel : panels_)
    if (panel->metric == metric) return *panel;
  auto panel = std::make_unique<Panel>();
  panel->metric = metric;
  panel->plot = new MetricPlot(metricTitle(metric), grid_);
  panel->plot->hide();
  panel->plot->setShares(isShareMetric(metric));
  if (metric != kRateMetric) panel->plot->setSmoothing(choices_.smoothing);
  panel->plot->setLogarithmic(std::find(choices_.logarithmic.begin(), choices_.logarithmic.end(), metric) !=
                              choices_.logarithmic.end());
  panel->plot->setAxis(axis());
  panels_.push_back(std::move(panel));
  connectPlot(*panels_.back());
  comparing() ? fillCompared(*panels_.back()) : fillOne(*panels_.back());
  return *panels_.back();
}

void RunPlots::connectPlot(Panel& panel) {
  MetricPlot* plot = panel.plot;
  const std::string metric = panel.metric;
  plot->header()->offerAxes(true);
  plot->header()->offerMaximising(true);
  connect(plot, &MetricPlot::exportFailed, this, &RunPlots::exportFailed);
  connect(plot, &MetricPlot::smoothingChanged, this,
          [this](double weight) { change([weight](RunViewChoices& choices) { choices.smoothing = weight; }); });
  connect(plot, &MetricPlot::logarithmicChanged, this, [this, metric](bool on) {
    change([&](RunViewChoices& choices) { setPresent(choices.logarithmic, metric, on); });
  });
  connect(plot->header(), &PlotHeader::axisWanted, this,
          [this](PlotAxis axis) { change([axis](RunViewChoices& choices) { choices.axis = axisName(axis); }); });
  connect(plot->header(), &PlotHeader::maximiseWanted, this, [this, plot] {
    if (grid_->isDetached(plot)) return grid_->attach(plot);
    grid_->maximise(grid_->maximised() == plot ? nullptr : plot);
  });
  connect(plot, &MetricPlot::crosshairMoved, this, [this, plot](double x) {
    for (const auto& other : panels_)
      if (other->plot != plot) other->plot->setCrosshair(x);
  });
  connect(plot, &MetricPlot::xRangeChosen, this, [this, plot](const PlotRange& range) {
    for (const auto& other : panels_)
      if (other->plot != plot) other->plot->setXRange(range);
  });
  connect(plot, &MetricPlot::viewReset, this, [this, plot] {
    for (const auto& other : panels_)
      if (other->plot != plot) other->plot->resetView();
  });
  connect(plot, &MetricPlot::seriesHovered, this, [this, &panel](int series) {
    if (!comparing()) return;
    const bool any = series >= 0 && static_cast<std::size_t>(series) < panel.lines.size();
    const std::vector<RunId> runs = any ? panel.lines[static_cast<std::size_t>(series)].runs : std::vector<RunId>();
    // The curves of one run are shown until those of the comparison are filled in.
    highlight(runs.empty() ? RunId() : runs.front());
    Q_EMIT runHovered(highlighted_);
  });
  connect(plot, &MetricPlot::menuAboutToShow, this, [this, metric](QMenu* menu) { fillMenu(*menu, metric); });
}

void RunPlots::fillMenu(QMenu& menu, const std::string& metric) {
  menu.addSeparator();
  MetricPlot* const plot = plotOf(metric);
  if (grid_->isDetached(plot))
    menu.addAction(tr("Put back among the plots"), this, [this, plot] { grid_->attach(plot); });
  else
    menu.addAction(tr("Show in a window of its own"), this,
                   [this, plot, metric] { grid_->detach(plot, metricTitle(metric)); });
  menu.addAction(tr("Move to the front"), this, [this, metric] {
    change([&](RunViewChoices& choices) {
      std::erase(choices.order, metric);
      choices.order.insert(choices.order.begin(), metric);
    });
  });
  menu.addAction(tr("Hide this plot"), this, [this, metric] {
    change([&](RunViewChoices& choices) { setPresent(choices.hidden, metric, true); });
  });
}

QString RunPlots::facts() const {
  return facts_->text();
}

void RunPlots::showFacts() {
  QStringList facts;
  if (comparing()) {
    facts << tr("%1 laid over each other").arg(runsWords(compared_.size()));
  } else {
    const MetricCurve* rate = curves_.find(kRateMetric, false);
    if (rate && curves_.constantRate())
      facts << tr("Learning rate %1 throughout").arg(numberText(rate->values.front()));
    if (rate && !curves_.constantRate())
      facts << tr("Learning rate %1 now").arg(numberText(rate->values.back(), 'g', 4));
    if (speed_ > 0) facts << tr("%1 samples per second").arg(QLocale().toString(std::round(speed_), 'f', 0));
  }
  facts_->setText(facts.join(QStringLiteral(" · ")));
  one_->setVisible(comparing());
  part_->setVisible(comparing());
  // A new geometry lays out the whole page, which must not happen with every new value.
  const QString part = choices_.part == "train" ? tr("training") : tr("validation");
  if (part_->text() != part) {
    part_->setText(part);
    part_->updateGeometry();
  }
  bands_->setVisible(comparing());
  bands_->setChecked(choices_.bands);
}

}  // namespace fovea
