// Why: edits a name in place, over the title of a node. Enter or a change of focus accepts it; Escape discards it. GUI
// thread only.
#pragma once
#include <QtWidgets/QLineEdit>
#include <functional>

namespace fovea {

class NameEditor : public QLineEdit {
  Q_OBJECT
 public:
  explicit NameEditor(QWidget* parent);
  // Opens at `place` of the parent; `keep` is called if the name changes.
  void open(const QString& name, const QRect& place, std::function<void(const QString&)> keep);
  // Discards the typed text.
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
