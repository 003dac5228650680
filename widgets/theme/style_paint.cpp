// Why: the painting of FoveaStyle, with one function per control.
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QWidget>

#include "widgets/theme/style.h"

namespace fovea::paint {
namespace {

class Saved {
 public:
  explicit Saved(QPainter* painter) : painter_(painter) {
    painter_->save();
    painter_->setRenderHint(QPainter::Antialiasing);
  }
  ~Saved() { painter_->restore(); }
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

 private:
  QPainter* painter_;
};

bool has(QStyle::State state, QStyle::StateFlag flag) {
  return (state & flag) != 0;
}

// Half a pixel in, so that a border of one pixel is one pixel.
QRectF inset(const QRectF& rectangle, double by = 0.5) {
  return rectangle.adjusted(by, by, -by, -by);
}

void rounded(QPainter* painter, const QRectF& rectangle, double radius, const QColor& ground, const QColor& border) {
  painter->setBrush(ground);
  painter->setPen(border.alpha() == 0 ? QPen(Qt::NoPen) : QPen(border, 1));
  painter->drawRoundedRect(rectangle, radius, radius);
}

bool ringed(QStyle::State state) {
  return has(state, QStyle::State_HasFocus) && has(state, QStyle::State_KeyboardFocusChange);
}

}  // namespace

ButtonKind buttonKind(const QWidget* widget, bool flat) {
  const QString kind = widget ? widget->property("kind").toString() : QString();
  if (kind == QLatin1String("primary")) return ButtonKind::Primary;
  if (kind == QLatin1String("danger")) return ButtonKind::Danger;
  if (kind == QLatin1String("flat") || flat) return ButtonKind::Flat;
  return ButtonKind::Normal;
}

void focusRing(QPainter* painter, const QRectF& rectangle, double radius) {
  const Saved saved(painter);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(currentTheme().color(Color::Accent), 2));
  painter->drawRoundedRect(inset(rectangle, 1), radius, radius);
}

void field(QPainter* painter, const QRect& rectangle, QStyle::State state, bool invalid) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(state, QStyle::State_Enabled);
  const bool focused = enabled && has(state, QStyle::State_HasFocus);
  QColor border = theme.color(Color::Line);
  if (enabled && has(state, QStyle::State_MouseOver)) border = theme.color(Color::LineStrong, 0.6);
  if (focused) border = theme.color(Color::Accent);
  if (invalid) border = theme.color(Color::Bad);
  const QColor ground = theme.color(enabled ? Color::Raised : Color::Panel);
  rounded(painter, inset(rectangle), size::kControlCorner - 0.5, ground, border);
  if (!focused) return;
  QColor halo = border;
  halo.setAlphaF(0.45f);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(halo, 1));
  painter->drawRoundedRect(inset(rectangle, 1.5), size::kControlCorner - 1.5, size::kControlCorner - 1.5);
}

void button(QPainter* painter, const QRect& rectangle, QStyle::State state, ButtonKind kind) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(state, QStyle::State_Enabled);
  const bool over = enabled && has(state, QStyle::State_MouseOver);
  const bool down = enabled && has(state, QStyle::State_Sunken);
  QColor ground = theme.color(over || down ? Color::Hover : Color::Raised);
  QColor border = theme.color(Color::Line);
  if (has(state, QStyle::State_On)) {
    ground = theme.color(Color::AccentSoft);
    border = Qt::transparent;
  } else if (!enabled && kind != ButtonKind::Flat) {
    ground = theme.color(Color::Panel);
  } else if (kind == ButtonKind::Flat) {
    ground = over || down ? theme.color(Color::Hover) : QColor(Qt::transparent);
    border = Qt::transparent;
  } else if (kind == ButtonKind::Primary) {
    ground = theme.color(over || down ? Color::AccentFillHover : Color::AccentFill);
    border = Qt::transparent;
  } else if (kind == ButtonKind::Danger) {
    ground = theme.color(Color::BadFill);
    if (over || down) ground = ground.darker(112);
    border = Qt::transparent;
  }
  const double edge = border.alpha() == 0 ? 0.0 : 0.5;
  rounded(painter, inset(rectangle, edge), size::kControlCorner - edge, ground, border);
  if (!ringed(state)) return;
  focusRing(painter, rectangle, size::kControlCorner - 1);
  if (kind != ButtonKind::Primary && kind != ButtonKind::Danger) return;
  painter->setBrush(Qt::NoBrush);  // a light line inside, so that the ring is visible on the fill
  painter->setPen(QPen(theme.color(Color::OnAccent, 0.9), 1));
  painter->drawRoundedRect(inset(rectangle, 2.5), size::kControlCorner - 2, size::kControlCorner - 2);
}

