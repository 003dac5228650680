#include "widgets/theme/flow_layout.h"

namespace fovea {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(spacing);
}

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;  // addItem() took ownership
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
}
int FlowLayout::count() const {
  return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item) items_.erase(items_.begin() + index);
  return item;
}

int FlowLayout::heightForWidth(int width) const {
  return arrange(QRect(0, 0, width, 0), false);
}

void FlowLayout::setGeometry(const QRect& rectangle) {
  QLayout::setGeometry(rectangle);
  arrange(rectangle, true);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowLayout::arrange(const QRect& rectangle, bool place) const {
  const QMargins margins = contentsMargins();
  const QRect room = rectangle.marginsRemoved(margins);
  int x = room.x();
  int y = room.y();
  int lineHeight = 0;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize wanted = item->sizeHint();
    if (x > room.x() && x + wanted.width() > room.x() + room.width()) {
      x = room.x();
      y += lineHeight + spacing();
      lineHeight = 0;
    }
    if (place) item->setGeometry(QRect(QPoint(x, y), wanted));
    x += wanted.width() + spacing();
    lineHeight = std::max(lineHeight, wanted.height());
  }
  return y + lineHeight - rectangle.y() + margins.bottom();
}

}  // namespace fovea
