// Why: text of a card, laid out once and painted at every zoom. Qt's static text is shaped anew whenever the zoom
// changes, which made half of what a frame of zooming cost. GUI thread only.
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
  // Plain text, new lines kept. `width` > 0 breaks it between words, in scene units; otherwise lines are as long as
  // they are.
  CardText(QString text, const QFont& font, double width = -1);

  const QString& text() const { return text_; }
  QSizeF size() const { return size_; }
  // With the painter's pen; `position` is the top left corner. On paper and in an SVG it stays text.
  void draw(QPainter& painter, const QPointF& position) const;

 private:
  QString text_;
  QFont font_;
  double width_ = -1;
  QSizeF size_;
  QList<QGlyphRun> runs_;
};

}  // namespace fovea