QColor buttonText(const Theme& theme, QStyle::State state, ButtonKind kind, bool tool) {
  if (!has(state, QStyle::State_Enabled)) return theme.color(Color::Faint);
  if (has(state, QStyle::State_On)) return theme.color(Color::AccentText);
  if (kind == ButtonKind::Primary || kind == ButtonKind::Danger) return theme.color(Color::OnAccent);
  const bool over = has(state, QStyle::State_MouseOver) || has(state, QStyle::State_Sunken);
  if ((kind == ButtonKind::Flat || tool) && !over) return theme.color(Color::Muted);
  return theme.color(Color::Text);
}

void checkBox(QPainter* painter, const QRect& rectangle, QStyle::State state) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(state, QStyle::State_Enabled);
  const bool on = has(state, QStyle::State_On);
  const bool partly = has(state, QStyle::State_NoChange);
  const QColor fill = theme.color(enabled ? Color::AccentFill : Color::Faint);
  QColor border = theme.color(enabled ? Color::LineStrong : Color::Line);
  if (enabled && has(state, QStyle::State_MouseOver)) border = theme.color(Color::Accent);
  const QRectF box = inset(rectangle);
  if (on || partly)
    rounded(painter, box, 4, fill, fill);
  else
    rounded(painter, box, 4, theme.color(Color::Raised), border);
  painter->setPen(QPen(theme.color(Color::OnAccent), 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->setBrush(Qt::NoBrush);
  const auto at = [&](double x, double y) { return QPointF(box.x() + box.width() * x, box.y() + box.height() * y); };
  if (partly)
    painter->drawLine(at(0.27, 0.5), at(0.73, 0.5));
  else if (on)
    painter->drawPolyline(QPolygonF{at(0.24, 0.53), at(0.43, 0.71), at(0.77, 0.31)});
  if (ringed(state)) focusRing(painter, QRectF(rectangle).adjusted(-2, -2, 2, 2), 6);
}

void radioButton(QPainter* painter, const QRect& rectangle, QStyle::State state) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(state, QStyle::State_Enabled);
  const QRectF box = inset(rectangle);
  const bool on = has(state, QStyle::State_On);
  QColor border = theme.color(enabled ? Color::LineStrong : Color::Line);
  if (enabled && (on || has(state, QStyle::State_MouseOver))) border = theme.color(Color::Accent);
  rounded(painter, box, box.width() / 2, theme.color(Color::Raised), border);
  if (on) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.color(enabled ? Color::Accent : Color::Faint));
    painter->drawEllipse(box.center(), box.width() * 0.26, box.width() * 0.26);
  }
  if (ringed(state)) focusRing(painter, QRectF(rectangle).adjusted(-2, -2, 2, 2), rectangle.width() / 2.0 + 1);
}

void toggle(QPainter* painter, const QRect& rectangle, QStyle::State state) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(state, QStyle::State_Enabled);
  const bool on = has(state, QStyle::State_On);
  const QRectF box = inset(rectangle);
  const double radius = box.height() / 2;
  if (on) {
    const QColor fill = theme.color(enabled ? Color::AccentFill : Color::Faint);
    rounded(painter, box, radius, fill, fill);
  } else {
    const bool over = enabled && has(state, QStyle::State_MouseOver);
    rounded(painter, box, radius, theme.color(Color::Hover), theme.color(over ? Color::Accent : Color::LineStrong));
  }
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.color(on ? Color::OnAccent : enabled ? Color::Muted : Color::Faint));
  const double knob = radius - 2.5;
  painter->drawEllipse(QPointF(on ? box.right() - radius : box.left() + radius, box.center().y()), knob, knob);
  if (ringed(state)) focusRing(painter, QRectF(rectangle).adjusted(-2, -2, 2, 2), radius + 2);
}

