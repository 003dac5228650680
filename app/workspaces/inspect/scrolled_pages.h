// Why: a page fills the window, and scrolls only if the window is lower than the page's minimum height.
#pragma once
#include <QScrollArea>

class QStackedWidget;

namespace fovea {

// Takes ownership of `pages`. Shows the current page, scrolled to its top whenever it changes.
class ScrolledPages : public QScrollArea {
  Q_OBJECT
 public:
  explicit ScrolledPages(QStackedWidget* pages, QWidget* parent = nullptr);
};

}  // namespace fovea
