// Why: a text editor with line numbers, syntax colours and marks at lines with errors. It knows nothing about networks.
// GUI thread only.
#pragma once
#include <QPlainTextEdit>
#include <vector>

class QSyntaxHighlighter;

namespace fovea {

enum class CodeLanguage { NetworkJson, Prototxt };

// A message at a line, counted from 1.
struct LineMark {
  int line = 1;
  bool wrong = true;  // an error; else a warning
  QString words;
  bool operator==(const LineMark&) const = default;
};

class CodeEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit CodeEdit(QWidget* parent = nullptr);

  void setLanguage(CodeLanguage language);
  // Replaces the text with `text`, changing only the lines that differ, so that cursor, selection and scroll position
  // keep their place. One step of the editor's own undo.
  void replaceText(const QString& text);
  void setMarks(std::vector<LineMark> marks);
  const std::vector<LineMark>& marks() const { return marks_; }
  // The cursor's line; and moving the cursor to the start of a visible line.
  int currentLine() const;
  void goToLine(int line);
  // Scrolls to these lines without moving the cursor.
  void revealLines(int first, int last);

  int gutterWidth() const;
  void paintGutter(QPaintEvent* event);
  QString wordsAt(int y) const;

 Q_SIGNALS:
  // Ctrl+F, with the selected text, if any.
  void findRequested(const QString& selected);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void restyle();
  void placeGutter();
  void showExtras();
  void breakLine();

  QWidget* gutter_;
  QSyntaxHighlighter* colours_ = nullptr;
  CodeLanguage language_ = CodeLanguage::NetworkJson;
  std::vector<LineMark> marks_;
};

}  // namespace fovea
