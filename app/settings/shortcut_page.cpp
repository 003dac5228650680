#include "app/settings/shortcut_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/actions/action_registry.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

enum Column { kAction, kKeys };

QString keysText(const Action& action) {
  return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText).replace("; ", ", ");
}

}  // namespace

ShortcutPage::ShortcutPage(ActionRegistry& registry, QWidget* parent)
    : QWidget(parent),
      registry_(registry),
      search_(new QLineEdit),
      list_(new QTreeWidget),
      keys_(new QKeySequenceEdit),
      set_(new QPushButton),
      standard_(new QPushButton(tr("Standard"))),
      message_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, size::kGutter, 0, 0);
  column->setSpacing(size::kGrid);
  search_->setPlaceholderText(tr("Find an action or keys"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  column->addWidget(search_);
  list_->setHeaderLabels({tr("Action"), tr("Keys")});
  list_->setRootIsDecorated(false);
  list_->setAccessibleName(tr("Shortcuts"));
  column->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  auto* label = new QLabel(tr("New keys"));
  label->setBuddy(keys_);
  keys_->setAccessibleName(tr("New keys of the selected action"));
  keys_->setToolTip(tr("Press the keys here; leave it empty for none"));
  keys_->setMinimumHeight(size::kControl);
  standard_->setToolTip(tr("The keys that the action came with"));
  row->addWidget(label);
  row->addWidget(keys_, 1);
  row->addWidget(set_);
  row->addWidget(standard_);
  column->addLayout(row);
  message_->setWordWrap(true);
  message_->setMinimumHeight(message_->fontMetrics().height());
  column->addWidget(message_);
  fill();
  connect(search_, &QLineEdit::textChanged, this, &ShortcutPage::filter);
  connect(list_, &QTreeWidget::currentItemChanged, this, &ShortcutPage::showCurrent);
  connect(keys_, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutPage::check);
  connect(set_, &QPushButton::clicked, this, &ShortcutPage::apply);
  connect(standard_, &QPushButton::clicked, this, [this] {
    if (!current()) return;
    ActionRegistry::resetKeys(*current());
    showCurrent();
  });
  connect(&registry_, &ActionRegistry::keysChanged, this, [this] {
    for (int i = 0; i < list_->topLevelItemCount(); ++i) showKeys(*list_->topLevelItem(i));
    check();
  });
  list_->setCurrentItem(list_->topLevelItem(0));
}

void ShortcutPage::fill() {
  for (Action* action : registry_.actions()) {
    auto* item = new QTreeWidgetItem(list_, {action->text().remove('&'), QString()});
    item->setIcon(kAction, action->icon());
    item->setToolTip(kAction, action->help());
    item->setData(kAction, Qt::UserRole, action->id());
    showKeys(*item);
  }
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(kAction, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(kKeys, QHeaderView::ResizeToContents);
}

void ShortcutPage::showKeys(QTreeWidgetItem& item) {
  const Action& action = *registry_.find(item.data(kAction, Qt::UserRole).toString());
  item.setText(kKeys, keysText(action));
  QFont font = list_->font();
  font.setBold(!ActionRegistry::hasStandardKeys(action));
  item.setFont(kKeys, font);
}

void ShortcutPage::filter(const QString& text) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = list_->topLevelItem(i);
    const bool found = item->text(kAction).contains(text, Qt::CaseInsensitive) ||
                       item->text(kKeys).contains(text, Qt::CaseInsensitive);
    item->setHidden(!found);
  }
}

void ShortcutPage::select(const QString& id) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (list_->topLevelItem(i)->data(kAction, Qt::UserRole) == id) list_->setCurrentItem(list_->topLevelItem(i));
}

Action* ShortcutPage::current() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item ? registry_.find(item->data(kAction, Qt::UserRole).toString()) : nullptr;
}

void ShortcutPage::showCurrent() {
  const Action* action = current();
  keys_->setEnabled(action);
  keys_->setKeySequence(action ? action->shortcut() : QKeySequence());
  check();
}

void ShortcutPage::check() {
  const Action* action = current();
  // The field records several strokes that follow quickly, but keys are one stroke: the last. An action may have more
  // of them from an earlier version.
  if (const QKeySequence typed = keys_->keySequence(); typed.count() > 1 && !(action && typed == action->shortcut()))
    return keys_->setKeySequence(QKeySequence(typed[static_cast<uint>(typed.count() - 1)]));
  standard_->setEnabled(action && !ActionRegistry::hasStandardKeys(*action));
  const Action* other = action ? registry_.takenBy(*action, keys_->keySequence()) : nullptr;
  set_->setEnabled(action && keys_->keySequence() != action->shortcut());
  set_->setText(other ? tr("Take them from it") : tr("Set"));
  message_->setText(other ? tr("“%1” has these keys.").arg(other->text().remove('&')) : QString());
  setKind(message_, other ? "warning" : "muted");
}

void ShortcutPage::apply() {
  Action* action = current();
  const QKeySequence keys = keys_->keySequence();
  while (Action* other = registry_.takenBy(*action, keys)) {
    QList<QKeySequence> left = other->shortcuts();
    left.removeAll(keys);
    ActionRegistry::setKeys(*other, left.value(0));
  }
  ActionRegistry::setKeys(*action, keys);
  showCurrent();
}

}  // namespace fovea
