#include "app/command_palette.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPaletteWidth = 480;
constexpr int kHeight = 340;
constexpr int kTop = 80;
constexpr int kMostThings = 100;  // typing narrows the list down

bool matches(const QString& text, const QString& wanted) {
  for (const QString& word : wanted.split(' ', Qt::SkipEmptyParts))
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

}  // namespace

CommandPalette::CommandPalette(QWidget* window) : QFrame(window, Qt::Popup) {
  setKind(this, "raised");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, size::kGrid);
  column->setSpacing(size::kGrid);
  search_ = new QLineEdit;
  search_->setPlaceholderText(tr("Find an action, a layer, a run, a data set"));
  search_->setAccessibleName(search_->placeholderText());
  search_->installEventFilter(this);
  list_ = new QListWidget;
  list_->setAccessibleName(tr("Actions"));
  list_->installEventFilter(this);
  list_->setFrameShape(QFrame::NoFrame);
  column->addWidget(search_);
  column->addWidget(list_);
  connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::start);
  connect(list_, &QListWidget::currentRowChanged, this, &CommandPalette::tellReaders);
}

void CommandPalette::open(const QList<QAction*>& actions, const QList<QAction*>& things) {
  actions_ = actions;
  things_ = things;
  search_->clear();
  filter({});
  const QWidget* window = parentWidget();
  setGeometry(
      QRect(window->mapToGlobal(QPoint((window->width() - kPaletteWidth) / 2, kTop)), QSize(kPaletteWidth, kHeight)));
  show();
  search_->setFocus();
}

void CommandPalette::filter(const QString& text) {
  list_->clear();
  const auto add = [this](QAction* action) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    auto* item =
        new QListWidgetItem(action->icon(), keys.isEmpty() ? action->text() : action->text() + "    " + keys, list_);
    item->setData(Qt::UserRole, QVariant::fromValue<QObject*>(action));
  };
  for (QAction* action : actions_)
    if (action->isEnabled() && !action->isSeparator() && matches(action->text(), text)) add(action);
  const int last = list_->count() + kMostThings;
  if (!text.trimmed().isEmpty())
    for (QAction* thing : things_)
      if (list_->count() < last && matches(thing->text(), text)) add(thing);
  list_->setCurrentRow(0);
}

void CommandPalette::start() {
  const QListWidgetItem* item = list_->currentItem();
  hide();
  if (!item) return;
  if (auto* action = qobject_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>())) action->trigger();
}

void CommandPalette::tellReaders(int row) {
  if (row < 0 || list_->hasFocus() || !isVisible()) return;
  QAccessibleEvent focused(list_, QAccessible::Focus);
  focused.setChild(row);
  QAccessible::updateAccessibility(&focused);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    start();
    return true;
  }
  if (watched != search_) return QFrame::eventFilter(watched, event);
  if (key == Qt::Key_Down || key == Qt::Key_Up) {
    const int count = list_->count();
    if (count > 0) list_->setCurrentRow((list_->currentRow() + (key == Qt::Key_Down ? 1 : count - 1)) % count);
    return true;
  }
  if (key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
    QCoreApplication::sendEvent(list_, event);
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace fovea
