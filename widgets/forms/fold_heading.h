// Why: the heading of a group of fields folds the group away and back. A button, so that keyboard and screen reader
// reach it.
#pragma once
#include <QtWidgets/QAbstractButton>

namespace fovea {

class FoldHeading : public QAbstractButton {
  Q_OBJECT
 public:
  explicit FoldHeading(QWidget* parent = nullptr);
  void setFolded(bool folded);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool folded_ = false;
};

}  // namespace fovea
