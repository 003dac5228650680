#include "app/workspaces/tag_menu.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <algorithm>

#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"

namespace fovea {
namespace {

QString words(const char* text) {
  return QCoreApplication::translate("TagMenu", text);
}

// Asks for a tag's name; empty if cancelled. Reports an invalid name and asks again.
QString askForTag(QWidget* parent) {
  QString typed;
  for (;;) {
    bool accepted = false;
    typed = QInputDialog::getText(parent, words(QT_TRANSLATE_NOOP("TagMenu", "New tag")),
                                  words(QT_TRANSLATE_NOOP("TagMenu", "Name of the tag of the chosen samples")),
                                  QLineEdit::Normal, typed, &accepted)
                .trimmed();
    if (!accepted || typed.isEmpty()) return {};
    const Status fits = checkTagName(typed.toStdString());
    if (fits.ok()) return typed;
    QMessageBox::warning(parent, words("New tag"), coreMessage(fits.error()));
  }
}

}  // namespace

void fillTagMenu(QMenu* menu, const Dataset& dataset, const std::vector<std::uint32_t>& records,
                 std::function<void(SampleEdit)> edit) {
  const auto change = [edit, records](EditKind kind, const std::string& tag) {
    edit({.kind = kind, .records = records, .tag = tag});
  };
  for (const auto& [name, tagged] : dataset.states().tags) {
    const bool all =
        std::all_of(records.begin(), records.end(), [&samples = tagged](auto record) { return samples[record]; });
    QAction* action = menu->addAction(QString::fromStdString(name).replace('&', "&&"));
    action->setCheckable(true);
    action->setChecked(all);
    QObject::connect(action, &QAction::triggered, menu,
                     [change, all, tag = name] { change(all ? EditKind::Untag : EditKind::Tag, tag); });
  }
  menu->addSeparator();
  QAction* another = menu->addAction(icon("add"), words(QT_TRANSLATE_NOOP("TagMenu", "New tag…")));
  // Copies `change`, as the menu may be deleted before the name is entered.
  QObject::connect(another, &QAction::triggered, menu, [change, parent = menu->parentWidget()] {
    const auto work = change;
    if (const QString tag = askForTag(parent); !tag.isEmpty()) work(EditKind::Tag, tag.toStdString());
  });
  menu->setEnabled(!records.empty());
}

}  // namespace fovea
