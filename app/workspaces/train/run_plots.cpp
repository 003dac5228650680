#include "app/workspaces/train/run_plots.h"

#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_grid.h"
#include "widgets/plots/plot_header.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns whether a metric is measured only during training.
bool isOfTraining(const std::string& metric) {
  return metric == kRateMetric || metric == kSpeedMetric;
}

void append(MetricPlot& plot, int series, const RunCurves& curves, const MetricCurve& curve, PlotAxis axis,
            std::size_t first) {
  plot.append(series, curves.xs(curve, axis, first), std::span(curve.values).subspan(first));
}

}  // namespace

QString RunPlots::runsWords(std::size_t count) {
  return count == 1 ? tr("one run") : tr("%1 runs").arg(count);
}

PlotAxis RunPlots::axis() const {
  if (choices_.axis == "epoch") return PlotAxis::Epoch;
  if (choices_.axis == "duration") return PlotAxis::Duration;
  if (choices_.axis == "time") return PlotAxis::Time;
  return PlotAxis::Step;
}

void RunPlots::clear() {
  curves_ = RunCurves();
  marks_.clear();
  speed_ = 0;
  run_ = RunRecord();
  if (!comparing())
    for (const auto& panel : panels_) panel->plot->resetView();
  refillInTime();
}

void RunPlots::setRun(const RunRecord& run) {
  run_ = run;
  curves_.setRun(run);
}

bool RunPlots::isCompared(RunId run) const {
  return std::any_of(compared_.begin(), compared_.end(),
                     [run](const ComparedRunPtr& each) { return each->record.id == run; });
}

void RunPlots::refillInTime() {
  if (!comparing()) return refill();
  inTime_.start(0);
}

void RunPlots::addPoints(std::span<const MetricPoint> points) {
  if (points.empty()) return;
  curves_.addPoints(points);
  appendNews();
}

void RunPlots::addEpochs(std::span<const EpochRecord> epochs, std::span<const std::string> times,
                         std::span<const ValidationRecord> within) {
  if (epochs.empty() && within.empty()) return;
  curves_.addEpochs(epochs, times, within);
  // The end of an epoch determines the times of its points.
  if (comparing() || axis() == PlotAxis::Duration || axis() == PlotAxis::Time) return refillInTime();
  appendNews();
  markBest();
}

void RunPlots::addMarks(std::span<const RunMark> marks) {
  if (marks.empty()) return;
  marks_.insert(marks_.end(), marks.begin(), marks.end());
  drawMarks();
}

void RunPlots::addSpeed(double step, double samplesPerSecond) {
  if (!(samplesPerSecond > 0)) return;
  speed_ = samplesPerSecond;
  curves_.addSpeed(step, samplesPerSecond);
  appendNews();
}

void RunPlots::setCompared(std::vector<ComparedRunPtr> runs, const RunLooks& looks) {
  const bool was = comparing();
  if (!was && runs.empty()) return;
  compared_ = std::move(runs);
  looks_ = looks;
  if (was != comparing())
    for (const auto& panel : panels_) panel->plot->resetView();
  refillInTime();
}

void RunPlots::setChoices(const RunViewChoices& choices) {
  choices_ = choices;
  for (const auto& panel : panels_) {
    if (panel->metric != kRateMetric) panel->plot->setSmoothing(choices_.smoothing);
    panel->plot->setLogarithmic(contains(choices_.logarithmic, panel->metric));
  }
  refillInTime();
}

void RunPlots::change(const std::function<void(RunViewChoices&)>& edit) {
  RunViewChoices changed = choices_;
  edit(changed);
  if (changed == choices_) return;
  setChoices(changed);
  Q_EMIT choicesChanged();
}

MetricPlot* RunPlots::plotOf(const std::string& metric) const {
  for (const auto& panel : panels_)
    if (panel->metric == metric) return panel->plot;
  return nullptr;
}

const RunCurves& RunPlots::curvesOf(const ComparedRun& run) const {
  return run.record.id == run_.id ? curves_ : run.curves;
}

// Returns the metrics to plot: always the loss; not a constant learning rate or fewer than three speeds.
std::vector<std::string> RunPlots::presentMetrics() const {
  std::vector<std::string> names{kLossMetric};
  const auto collect = [&](const RunCurves& curves) {
    for (const auto* part : {&curves.train(), &curves.validation()})
      for (const auto& [name, curve] : *part) {
        const bool told = name == kRateMetric ? curves.constantRate() : name == kSpeedMetric && curve.values.size() < 3;
        if (!curve.empty() && !told && !contains(names, name)) names.push_back(name);
      }
  };
  if (!comparing()) collect(curves_);
  for (const ComparedRunPtr& run : compared_) collect(curvesOf(*run));
  sortMetrics(names);
  std::stable_sort(names.begin(), names.end(), [this](const std::string& a, const std::string& b) {
    const auto place = [this](const std::string& name) {
      return std::find(choices_.order.begin(), choices_.order.end(), name) - choices_.order.begin();
    };
    return place(a) < place(b);
  });
  return names;
}

