#include "app/workspaces/train/preset_button.h"

#include <QInputDialog>
#include <QMenu>

#include "app/workspaces/train/run_table_model.h"
#include "core/project/setting_presets.h"

namespace fovea {
namespace {

constexpr std::size_t kOfferedRuns = 12;

}  // namespace

PresetButton::PresetButton(QWidget* parent) : QPushButton(tr("Settings from…"), parent), menu_(new QMenu(this)) {
  setObjectName(QStringLiteral("presets"));
  setProperty("kind", "flat");
  setToolTip(tr("Take the settings of an earlier run or of a preset, or save these as a preset"));
  setMenu(menu_);
  connect(menu_, &QMenu::aboutToShow, this, &PresetButton::fill);
  fill();
}

// The file is small and on the person's own disk; it may have been changed by the terminal.
void PresetButton::fill() {
  menu_->clear();
  auto presets = readPresets(presetFile());
  if (!presets.ok()) {
    // A menu cannot say why.
    QMetaObject::invokeMethod(this, [this, error = presets.error()] { Q_EMIT failed(error); }, Qt::QueuedConnection);
    presets = std::vector<SettingPreset>();
  }
  menu_->addSection(tr("Presets"));
  for (const SettingPreset& preset : *presets)
    connect(menu_->addAction(QString::fromStdString(preset.name)), &QAction::triggered, this,
            [this, values = preset.values] { Q_EMIT presetTaken(values); });
  QAction* save = menu_->addAction(tr("Save these settings…"));
  save->setEnabled(!chosen_.empty());
  connect(save, &QAction::triggered, this, &PresetButton::askForName);
  QMenu* remove = menu_->addMenu(tr("Delete a preset"));
  remove->setEnabled(!presets->empty());
  for (const SettingPreset& preset : *presets)
    connect(remove->addAction(QString::fromStdString(preset.name)), &QAction::triggered, this, [this, name = preset.name] {
      if (const Status deleted = deletePreset(presetFile(), name); !deleted.ok()) Q_EMIT failed(deleted.error());
    });
  std::size_t offered = 0;
  for (const RunRecord& run : runs_) {
    if (!run.origin.empty()) continue;  // nothing is known of its settings
    if (offered++ == 0) menu_->addSection(tr("The same as"));
    if (offered > kOfferedRuns) break;
    connect(menu_->addAction(tr("Run %1 · %2").arg(run.id.index).arg(QString::fromStdString(run.name))),
            &QAction::triggered, this, [this, settings = run.settings] { Q_EMIT runTaken(settings); });
  }
}

void PresetButton::askForName() {
  bool taken = false;
  const QString name = QInputDialog::getText(this, tr("Save these settings"),
                                             tr("Name of the preset, for all projects:"), QLineEdit::Normal, {}, &taken);
  if (taken) save(name.trimmed());
}

void PresetButton::save(const QString& name) {
  if (const Status saved = savePreset(presetFile(), {name.toStdString(), chosen_}); !saved.ok())
    Q_EMIT failed(saved.error());
}

}  // namespace fovea
