// Why: edits a note's text in place. Enter accepts a frame's title, Ctrl+Enter a comment, and so does a change of
// focus; Escape discards the change. GUI thread only.
#pragma once
#include <QtWidgets/QPlainTextEdit>

#include "widgets/canvas/input/canvas_view.h"

namespace fovea {

class NoteEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit NoteEditor(CanvasView& view, QWidget* parent = nullptr);
  // Opens over `note`, which is in the scene.
  void open(const NoteItem& note);

 Q_SIGNALS:
  // Emitted with the note's new text if it changed.
  void edited(const fovea::Note& note);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void close(bool keep);

  CanvasView& view_;
  Note note_;
  bool open_ = false;
};

}  // namespace fovea
