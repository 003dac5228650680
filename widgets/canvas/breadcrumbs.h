// Why: says which sheet is shown and leads back out: "network › stage1 › res2". GUI thread only.
#pragma once
#include <QtWidgets/QFrame>

class QHBoxLayout;

namespace fovea {

class Breadcrumbs : public QFrame {
  Q_OBJECT
 public:
  explicit Breadcrumbs(QWidget* parent = nullptr);

  // From the outside in; the last one is where we are.
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }

 Q_SIGNALS:
  // The sheet that is `levels` further out.
  void leaveRequested(int levels);

 private:
  QHBoxLayout* row_;
  QStringList names_;
};

}  // namespace fovea
