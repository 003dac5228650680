// Why: a curve of any length is drawn with as many points as there are pixels, and no peak is lost: in cards, in cells
// of tables, and before a plot is given its data.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QRectF>
#include <QtGui/QColor>
#include <span>
#include <vector>

class QPainter;

namespace fovea {

// At most four points (first, lowest, highest, last) for each of `buckets` equal parts of [low, high] on the x axis, in
// order of x; fewer points than that are returned as they are. One point to each side of the interval is kept, so that
// lines go on to the edges. `xs` does not decrease; xs and ys are equally long (asserted). A y that is not finite is
// kept once for each run of such, as a gap.
std::vector<QPointF> decimate(std::span<const double> xs, std::span<const double> ys, double low, double high,
                              int buckets);

// The finite points of `points`, scaled so that they fill `area`, as one line. Nothing for no points, a line across for
// equal ys.
void paintCurve(QPainter& painter, const QRectF& area, std::span<const QPointF> points, const QColor& color,
                double width = 2);

}  // namespace fovea
