// Why: the curves of one run: loss, accuracy, learning rate, speed. Fed with points; knows no worker.
#pragma once
#include <QWidget>
#include <span>
#include <vector>

#include "core/project/run_records.h"

namespace fovea {

class MetricPlot;
class MiniPlot;

class RunPlots : public QWidget {
  Q_OBJECT
 public:
  explicit RunPlots(QWidget* parent = nullptr);

  void clear();
  void addPoints(std::span<const MetricPoint> points);
  void addEpochs(std::span<const EpochRecord> epochs);
  void addMarks(std::span<const RunMark> marks);
  void addSpeed(double step, double imagesPerSecond);
  MetricPlot* lossPlot() const { return loss_; }
  MetricPlot* accuracyPlot() const { return accuracy_; }

 Q_SIGNALS:
  void exportFailed(const fovea::Error& error);

 private:
  void markBest();

  MetricPlot* loss_;
  MetricPlot* accuracy_;
  MiniPlot* rate_;
  MiniPlot* speed_;
  std::vector<EpochRecord> epochs_;  // those that were validated, in order
  int trainLoss_ = 0, validationLoss_ = 0, trainAccuracy_ = 0, validationAccuracy_ = 0;
};

}  // namespace fovea
