#include "widgets/canvas/items/card_text.h"

#include <QtGui/QPaintEngine>
#include <QtGui/QPainter>
#include <QtGui/QTextLayout>

namespace fovea {
namespace {

void layOut(QTextLayout& layout, double width) {
  QTextOption option;
  option.setWrapMode(width > 0 ? QTextOption::WordWrap : QTextOption::NoWrap);
  layout.setTextOption(option);
  layout.beginLayout();
  double bottom = 0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    if (width > 0) line.setLineWidth(width);
    line.setPosition({0, bottom});
    bottom += line.height();
  }
  layout.endLayout();
}

}  // namespace

CardText::CardText(QString text, const QFont& font, double width)
    : text_(text.replace(QLatin1Char('\n'), QChar::LineSeparator)), font_(font), width_(width) {
  if (text_.isEmpty()) return;
  QTextLayout layout(text_, font_);
  layOut(layout, width_);
  size_ = layout.boundingRect().size();
  runs_ = layout.glyphRuns();
}

void CardText::draw(QPainter& painter, const QPointF& position) const {
  if (text_.isEmpty()) return;
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    for (const QGlyphRun& run : runs_) painter.drawGlyphRun(position, run);
    return;
  }
  QTextLayout layout(text_, font_);
  layOut(layout, width_);
  layout.draw(&painter, position);
}

}  // namespace fovea
