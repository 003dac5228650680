// Why: the words of a note are typed where they stand. Enter ends a frame's title, Ctrl+Enter a comment, Escape leaves
// everything as it was; going elsewhere keeps what was typed. GUI thread only.
#pragma once
#include <QtWidgets/QPlainTextEdit>

#include "widgets/canvas/canvas_view.h"

namespace fovea {

class NoteEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit NoteEditor(CanvasView& view, QWidget* parent = nullptr);
  // Over `note`, which is in the scene.
  void open(const NoteItem& note);

 Q_SIGNALS:
  // The note with its new words, if they are others.
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