std::vector<std::string> RunPlots::metrics() const {
  std::vector<std::string> shown;
  for (const QWidget* plot : grid_->plots())
    for (const auto& panel : panels_)
      if (panel->plot == plot) shown.push_back(panel->metric);
  return shown;
}

void RunPlots::arrange() {
  std::vector<QWidget*> plots;
  for (const std::string& metric : presentMetrics())
    if (!contains(choices_.hidden, metric)) plots.push_back(panelOf(metric).plot);
  grid_->setPlots(plots);
}

void RunPlots::refill() {
  soon_.stop();
  inTime_.stop();
  arrange();
  for (const auto& panel : panels_) {
    panel->plot->setAxis(axis());
    comparing() ? fillCompared(*panel) : fillOne(*panel);
  }
  markBest();
  drawMarks();
  showFacts();
  showHighlight();
}

// Series 0 is training and series 1 validation.
void RunPlots::fillOne(Panel& panel) {
  panel.plot->header()->setRemark({});
  const int wanted = isOfTraining(panel.metric) ? 1 : 2;
  const bool same = static_cast<int>(panel.lines.size()) == wanted && panel.lines.front().runs.empty();
  if (!same) {
    panel.plot->clearSeries();
    panel.lines.clear();
    panel.plot->addSeries(tr("train"), SeriesRole::Train);
    if (wanted == 2) panel.plot->addSeries(tr("validation"), SeriesRole::Validation);
    panel.lines = {Line{{}, false}, Line{{}, true}};
    panel.lines.resize(static_cast<std::size_t>(wanted));
  }
  panel.plot->clearData();
  for (std::size_t i = 0; i < panel.lines.size(); ++i) {
    const MetricCurve* curve = curves_.find(panel.metric, panel.lines[i].validation);
    panel.lines[i].points = curve ? curve->values.size() : 0;
    panel.lines[i].rewinds = curve ? curve->rewinds : 0;
    if (curve) append(*panel.plot, static_cast<int>(i), curves_, *curve, axis(), 0);
  }
}

// Compares runs by validation values if any run has them, unless the user chose a part.
bool RunPlots::showsValidation(const std::string& metric) const {
  if (choices_.part != "auto") return choices_.part == "validation";
  return std::any_of(compared_.begin(), compared_.end(),
                     [&](const ComparedRunPtr& run) { return curvesOf(*run).find(metric, true) != nullptr; });
}

void RunPlots::addLine(Panel& panel, const QString& name, CurveLook look, const ComparedRun& run, bool validation) {
  const RunCurves& curves = curvesOf(run);
  const MetricCurve* curve = curves.find(panel.metric, validation);
  if (!curve) return;
  look.marker = validation;
  const int series = panel.plot->addSeries(name, look);
  append(*panel.plot, series, curves, *curve, axis(), 0);
  panel.lines.push_back({{run.record.id}, validation, curve->values.size(), curve->rewinds});
  if (!validation || metricGoal(panel.metric) == MetricGoal::None) return;
  const std::size_t best = bestOf(*curve, metricGoal(panel.metric) == MetricGoal::Highest);
  panel.plot->setRing(series, curves.x(axis(), curve->steps[best], curve->epochs[best]), curve->values[best]);
}

void RunPlots::addMean(Panel& panel, const QString& name, const std::vector<ComparedRunPtr>& runs, bool validation) {
  std::vector<std::pair<std::vector<double>, std::vector<double>>> curves;
  Line line{{}, validation};
  for (const ComparedRunPtr& run : runs)
    if (const MetricCurve* curve = curvesOf(*run).find(panel.metric, validation)) {
      curves.emplace_back(curvesOf(*run).xs(*curve, axis()), curve->values);
      line.runs.push_back(run->record.id);
    }
  const CurveSpread spread = spreadOf(curves);
  if (spread.xs.empty()) {
    for (const ComparedRunPtr& run : runs) addLine(panel, run->title, looks_.look(run->record.id), *run, validation);
    return;
  }
  CurveLook look = looks_.look(runs.front()->record.id);
  look.marker = validation;
  const int series = panel.plot->addSeries(tr("%1, mean of %2 seeds").arg(name).arg(line.runs.size()), look);
  panel.plot->append(series, spread.xs, spread.means);
  panel.plot->setBand(series, spread.xs, spread.lows, spread.highs);
  panel.lines.push_back(std::move(line));
}

