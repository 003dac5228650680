#include "app/settings/settings_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QTabWidget>
#include <QThread>
#include <QVBoxLayout>

#include "app/bridge/device_list.h"
#include "app/bridge/session.h"
#include "app/bridge/user_settings.h"
#include "app/settings/language.h"
#include "app/settings/shortcut_page.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kSize(620, 520);
constexpr int kLabelWidth = 150;

void choose(QComboBox& box, const QVariant& value) {
  box.setCurrentIndex(std::max(0, box.findData(value)));
}

}  // namespace

SettingsDialog::SettingsDialog(Session& session, ThemeManager& themes, ActionRegistry& registry, QWidget* parent)
    : QDialog(parent),
      session_(session),
      themes_(themes),
      tabs_(new QTabWidget),
      theme_(new QComboBox),
      language_(new QComboBox(this)),
      device_(new QComboBox),
      threads_(new QSpinBox),
      autosave_(new QComboBox),
      shortcuts_(new ShortcutPage(registry)) {
  setWindowTitle(tr("Settings"));
  resize(kSize);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  tabs_->addTab(buildGeneral(), tr("General"));
  tabs_->addTab(shortcuts_, tr("Shortcuts"));
  tabs_->setDocumentMode(true);
  column->addWidget(tabs_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  showChoices();
  connect(&UserSettings::changes(), &UserSettingsChanges::changed, this, [this](const QString& key) {
    if (Preferences::holds(key)) showChoices();
  });
  findDevices();
}

void SettingsDialog::showShortcuts() {
  tabs_->setCurrentWidget(shortcuts_);
}

void SettingsDialog::addRow(QVBoxLayout& page, const QString& title, QWidget* field, const QString& help) {
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGutter);
  auto* label = new QLabel(title);
  label->setBuddy(field);
  label->setFixedWidth(kLabelWidth);
  label->setMinimumHeight(size::kControl);
  row->addWidget(label, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout;
  column->setSpacing(4);
  column->addWidget(field);
  auto* words = new QLabel(help);
  words->setWordWrap(true);
  setKind(words, "caption");
  column->addWidget(words);
  row->addLayout(column, 1);
  page.addLayout(row);
  field->setAccessibleName(title);
  field->setAccessibleDescription(help);
}

QWidget* SettingsDialog::buildGeneral() {
  auto* page = new QWidget;
  auto* form = new QVBoxLayout(page);
  form->setContentsMargins(0, size::kPageMargin, 0, 0);
  form->setSpacing(size::kPageMargin);
  for (const auto& [id, words] :
       {std::pair{"system", tr("As the system")}, std::pair{"dark", tr("Dark")}, std::pair{"light", tr("Light")}})
    theme_->addItem(words, QString(id));
  addRow(*form, tr("Theme"), theme_, tr("Colours of the window"));
  const QStringList languages = availableLanguages();
  language_->addItem(tr("As the system"), QString());
  for (const QString& code : languages) language_->addItem(languageName(code), code);
  // There is nothing to choose with English alone.
  language_->setVisible(languages.size() > 1);
  if (languages.size() > 1)
    addRow(*form, tr("Language"), language_, tr("Takes effect at the next start of the program"));
  addRow(*form, tr("Device"), device_, tr("Runs of new projects begin with it; each run can have another"));
  threads_->setMaximum(QThread::idealThreadCount());
  threads_->setSpecialValueText(tr("as many as there are"));
  addRow(*form, tr("Threads"), threads_, tr("How many threads of the processor compute; takes effect at the next start of the program"));
  for (const auto& [seconds, words] :
       {std::pair{0, tr("A moment after a change")}, std::pair{10, tr("10 seconds after a change")},
        std::pair{60, tr("A minute after a change")}, std::pair{Preferences::kNoAutosave, tr("Only when I save")}})
    autosave_->addItem(words, seconds);
  addRow(*form, tr("Save the network"), autosave_,
         tr("It is always saved when a run begins, and when the project or the program is closed"));
  form->addStretch(1);
  connect(theme_, &QComboBox::activated, this, [this] {
    const QString theme = theme_->currentData().toString();
    applyTheme(themes_, theme);
    keep([&](Preferences& chosen) { chosen.theme = theme; });
  });
  connect(language_, &QComboBox::activated, this,
          [this] { keep([this](Preferences& chosen) { chosen.language = language_->currentData().toString(); }); });
  connect(device_, &QComboBox::activated, this,
          [this] { keep([this](Preferences& chosen) { chosen.device = device_->currentData().toString(); }); });
  connect(autosave_, &QComboBox::activated, this,
          [this] { keep([this](Preferences& chosen) { chosen.autosaveSeconds = autosave_->currentData().toInt(); }); });
  connect(threads_, &QSpinBox::valueChanged, this,
          [this](int threads) { keep([&](Preferences& chosen) { chosen.threads = threads; }); });
  return page;
}

void SettingsDialog::showChoices() {
  const Preferences stored = Preferences::load();
  choose(*theme_, stored.theme);
  choose(*language_, stored.language);
  // The chosen device is in the list even if it is not found here.
  if (device_->findData(stored.device) < 0) device_->addItem(stored.device, stored.device);
  choose(*device_, stored.device);
  threads_->setMaximum(std::max(stored.threads, threads_->maximum()));
  threads_->setValue(stored.threads);
  choose(*autosave_, stored.autosaveSeconds);
}

void SettingsDialog::findDevices() {
  devices_.ask([backends = session_.backends()] { return computingDevices(*backends); },
               [this](const auto& found) {
                 if (!found.ok()) return;
                 for (const auto& [id, words] : *found) {
                   const int at = device_->findData(id);
                   if (at >= 0)
                     device_->setItemText(at, words);
                   else
                     device_->addItem(words, id);
                 }
               });
}

void SettingsDialog::keep(const std::function<void(Preferences&)>& change) {
  Preferences chosen = Preferences::load();
  change(chosen);
  chosen.save();
}

}  // namespace fovea
