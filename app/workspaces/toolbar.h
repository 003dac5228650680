// Why: the row on top of a place must hold its controls in a narrow window, too: where there is too little room its
// buttons keep their icons and give up their words, the ones at the left first and the primary one never; the heading
// is cut last.
#pragma once
#include <QFrame>
#include <QList>

class QHBoxLayout;
class QPushButton;

namespace fovea {

class ElidedLabel;

class Toolbar : public QFrame {
  Q_OBJECT
 public:
  explicit Toolbar(const QString& heading, QWidget* parent = nullptr);

  void setHeading(const QString& heading);
  // Right after the heading, and from the right end (the last added stands rightmost).
  void addLeft(QWidget* widget);
  void addRight(QWidget* widget);

  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;

 private:
  void fit();

  ElidedLabel* heading_;
  QHBoxLayout* left_;
  QHBoxLayout* right_;
};

}  // namespace fovea
