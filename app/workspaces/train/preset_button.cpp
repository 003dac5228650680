#include "app/workspaces/train/preset_button.h"

#include <QInputDialog>
#include <QMenu>

#include "app/workspaces/train/run_table_model.h"

namespace fovea {
namespace {

constexpr std::size_t kOfferedRuns = 12;

}  // namespace

PresetButton::PresetButton(QWidget* parent) : QPushButton(tr("Settings from…"), parent), menu_(new QMenu(this)) {
  setObjectName(QStringLiteral("presets"));
  setToolTip(tr("Take the settings of an earlier run, of a preset or the defaults, or save these as a preset"));
  setMenu(menu_);
  connect(menu_, &QMenu::aboutToShow, this, &PresetButton::fill);
  fill();
}

// Reads the presets again, since fovea-cli may have changed them while the button was hidden.
void PresetButton::showEvent(QShowEvent* event) {
  QPushButton::showEvent(event);
  if (!task_.busy()) read();
}

void PresetButton::read(std::function<Status()> change) {
  setEnabled(!change);
  task_.ask(
      [change = std::move(change)]() -> Result<Presets> {
        if (change) FOVEA_CHECK(change());
        return readPresets(presetFile());
      },
      [this](const Result<Presets>& read) {
        setEnabled(true);
        if (!read.ok()) Q_EMIT failed(read.error());
        if (read.ok()) presets_ = *read;
      });
}

void PresetButton::fill() {
  menu_->clear();
  QAction* defaults = menu_->addAction(tr("Back to the defaults"));
  defaults->setToolTip(tr("Takes back every setting that was changed by hand"));
  defaults->setEnabled(!chosen_.empty());
  connect(defaults, &QAction::triggered, this, [this] { Q_EMIT presetTaken({}); });
  addPresets();
  addRuns();
}

void PresetButton::addPresets() {
  menu_->addSeparator();
  for (const SettingPreset& preset : presets_)
    connect(menu_->addAction(QString::fromStdString(preset.name)), &QAction::triggered, this,
            [this, values = preset.values] { Q_EMIT presetTaken(values); });
  QAction* save = menu_->addAction(tr("Save these settings…"));
  save->setEnabled(!chosen_.empty());
  connect(save, &QAction::triggered, this, &PresetButton::askForName);
  QMenu* without = menu_->addMenu(tr("Delete a preset"));
  without->setEnabled(!presets_.empty());
  for (const SettingPreset& preset : presets_) {
    const QString name = QString::fromStdString(preset.name);
    connect(without->addAction(name), &QAction::triggered, this, [this, name] { remove(name); });
  }
}

void PresetButton::addRuns() {
  std::size_t offered = 0;
  for (const RunRecord& run : runs_) {
    if (!run.origin.empty()) continue;  // imported runs have no known settings
    if (offered++ == 0) menu_->addSeparator();
    if (offered > kOfferedRuns) break;
    connect(menu_->addAction(tr("As run %1 · %2").arg(run.id.index).arg(QString::fromStdString(run.name))),
            &QAction::triggered, this, [this, settings = run.settings] { Q_EMIT runTaken(settings); });
  }
}

void PresetButton::askForName() {
  bool taken = false;
  const QString name = QInputDialog::getText(
      this, tr("Save these settings"), tr("Name of the preset, for all projects:"), QLineEdit::Normal, {}, &taken);
  if (taken) save(name.trimmed());
}

void PresetButton::save(const QString& name) {
  read([preset = SettingPreset{name.toStdString(), chosen_}] { return savePreset(presetFile(), preset); });
}

void PresetButton::remove(const QString& name) {
  read([name = name.toStdString()] { return deletePreset(presetFile(), name); });
}

}  // namespace fovea
