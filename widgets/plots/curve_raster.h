// Why: fifty curves as wide as the window must be drawn within a frame, and Qt's stroker is many times slower. A curve
// here is a function of x and is drawn column by column: each pixel column is filled from the curve's lowest to its
// highest point in it, with soft edges.
// Coordinates are image pixels, y downwards. Thread-safety: as the image's.
#pragma once
#include <QtCore/QPointF>
#include <QtGui/QColor>
#include <QtGui/QImage>
#include <span>
#include <vector>

namespace fovea {

class CurveRaster {
 public:
  // `image` must outlive the raster, must not be changed by others meanwhile, and has Format_ARGB32_Premultiplied.
  explicit CurveRaster(QImage& image);

  // A line through `points`, whose x does not decrease; a non-finite y is a gap. `dash`: lengths of alternating dashes
  // and gaps along the line; empty for a solid line.
  void stroke(std::span<const QPointF> points, const QColor& color, double width, std::span<const double> dash = {});
  // A straight line with soft edges in any direction, for thousands of lines from axis to axis. Very faint ones are
  // drawn in a random part of their pixels, which `seed` determines; lines that may overlap need different seeds.
  void segment(const QPointF& from, const QPointF& to, const QColor& color, double width, unsigned seed = 0);
  // Fills the area between two lines as stroke() draws them.
  void fill(std::span<const QPointF> upper, std::span<const QPointF> lower, const QColor& color);

 private:
  struct Column {
    float low, high;  // range of y; low > high: the column has no curve
    float way;        // total movement of y within the column
  };

  void trace(std::span<const QPointF> points, std::vector<Column>& columns) const;
  void cut(std::span<const double> dash);
  void paintColumn(int x, float top, float topSoft, float bottom, float bottomSoft, QRgb ink);

  QRgb* pixels_;
  qsizetype stride_;  // pixels from one row to the next
  int width_;
  int height_;
  std::vector<Column> columns_, others_;
};

}  // namespace fovea