void RunPlots::fillCompared(Panel& panel) {
  panel.plot->clearSeries();
  panel.lines.clear();
  const bool validation = !isOfTraining(panel.metric) && showsValidation(panel.metric);
  std::vector<std::vector<ComparedRunPtr>> groups;
  if (choices_.bands)
    groups = seedGroups(compared_);
  else
    for (const ComparedRunPtr& run : compared_) groups.push_back({run});
  std::size_t seeds = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& group = groups[i];
    seeds = std::max(seeds, group.size());
    if (group.size() > 1)
      addMean(panel, groupName(groups, i), group, validation);
    else
      addLine(panel, group.front()->title, looks_.look(group.front()->record.id), *group.front(), validation);
  }
  QStringList remark{validation ? tr("validation") : tr("train"), runsWords(compared_.size())};
  if (seeds > 1) remark << tr("mean and deviation over seeds");
  panel.plot->header()->setRemark(remark.join(QStringLiteral(" · ")));
}

// Appends new values of the shown run without rereading the earlier ones.
void RunPlots::appendNews() {
  arrange();
  showFacts();
  for (const auto& panel : panels_)
    for (std::size_t i = 0; i < panel->lines.size(); ++i) {
      Line& line = panel->lines[i];
      const bool own = line.runs.empty() || (line.runs.size() == 1 && line.runs.front() == run_.id);
      if (!own) {
        const bool within = std::find(line.runs.begin(), line.runs.end(), run_.id) != line.runs.end();
        if (within && !soon_.isActive()) soon_.start();
        continue;
      }
      const MetricCurve* curve = curves_.find(panel->metric, line.validation);
      if (!curve) continue;
      const SeriesData& drawn = panel->plot->data(static_cast<int>(i));
      const bool further = curve->rewinds == line.rewinds && drawn.size() == line.points;
      const bool placed = curves_.timeKnown() || axis() == PlotAxis::Step || axis() == PlotAxis::Epoch;
      const std::size_t first = further && placed ? line.points : 0;
      line.points = curve->values.size();
      line.rewinds = curve->rewinds;
      if (first < curve->values.size()) append(*panel->plot, static_cast<int>(i), curves_, *curve, axis(), first);
    }
}

// Marks the best value in each plot. With accuracy, the loss's mark is called "lowest", since accuracy decides.
void RunPlots::markBest() {
  if (comparing()) return;
  const bool decidedElsewhere = curves_.find(kAccuracyMetric, true) != nullptr;
  for (const auto& panel : panels_) {
    const MetricCurve* curve = curves_.find(panel->metric, true);
    const MetricGoal goal = metricGoal(panel->metric);
    if (!curve || goal == MetricGoal::None) continue;
    const std::size_t best = bestOf(*curve, goal == MetricGoal::Highest);
    const bool lowest = panel->metric == kLossMetric && decidedElsewhere;
    const QString value = isShareMetric(panel->metric) ? tr("%1 %").arg(numberText(curve->values[best] * 100, 'f', 1))
                                                       : numberText(curve->values[best], 'g', 4);
    const QString words = lowest ? tr("lowest · epoch %1 · %2") : tr("best · epoch %1 · %2");
    panel->plot->setBest(1, curves_.x(axis(), curve->steps[best], curve->epochs[best]), curve->values[best],
                         words.arg(std::round(curve->epochs[best] * 100) / 100).arg(value));
  }
}

void RunPlots::drawMarks() {
  MetricPlot* plot = lossPlot();
  if (!plot) return;
  plot->clearMarkers();
  // In a comparison, shows only the marks of the highlighted run, since more would hide the curves.
  if (!comparing())
    for (const RunMark& mark : marks_)
      plot->addMarker(curves_.x(axis(), static_cast<double>(mark.step)), coreMessage(mark.text));
  for (const ComparedRunPtr& run : compared_)
    if (run->record.id == highlighted_)
      for (const RunMark& mark : run->marks)
        plot->addMarker(curvesOf(*run).x(axis(), static_cast<double>(mark.step)), coreMessage(mark.text));
}

void RunPlots::highlight(RunId run) {
  if (run == highlighted_) return;
  highlighted_ = run;
  showHighlight();
  if (comparing()) drawMarks();
}

void RunPlots::showHighlight() {
  for (const auto& panel : panels_) {
    int found = -1;
    for (std::size_t i = 0; i < panel->lines.size(); ++i) {
      const auto& runs = panel->lines[i].runs;
      if (highlighted_.valid() && std::find(runs.begin(), runs.end(), highlighted_) != runs.end())
        found = static_cast<int>(i);
    }
    panel->plot->setEmphasis(found);
  }
}

}  // namespace fovea
