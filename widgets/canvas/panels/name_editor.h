// Why: edits a name in place, over the title of a node. Enter or a change of focus accepts it; Escape discards it. A
// refused name stays open, with the focus, for another try. GUI thread only.
#pragma once
#include <QtWidgets/QLineEdit>
#include <functional>

namespace fovea {

class NameEditor : public QLineEdit {
  Q_OBJECT
 public:
  explicit NameEditor(QWidget* parent);
  // Opens at `place` of the parent; `keep` is called if the name changes, and returns false if it is refused.
  void open(const QString& name, const QRect& place, std::function<bool(const QString&)> keep);
  // Accepts the typed text; false while it stays open, since the text is refused.
  bool settle();
  // Discards the typed text.
  void cancel() { close(false); }

 Q_SIGNALS:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close(bool keep);

  QString opened_;  // the text as it was opened
  std::function<bool(const QString&)> keep_;
};

}  // namespace fovea
