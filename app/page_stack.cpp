#include "app/page_stack.h"

#include <QPixmap>

namespace fovea {
namespace {

constexpr int kStartMilliseconds = 100;  // after the last change
constexpr int kPageMilliseconds = 20;    // between two pages

}  // namespace

PageStack::PageStack(QWidget* parent) : QStackedWidget(parent) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &PageStack::prepareNext);
}

void PageStack::prepareSoon() {
  next_ = 0;
  timer_.start(kStartMilliseconds);
}

void PageStack::prepareNext() {
  if (next_ >= count() || !isVisible()) return;
  QWidget* page = widget(next_++);
  if (page != currentWidget()) {
    page->setGeometry(contentsRect());
    page->grab(QRect(0, 0, 1, 1));  // applies the style and lays out all children, although they are hidden
  }
  timer_.start(kPageMilliseconds);
}

void PageStack::resizeEvent(QResizeEvent* event) {
  QStackedWidget::resizeEvent(event);
  prepareSoon();
}

void PageStack::showEvent(QShowEvent* event) {
  QStackedWidget::showEvent(event);
  prepareSoon();
}

}  // namespace fovea
