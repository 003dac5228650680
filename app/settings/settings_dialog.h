// Why: edits the program-wide choices: appearance, device, threads, saving, shortcuts. Each choice is stored at once;
// there is no confirmation.
#pragma once
#include <QDialog>
#include <functional>

#include "app/bridge/latest_task.h"
#include "app/settings/preferences.h"

class QComboBox;
class QSpinBox;
class QTabWidget;
class QVBoxLayout;

namespace fovea {

class ActionRegistry;
class ShortcutPage;

class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  SettingsDialog(Session& session, ThemeManager& themes, ActionRegistry& registry, QWidget* parent = nullptr);

  void showShortcuts();
  QComboBox* languageBox() const { return language_; }
  QComboBox* themeBox() const { return theme_; }
  QComboBox* deviceBox() const { return device_; }
  QComboBox* autosaveBox() const { return autosave_; }
  QSpinBox* threadsBox() const { return threads_; }
  ShortcutPage* shortcuts() const { return shortcuts_; }

 private:
  QWidget* buildGeneral();
  void addRow(QVBoxLayout& page, const QString& title, QWidget* field, const QString& help);
  void findDevices();
  // Shows what is stored, which another window may have changed.
  void showChoices();
  // Changes one choice, and leaves the others as they are stored.
  void keep(const std::function<void(Preferences&)>& change);

  Session& session_;
  ThemeManager& themes_;
  QTabWidget* tabs_;
  QComboBox* theme_;
  QComboBox* language_;
  QComboBox* device_;
  QSpinBox* threads_;
  QComboBox* autosave_;
  ShortcutPage* shortcuts_;
  LatestTask<QList<std::pair<QString, QString>>> devices_;
};

}  // namespace fovea
