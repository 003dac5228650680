#include "app/workspaces/train/run_plots.h"

#include <QGridLayout>
#include <QLocale>
#include <cmath>

#include "widgets/plots/metric_plot.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr double kSmoothing = 0.6;

}  // namespace

RunPlots::RunPlots(QWidget* parent)
    : QWidget(parent),
      loss_(new MetricPlot(tr("Loss"))),
      accuracy_(new MetricPlot(tr("Accuracy"))),
      rate_(new MiniPlot(tr("Learning rate"), 0)),
      speed_(new MiniPlot(tr("Samples per second"), 2)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(size::kGutter);
  grid->addWidget(loss_, 0, 0, 1, 4);
  grid->addWidget(accuracy_, 1, 0, 1, 2);
  grid->addWidget(rate_, 1, 2);
  grid->addWidget(speed_, 1, 3);
  grid->setRowStretch(0, 5);
  grid->setRowStretch(1, 4);
  for (int column = 0; column < 4; ++column) grid->setColumnStretch(column, 1);
  trainLoss_ = loss_->addSeries(tr("train"), SeriesRole::Train);
  validationLoss_ = loss_->addSeries(tr("validation"), SeriesRole::Validation);
  trainAccuracy_ = accuracy_->addSeries(tr("train"), SeriesRole::Train);
  validationAccuracy_ = accuracy_->addSeries(tr("validation"), SeriesRole::Validation);
  loss_->setSmoothing(kSmoothing);
  accuracy_->setSmoothing(kSmoothing);
  accuracy_->setShares(true);
  speed_->setFormat([](double value) { return QLocale(QLocale::English).toString(std::round(value), 'f', 0); });
  speed_->setNote(tr("Measured while a run goes on"));
  connect(loss_, &MetricPlot::crosshairMoved, accuracy_, &MetricPlot::setCrosshair);
  connect(accuracy_, &MetricPlot::crosshairMoved, loss_, &MetricPlot::setCrosshair);
  connect(loss_, &MetricPlot::exportFailed, this, &RunPlots::exportFailed);
  connect(accuracy_, &MetricPlot::exportFailed, this, &RunPlots::exportFailed);
}

void RunPlots::clear() {
  for (MetricPlot* plot : {loss_, accuracy_}) {
    plot->clearData();
    plot->clearMarkers();
    plot->resetView();
  }
  epochs_.clear();
  rate_->clear();
  speed_->clear();
}

void RunPlots::addPoints(std::span<const MetricPoint> points) {
  std::vector<double> steps, losses, measured, accuracies, rates;
  for (const MetricPoint& point : points) {
    steps.push_back(static_cast<double>(point.step));
    losses.push_back(point.loss);
    rates.push_back(point.learningRate);
    if (!std::isfinite(point.accuracy)) continue;  // a network without classes has none
    measured.push_back(static_cast<double>(point.step));
    accuracies.push_back(point.accuracy);
  }
  loss_->append(trainLoss_, steps, losses);
  accuracy_->append(trainAccuracy_, measured, accuracies);
  rate_->append(steps, rates);
}

void RunPlots::addEpochs(std::span<const EpochRecord> epochs) {
  for (const EpochRecord& epoch : epochs) {
    if (!std::isfinite(epoch.validationLoss)) continue;
    // A run that was continued goes through its last epochs again.
    std::erase_if(epochs_, [&](const EpochRecord& each) { return each.step >= epoch.step; });
    epochs_.push_back(epoch);
    const auto step = static_cast<double>(epoch.step);
    loss_->append(validationLoss_, step, epoch.validationLoss);
    if (std::isfinite(epoch.validationAccuracy)) accuracy_->append(validationAccuracy_, step, epoch.validationAccuracy);
  }
  if (!epochs.empty()) markBest();
}

// Each plot marks what is best in it. Where accuracies are measured, the best of them is that of the run.
void RunPlots::markBest() {
  const EpochRecord *lowest = nullptr, *highest = nullptr;
  for (const EpochRecord& epoch : epochs_) {
    if (!lowest || epoch.validationLoss < lowest->validationLoss) lowest = &epoch;
    if (!std::isfinite(epoch.validationAccuracy)) continue;
    if (!highest || epoch.validationAccuracy > highest->validationAccuracy) highest = &epoch;
  }
  if (!lowest) return;
  const QString words = highest ? tr("lowest · epoch %1 · %2") : tr("best · epoch %1 · %2");
  loss_->setBest(validationLoss_, static_cast<double>(lowest->step), lowest->validationLoss,
                 words.arg(lowest->epoch).arg(lowest->validationLoss, 0, 'g', 4));
  if (highest)
    accuracy_->setBest(
        validationAccuracy_, static_cast<double>(highest->step), highest->validationAccuracy,
        tr("best · epoch %1 · %2 %").arg(highest->epoch).arg(highest->validationAccuracy * 100, 0, 'f', 1));
}

void RunPlots::addMarks(std::span<const RunMark> marks) {
  for (const RunMark& mark : marks) loss_->addMarker(static_cast<double>(mark.step), QString::fromStdString(mark.text));
}

void RunPlots::addSpeed(double step, double imagesPerSecond) {
  if (imagesPerSecond > 0) speed_->append(step, imagesPerSecond);
}

}  // namespace fovea
