#include "widgets/canvas/panels/note_editor.h"

#include <QtGui/QKeyEvent>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kSmallestZoom = 0.8;  // smaller text is hard to edit

}  // namespace

NoteEditor::NoteEditor(CanvasView& view, QWidget* parent) : QPlainTextEdit(parent), view_(view) {
  setObjectName(QStringLiteral("noteEditor"));
  setAccessibleName(tr("Words of the note"));
  setKind(this, "note");
  setTabChangesFocus(true);
  document()->setDocumentMargin(3);
  hide();
}

void NoteEditor::open(const NoteItem& item, std::function<bool(const Note&)> keep) {
  note_ = item.note();
  keep_ = std::move(keep);
  const double zoom = std::max(view_.zoom(), kSmallestZoom);
  QFont font = note_.frame ? CanvasStyle::current().title : CanvasStyle::current().caption;
  font.setPixelSize(int(std::lround(font.pixelSize() * zoom)));
  setFont(font);
  setLineWrapMode(note_.frame ? QPlainTextEdit::NoWrap : QPlainTextEdit::WidgetWidth);
  setVerticalScrollBarPolicy(note_.frame ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setPlaceholderText(note_.frame ? tr("Title of the frame") : tr("Comment"));
  setPlainText(QString::fromStdString(note_.text));
  opened_ = toPlainText();
  selectAll();
  const QRectF text = item.textRectangle();
  const QPoint corner = view_.mapTo(parentWidget(), view_.mapFromScene(text.topLeft()));
  const int line = fontMetrics().height() + 10;
  const QSize size(std::max(160, int(text.width() * zoom) + 8),
                   note_.frame ? line : std::max(2 * line, int(text.height() * zoom) + 8));
  setGeometry(QRect(corner - QPoint(4, note_.frame ? 0 : 4), size));
  show();
  raise();
  setFocus(Qt::OtherFocusReason);
}

void NoteEditor::close(bool keep) {
  auto kept = std::exchange(keep_, nullptr);  // none while it runs, since it may move the focus
  if (!kept) return;
  note_.text = toPlainText().trimmed().toStdString();
  if (keep && toPlainText() != opened_ && !kept(note_)) {
    keep_ = std::move(kept);
    return;
  }
  hide();
  Q_EMIT closed();
}

bool NoteEditor::settle() {
  close(true);
  if (keep_) setFocus(Qt::OtherFocusReason);
  return !keep_;
}

void NoteEditor::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Escape) return close(false);
  if (enter && (note_.frame || (event->modifiers() & Qt::ControlModifier))) return close(true);
  QPlainTextEdit::keyPressEvent(event);
}

void NoteEditor::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  // The editor's own menu takes the focus temporarily.
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
