// Why: text that a program reads is written with line numbers, colours and marks at the lines that are wrong. It knows
// nothing of networks. GUI thread only.
#pragma once
#include <QPlainTextEdit>
#include <vector>

class QSyntaxHighlighter;

namespace fovea {

enum class CodeLanguage { NetworkJson, Prototxt };

// What is said of a line, counted from 1.
struct LineMark {
  int line = 1;
  bool wrong = true;  // else a warning
  QString words;
  bool operator==(const LineMark&) const = default;
};

class CodeEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit CodeEdit(QWidget* parent = nullptr);

  void setLanguage(CodeLanguage language);
  // Puts `text` in the place of what is there, changing only the lines that differ: cursor, selection and scroll stay
  // with what they were on. One step of the editor's own undo.
  void replaceText(const QString& text);
  void setMarks(std::vector<LineMark> marks);
  const std::vector<LineMark>& marks() const { return marks_; }
  // The line of the cursor, and the cursor to the start of a line, in sight.
  int currentLine() const;
  void goToLine(int line);
  // In sight, without moving the cursor.
  void revealLines(int first, int last);

  int gutterWidth() const;
  void paintGutter(QPaintEvent* event);
  QString wordsAt(int y) const;

 Q_SIGNALS:
  // Ctrl+F, with the selected text if there is some.
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
