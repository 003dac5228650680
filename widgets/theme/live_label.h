// Why: text that changes all the time must not lay out the window each time: that costs more than drawing the
// text, and takes its time from training on the same cores. GUI thread.
#pragma once
#include <QtWidgets/QWidget>

class QLabel;

namespace fovea {

// Shows a label. The room that it asks of its layout only grows while there is text; an empty text asks for none.
class LiveLabel : public QWidget {
  Q_OBJECT
 public:
  // Takes ownership of `label`, which may wrap its words.
  explicit LiveLabel(QLabel* label, QWidget* parent = nullptr);

  QLabel* label() const { return label_; }
  QString text() const;
  void setText(const QString& text);

  QSize sizeHint() const override { return room_; }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QSize lineSize() const;
  void grow();

  QLabel* label_;
  QSize room_{0, 0};
};

}  // namespace fovea
