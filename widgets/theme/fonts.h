// Why: the program's fonts by role, and figures that do not dance when they change.
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

// Inter and JetBrains Mono where they are installed, else the system's own fonts.
QFont themeFont(FontRole role);

// Width of `text` when every digit takes as much room as the widest one.
double tabularWidth(const QFontMetricsF& metrics, const QString& text);
// Draws one line with such digits in the painter's font and pen. `alignment` as in QPainter::drawText; left and
// vertical centre if it names none.
void drawTabular(QPainter& painter, const QRectF& rectangle, Qt::Alignment alignment, const QString& text);

}  // namespace fovea
