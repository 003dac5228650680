// Why: a pill that is a button: it shows a view setting and changes it in place: "smoothing 0.6", "log".
#pragma once
#include <QtWidgets/QAbstractButton>

namespace fovea {

// With setCheckable(true) it is a toggle; with a menu (setMenu) it shows a small arrow and opens the menu.
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
