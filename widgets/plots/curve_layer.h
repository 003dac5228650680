// Why: QCustomPlot draws the axes; this layer draws the curves of all series, quickly on the screen and as vectors in
// documents. Included only by the sources of this room. GUI thread.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "widgets/plots/qcustomplot_header.h"

namespace fovea {

// One line in plot coordinates, in order of x; a non-finite y is a gap.
struct CurveStroke {
  std::span<const QPointF> points;  // not owned, like all points here
  QColor color;                     // including its opacity
  double width = 2;
  Qt::PenStyle dash = Qt::SolidLine;
  bool dots = false;  // at each point
  std::optional<QPointF> ring;
};

// The area between two lines.
struct CurveBand {
  std::span<const QPointF> upper, lower;
  QColor color;
};

// Lengths of alternating dashes and gaps, in line widths; empty for a solid line. The five patterns are easy to tell
// apart.
std::vector<double> dashLengths(Qt::PenStyle dash);

class CurveLayer : public QCPLayerable {
  Q_OBJECT
 public:
  explicit CurveLayer(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("main")) {}

  // Drawn from the next replot on, in this order: bands, then strokes, the last on top. A caller that changes the
  // points must renew these before the next replot.
  std::vector<CurveBand> bands;
  std::vector<CurveStroke> strokes;
  QColor ground;  // fills rings

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  // Dots and rings at the edges are drawn completely; lines are clipped there.
  QRect clipRect() const override { return mParentPlot->axisRect()->rect().adjusted(-5, -5, 5, 5); }
  void draw(QCPPainter* painter) override;

 private:
  std::vector<QPointF> pixels(std::span<const QPointF> points, QPointF origin, double scale) const;
  void drawPicture(QCPPainter* painter, double scale) const;
  void drawVectors(QCPPainter* painter) const;
  void drawDots(QCPPainter* painter) const;
};

}  // namespace fovea
