#include "widgets/canvas/panels/name_editor.h"

#include <QtGui/QKeyEvent>

namespace fovea {

NameEditor::NameEditor(QWidget* parent) : QLineEdit(parent) {
  setObjectName(QStringLiteral("nameEditor"));
  setAccessibleName(tr("Name"));
  setMaxLength(64);
  hide();
}

void NameEditor::open(const QString& name, const QRect& place, std::function<void(const QString&)> keep) {
  name_ = name;
  keep_ = std::move(keep);
  setText(name);
  selectAll();
  setGeometry(place);
  show();
  raise();
  setFocus(Qt::OtherFocusReason);
}

void NameEditor::close(bool keep) {
  const auto kept = std::exchange(keep_, nullptr);
  if (!kept) return;
  hide();
  const QString name = text().trimmed();
  if (keep && !name.isEmpty() && name != name_) kept(name);
  Q_EMIT closed();
}

void NameEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return close(false);
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return close(true);
  QLineEdit::keyPressEvent(event);
}

void NameEditor::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (event->reason() != Qt::PopupFocusReason) close(true);
}

}  // namespace fovea
