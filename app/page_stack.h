// Why: the first visit to a workspace takes tens of milliseconds, half of them for style and layout. This stack does
// that work before, while nobody waits.
#pragma once
#include <QStackedWidget>
#include <QTimer>

namespace fovea {

class PageStack : public QStackedWidget {
  Q_OBJECT
 public:
  explicit PageStack(QWidget* parent = nullptr);

  // Lays the hidden pages out again, one at a time, a moment after the last call. Also happens by itself after the stack
  // was shown or resized.
  void prepareSoon();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void prepareNext();

  QTimer timer_;
  int next_ = 0;  // the next page to prepare
};

}  // namespace fovea
