// Why: paints a node; separate from its layout, so that painting code is in one place.
#include <QtGui/QPainter>
#include <QtWidgets/QStyleOptionGraphicsItem>
#include <algorithm>

#include "widgets/canvas/items/node_item.h"

namespace fovea {
namespace {

constexpr double kDetailFrom = 0.5;  // zoom below which small text is unreadable and only the title is shown
constexpr double kTitleFrom = 0.28;  // zoom below which the title is unreadable, too
constexpr double kShadowFrom = 0.3;

bool has(const std::vector<int>& positions, int position) {
  return std::find(positions.begin(), positions.end(), position) != positions.end();
}

// Paints a border as two fills, one on top of the other: several times cheaper than a stroke.
void fillRounded(QPainter& painter, const QRectF& rectangle, double radius, const QColor& color) {
  painter.setBrush(color);
  painter.drawRoundedRect(rectangle, radius, radius);
}

void fillCircle(QPainter& painter, const QPointF& centre, double radius, const QColor& color) {
  painter.setBrush(color);
  painter.drawEllipse(centre, radius, radius);
}

}  // namespace

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const double zoom = painter->worldTransform().m11();
  if (isPoint()) return paintPoint(*painter, zoom);
  const bool steppedBack = offering_ && offeredInputs_.empty() && offeredOutputs_.empty();
  if (steppedBack)
    painter->setOpacity(0.5);
  else if (zoom >= kShadowFrom)
    style_.drawShadow(*painter, card());
  if (zoom < kDetailFrom) {
    paintCoarse(*painter, zoom >= kTitleFrom);
    paintFigures(*painter, false);
  } else {
    paintCard(*painter);
    paintText(*painter);
    paintFigures(*painter, true);
    paintFixes(*painter);
    paintPorts(*painter);
  }
  paintBreakpoint(*painter);
  if (steppedBack) painter->setOpacity(1);
}

void NodeItem::paintPoint(QPainter& painter, double zoom) const {
  const bool bad = !content_.message.isEmpty();
  const bool offered = !offeredInputs_.empty() || !offeredOutputs_.empty();
  const bool hovered = hovered_.kind != NodePart::None;
  const QPointF middle = card().center();
  if (offering_ && !offered) painter.setOpacity(0.5);
  painter.setPen(Qt::NoPen);
  if (zoom < kTitleFrom) painter.setRenderHint(QPainter::Antialiasing, false);
  if (chosen_ || offered) fillCircle(painter, middle, canvas::kPointRadius + 5, style_.accentSoft);
  const QColor& ring = bad ? style_.bad : chosen_ || offered ? style_.accent : hovered ? style_.muted : style_.faint;
  fillCircle(painter, middle, canvas::kPointRadius + (hovered ? 1 : 0), ring);
  if (zoom >= kTitleFrom)
    fillCircle(painter, middle, canvas::kPointRadius - 2, hovered && offered ? style_.accent : style_.raised);
  if (hovered && !offering_)
    for (const int side : {-1, 1}) {
      const bool taken = hovered_.kind == (side < 0 ? NodePart::Input : NodePart::Output);
      const QPointF aside(0, side * canvas::kPointHandle);
      const QPointF handle = middle + (style_.sideways ? aside.transposed() : aside);
      fillCircle(painter, handle, 3.5, taken ? style_.accent : style_.faint);
      fillCircle(painter, handle, 2, taken ? style_.accent : style_.window);
    }
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setOpacity(1);
}

