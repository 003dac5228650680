#include "widgets/canvas/items/note_item.h"

#include <QtGui/QPainter>

namespace fovea {
namespace {

constexpr double kTitleHeight = 30;  // title bar of a frame
constexpr double kStripe = 3;        // width of a comment's coloured stripe
constexpr double kTextMargin = 12;
constexpr double kBorderReach = 5;
constexpr double kCornerSide = 10;
constexpr double kReadableFrom = 0.35;  // zoom under which text is left out

}  // namespace

NoteItem::NoteItem(NoteId id, const CanvasStyle& style) : style_(style) {
  note_.id = id;
}

void NoteItem::setNote(const Note& note) {
  note_ = note;
  setZValue(note.frame ? -2 : -1);
  setPos(note.position.x, note.position.y);
  prepareGeometryChange();
  size_ = QSizeF(note.width, note.height);
  layOut();
  update();
}

void NoteItem::setGeometry(const QRectF& rectangle) {
  setPos(rectangle.topLeft());
  if (rectangle.size() == size_) return;
  prepareGeometryChange();
  size_ = rectangle.size();
  layOut();
}

void NoteItem::restyle() {
  layOut();
  update();
}

void NoteItem::setChosen(bool chosen) {
  if (chosen == chosen_) return;
  chosen_ = chosen;
  update();
}

QRectF NoteItem::innerText() const {
  if (note_.frame) return QRectF(kTextMargin, 0, size_.width() - 2 * kTextMargin, kTitleHeight);
  return card().adjusted(kTextMargin + kStripe, kTextMargin - 2, -kTextMargin, -kTextMargin + 2);
}

QRectF NoteItem::textRectangle() const {
  return innerText().translated(pos());
}

// Truncates the text after the last line that fits.
void NoteItem::layOut() {
  const QRectF room = innerText();
  QString words = QString::fromStdString(note_.text);
  words.replace(QLatin1Char('\n'), QChar::LineSeparator);
  if (note_.frame) words = QFontMetricsF(style_.title).elidedText(words.simplified(), Qt::ElideRight, room.width());
  text_.setText(words);
  text_.setFont(note_.frame ? style_.title : style_.caption);
  text_.setCacheEnabled(true);
  text_.beginLayout();
  double y = note_.frame ? (kTitleHeight - QFontMetricsF(style_.title).height()) / 2 : 0;
  for (QTextLine line = text_.createLine(); line.isValid(); line = text_.createLine()) {
    line.setLineWidth(room.width());
    if (y + line.height() > room.height() + 1) {
      line.setPosition({0, 1e6});
      continue;
    }
    line.setPosition({0, y});
    y += line.height();
  }
  text_.endLayout();
}

NoteItem::Part NoteItem::partAt(const QPointF& point, double reach) const {
  const QPointF at = point - pos();
  const QRectF corner(card().bottomRight() - QPointF(kCornerSide, kCornerSide), QSizeF(kCornerSide, kCornerSide));
  if (corner.adjusted(0, 0, reach, reach).contains(at)) return Part::Corner;
  const double border = std::max(kBorderReach, reach / 2);
  if (!card().adjusted(-border / 2, -border / 2, border / 2, border / 2).contains(at)) return Part::None;
  if (!note_.frame || at.y() < kTitleHeight) return Part::Body;
  return card().adjusted(border, border, -border, -border).contains(at) ? Part::None : Part::Body;
}

QRectF NoteItem::boundingRect() const {
  return card().adjusted(-3, -3, 3, 3);
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const QColor& color = style_.notes[std::size_t(note_.color)];
  QColor border = chosen_ ? style_.accent : color;
  if (!chosen_) border.setAlphaF(0.55f);
  QColor ground = note_.frame ? color : style_.panel;
  if (note_.frame) ground.setAlphaF(style_.dark ? 0.09f : 0.07f);
  painter->setPen(QPen(border, chosen_ ? 1.5 : 1));
  painter->setBrush(ground);
  painter->drawRoundedRect(card(), canvas::kCorner, canvas::kCorner);
  if (!note_.frame) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawRoundedRect(QRectF(0, 0, kStripe + 1, size_.height()), 2, 2);
  }
  if (painter->worldTransform().m11() < kReadableFrom) return;
  painter->setPen(style_.text);
  text_.draw(painter, innerText().topLeft());
  if (!chosen_) return;
  painter->setPen(QPen(border, 1.5));
  const QPointF corner = card().bottomRight();
  for (const double inset : {5.0, 9.0}) painter->drawLine(corner - QPointF(inset, 3), corner - QPointF(3, inset));
}

}  // namespace fovea
