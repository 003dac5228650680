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
  speed_->setFormat([](double value) { return QLocale(QLocale::English).toString(std::round(value), 'f', 0); });
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
    const auto step = static_cast<double>(epoch.step);
    loss_->append(validationLoss_, step, epoch.validationLoss);
    if (epoch.best)
      loss_->setBest(validationLoss_, step, epoch.validationLoss,
                     tr("best · epoch %1 · %2").arg(epoch.epoch).arg(epoch.validationLoss, 0, 'g', 4));
    if (!std::isfinite(epoch.validationAccuracy)) continue;
    accuracy_->append(validationAccuracy_, step, epoch.validationAccuracy);
    if (epoch.best)
      accuracy_->setBest(validationAccuracy_, step, epoch.validationAccuracy,
                         tr("best · epoch %1 · %2 %").arg(epoch.epoch).arg(epoch.validationAccuracy * 100, 0, 'f', 1));
  }
}

void RunPlots::addMarks(std::span<const RunMark> marks) {
  for (const RunMark& mark : marks) loss_->addMarker(static_cast<double>(mark.step), QString::fromStdString(mark.text));
}

void RunPlots::addSpeed(double step, double imagesPerSecond) {
  if (imagesPerSecond > 0) speed_->append(step, imagesPerSecond);
}

}  // namespace fovea
