// Why: shows a plot for each metric of a run, and overlays many runs in the same plots. It receives points and depends
// on neither worker nor store. GUI thread.
#pragma once
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "app/workspaces/train/compared_run.h"
#include "app/workspaces/train/run_looks.h"
#include "core/project/run_view_choices.h"

class QMenu;

namespace fovea {

class LiveLabel;
class MetricPlot;
class PillButton;
class PlotGrid;

class RunPlots : public QWidget {
  Q_OBJECT
 public:
  explicit RunPlots(QWidget* parent = nullptr);

  // The following functions set and extend the selected run, which grows while it is active.
  void clear();
  void setRun(const RunRecord& run);
  void addPoints(std::span<const MetricPoint> points);
  // Does what RunCurves::addEpochs does, and draws it.
  void addEpochs(std::span<const EpochRecord> epochs, std::span<const std::string> times = {},
                 std::span<const ValidationRecord> within = {});
  void addMarks(std::span<const RunMark> marks);
  void addSpeed(double step, double samplesPerSecond);

  // Sets the overlaid runs, at most kMostComparedRuns; without any the plots show the selected run alone. The list may
  // include the selected run itself.
  void setCompared(std::vector<ComparedRunPtr> runs, const RunLooks& looks);
  bool comparing() const { return !compared_.empty(); }
  // Highlights a run; an invalid id: none.
  void highlight(RunId run);

  // Applies axis, smoothing, shown metrics and their order, and bands; stores the other choices unchanged.
  void setChoices(const RunViewChoices& choices);
  const RunViewChoices& choices() const { return choices_; }

  MetricPlot* lossPlot() const { return plotOf(kLossMetric); }
  MetricPlot* accuracyPlot() const { return plotOf(kAccuracyMetric); }
  // Returns null if the metric has no plot.
  MetricPlot* plotOf(const std::string& metric) const;
  // Returns the metrics of the shown plots, in order.
  std::vector<std::string> metrics() const;
  // Returns facts that need no plot: "Learning rate 0.01 throughout".
  QString facts() const;
  PlotGrid* grid() const { return grid_; }

 Q_SIGNALS:
  void exportFailed(const fovea::Error& error);
  // The user changed a choice.
  void choicesChanged();
  // The mouse is over a run's curve; an invalid id: over none.
  void runHovered(fovea::RunId run);
  // The user wants to see only one run again.
  void comparisonEnded();

 private:
  // One line of a plot: a part of one run, or the mean of several.
  struct Line {
    std::vector<RunId> runs;
    bool validation = false;
    std::size_t points = 0;  // points of the run already in the plot
    int rewinds = 0;         // rewinds of the run's curve that the plot contains
  };
  struct Panel {
    std::string metric;
    MetricPlot* plot = nullptr;
    std::vector<Line> lines;  // parallel to the plot's series
  };

  QWidget* buildHead();
  Panel& panelOf(const std::string& metric);
  void connectPlot(Panel& panel);
  void fillMenu(QMenu& menu, const std::string& metric);
  std::vector<std::string> presentMetrics() const;
  // Returns a run's current curves; for the selected run the live ones.
  const RunCurves& curvesOf(const ComparedRun& run) const;
  PlotAxis axis() const;
  // Returns "one run" or "6 runs".
  static QString runsWords(std::size_t count);
  void change(const std::function<void(RunViewChoices&)>& edit);
  void refill();
  // Refills at once for one run, in the next turn of the event loop for many.
  void refillInTime();
  bool isCompared(RunId run) const;
  void arrange();
  void fillOne(Panel& panel);
  void fillCompared(Panel& panel);
  void addLine(Panel& panel, const QString& name, CurveLook look, const ComparedRun& run, bool validation);
  void addMean(Panel& panel, const QString& name, const std::vector<ComparedRunPtr>& runs, bool validation);
  bool showsValidation(const std::string& metric) const;
  void appendNews();
  void markBest();
  void drawMarks();
  void showFacts();
  void showHighlight();

  RunRecord run_;
  RunCurves curves_;
  std::vector<RunMark> marks_;
  double speed_ = 0;
  std::vector<ComparedRunPtr> compared_;
  RunLooks looks_;
  RunViewChoices choices_;
  RunId highlighted_;
  std::vector<std::unique_ptr<Panel>> panels_;
  PlotGrid* grid_;
  LiveLabel* facts_;
  PillButton* part_;
  PillButton* bands_;
  PillButton* shown_;
  PillButton* one_;
  QTimer soon_;    // delays updating means after new values
  QTimer inTime_;  // see refillInTime()
};

}  // namespace fovea
