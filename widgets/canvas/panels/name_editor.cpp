#include "widgets/canvas/panels/name_editor.h"

#include <QtGui/QKeyEvent>

namespace fovea {

NameEditor::NameEditor(QWidget* parent) : QLineEdit(parent) {
  setObjectName(QStringLiteral("nameEditor"));
  setAccessibleName(tr("Name"));
  hide();
}

void NameEditor::open(const QString& name, const QRect& place, std::function<bool(const QString&)> keep) {
  keep_ = std::move(keep);
  setText(name);
  opened_ = text();
  selectAll();
  setGeometry(place);
  show();
  raise();
  setFocus(Qt::OtherFocusReason);
}

void NameEditor::close(bool keep) {
  auto kept = std::exchange(keep_, nullptr);  // none while it runs, since it may move the focus
  if (!kept) return;
  const QString name = text().trimmed();
  if (keep && !name.isEmpty() && text() != opened_ && !kept(name)) {
    keep_ = std::move(kept);
    return;
  }
  hide();
  Q_EMIT closed();
}

bool NameEditor::settle() {
  close(true);
  if (keep_) setFocus(Qt::OtherFocusReason);
  return !keep_;
}

void NameEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return close(false);
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return close(true);
  QLineEdit::keyPressEvent(event);
}

void NameEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (event->reason() == Qt::PopupFocusReason) return;
  close(true);
  if (!keep_) return;
  // Queued, since the focus is still on its way to another widget.
  const auto takeFocus = [this] {
    if (isVisible() && isActiveWindow()) setFocus(Qt::OtherFocusReason);
  };
  QMetaObject::invokeMethod(this, takeFocus, Qt::QueuedConnection);
}

}  // namespace fovea
