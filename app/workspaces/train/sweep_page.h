// Why: shows what a sweep has found: all configurations in parallel coordinates, each setting against the result, and
// the best at the top of a table. GUI thread.
#pragma once
#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/bridge/sweep_service.h"
#include "app/workspaces/train/sweep_model.h"
#include "widgets/plots/plot_parts.h"

class QComboBox;
class QPushButton;
class QTableView;

namespace fovea {

class ElidedLabel;
class ParallelPlot;
class Pill;
class ScatterPlot;

class SweepPage : public QWidget {
  Q_OBJECT
 public:
  explicit SweepPage(SweepService& sweeps, QWidget* parent = nullptr);

  // Shows that sweep of the project; an unknown name: the one that goes on, else the last one.
  void showSweep(const std::string& name);

  QTableView* table() const { return table_; }
  SweepModel* model() const { return model_; }
  ParallelPlot* parallel() const { return parallel_; }
  ScatterPlot* scatter() const { return scatter_; }
  QString words() const;

 Q_SIGNALS:
  // A person chose a configuration, of which this is the best run.
  void runWanted(fovea::RunId run);
  // Its curves are wanted, too.
  void curvesWanted(const std::vector<fovea::RunId>& runs);
  void failed(const fovea::Error& error);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // A line in parallel coordinates and a dot against each setting.
  struct Point {
    QString title;
    std::vector<double> xs;  // on axes_
    double y = kNoValue;     // the result
    double low = kNoValue, high = kNoValue;  // over the seeds
  };

  QWidget* buildHead();
  QWidget* buildResults();
  void listSweeps();
  // Updates soon, and at most a few times a second: a run of short epochs changes hundreds of times.
  void refreshSoon();
  void refresh();
  void showState();
  void fillPlots();
  void gatherPoints(const SweepCourse& course);
  void fillScatter();
  void highlight(int row);
  void choose(int row);
  void chooseBest();
  void toggle();
  const SweepService::Entry* entry() const { return sweeps_.find(shown_); }

  SweepService& sweeps_;
  std::string shown_;
  SweepModel* model_;
  QComboBox* list_;
  Pill* state_;
  ElidedLabel* words_;
  QPushButton* go_;
  QPushButton* best_;
  ParallelPlot* parallel_;
  ScatterPlot* scatter_;
  QComboBox* against_;
  QTableView* table_;
  std::vector<PlotDimension> axes_;
  PlotDimension metric_;
  std::vector<Point> points_;
  QTimer soon_;
  bool highlighting_ = false;
};

}  // namespace fovea
