// Why: shows the curves of one metric for one or up to fifty runs, live, with exact values under the cursor. Data
// arrives in blocks at any rate; the screen is drawn at most 30 times a second, with no more points than pixels.
// Thread-safety: GUI thread.
#pragma once
#include <QtCore/QElapsedTimer>
#include <QtCore/QTimer>
#include <QtWidgets/QFrame>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/series_data.h"

class QCPItemStraightLine;
class QCPItemText;
class QCPItemTracer;
class QCustomPlot;
class QMenu;

namespace fovea {

class CurveLayer;
class PlotHeader;

// The visible range of an axis.
struct PlotRange {
  double low = 0;
  double high = 1;
};

enum class SeriesRole {
  Train,       // a solid line
  Validation,  // dashed, with a dot at each value if there is space
  Other,       // the next colour, with alternating dashes: overlaid runs
};

class MetricPlot : public QFrame {
  Q_OBJECT
 public:
  explicit MetricPlot(const QString& title, QWidget* parent = nullptr);
  ~MetricPlot() override;

  const QString& title() const { return title_; }
  PlotHeader* header() const { return header_; }

  // The meaning of x in the data; steps by default.
  void setAxis(PlotAxis axis);
  PlotAxis axis() const { return axis_; }

  // Values are fractions: shown in percent, with the axis limited to 0 .. 1.
  void setShares(bool shares);
  // Formats a value of this plot: "0.312", or "91.2 %".
  QString valueText(double value) const;

  // Returns the index of the new series, counted from 0.
  int addSeries(const QString& name, SeriesRole role);
  // With a given colour and dash.
  int addSeries(const QString& name, const CurveLook& look);
  int seriesCount() const { return static_cast<int>(series_.size()); }
  // See SeriesData::append. Cheap: drawing is deferred.
  void append(int series, std::span<const double> xs, std::span<const double> ys);
  void append(int series, double x, double y) { append(series, std::span(&x, 1), std::span(&y, 1)); }
  // Removes the points but keeps the series.
  void clearData();
  void clearSeries();
  const SeriesData& data(int series) const;
  void setSeriesVisible(int series, bool visible);
  // Sets the band around a series between two lines at its own xs: a mean and its deviation. All spans are equally long
  // (asserted), and replace earlier ones.
  void setBand(int series, std::span<const double> xs, std::span<const double> low, std::span<const double> high);
  // Highlights one series and dims the others; -1 for none.
  void setEmphasis(int series);
  int emphasis() const { return emphasis_; }

  // A dashed vertical line with a label: "rate 0.01 → 0.003".
  void addMarker(double x, const QString& text);
  void clearMarkers();
  // A ring at the best value of a series, with a label: "best · epoch 3 · 0.312". There is one per plot.
  void setBest(int series, double x, double y, const QString& text);

  // Empty if there is no best value.
  QString bestText() const;
  // A small ring without label, one per series.
  void setRing(int series, double x, double y);

  double smoothing() const { return smoothing_; }
  bool isLogarithmic() const { return logarithmic_; }
  // Shows this range of x, like a user's zoom.
  void setXRange(const PlotRange& range);
  PlotRange xRange() const;
  PlotRange yRange() const;
  // The number of points that QCustomPlot got for a series at the last drawing, for tests and measurements.
  int drawnPoints(int series) const;
  // Draws immediately instead of at the next tick.
  void flush();

  // Files are written atomically. PNG: the plot as on the screen, scaled by `scale`. PDF: vectors on white. CSV: one
  // line per x, one column per series. Io, NoSpace, PermissionDenied as AtomicFile.
  Status exportPng(const QString& path, double scale = 2);
  Status exportPdf(const QString& path);
  Status exportCsv(const QString& path) const;
  // The text that exportCsv() writes.
  QString csv() const;
  // Chooses the format by the suffix of `path`; InvalidArgument for any other suffix.
  Status exportFile(const QString& path);

