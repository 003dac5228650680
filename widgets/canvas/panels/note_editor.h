// Why: edits a note's text in place. Enter accepts a frame's title, Ctrl+Enter a comment, and so does a change of
// focus; Escape discards the change. A refused text stays open, with the focus, for another try. GUI thread only.
#pragma once
#include <QtWidgets/QPlainTextEdit>
#include <functional>

#include "widgets/canvas/input/canvas_view.h"

namespace fovea {

class NoteEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit NoteEditor(CanvasView& view, QWidget* parent = nullptr);
  // Opens over `note`, which is in the scene; `keep` receives the note if its text changes, and returns false if it is
  // refused.
  void open(const NoteItem& note, std::function<bool(const Note&)> keep);
  // Accepts the typed text; false while it stays open, since the text is refused.
  bool settle();
  // The note that was opened last.
  NoteId note() const { return note_.id; }
  // Discards the typed text.
  void cancel() { close(false); }

 Q_SIGNALS:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close(bool keep);

  CanvasView& view_;
  Note note_;
  QString opened_;  // the text as it was opened
  std::function<bool(const Note&)> keep_;
};

}  // namespace fovea
