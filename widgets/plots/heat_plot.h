// Why: shows how many numbers change over the steps of a run at once, as colours: a distribution over time, or one
// measure of every layer over time. Columns are steps, rows are ranges of values or layers. GUI thread only.
#pragma once
#include <QtCore/QStringList>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>
#include <functional>

#include "widgets/plots/ridge_plot.h"

namespace fovea {

class HeatPlot : public QWidget {
  Q_OBJECT
 public:
  explicit HeatPlot(QWidget* parent = nullptr);

  // Distributions in order of step: the higher, the larger the value; the brighter, the more numbers lie there.
  void setDistributions(const std::vector<RidgePlot::Ridge>& distributions);
  // One row for each of `names`, from the top; `values` holds a row after the other, each with a number for each step.
  // NaN is left blank. Colours are logarithmic; `format` writes a value.
  void setRows(const QStringList& names, const std::vector<std::int64_t>& steps, const std::vector<double>& values,
               std::function<QString(double)> format);
  void clear();
  bool empty() const { return image_.isNull(); }
  // Describes the cell at a place of the widget: "step 100 · conv1: 0.0012". Empty outside the plot.
  QString textAt(const QPoint& place) const;

  QSize sizeHint() const override { return {320, 160}; }
  QSize minimumSizeHint() const override { return {160, 90}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void fill(int rows);
  QRect plotArea() const;
  QString rowText(int row) const;
  QString lowText() const;
  QString highText() const;

  std::vector<std::int64_t> steps_;
  std::vector<double> values_;   // one number for each cell, row by row; NaN leaves the cell blank
  QStringList names_;            // names of the rows; empty: each row is a range of values
  double low_ = 0, high_ = 0;    // the range of values that the rows of distributions cover
  double least_ = 0, most_ = 0;  // the scaled values at both ends of the colour scale
  std::function<QString(double)> format_;
  QImage image_;  // one pixel for each step and row
};

}  // namespace fovea
