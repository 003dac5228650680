#include "app/workspaces/inspect/scrolled_pages.h"

#include <QEvent>
#include <QScrollBar>
#include <QStackedWidget>

namespace fovea {
namespace {

// Holds the pages without a layout, which would request the preferred height of the tallest page at this width.
class PageHolder : public QWidget {
 public:
  explicit PageHolder(QStackedWidget* pages) : pages_(pages) { pages->setParent(this); }

  QSize minimumSizeHint() const override {
    const QWidget* page = pages_->currentWidget();
    return page ? page->minimumSizeHint().expandedTo(page->minimumSize()) : QSize();
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) updateGeometry();
    return QWidget::event(event);
  }
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    pages_->setGeometry(rect());
  }

 private:
  QStackedWidget* pages_;
};

}  // namespace

ScrolledPages::ScrolledPages(QStackedWidget* pages, QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  auto* holder = new PageHolder(pages);
  setWidget(holder);
  connect(pages, &QStackedWidget::currentChanged, this, [this, holder] {
    holder->updateGeometry();
    verticalScrollBar()->setValue(0);
  });
}

}  // namespace fovea
