// Why: the curves of a run, live: loss and accuracy against the step, readable at a glance and exact under the cursor.
// Data comes in blocks at any rate; the screen is drawn at most 30 times a second and with no more points than pixels.
// Thread-safety: GUI thread.
#pragma once
#include <QtCore/QElapsedTimer>
#include <QtCore/QTimer>
#include <QtWidgets/QFrame>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/plots/series_data.h"

class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCPItemTracer;
class QCustomPlot;

namespace fovea {

class PillButton;

// What an axis shows.
struct PlotRange {
  double low = 0;
  double high = 1;
};

enum class SeriesRole {
  Train,       // a solid line
  Validation,  // dashed, with a dot at each measured value while there is room
  Other,       // the next colour, dashes in turn: runs laid over each other
};

class MetricPlot : public QFrame {
  Q_OBJECT
 public:
  explicit MetricPlot(const QString& title, QWidget* parent = nullptr);
  ~MetricPlot() override;

  // The word for x in readings: "step" (default), "epoch".
  void setXName(const QString& name);

  // Values are shares of a whole: written in percent, and the axis does not go beyond 0 and 1.
  void setShares(bool shares);
  // A value of this plot as people read it: "0.312", or "91.2 %".
  QString valueText(double value) const;

  // Returns the series' number, counted from 0.
  int addSeries(const QString& name, SeriesRole role);
  // A colour and dash of the caller's choice.
  int addSeries(const QString& name, const CurveLook& look);
  int seriesCount() const { return static_cast<int>(series_.size()); }
  // See SeriesData::append. Cheap: the drawing follows later.
  void append(int series, std::span<const double> xs, std::span<const double> ys);
  void append(int series, double x, double y) { append(series, std::span(&x, 1), std::span(&y, 1)); }
  // Points but not series.
  void clearData();
  void clearSeries();
  const SeriesData& data(int series) const;
  void setSeriesVisible(int series, bool visible);

  // A dashed vertical line with words: "rate 0.01 → 0.003".
  void addMarker(double x, const QString& text);
  void clearMarkers();
  // A ring on the best value of a series, with words: "best · epoch 3 · 0.312". There is one a plot.
  void setBest(int series, double x, double y, const QString& text);

  // Empty while no value is marked.
  QString bestText() const;

  double smoothing() const { return smoothing_; }
  bool isLogarithmic() const { return logarithmic_; }
  PlotRange xRange() const;
  PlotRange yRange() const;
  // What QCustomPlot was given for a series at the last drawing; for tests and for those who measure.
  int drawnPoints(int series) const;
  // Draws now what would be drawn at the next tick.
  void flush();

  // Files appear whole or not at all. PNG: the plot as on the screen, `scale` times as large. PDF: on white, as
  // vectors. CSV: one line for each x, one column for each series. Io, NoSpace, PermissionDenied as AtomicFile.
  Status exportPng(const QString& path, double scale = 2);
  Status exportPdf(const QString& path);
  Status exportCsv(const QString& path) const;
  // The numbers as exportCsv() writes them.
  QString csv() const;
  // The format of `path` by its suffix; InvalidArgument if it is none of the three.
  Status exportFile(const QString& path);

 public Q_SLOTS:
  // 0 shows the values as they are; else they are faint beneath their moving average. Up to 0.99. Series with a marker
  // (one value an epoch, as for validation) are never smoothed: each of their values counts.
  void setSmoothing(double weight);
  // Values that are not positive are left out then.
  void setLogarithmic(bool logarithmic);
  // All data in view again, and following as it grows.
  void resetView();
  // As if the mouse were at x, for plots that point together; not-a-number hides it.
  void setCrosshair(double x);

 Q_SIGNALS:
  // The mouse is at x (not-a-number: it has left).
  void crosshairMoved(double x);
  void smoothingChanged(double weight);
  // A file could not be written after a choice in this plot's own menu.
  void exportFailed(const fovea::Error& error);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Series {
    QString name;
    CurveLook look;
    SeriesData data;
    bool visible = true;
    QCPGraph* faint = nullptr;   // the values, beneath the average
    QCPGraph* strong = nullptr;  // the average, or the values if there is none
  };
  struct Marker {
    double x = 0;
    QCPItemStraightLine* line = nullptr;
    QCPItemText* text = nullptr;
  };

  void buildHeader(const QString& title);
  void buildPlot();
  void scheduleRefresh();
  void refresh();
  void fitX();
  void fillGraphs();
  void fitY();
  void placeItems();
  double curvesWithin(const QRectF& area) const;
  void placeBest();
  void recolor(const Theme& theme);
  void updateCrosshair();
  void wheel(QWheelEvent* event);
  void chooseExport();
  void useTicker();
  void setDrawn(QCPGraph* graph, std::span<const double> xs, std::span<const double> ys) const;
  // Runs `draw` with title, legend and the colours of `theme` in the plot, as in a file.
  void forExport(const Theme& theme, const std::function<void()>& draw);
  QImage picture();

  QString title_;
  QString xName_;
  QWidget* header_ = nullptr;
  PlotLegend* legend_ = nullptr;
  PillButton* smoothingButton_ = nullptr;
  PillButton* logButton_ = nullptr;
  QCustomPlot* plot_ = nullptr;
  CrosshairOverlay* overlay_ = nullptr;
  std::vector<std::unique_ptr<Series>> series_;
  std::vector<Marker> markers_;
  QCPItemTracer* bestRing_ = nullptr;
  QCPItemText* bestText_ = nullptr;
  int bestSeries_ = -1;
  double smoothing_ = 0;
  bool logarithmic_ = false;
  bool shares_ = false;
  bool followX_ = true;
  bool followY_ = true;
  bool settingRanges_ = false;
  double crosshair_;
  QTimer refreshTimer_;
  QElapsedTimer lastRefresh_;
  qint64 refreshTook_ = 0;
};

}  // namespace fovea
