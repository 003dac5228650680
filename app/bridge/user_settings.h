// Why: stores the user's choices across restarts: window positions, keys, the theme, the list of projects. They are
// read once and kept in memory, and a separate thread writes changes, so the window never waits for the disk.
#pragma once
#include <QObject>
#include <QString>
#include <QVariant>
#include <functional>

namespace fovea {

// Tells every window what was chosen in one of them.
class UserSettingsChanges : public QObject {
  Q_OBJECT
 Q_SIGNALS:
  void changed(const QString& key);
};

// GUI thread only. Organisation and application must be set before.
class UserSettings {
 public:
  static UserSettingsChanges& changes();
  static QVariant value(const QString& key, const QVariant& otherwise = {});
  static bool contains(const QString& key);
  static void setValue(const QString& key, const QVariant& value);
  static void remove(const QString& key);
  // For a list that several programs add to: `change` is applied to the value in memory, and on the other thread to the
  // one in the file, which another program may have changed meanwhile.
  using Change = std::function<QVariant(const QVariant&)>;
  static void change(const QString& key, const Change& change);
  // Waits until all is on the disk. Called by itself when the application ends.
  static void finish();
  // The same, and reads the file again: for programs that call QSettings::setPath().
  static void reload();
};

}  // namespace fovea
