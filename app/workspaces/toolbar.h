// Why: a workspace's toolbar must fit into a narrow window. Buttons then lose their texts and keep their icons,
// starting from the left and never the primary one; the heading is cut last.
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
  // Adds right after the heading, or at the right end (the last added is rightmost).
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
