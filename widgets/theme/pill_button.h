// Why: a setting of a view that can be changed where it is read: "smoothing 0.6", "log". A pill that is a button.
#pragma once
#include <QtWidgets/QAbstractButton>

namespace fovea {

// With setCheckable(true) it can be on; with a menu (setMenu) it shows a small arrow and opens it.
class PillButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit PillButton(const QString& text, QWidget* parent = nullptr);
  // Not owned.
  void setMenu(QMenu* menu);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QMenu* menu_ = nullptr;
};

}  // namespace fovea
