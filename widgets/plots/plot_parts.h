// Why: the parts of MetricPlot: compact axis labels, a clickable legend, and the crosshair with its readings. The
// crosshair is an overlay, so that moving the mouse redraws no curve.
#pragma once
#include <QtWidgets/QWidget>
#include <limits>
#include <vector>

#include "widgets/theme/theme.h"

namespace fovea {

// The coordinate of a point that is not shown.
inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// The step of an axis: the largest of 1, 2, 2.5 and 5 times a power of ten that is at most `value`.
double roundStep(double value);
inline constexpr int kFewestDigits = 4;  // significant ones, without zeros at the end
// "0.5k", "2M", "0.0003".
QString compactNumber(double value, int digits = kFewestDigits);
// A fraction: "92.5 %".
QString percentNumber(double share, int digits = kFewestDigits);
// Seconds: "0.5 s", "1:30", "2:05:00", "3 d 4 h".
QString durationNumber(double seconds);

// The quantity on the x axis of run plots.
enum class PlotAxis {
  Step,
  Epoch,
  Duration,  // seconds since the run began
  Time,      // seconds since 1970, UTC; shown in local time
};
QString axisTitle(PlotAxis axis);
// Formats a position for a reading: "step 1200", "epoch 6.4", "1:30", "3 May 2026 14:05:10".
QString axisReading(PlotAxis axis, double x);

// A minimal axis for small charts: lines and labels at the lowest and highest value on the left, and the x range below.
struct ChartAxes {
  QString low, high;  // `low` is empty if all values are equal
  QString first, last;
  // The part of `room` for the curve.
  QRectF area(const QRectF& room) const;
  void paint(QPainter& painter, const QRectF& room, const Theme& theme) const;
};

// How curves are distinguished besides their colour.
struct CurveLook {
  int colorIndex = 0;
  Qt::PenStyle dash = Qt::SolidLine;
  bool marker = false;
  bool operator==(const CurveLook&) const = default;
};

// The dash pattern for QPen of a short legend sample; for all but solid lines.
QList<qreal> legendDash(Qt::PenStyle dash);

class PlotLegend : public QWidget {
  Q_OBJECT
 public:
  explicit PlotLegend(QWidget* parent = nullptr);
  void addEntry(const QString& name, const CurveLook& look);
  void clear();
  void setShown(int index, bool shown);
  // Shows or hides it in the legend; shown by default.
  void setListed(int index, bool listed);
  int listedCount() const;
  int entryCount() const { return static_cast<int>(entries_.size()); }

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
    bool listed = true;
  };
  double entryWidth(const Entry& entry) const;

  std::vector<Entry> entries_;
};

// The crosshair's position and values, in pixels of the plot.
struct CrosshairReading {
  struct Value {
    QString name;
    QString text;
    QPointF position;
    CurveLook look;
    bool strong = false;  // the one under the mouse
  };
  bool shown = false;
  double x = 0;
  QRectF area;
  QString title;
  std::vector<Value> values;  // in list order; those that do not fit are counted
};

class CrosshairOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit CrosshairOverlay(QWidget* parent);
  void setReading(CrosshairReading reading);
  const CrosshairReading& reading() const { return reading_; }
  // A text in the middle of an empty plot.
  void setNote(const QString& note);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  // The number of listed values, starting at `first`.
  std::pair<std::size_t, std::size_t> listed() const;
  void drawBox(QPainter& painter) const;
  CrosshairReading reading_;
  QString note_;
};

}  // namespace fovea
