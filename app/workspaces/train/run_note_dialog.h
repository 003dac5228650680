// Why: edits the tags and the note of a run.
#pragma once
#include <QDialog>

#include "core/project/run_view_choices.h"

class QLineEdit;
class QPlainTextEdit;

namespace fovea {

class RunNoteDialog : public QDialog {
  Q_OBJECT
 public:
  RunNoteDialog(const QString& run, const RunNote& note, QWidget* parent = nullptr);
  RunNote note() const;
  QLineEdit* tagField() const { return tags_; }
  QPlainTextEdit* textField() const { return text_; }

 private:
  QLineEdit* tags_;
  QPlainTextEdit* text_;
};

}  // namespace fovea
