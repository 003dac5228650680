#include "widgets/theme/segment_bar.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <utility>

#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPadding = 12;
constexpr int kFlatHeight = 22;

}  // namespace

SegmentBar::SegmentBar(const QStringList& texts, Size size, QWidget* parent)
    : QWidget(parent), texts_(texts), size_(size) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  setMouseTracking(true);
  setAccessibleDescription(texts_.value(0));
}

void SegmentBar::setCurrent(int index) {
  if (index < 0 || index >= count() || index == current_) return;
  current_ = index;
  setAccessibleDescription(texts_[index]);
  update();
  Q_EMIT currentChanged(index);
}

int SegmentBar::segmentWidth(int index) const {
  const QFontMetrics metrics(themeFont(size_ == Size::Tall ? FontRole::Text : FontRole::Caption));
  return metrics.horizontalAdvance(texts_[index]) + 2 * kPadding;
}

QSize SegmentBar::sizeHint() const {
  int width = 2;
  for (int i = 0; i < count(); ++i) width += segmentWidth(i);
  return {width, size_ == Size::Tall ? size::kControl : kFlatHeight};
}

QRect SegmentBar::segmentRect(int index) const {
  int left = 1;
  for (int i = 0; i < index; ++i) left += segmentWidth(i);
  return {left, 1, segmentWidth(index), height() - 2};
}

int SegmentBar::segmentAt(const QPoint& point) const {
  for (int i = 0; i < count(); ++i)
    if (segmentRect(i).contains(point)) return i;
  return -1;
}

void SegmentBar::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double corner = size_ == Size::Tall ? size::kControlCorner : height() / 2.0 - 1;
  painter.setPen(QPen(theme.color(hasFocus() ? Color::Accent : Color::Line), 1));
  painter.setBrush(theme.color(Color::Panel));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
  painter.setFont(themeFont(size_ == Size::Tall ? FontRole::Text : FontRole::Caption));
  for (int i = 0; i < count(); ++i) {
    const QRectF area = QRectF(segmentRect(i)).adjusted(1, 1, -1, -1);
    if (i == current_ || i == hovered_) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.color(i == current_ ? Color::AccentSoft : Color::Hover));
      painter.drawRoundedRect(area, corner - 1, corner - 1);
    }
    painter.setPen(theme.color(i == current_ ? Color::AccentText : i == hovered_ ? Color::Text : Color::Muted));
    painter.drawText(area, Qt::AlignCenter, texts_[i]);
  }
}

void SegmentBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) setCurrent(segmentAt(event->position().toPoint()));
}

void SegmentBar::mouseMoveEvent(QMouseEvent* event) {
  const int hovered = segmentAt(event->position().toPoint());
  if (std::exchange(hovered_, hovered) != hovered) update();
}

void SegmentBar::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

void SegmentBar::keyPressEvent(QKeyEvent* event) {
  const bool back = event->key() == Qt::Key_Left, on = event->key() == Qt::Key_Right;
  if (!back && !on) return QWidget::keyPressEvent(event);
  setCurrent(std::clamp(current_ + (on ? 1 : -1), 0, count() - 1));
}

}  // namespace fovea
