// Why: shows the path to the current sheet and leads back out: "network › stage1 › res2". GUI thread only.
#pragma once
#include <QtWidgets/QFrame>

class QHBoxLayout;

namespace fovea {

class Breadcrumbs : public QFrame {
  Q_OBJECT
 public:
  explicit Breadcrumbs(QWidget* parent = nullptr);

  // From the outermost sheet to the current one.
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }

 Q_SIGNALS:
  // Requests the sheet `levels` further out.
  void leaveRequested(int levels);

 private:
  QHBoxLayout* row_;
  QStringList names_;
};

}  // namespace fovea
