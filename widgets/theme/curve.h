// Why: draws a curve of any length with about as many points as pixels without losing a peak: in cards, in table cells,
// and before data goes to a plot.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QRectF>
#include <QtGui/QColor>
#include <span>
#include <vector>

class QPainter;

namespace fovea {

// Returns at most four points (first, lowest, highest, last) for each of `buckets` equal parts of [low, high] on the x
// axis, in order of x; fewer points are returned unchanged. One point on each side of the interval is kept, so that
// lines reach the edges. `xs` does not decrease; xs and ys are equally long (asserted). One non-finite y per gap is
// kept.
std::vector<QPointF> decimate(std::span<const double> xs, std::span<const double> ys, double low, double high,
                              int buckets);

// Draws the finite points of `points` as one line scaled to fill `area`. Draws nothing without points, and a horizontal
// line for equal ys.
void paintCurve(QPainter& painter, const QRectF& area, std::span<const QPointF> points, const QColor& color,
                double width = 2);

}  // namespace fovea
