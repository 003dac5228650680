// Why: shows over the steps of a run how a layer's weights, gradients and outputs were distributed, and how much each
// step changed every layer. Shows records of the run's store and of an active run. GUI thread.
#pragma once
#include <QWidget>
#include <memory>
#include <vector>

#include "app/bridge/latest_task.h"
#include "core/project/run_store.h"
#include "core/worker/worker.h"

class QComboBox;
class QStackedWidget;

namespace fovea {

class ElidedLabel;
class HeatPlot;
class Project;
class RidgePlot;
class SegmentBar;

class LayerPanel : public QWidget {
  Q_OBJECT
 public:
  // Three kinds show a distribution of one layer; Updates shows one measure of all layers.
  enum class Kind { Weights, Gradients, Outputs, Updates };

  explicit LayerPanel(QWidget* parent = nullptr);

  // Sets the project whose store is read; null: none.
  void setProject(const Project* project);
  // Shows a run; its records follow when they are read. An invalid id shows nothing.
  void show(RunId run);
  // Adds the records of an active run, if it is the shown one.
  void addEvents(const RunEvents& events);

  void setKind(Kind kind);
  void setLayer(const QString& layer);
  RidgePlot* ridges() const { return ridges_; }
  HeatPlot* heat() const { return heat_; }
  SegmentBar* kinds() const { return kinds_; }
  SegmentBar* looks() const { return looks_; }
  QComboBox* layers() const { return layers_; }
  QString words() const;

 Q_SIGNALS:
  // Emitted when the shown run gets its first records or has none any more.
  void usefulChanged(bool useful);
  void failed(const fovea::Error& error);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  using Frames = std::vector<std::shared_ptr<const LayerFrame>>;

  QWidget* buildHead();
  void read();
  void setFrames(Frames frames);
  void refill();
  void showDistributions();
  void showUpdates();

  std::shared_ptr<const RunStore> store_;  // used by the task only
  RunId run_;
  Frames frames_;  // in order of step
  Frames late_;    // arrived while the store was read
  QComboBox* layers_;
  SegmentBar* kinds_;
  SegmentBar* looks_;
  ElidedLabel* words_;
  QStackedWidget* pages_;
  RidgePlot* ridges_;
  HeatPlot* heat_;
  LatestTask<std::vector<LayerFrame>> task_;
};

}  // namespace fovea