 public Q_SLOTS:
  // 0 shows the raw values; otherwise they are drawn faintly below their moving average. Up to 0.99. Series with
  // markers (one value per epoch, as for validation) are never smoothed.
  void setSmoothing(double weight);
  // A logarithmic axis omits values that are not positive.
  void setLogarithmic(bool logarithmic);
  // Shows all data and follows it as it grows.
  void resetView();
  // Moves the crosshair to x, for linked plots; NaN hides it.
  void setCrosshair(double x);

 public:
  // The crosshair's current values, in list order.
  const CrosshairReading& reading() const;

 Q_SIGNALS:
  // The mouse is at x (NaN: it has left).
  void crosshairMoved(double x);
  void smoothingChanged(double weight);
  void logarithmicChanged(bool logarithmic);
  // The mouse is at a series, or left it (-1). Emitted only if there are several series.
  void seriesHovered(int series);
  // The user zoomed or dragged to this range of x, or reset the view.
  void xRangeChosen(const fovea::PlotRange& range);
  void viewReset();
  // Emitted before the context menu is shown.
  void menuAboutToShow(QMenu* menu);
  // Writing a file chosen in this plot's own menu failed.
  void exportFailed(const fovea::Error& error);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Series {
    QString name;
    CurveLook look;
    SeriesData data;
    SeriesData low, high;  // of its band
    bool visible = true;
    std::optional<QPointF> ring;
    // The drawn points: the faint raw values, the average (or the values without smoothing), the band.
    std::vector<QPointF> faint, strong, lower, upper;
    bool thinned = false;  // the points are thinned for the last range and size
  };
  struct Marker {
    double x = 0;
    QCPItemStraightLine* line = nullptr;
    QCPItemText* text = nullptr;
  };

  void buildPlot();
  void connectHeader();
  void scheduleRefresh();
  void scheduleLiveRefresh();
  // Returns the milliseconds until `interval` has passed since the last repaint.
  qint64 untilRefresh(qint64 interval) const;
  // Repaints in that time at the latest.
  void refreshAfter(qint64 milliseconds);
  void refresh();
  void showLegend();
  void fitX();
  void thinSeries();
  void fillLayer(const Theme& theme);
  void addToLayer(const Series& series, const Theme& theme, double opacity, double width, bool few);
  double mostStepsInHeight() const;
  void fitY();
  void placeItems();
  double curvesWithin(const QRectF& area) const;
  void placeBest();
  void recolor(const Theme& theme);
  void updateCrosshair();
  void hover(QPointF position);
  // Removes the crosshair and the highlight.
  void endHover();
  void wheel(QWheelEvent* event);
  void chooseExport();
  void useTicker();
  int visibleSeries() const;
  // Runs `draw` with title, legend and `theme` colours applied to the plot, as for a file.
  void forExport(const Theme& theme, const std::function<void()>& draw);
  QImage picture();

  QString title_;
  PlotAxis axis_ = PlotAxis::Step;
  PlotHeader* header_ = nullptr;
  QCustomPlot* plot_ = nullptr;
  CurveLayer* layer_ = nullptr;  // the plot owns it
  CrosshairOverlay* overlay_ = nullptr;
  std::vector<std::unique_ptr<Series>> series_;
  std::vector<Marker> markers_;
  QCPItemTracer* bestRing_ = nullptr;
  QCPItemText* bestText_ = nullptr;
  QString bestWords_;  // all of them, of which a small plot shows only the last
  int bestSeries_ = -1;
  int emphasis_ = -1;
  int hovered_ = -1;
  double smoothing_ = 0;
  bool logarithmic_ = false;
  bool shares_ = false;
  bool followX_ = true;
  bool followY_ = true;
  bool settingRanges_ = false;
  double crosshair_;
  PlotRange thinnedRange_;
  int thinnedBuckets_ = 0;
  QTimer refreshTimer_;
  QElapsedTimer lastRefresh_;
  double refreshTook_ = 0;  // milliseconds
};

}  // namespace fovea
