#include "app/workspaces/network/network_text_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kReadMilliseconds = 300;
constexpr int kFirstMergeKey = 900'000'001;  // far from the keys of forms and of the canvas

QToolButton* smallButton(const QString& iconName, const QString& help) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setToolTip(help);
  button->setAccessibleName(help);
  return button;
}

}  // namespace

NetworkTextView::NetworkTextView(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      edit_(new CodeEdit),
      conflict_(new Banner),
      blocks_(new Banner),
      mergeKey_(kFirstMergeKey) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(conflict_);
  column->addWidget(blocks_);
  column->addWidget(makeFindBar());
  column->addWidget(edit_, 1);
  column->addWidget(makeStatus());
  edit_->setAccessibleName(tr("The network as text"));
  for (Banner* banner : {conflict_, blocks_}) banner->setDismissible(false);
  pending_.setSingleShot(true);
  pending_.setInterval(kReadMilliseconds);
  connect(&pending_, &QTimer::timeout, this, &NetworkTextView::apply);
  connect(edit_, &CodeEdit::textChanged, this, &NetworkTextView::typed);
  connect(edit_, &CodeEdit::cursorPositionChanged, this, &NetworkTextView::enterLayer);
  connect(edit_, &CodeEdit::findRequested, this, &NetworkTextView::openFind);
  connect(&session, &Session::networkChanged, this, &NetworkTextView::networkChanged);
  connect(&session, &Session::networkOpened, this, &NetworkTextView::drawingOpened);
  connect(&session, &Session::projectChanged, this, [this] { drafts_.projectChanged(); });
  edit_->installEventFilter(this);
}

QWidget* NetworkTextView::makeFindBar() {
  findBar_ = new QFrame;
  setKind(findBar_, "toolbar");
  auto* row = new QHBoxLayout(findBar_);
  row->setContentsMargins(size::kGrid, 4, size::kGrid, 4);
  row->setSpacing(4);
  find_ = new QLineEdit;
  find_->setPlaceholderText(tr("Find in the text"));
  find_->setAccessibleName(tr("Find in the text"));
  find_->installEventFilter(this);
  found_ = new QLabel;
  setKind(found_, "muted");
  auto* up = smallButton("chevron-up", tr("The one before (Shift+F3)"));
  auto* down = smallButton("chevron-down", tr("The next one (F3)"));
  auto* close = smallButton("close", tr("Close the search (Escape)"));
  row->addWidget(find_, 1);
  row->addWidget(found_);
  for (QToolButton* button : {up, down, close}) row->addWidget(button);
  connect(find_, &QLineEdit::textChanged, this, [this] {
    QTextCursor start = edit_->textCursor();
    start.setPosition(start.selectionStart());
    edit_->setTextCursor(start);
    findNext(false);
  });
  connect(up, &QToolButton::clicked, this, [this] { findNext(true); });
  connect(down, &QToolButton::clicked, this, [this] { findNext(false); });
  connect(close, &QToolButton::clicked, this, &NetworkTextView::closeFind);
  findBar_->hide();
  return findBar_;
}

QWidget* NetworkTextView::makeStatus() {
  auto* strip = new QFrame;
  setKind(strip, "status");
  strip->setFixedHeight(size::kStatusBar + 4);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(size::kGutter, 0, size::kGutter, 0);
  row->setSpacing(size::kGrid);
  status_ = new ElidedLabel;
  status_->setAccessibleName(tr("State of the text"));
  format_ = new QComboBox;
  for (const TextFormat& format : textFormats()) {
    format_->addItem(format.title);
    format_->setItemData(format_->count() - 1, format.help, Qt::ToolTipRole);
  }
  format_->setAccessibleName(tr("Language of the text"));
  format_->setVisible(textFormats().size() > 1);
  connect(format_, &QComboBox::currentIndexChanged, this, &NetworkTextView::formatChosen);
  toProblem_ = smallButton("chevron-right", tr("Go to the line"));
  connect(toProblem_, &QToolButton::clicked, this, [this] {
    if (edit_->marks().empty()) return;
    edit_->goToLine(edit_->marks().front().line);
    edit_->setFocus();
  });
  row->addWidget(status_, 1);
  row->addWidget(toProblem_);
  row->addWidget(format_);
  return strip;
}

