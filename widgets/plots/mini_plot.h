// Why: shows one measure in a small card (name, current value, curve), and the learning rate over a run.
#pragma once
#include <QtWidgets/QFrame>
#include <functional>

#include "widgets/plots/plot_parts.h"
#include "widgets/plots/series_data.h"

class QLabel;

namespace fovea {

class MiniPlot : public QFrame {
  Q_OBJECT
 public:
  // `seriesColor` is as in Theme::series.
  MiniPlot(const QString& title, int seriesColor, QWidget* parent = nullptr);

  // Formats the value; by default with four significant figures.
  void setFormat(std::function<QString(double)> format);
  // A text shown while there is nothing to draw.
  void setNote(const QString& note);
  void append(std::span<const double> xs, std::span<const double> ys);
  void append(double x, double y) { append(std::span(&x, 1), std::span(&y, 1)); }
  void clear();
  QString valueText() const;

  QSize sizeHint() const override { return {240, 150}; }
  QSize minimumSizeHint() const override { return {140, 96}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void scheduleUpdate();

  QString title_;
  QString note_;
  int seriesColor_;
  std::function<QString(double)> format_;
  SeriesData data_;
};

// The planned learning rate at each step of a run, with a dot at its current step.
class SchedulePlot : public QWidget {
  Q_OBJECT
 public:
  explicit SchedulePlot(QWidget* parent = nullptr);

  // Sets rates at steps xs, which do not decrease, and the steps per epoch. Ranges over more than two decades are drawn
  // logarithmically.
  void setSchedule(std::span<const double> xs, std::span<const double> rates, double stepsPerEpoch = 1);
  // The run's current step; NaN for none.
  void setPosition(double x);
  const SeriesData& data() const { return data_; }

  QSize sizeHint() const override { return {268, 92}; }
  QSize minimumSizeHint() const override { return {100, 72}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  ChartAxes axes() const;
  QRectF area() const;

  SeriesData data_;
  double stepsPerEpoch_ = 1;
  double position_;
};

}  // namespace fovea
