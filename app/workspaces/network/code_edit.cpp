#include "app/workspaces/network/code_edit.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include "app/workspaces/network/code_colours.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kMarkRoom = 16;  // width for marks in the gutter, left of the numbers
constexpr int kSpaces = 2;     // width of an indent

// The line numbers at the left, painted by the edit.
class Gutter : public QWidget {
 public:
  explicit Gutter(CodeEdit& edit) : QWidget(&edit), edit_(edit) {}
  QSize sizeHint() const override { return {edit_.gutterWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { edit_.paintGutter(event); }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), edit_.wordsAt(help->pos().y()), this);
    return true;
  }

 private:
  CodeEdit& edit_;
};

}  // namespace

CodeEdit::CodeEdit(QWidget* parent) : QPlainTextEdit(parent), gutter_(new Gutter(*this)) {
  colours_ = new CodeColours(document(), language_);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  // Tab moves to the next control, as everywhere; lines are indented automatically.
  setTabChangesFocus(true);
  restyle();
  connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEdit::placeGutter);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int scrolled) {
    scrolled != 0 ? gutter_->scroll(0, scrolled) : gutter_->update(0, area.y(), gutter_->width(), area.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEdit::showExtras);
  placeGutter();
}

void CodeEdit::setLanguage(CodeLanguage language) {
  language_ = language;
  static_cast<CodeColours*>(colours_)->setLanguage(language);
}

void CodeEdit::replaceText(const QString& text) {
  const QString before = toPlainText();
  if (before == text) return;
  qsizetype same = 0, most = std::min(before.size(), text.size());
  while (same < most && before[same] == text[same]) ++same;
  qsizetype end = 0;
  while (end < most - same && before[before.size() - 1 - end] == text[text.size() - 1 - end]) ++end;
  const int top = verticalScrollBar()->value(), left = horizontalScrollBar()->value();
  QTextCursor cursor(document());
  cursor.beginEditBlock();
  cursor.setPosition(static_cast<int>(same));
  cursor.setPosition(static_cast<int>(before.size() - end), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(same, text.size() - same - end));
  cursor.endEditBlock();
  verticalScrollBar()->setValue(top);
  horizontalScrollBar()->setValue(left);
}

void CodeEdit::setMarks(std::vector<LineMark> marks) {
  if (marks == marks_) return;
  marks_ = std::move(marks);
  showExtras();
  gutter_->update();
}

int CodeEdit::currentLine() const {
  return textCursor().blockNumber() + 1;
}

void CodeEdit::goToLine(int line) {
  setTextCursor(QTextCursor(document()->findBlockByNumber(std::clamp(line, 1, blockCount()) - 1)));
  centerCursor();
}

void CodeEdit::revealLines(int first, int last) {
  const int top = firstVisibleBlock().blockNumber() + 1;
  const int visible = viewport()->height() / std::max(1, fontMetrics().height());
  if (first >= top && last < top + visible) return;
  verticalScrollBar()->setValue(std::max(0, first - 1 - visible / 3));
}

int CodeEdit::gutterWidth() const {
  const int digits = std::max(3, static_cast<int>(QString::number(blockCount()).size()));
  return kMarkRoom + digits * fontMetrics().horizontalAdvance('9') + size::kGrid;
}

void CodeEdit::placeGutter() {
  setViewportMargins(gutterWidth(), 0, 0, 0);
  const QRect inside = contentsRect();
  gutter_->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void CodeEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeGutter();
}

void CodeEdit::paintGutter(QPaintEvent* event) {
  const Theme theme = currentTheme();
  QPainter painter(gutter_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(event->rect(), theme.color(Color::Panel));
  painter.setFont(font());
  const int height = fontMetrics().height(), right = gutter_->width() - size::kGrid;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    if (area.top() > event->rect().bottom()) break;
    if (!block.isVisible() || area.bottom() < event->rect().top()) continue;
    const int line = block.blockNumber() + 1;
    painter.setPen(theme.color(line == currentLine() ? Color::Text : Color::Muted));
    painter.drawText(QRectF(0, area.top(), right, height), Qt::AlignRight, QString::number(line));
    for (const LineMark& mark : marks_) {
      if (mark.line != line) continue;
      // Errors are filled circles and warnings are rings, so that they do not differ only in colour.
      const QColor color = theme.color(mark.wrong ? Color::Bad : Color::Warning);
      painter.setPen(QPen(color, 1.5));
      painter.setBrush(mark.wrong ? QBrush(color) : QBrush(Qt::NoBrush));
      painter.drawEllipse(QPointF(size::kGrid, area.top() + height / 2.0), 3.5, 3.5);
      break;
    }
  }
}

QString CodeEdit::wordsAt(int y) const {
  const int line = cursorForPosition(QPoint(0, y)).blockNumber() + 1;
  QStringList words;
  for (const LineMark& mark : marks_)
    if (mark.line == line) words << mark.words;
  return words.join('\n');
}

void CodeEdit::showExtras() {
  const Theme theme = currentTheme();
  QList<QTextEdit::ExtraSelection> extras;
  QTextEdit::ExtraSelection current;
  current.format.setBackground(theme.color(Color::Hover, 0.5));
  current.format.setProperty(QTextFormat::FullWidthSelection, true);
  current.cursor = textCursor();
  current.cursor.clearSelection();
  extras << current;
  for (const LineMark& mark : marks_) {
    QTextEdit::ExtraSelection wrong;
    wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wrong.format.setUnderlineColor(theme.color(mark.wrong ? Color::Bad : Color::Warning));
    wrong.cursor = QTextCursor(document()->findBlockByNumber(mark.line - 1));
    wrong.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    extras << wrong;
  }
  setExtraSelections(extras);
  gutter_->update();
}

void CodeEdit::restyle() {
  setFont(themeFont(FontRole::Mono));
  setTabStopDistance(kSpaces * fontMetrics().horizontalAdvance(' '));
  colours_->rehighlight();
  showExtras();
}

void CodeEdit::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (colours_ && isThemeChange(event)) restyle();
}

// Starts a new line with the indent of the previous one, or deeper after an opening bracket.
void CodeEdit::breakLine() {
  QTextCursor cursor = textCursor();
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  qsizetype indent = 0;
  while (indent < before.size() && before[indent] == ' ') ++indent;
  const QString solid = before.trimmed();
  if (solid.endsWith('{') || solid.endsWith('[')) indent += kSpaces;
  cursor.insertText('\n' + QString(indent, ' '));
  setTextCursor(cursor);
}

void CodeEdit::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find))
    Q_EMIT findRequested(textCursor().selectedText());
  else if (event->matches(QKeySequence::InsertParagraphSeparator))
    breakLine();
  else
    QPlainTextEdit::keyPressEvent(event);
}

bool CodeEdit::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    auto* key = static_cast<QKeyEvent*>(event);
    // The find shortcut searches this text; Ctrl+K still belongs to the window.
    if (key->matches(QKeySequence::Find)) {
      event->accept();
      return true;
    }
    if (key->key() == Qt::Key_K && key->modifiers() == Qt::ControlModifier) return false;
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), wordsAt(viewport()->mapFrom(this, help->pos()).y()), this);
    return true;
  }
  return QPlainTextEdit::event(event);
}

}  // namespace fovea