QString NetworkTextView::status() const {
  return edit_->marks().empty() ? QString() : status_->text();
}

void NetworkTextView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_ && !holdsMore()) takeDrawing();
}

// New syntax colours also change the document, but not its text.
void NetworkTextView::typed() {
  if (!replacing_ && edit_->toPlainText() != known_) pending_.start();
}

void NetworkTextView::apply() {
  pending_.stop();
  known_ = edit_->toPlainText();
  NetworkText read = chosenFormat().read(known_.toStdString(), session_.network());
  wrong_ = !read.network.has_value();
  if (wrong_) {
    keepDraft();
    showProblems(read.problems);
    return;
  }
  drafts_.forget(shown_);
  conflict_->dismiss();
  lines_ = std::move(read.layers);
  stale_ = false;
  if (*read.network != session_.network()) {
    applying_ = true;
    session_.applyEdit({ReplaceNetwork{*read.network}, tr("Edit as text").toStdString()}, mergeKey_);
    applying_ = false;
    wrong_ = *read.network != session_.network();
    warnOfBlocks();
  }
  if (wrong_) keepDraft();
  if (wrong_)
    showProblems({{0, tr("The drawing did not take this text.").toStdString()}});
  else
    showProblems({});
}

void NetworkTextView::networkChanged() {
  if (applying_) return;
  if (!isVisible()) {
    stale_ = true;
    return;
  }
  if (!holdsMore()) {
    takeDrawing();
    return;
  }
  stale_ = true;
  offerDrawing(tr("The drawing was changed, and this text is not in it."));
}

void NetworkTextView::offerDrawing(const QString& title) {
  conflict_->showMessage(
      Banner::Tone::Warning, title,
      tr("Mend the text, and it takes the drawing's place. Or take the drawing; the text is lost then, "
         "but for its own undo."));
  connect(conflict_->addAction(tr("Take the drawing")), &QPushButton::clicked, this, [this] {
    drafts_.forget(shown_);
    takeDrawing();
  });
}

void NetworkTextView::settle() {
  if (pending_.isActive()) apply();
}

QStringList NetworkTextView::unsaved() {
  QStringList lines;
  for (const auto& [file, error] : drafts_.unwritten()) {
    const std::string name = file == shown_ ? session_.network().name() : file.stem().string();
    lines << tr("The text of “%1” is no network yet, and cannot be kept: %2 It is lost unless it is mended first.")
                 .arg(QString::fromStdString(name), coreMessage(error));
  }
  return lines;
}

void NetworkTextView::keepDraft() {
  drafts_.keep(shown_, {chosenFormat().name, edit_->toPlainText().toStdString()});
}

// When another network is opened, keeps unfinished text as a draft for the network to which it belongs.
void NetworkTextView::drawingOpened() {
  const std::filesystem::path opened = session_.project() ? session_.project()->networkFile() : "";
  if (holdsMore() && opened != shown_) keepDraft();
  shown_ = opened;
  edit_->setReadOnly(session_.readOnly());
  // In a read-only project the draft belongs to the program that has it open.
  const auto draft = session_.readOnly() ? std::nullopt : drafts_.find(opened);
  for (std::size_t i = 0; draft && i < textFormats().size(); ++i)
    if (textFormats()[i].name == draft->language) showFormat(i);
  takeDrawing();
  if (!draft) return;
  edit_->replaceText(QString::fromStdString(draft->text));
  apply();
  if (wrong_) offerDrawing(tr("This text was kept: it is no network yet."));
}

void NetworkTextView::takeDrawing() {
  pending_.stop();
  conflict_->dismiss();
  stale_ = wrong_ = false;
  const std::string text = chosenFormat().write(session_.network());
  lines_ = chosenFormat().read(text, session_.network()).layers;
  replacing_ = true;
  edit_->replaceText(QString::fromStdString(text));
  known_ = edit_->toPlainText();
  replacing_ = false;
  // Later typing starts a new undo step.
  ++mergeKey_;
  warnOfBlocks();
  showProblems({});
}

