#include "app/workspaces/train/run_curves.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

double secondsOf(const std::string& time) {
  const QDateTime found = QDateTime::fromString(QString::fromStdString(time), Qt::ISODateWithMs);
  return found.isValid() ? static_cast<double>(found.toMSecsSinceEpoch()) / 1000 : 0;
}

double now() {
  return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
}

double between(double x, double x0, double y0, double x1, double y1) {
  return x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y1;
}

}  // namespace

RunCurves::RunCurves(const ThinnedHistory& history) {
  setRun(history.run);
  addPoints(history.points);
  addEpochs(history.epochs, history.epochTimes, history.validations);
}

void RunCurves::setRun(const RunRecord& run) {
  started_ = secondsOf(run.started);
  finished_ = run.finished.empty() ? 0 : secondsOf(run.finished);
}

void RunCurves::addPoint(std::map<std::string, MetricCurve>& curves, const std::string& metric, double step,
                         double epoch, double value) {
  if (!std::isfinite(value)) return;
  MetricCurve& curve = curves[metric];
  if (!curve.steps.empty() && step <= curve.steps.back()) {
    const auto keep =
        static_cast<std::size_t>(std::lower_bound(curve.steps.begin(), curve.steps.end(), step) - curve.steps.begin());
    ++curve.rewinds;
    curve.steps.resize(keep);
    curve.epochs.resize(keep);
    curve.values.resize(keep);
  }
  curve.steps.push_back(step);
  curve.epochs.push_back(epoch);
  curve.values.push_back(value);
}

void RunCurves::addPoints(std::span<const MetricPoint> points) {
  for (const MetricPoint& point : points) {
    const auto step = static_cast<double>(point.step);
    if (point.epoch > 0) stepsPerEpoch_ = step / point.epoch;
    lastStep_ = step;
    addPoint(train_, kLossMetric, step, point.epoch, point.loss);
    addPoint(train_, kAccuracyMetric, step, point.epoch, point.accuracy);
    addPoint(train_, kRateMetric, step, point.epoch, point.learningRate);
    for (const auto& [name, value] : point.metrics) addPoint(train_, name, step, point.epoch, value);
    const auto& rates = train_[kRateMetric].values;
    if (rates.size() > 1 && rates.back() != rates[rates.size() - 2]) constantRate_ = false;
  }
}

void RunCurves::addEpochs(std::span<const EpochRecord> epochs, std::span<const std::string> times,
                          std::span<const ValidationRecord> within) {
  auto next = within.begin();
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    for (; next != within.end() && next->step < epochs[i].step; ++next) addValidation(*next);
    addEpoch(epochs[i], i < times.size() ? secondsOf(times[i]) : now());
  }
  for (; next != within.end(); ++next) addValidation(*next);
}

void RunCurves::addEpoch(const EpochRecord& epoch, double recorded) {
  const auto step = static_cast<double>(epoch.step);
  const auto number = static_cast<double>(epoch.epoch);
  if (number > 0) stepsPerEpoch_ = step / number;
  lastStep_ = std::max(lastStep_, step);
  while (!anchors_.empty() && anchors_.back().step >= step) anchors_.pop_back();
  const double before = anchors_.empty() ? 0 : anchors_.back().seconds;
  const double seconds = before + std::max(0.0, epoch.seconds);
  // If the clock was set back, continues from the previous epoch by duration, so that no curve runs backwards.
  const double reached = anchors_.empty() ? started_ : anchors_.back().clock;
  anchors_.push_back({step, seconds, recorded >= reached ? recorded : reached + seconds - before});
  addPoint(validation_, kLossMetric, step, number, epoch.validationLoss);
  addPoint(validation_, kAccuracyMetric, step, number, epoch.validationAccuracy);
  for (const auto& [name, value] : epoch.validationMetrics) addPoint(validation_, name, step, number, value);
  // Adds training values that are measured only once per epoch.
  for (const auto& [name, value] : epoch.trainMetrics) {
    const MetricCurve* known = find(name, false);
    if (!known || known->steps.back() < step) addPoint(train_, name, step, number, value);
  }
}

void RunCurves::addValidation(const ValidationRecord& validation) {
  const auto step = static_cast<double>(validation.step);
  const double epoch = stepsPerEpoch_ > 0 ? step / stepsPerEpoch_ : 0;
  addPoint(validation_, kLossMetric, step, epoch, validation.loss);
  addPoint(validation_, kAccuracyMetric, step, epoch, validation.accuracy);
  for (const auto& [name, value] : validation.metrics) addPoint(validation_, name, step, epoch, value);
}

void RunCurves::addSpeed(double step, double samplesPerSecond) {
  addPoint(train_, kSpeedMetric, step, stepsPerEpoch_ > 0 ? step / stepsPerEpoch_ : 0, samplesPerSecond);
}

const MetricCurve* RunCurves::find(const std::string& metric, bool validation) const {
  const auto& curves = validation ? validation_ : train_;
  const auto found = curves.find(metric);
  return found == curves.end() || found->second.empty() ? nullptr : &found->second;
}

std::vector<double> RunCurves::xs(const MetricCurve& curve, PlotAxis axis, std::size_t first) const {
  std::vector<double> xs;
  xs.reserve(curve.steps.size() - first);
  for (std::size_t i = first; i < curve.steps.size(); ++i) xs.push_back(x(axis, curve.steps[i], curve.epochs[i]));
  return xs;
}

double RunCurves::x(PlotAxis axis, double step) const {
  return x(axis, step, stepsPerEpoch_ > 0 ? step / stepsPerEpoch_ : 0);
}

// Interpolates time linearly between the ends of epochs; after the last one, time continues at its rate.
double RunCurves::x(PlotAxis axis, double step, double epoch) const {
  if (axis == PlotAxis::Step) return step;
  if (axis == PlotAxis::Epoch) return epoch;
  const bool clock = axis == PlotAxis::Time;
  const auto time = [clock](const Anchor& anchor) { return clock ? anchor.clock : anchor.seconds; };
  const Anchor start{0, 0, started_};
  if (anchors_.empty()) {
    const double elapsed = std::max(0.0, (finished_ > 0 ? finished_ : now()) - started_);
    const double since = lastStep_ > 0 ? elapsed * step / lastStep_ : 0;
    return clock ? started_ + since : since;
  }
  const auto after = std::lower_bound(anchors_.begin(), anchors_.end(), step,
                                      [](const Anchor& anchor, double at) { return anchor.step < at; });
  if (after != anchors_.end()) {
    const Anchor& before = after == anchors_.begin() ? start : *(after - 1);
    // If a run was interrupted between two epochs, the second one began its own duration before its end.
    const double from = std::max(time(before), time(*after) - (after->seconds - before.seconds));
    return between(step, before.step, clock ? from : time(before), after->step, time(*after));
  }
  const Anchor& last = anchors_.back();
  const Anchor& before = anchors_.size() > 1 ? anchors_[anchors_.size() - 2] : start;
  const double perStep = last.step > before.step ? (last.seconds - before.seconds) / (last.step - before.step) : 0;
  return time(last) + perStep * (step - last.step);
}

std::size_t bestOf(const MetricCurve& curve, bool higher) {
  const auto& values = curve.values;
  const auto best =
      higher ? std::max_element(values.begin(), values.end()) : std::min_element(values.begin(), values.end());
  return static_cast<std::size_t>(best - values.begin());
}

}  // namespace fovea