// A card a few pixels high: square corners are not seen, and plain fills are many times cheaper.
void NodeItem::paintCoarse(QPainter& painter, bool readable) const {
  QColor border = chosen_ || receiving_ ? style_.accent : content_.message.isEmpty() ? style_.line : style_.bad;
  if (overlayColor_.isValid() && !chosen_) border = overlayColor_;
  QPen pen(border, chosen_ || !content_.message.isEmpty() ? 2 : 1);
  pen.setCosmetic(true);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(pen);
  painter.setBrush(style_.raised);
  if (isBlock()) painter.drawRect(card().adjusted(8, 0, -8, 8));
  painter.drawRect(card());
  const QColor& family = isBlock() ? style_.accent : style_.families[std::size_t(content_.family)];
  if (readable) {
    painter.fillRect(QRectF(12, head_ + 20, 14, 16), family);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(style_.text);
    coarse_.text.draw(painter, coarse_.position);
    return;
  }
  painter.fillRect(QRectF(0, 0, 28, card().height()), family);
  painter.fillRect(QRectF(46, 20, std::min(coarse_.text.size().width(), card().width() - 60), 14), style_.faint);
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void NodeItem::paintCard(QPainter& painter) const {
  const bool bad = !content_.message.isEmpty();
  const QColor& family = style_.families[std::size_t(content_.family)];
  painter.setPen(Qt::NoPen);
  if (chosen_ || receiving_) {
    QColor glow = style_.accent;
    glow.setAlphaF(0.28f);
    fillRounded(painter, card().adjusted(-3, -3, 3, 3), canvas::kCorner + 3, glow);
  }
  QColor border = style_.line;
  if (hovered_.kind != NodePart::None) border = style_.faint;
  if (bad) border = style_.bad;
  if (overlayColor_.isValid()) border = overlayColor_;
  if (receiving_ || (chosen_ && !bad)) border = style_.accent;
  const double width = chosen_ || receiving_ || bad || overlayColor_.isValid() ? 1.5 : 1;
  if (isBlock()) paintStack(painter, border);
  fillRounded(painter, card(), canvas::kCorner, border);
  fillRounded(painter, card().adjusted(width, width, -width, -width), canvas::kCorner - width, style_.raised);
  if (isBlock())
    paintSign(painter);
  else
    fillRounded(painter, QRectF(canvas::kPadding, 13.5, 8, 8), 2, family);
}

// The cards of the stack show below the first one.
void NodeItem::paintStack(QPainter& painter, const QColor& border) const {
  for (const int depth : {2, 1}) {
    const double inset = 4.0 * depth;
    const QRectF under = card().adjusted(inset, 0, -inset, canvas::kStackStep * depth);
    fillRounded(painter, under, canvas::kCorner, border);
    fillRounded(painter, under.adjusted(1, 1, -1, -1), canvas::kCorner - 1, style_.hover);
  }
}

// Paints two small stacked cards, where other nodes have the square of their family, and the sign for opening at the
// right.
void NodeItem::paintSign(QPainter& painter) const {
  const double top = head_ + 11.5;
  fillRounded(painter, QRectF(canvas::kPadding + 3, top, 8, 8), 2, style_.faint);
  fillRounded(painter, QRectF(canvas::kPadding - 1, top + 3, 9, 9), 2.5, style_.raised);
  fillRounded(painter, QRectF(canvas::kPadding, top + 4, 8, 8), 2, style_.accent);
  const QRectF open = openRectangle();
  const bool hovered = hovered_.kind == NodePart::Open;
  if (hovered) fillRounded(painter, open, 5, style_.hover);
  QPen pen(hovered ? style_.accent : style_.muted, 1.5);
  pen.setCapStyle(Qt::RoundCap);
  pen.setJoinStyle(Qt::RoundJoin);
  painter.setPen(pen);
  const QPointF tip = open.center() + QPointF(2, 0);
  const QPointF chevron[] = {tip + QPointF(-4, -4), tip, tip + QPointF(-4, 4)};
  painter.drawPolyline(chevron, 3);
  painter.setPen(Qt::NoPen);
}

void NodeItem::paintText(QPainter& painter) const {
  painter.setPen(style_.text);
  title_.text.draw(painter, title_.position);
  painter.setPen(overlayColor_.isValid() ? overlayColor_ : style_.muted);
  corner_.text.draw(painter, corner_.position);
  for (const Line& name : portNames_) name.text.draw(painter, name.position);
  painter.setPen(style_.muted);
  if (!content_.message.isEmpty()) {
    painter.setPen(style_.badText);
    message_.text.draw(painter, message_.position);
    return;
  }
  caption_.text.draw(painter, caption_.position);
  if (isBlock()) weights_.text.draw(painter, weights_.position);
  shape_.text.draw(painter, shape_.position);
}

void NodeItem::paintFixes(QPainter& painter) const {
  for (std::size_t i = 0; i < fixes_.size(); ++i) {
    const bool hovered = hovered_ == NodePart{NodePart::Fix, int(i)};
    painter.setPen(QPen(hovered ? style_.accent : style_.line, 1));
    painter.setBrush(hovered ? style_.hover : style_.panel);
    painter.drawRoundedRect(fixes_[i].rectangle.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setPen(style_.text);
    const QSizeF text = fixes_[i].text.size();
    fixes_[i].text.draw(painter,
                        QPointF(fixes_[i].rectangle.left() + 9, fixes_[i].rectangle.center().y() - text.height() / 2));
  }
}

void NodeItem::paintPorts(QPainter& painter) const {
  for (int i = 0; i < int(content_.inputs.size()); ++i)
    paintPort(painter, inputPosition(i), content_.inputs[std::size_t(i)].bad, has(offeredInputs_, i),
              hovered_ == NodePart{NodePart::Input, i});
  for (int i = 0; i < int(content_.outputs.size()); ++i)
    paintPort(painter, outputPosition(i), content_.outputs[std::size_t(i)].bad, has(offeredOutputs_, i),
              hovered_ == NodePart{NodePart::Output, i});
}

void NodeItem::paintPort(QPainter& painter, const QPointF& centre, bool bad, bool offered, bool hovered) const {
  QColor ring = bad ? style_.bad : style_.faint;
  if (offered || hovered) ring = style_.accent;
  const double radius = canvas::kPortRadius + (hovered ? 2 : offered ? 1 : 0);
  painter.setPen(Qt::NoPen);
  if (offered) fillCircle(painter, centre, radius + 4, style_.accentSoft);
  fillCircle(painter, centre, radius + 1, ring);
  fillCircle(painter, centre, radius - 1, hovered && offered ? style_.accent : style_.window);
}

}  // namespace fovea
