// Why: plots read the values at the pointer in the same box: a title, then a line for each value with its name, and
// the number of those for which there is no room. GUI thread only.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QRectF>
#include <QtCore/QString>
#include <optional>
#include <vector>

#include "widgets/plots/plot_parts.h"

class QPainter;

namespace fovea {

struct PlotReading {
  struct Value {
    QString name, text;
    std::optional<CurveLook> look{};  // of its curve, drawn before the name
    bool strong = false;              // the one under the pointer
  };
  QString title{};
  std::vector<Value> values{};
  std::size_t more = 0;  // values that are not listed
};

// How many lines of values fit into a box of that height, besides its title.
std::size_t readingLines(double height);
// The size of the box, at most `width` wide: longer texts are elided.
QSizeF readingSize(const PlotReading& reading, double width);
void paintReading(QPainter& painter, const QPointF& corner, const PlotReading& reading, double width);
// Draws the box beside `at` and within `room`. Values that do not fit are counted.
void paintReadingBeside(QPainter& painter, const QRectF& room, const QPointF& at, PlotReading reading);

// A short sample of a curve, kSampleWidth wide, from `left` on.
inline constexpr double kSampleWidth = 12;
inline constexpr double kSampleGap = 5;
void paintSample(QPainter& painter, const CurveLook& look, const QPointF& left);

}  // namespace fovea
