// Why: arranges a run's plots in rows that follow the width, with draggable borders; each plot can be maximised, or
// moved to a window of its own, for instance on another screen. GUI thread.
#pragma once
#include <QtCore/QTimer>
#include <QtWidgets/QScrollArea>
#include <utility>
#include <vector>

class QSplitter;

namespace fovea {

// The number of plots in each row, from the top. The first plot is the most important: with enough height it has its
// own row.
std::vector<int> plotRows(int count, QSize room);

class PlotGrid : public QScrollArea {
  Q_OBJECT
 public:
  explicit PlotGrid(QWidget* parent = nullptr);

  // Shows these in this order. Takes ownership; a plot shown before and not listed is hidden and stays a child of the
  // grid. The plots are placed once control returns to the event loop, so that several calls in a row place them once.
  void setPlots(const std::vector<QWidget*>& plots);
  const std::vector<QWidget*>& plots() const { return plots_; }
  // Null: shows all of them again.
  void maximise(QWidget* plot);
  QWidget* maximised() const { return maximised_; }
  // Moves a plot of the grid to a window with that title. It returns to its place when the window is closed. While the
  // plot is not among plots(), the window is hidden.
  void detach(QWidget* plot, const QString& title);
  // Closes the window of a detached plot.
  void attach(QWidget* plot);
  bool isDetached(const QWidget* plot) const { return windowOf(plot) != nullptr; }

 Q_SIGNALS:
  void maximisedChanged();
  void detachedChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void arrange();
  void showPlots();
  QWidget* windowOf(const QWidget* plot) const;
  bool isListed(const QWidget* plot) const;
  std::vector<QWidget*> attachedPlots() const;

  QTimer soon_;
  std::vector<QWidget*> plots_;
  std::vector<QWidget*> arranged_;  // the plots that are in column_
  std::vector<int> rows_;
  QWidget* maximised_ = nullptr;
  QSplitter* column_ = nullptr;  // of rows, which are also splitters
  std::vector<std::pair<QWidget*, QWidget*>> windows_;  // detached plots and their windows
};

}  // namespace fovea
