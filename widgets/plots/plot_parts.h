// Why: what MetricPlot is put together from: axis labels in few letters, a legend that can be clicked, and the
// crosshair with its readings, which lies over the plot so that a moving mouse draws no curve anew.
#pragma once
#include <QtWidgets/QWidget>
#include <vector>

#include "widgets/theme/theme.h"

namespace fovea {

// "0.5k", "2M", "0.0003": as few letters as tell the ticks apart.
QString compactNumber(double value);
// A share of a whole: "92.5 %".
QString percentNumber(double share);

// The least that makes a small chart readable: a line at the lowest and at the highest value with what they are at the
// left, and where x begins and ends below.
struct ChartAxes {
  QString low, high;  // `low` is empty where all values are the same
  QString first, last;
  // The part of `room` that is left for the curve.
  QRectF area(const QRectF& room) const;
  void paint(QPainter& painter, const QRectF& room, const Theme& theme) const;
};

// How a curve is told from the others without its colour.
struct CurveLook {
  int colorIndex = 0;
  Qt::PenStyle dash = Qt::SolidLine;
  bool marker = false;
};

class PlotLegend : public QWidget {
  Q_OBJECT
 public:
  explicit PlotLegend(QWidget* parent = nullptr);
  void addEntry(const QString& name, const CurveLook& look);
  void clear();
  void setShown(int index, bool shown);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 Q_SIGNALS:
  void entryToggled(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  struct Entry {
    QString name;
    CurveLook look;
    bool shown = true;
  };
  double entryWidth(const Entry& entry) const;

  std::vector<Entry> entries_;
};

// Where the crosshair stands and what it reads, in pixels of the plot.
struct CrosshairReading {
  struct Value {
    QString name;
    QString text;
    QPointF position;
    CurveLook look;
  };
  bool shown = false;
  double x = 0;
  QRectF area;
  QString title;
  std::vector<Value> values;
};

class CrosshairOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit CrosshairOverlay(QWidget* parent);
  void setReading(CrosshairReading reading);
  // Words in the middle of an empty plot.
  void setNote(const QString& note);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void drawBox(QPainter& painter, const Theme& theme) const;
  CrosshairReading reading_;
  QString note_;
};

}  // namespace fovea
