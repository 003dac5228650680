// Why: one measure in a small card: its name, its value now, and how it went; and the learning rate over a run.
#pragma once
#include <QtWidgets/QFrame>
#include <functional>

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
  int seriesColor_;
  std::function<QString(double)> format_;
  SeriesData data_;
};

// The learning rate at each step of a run, as it will be; with a dot where the run stands.
class SchedulePlot : public QWidget {
  Q_OBJECT
 public:
  explicit SchedulePlot(QWidget* parent = nullptr);

  // Rates at steps xs, which do not decrease. Ranges over more than two decades are drawn logarithmically.
  void setSchedule(std::span<const double> xs, std::span<const double> rates);
  // The step where the run stands; not-a-number for none.
  void setPosition(double x);

  QSize sizeHint() const override { return {268, 72}; }
  QSize minimumSizeHint() const override { return {100, 56}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF area() const;

  SeriesData data_;
  double position_;
};

}  // namespace fovea
