#include "widgets/theme/live_label.h"

#include <QtGui/QResizeEvent>
#include <QtWidgets/QLabel>
#include <algorithm>

namespace fovea {

LiveLabel::LiveLabel(QLabel* label, QWidget* parent) : QWidget(parent), label_(label) {
  // Without a layout of this widget, a new text of the label concerns no layout above it.
  label_->setParent(this);
  setSizePolicy(label_->sizePolicy().horizontalPolicy(), QSizePolicy::Preferred);
  grow();
}

QString LiveLabel::text() const {
  return label_->text();
}

void LiveLabel::setText(const QString& text) {
  if (text == label_->text()) return;
  label_->setText(text);
  grow();
}

QSize LiveLabel::minimumSizeHint() const {
  return {label_->wordWrap() ? 0 : std::min(label_->minimumSizeHint().width(), room_.width()), room_.height()};
}

void LiveLabel::resizeEvent(QResizeEvent* event) {
  label_->setGeometry(rect());
  if (!label_->wordWrap() || event->oldSize().width() == width()) return;
  room_ = {0, 0};
  grow();
}

bool LiveLabel::event(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    room_ = {0, 0};
    grow();
  }
  return QWidget::event(event);
}

// The size of a single line. QLabel::sizeHint() lays out the text several times.
QSize LiveLabel::lineSize() const {
  const QFontMetrics metrics = label_->fontMetrics();
  return QSize(metrics.horizontalAdvance(text()) + 1, metrics.height()).grownBy(label_->contentsMargins());
}

void LiveLabel::grow() {
  QSize room{0, 0};
  if (!text().isEmpty()) {
    label_->ensurePolished();
    room = room_.expandedTo(label_->wordWrap() ? QSize(0, label_->heightForWidth(std::max(1, width()))) : lineSize());
  }
  if (room == room_) return;
  room_ = room;
  updateGeometry();
}

}  // namespace fovea
