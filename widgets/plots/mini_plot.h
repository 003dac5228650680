// Why: one measure in a small card: its name, its value now, and how it went; and the learning rate over a run.
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
  // `seriesColor` as Theme::series.
  MiniPlot(const QString& title, int seriesColor, QWidget* parent = nullptr);

  // How the value is written; four significant figures unless told.
  void setFormat(std::function<QString(double)> format);
  // Words in the middle while there is nothing to draw.
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

// The learning rate at each step of a run, as it will be; with a dot where the run stands.
class SchedulePlot : public QWidget {
  Q_OBJECT
 public:
  explicit SchedulePlot(QWidget* parent = nullptr);

  // Rates at steps xs, which do not decrease; so many steps are an epoch. Ranges over more than two decades are drawn
  // logarithmically.
  void setSchedule(std::span<const double> xs, std::span<const double> rates, double stepsPerEpoch = 1);
  // The step where the run stands; not-a-number for none.
  void setPosition(double x);

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
