// Why: a name is typed where it stands: over the title of a node. Enter keeps it, as going elsewhere does; Escape
// leaves everything as it was. GUI thread only.
#pragma once
#include <QtWidgets/QLineEdit>
#include <functional>

namespace fovea {

class NameEditor : public QLineEdit {
  Q_OBJECT
 public:
  explicit NameEditor(QWidget* parent);
  // At `place` of the parent; `keep` is called with another name than `name`.
  void open(const QString& name, const QRect& place, std::function<void(const QString&)> keep);
  // Without keeping what was typed.
  void cancel() { close(false); }

 Q_SIGNALS:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close(bool keep);

  QString name_;
  std::function<void(const QString&)> keep_;
};

}  // namespace fovea