void NetworkTextView::warnOfBlocks() {
  const QString& words = chosenFormat().blockWarning;
  if (words.isEmpty() || session_.network().blocks().empty())
    blocks_->dismiss();
  else
    blocks_->showMessage(Banner::Tone::Warning, words);
}

void NetworkTextView::formatChosen() {
  const auto wanted = static_cast<std::size_t>(format_->currentIndex());
  if (wanted == formatIndex_) return;
  if (pending_.isActive()) apply();
  if (wrong_) {
    format_->setCurrentIndex(static_cast<int>(formatIndex_));
    status_->setText(tr("Mend the text first: what cannot be read cannot be put into other words."));
    return;
  }
  showFormat(wanted);
  takeDrawing();
}

void NetworkTextView::showFormat(std::size_t index) {
  formatIndex_ = index;
  const QSignalBlocker quiet(format_);
  format_->setCurrentIndex(static_cast<int>(index));
  edit_->setLanguage(chosenFormat().language);
}

// Shows the problems of the text or, if it is a valid network, those of its layers as warnings at their lines.
void NetworkTextView::showProblems(const std::vector<TextProblem>& problems) {
  std::vector<LineMark> marks;
  for (const TextProblem& problem : problems) {
    QString words = coreMessage(problem.message);
    if (!problem.advice.empty()) words += " " + coreMessage(problem.advice);
    marks.push_back({std::max(1, problem.line), true, words});
  }
  if (problems.empty())
    for (const NetworkProblem& problem : session_.report().problems)
      if (const auto lines = lines_.find(problem.layer); lines != lines_.end())
        marks.push_back({lines->second.first, false, coreMessage(problem.message)});
  toProblem_->setVisible(!marks.empty());
  if (marks.empty())
    status_->setText(tr("In step with the drawing"));
  else if (marks.front().words.startsWith("Line "))
    status_->setText(marks.front().words);
  else
    status_->setText(tr("Line %1: %2").arg(marks.front().line).arg(marks.front().words));
  setKind(status_, marks.empty() ? "muted" : marks.front().wrong ? "error" : "warning");
  edit_->setMarks(std::move(marks));
}

void NetworkTextView::showLayers(const QList<LayerId>& layers) {
  if (layers.size() != 1 || edit_->hasFocus()) return;
  if (const auto lines = lines_.find(layers.first()); lines != lines_.end())
    edit_->revealLines(lines->second.first, lines->second.last);
}

void NetworkTextView::enterLayer() {
  if (replacing_ || holdsMore() || !edit_->hasFocus()) return;
  const int line = edit_->currentLine();
  for (const auto& [layer, lines] : lines_) {
    if (line < lines.first || line > lines.last) continue;
    if (layer != std::exchange(entered_, layer)) Q_EMIT layerEntered(layer);
    return;
  }
}

void NetworkTextView::openFind(const QString& words) {
  findBar_->show();
  if (!words.isEmpty() && !words.contains(QChar::ParagraphSeparator)) {
    const QSignalBlocker quiet(find_);
    find_->setText(words);
  }
  find_->setFocus();
  find_->selectAll();
}

void NetworkTextView::closeFind() {
  findBar_->hide();
  edit_->setFocus();
}

void NetworkTextView::findNext(bool backward) {
  const QString words = find_->text();
  found_->clear();
  if (words.isEmpty()) return;
  const auto flags = backward ? QTextDocument::FindFlags(QTextDocument::FindBackward) : QTextDocument::FindFlags();
  if (edit_->find(words, flags)) return;
  const QTextCursor before = edit_->textCursor();
  edit_->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
  if (edit_->find(words, flags)) return;
  edit_->setTextCursor(before);
  found_->setText(tr("not found"));
}

bool NetworkTextView::eventFilter(QObject* watched, QEvent* event) {
  // Typing after the focus returns starts a new undo step.
  if (watched == edit_ && event->type() == QEvent::FocusIn) ++mergeKey_;
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool backward = key->modifiers() & Qt::ShiftModifier;
    if (key->key() == Qt::Key_F3 || (watched == find_ && key->key() == Qt::Key_Return)) {
      findNext(backward);
      return true;
    }
    if (key->key() == Qt::Key_Escape && findBar_->isVisible()) {
      closeFind();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fovea
