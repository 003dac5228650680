// Why: the program's fonts by role, and tabular figures that keep their width when they change.
#pragma once
#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtGui/QFont>
#include <QtGui/QFontMetricsF>

class QPainter;

namespace fovea {

enum class FontRole {
  Text,     // 13 px
  Strong,   // 13 px, semi-bold: values, headings of cards, names of nodes
  Caption,  // 11 px
  Heading,  // 12 px, semi-bold: the muted line above a group of fields
  Title,    // 15 px, semi-bold
  Mono,     // 12 px: shapes, code
};

// Uses Inter and JetBrains Mono if installed, else the system's fonts.
QFont themeFont(FontRole role);

// The width of `text` if every digit is as wide as the widest one.
double tabularWidth(const QFontMetricsF& metrics, const QString& text);
// Draws one line with such digits in the painter's font and pen. `alignment` is as in QPainter::drawText; the default
// is left and vertically centred.
void drawTabular(QPainter& painter, const QRectF& rectangle, Qt::Alignment alignment, const QString& text);

}  // namespace fovea
