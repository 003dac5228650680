// Why: text of a card, laid out once and painted at every zoom. QStaticText shapes its text again whenever the zoom
// changes, which took half of each frame while zooming. GUI thread only.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QSizeF>
#include <QtCore/QString>
#include <QtGui/QFont>
#include <QtGui/QGlyphRun>

class QPainter;

namespace fovea {

class CardText {
 public:
  CardText() = default;
  // Plain text; newlines are kept. `width` > 0 wraps between words, in scene units; otherwise lines do not wrap.
  CardText(QString text, const QFont& font, double width = -1);

  const QString& text() const { return text_; }
  QSizeF size() const { return size_; }
  // Uses the painter's pen; `position` is the top left corner. In print and SVG it stays text.
  void draw(QPainter& painter, const QPointF& position) const;

 private:
  QString text_;
  QFont font_;
  double width_ = -1;
  QSizeF size_;
  QList<QGlyphRun> runs_;
};

}  // namespace fovea