void chevron(QPainter* painter, const QRect& rectangle, Qt::ArrowType direction, const QColor& color) {
  const Saved saved(painter);
  painter->translate(QRectF(rectangle).center());
  switch (direction) {
    case Qt::UpArrow:
      painter->rotate(180);
      break;
    case Qt::LeftArrow:
      painter->rotate(90);
      break;
    case Qt::RightArrow:
      painter->rotate(-90);
      break;
    default:
      break;
  }
  const double reach = std::min({4.0, rectangle.width() / 2.0 - 1, rectangle.height() / 2.0});
  painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->drawPolyline(QPolygonF{{-reach, -reach / 2}, {0, reach / 2}, {reach, -reach / 2}});
}

void slider(QPainter* painter, const QStyleOptionSlider& option, const QRect& groove, const QRect& handle) {
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool enabled = has(option.state, QStyle::State_Enabled);
  const bool horizontal = option.orientation == Qt::Horizontal;
  const QRectF track = horizontal ? QRectF(groove.x(), groove.center().y() - 1.5, groove.width(), 4)
                                  : QRectF(groove.center().x() - 1.5, groove.y(), 4, groove.height());
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.color(Color::Line));
  painter->drawRoundedRect(track, 2, 2);
  QRectF filled = track;
  const QPointF middle = QRectF(handle).center();
  // A vertical slider grows upwards, a mirrored or inverted one the other way.
  if (horizontal)
    option.upsideDown ? filled.setLeft(middle.x()) : filled.setRight(middle.x());
  else
    option.upsideDown ? filled.setTop(middle.y()) : filled.setBottom(middle.y());
  painter->setBrush(theme.color(enabled ? Color::Accent : Color::Faint));
  painter->drawRoundedRect(filled, 2, 2);
  const bool active = has(option.state, QStyle::State_MouseOver) || has(option.state, QStyle::State_Sunken);
  painter->drawEllipse(middle, active ? 7 : 6.5, active ? 7 : 6.5);
  if (has(option.state, QStyle::State_HasFocus))
    focusRing(painter, QRectF(middle.x() - 10, middle.y() - 10, 20, 20), 9);
}

void scrollBar(QPainter* painter, const QStyleOptionSlider& option, const QRect& handle) {
  if (option.maximum <= option.minimum) return;
  const Saved saved(painter);
  const Theme theme = currentTheme();
  const bool active = has(option.state, QStyle::State_MouseOver) || has(option.state, QStyle::State_Sunken);
  const QRectF thumb = option.orientation == Qt::Horizontal ? QRectF(handle).adjusted(2, 2, -2, -2)
                                                            : QRectF(handle).adjusted(2, 2, -2, -2);
  const double radius = std::min(thumb.width(), thumb.height()) / 2;
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.color(Color::LineStrong, active ? 0.9 : 0.5));
  painter->drawRoundedRect(thumb, radius, radius);
}

QRectF barTrack(const QRect& rectangle) {
  const double height = std::min(4.0, static_cast<double>(rectangle.height()));
  return {static_cast<double>(rectangle.x()), rectangle.y() + (rectangle.height() - height) / 2,
          static_cast<double>(rectangle.width()), height};
}

void bar(QPainter* painter, const QRectF& track, double from, double to, const QColor& color) {
  if (to <= from) return;
  const Saved saved(painter);
  const double radius = track.height() / 2;
  QPainterPath whole;
  whole.addRoundedRect(track, radius, radius);
  painter->setClipPath(whole, Qt::IntersectClip);
  painter->setPen(Qt::NoPen);
  painter->setBrush(color);
  const double left = track.left() + track.width() * from;
  // A nonzero fraction is drawn at least as wide as high, so that it is visible.
  painter->drawRoundedRect(
      QRectF(left, track.top(), std::max(track.width() * (to - from), track.height()), track.height()), radius, radius);
}

}  // namespace fovea::paint
