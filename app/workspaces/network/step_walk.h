// Why: a person who looks for a fault, or who teaches, steps through one training step layer by layer, forward and then
// backward, and looks at each tensor. Shows one that was traced (see StepTrace). GUI thread only.
#pragma once
#include <QWidget>
#include <memory>

#include "core/train/step_trace.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace fovea {

class HistogramBars;
class ImageGrid;

class StepWalk : public QWidget {
  Q_OBJECT
 public:
  explicit StepWalk(QWidget* parent = nullptr);

  // Begins at its first tensor.
  void show(std::shared_ptr<const StepTrace> trace);
  const std::shared_ptr<const StepTrace>& trace() const { return trace_; }
  QListWidget* list() const { return list_; }
  ImageGrid* picture() const { return picture_; }
  QString facts() const;
  // "conv1 backward: gradient of the output, 64×20×24×24"
  QString words() const;
  // Allows another step while the run is under way.
  void setRunUnderWay(bool underWay);

 Q_SIGNALS:
  // The current tensor belongs to this layer, named as in StepTrace; empty: none is shown any more.
  void layerShown(const QString& layer, bool backward);
  // Train another batch and trace it.
  void nextStepWanted();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Place {
    const TraceStage* stage = nullptr;
    const TracedTensor* tensor = nullptr;
  };
  const Place* current() const;
  void fillList();
  void showCurrent();
  void go(int by);

  std::shared_ptr<const StepTrace> trace_;
  std::vector<Place> places_;  // in the order of computation
  QLabel* head_;
  QListWidget* list_;
  QPushButton *back_, *forth_, *next_;
  QLabel* title_;
  QLabel* facts_;
  HistogramBars* histogram_;
  QLabel* pictureWords_;
  ImageGrid* picture_;
};

}  // namespace fovea
