#include "app/bridge/user_settings.h"

#include <QCoreApplication>
#include <QHash>
#include <QSettings>
#include <QThreadPool>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/guarded.h"

namespace fovea {
namespace {

struct Written {
  QString key;
  UserSettings::Change change;  // an invalid value removes the key
};

class Store {
 public:
  Store() {
    writer_.setMaxThreadCount(1);
    // No writes are allowed after the application has ended, since Qt is shut down then.
    qAddPostRoutine(&UserSettings::finish);
  }

  // Changes the value in memory; an invalid one removes the key.
  void put(const QString& key, const QVariant& value) {
    const QVariant before = values().value(key);
    if (value.isValid())
      values().insert(key, value);
    else
      values().remove(key);
    if (value != before) Q_EMIT changes_.changed(key);
  }
  UserSettingsChanges& changes() { return changes_; }

  QHash<QString, QVariant>& values() {
    if (!std::exchange(read_, true)) {
      const QSettings file;
      for (const QString& key : file.allKeys()) values_.insert(key, file.value(key));
    }
    return values_;
  }

  void write(Written written) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(written));
    if (waiting_.size() == 1) writer_.start([this] { (void)guarded([this] { writeAll(); }); });
  }

  void finish() { writer_.waitForDone(); }

  void forget() {
    finish();
    values_.clear();
    read_ = false;
  }

 private:
  void writeAll() {
    std::vector<Written> all;
    {
      const std::lock_guard lock(mutex_);
      all.swap(waiting_);
    }
    QSettings file;
    for (const Written& each : all) {
      const QVariant value = each.change(file.value(each.key));
      value.isValid() ? file.setValue(each.key, value) : file.remove(each.key);
    }
  }

  UserSettingsChanges changes_;
  QHash<QString, QVariant> values_;
  bool read_ = false;
  std::mutex mutex_;
  std::vector<Written> waiting_;
  QThreadPool writer_;
};

// The program has one store, as QSettings has one for each file. It is never deleted; its thread ends with the
// application.
Store& store() {
  static Store* const only = new Store;
  return *only;
}

}  // namespace

UserSettingsChanges& UserSettings::changes() {
  return store().changes();
}

QVariant UserSettings::value(const QString& key, const QVariant& otherwise) {
  return store().values().value(key, otherwise);
}

bool UserSettings::contains(const QString& key) {
  return store().values().contains(key);
}

void UserSettings::setValue(const QString& key, const QVariant& value) {
  store().put(key, value);
  store().write({key, [value](const QVariant&) { return value; }});
}

void UserSettings::remove(const QString& key) {
  store().put(key, {});
  store().write({key, [](const QVariant&) { return QVariant(); }});
}

void UserSettings::change(const QString& key, const Change& change) {
  store().put(key, change(value(key)));
  store().write({key, change});
}

void UserSettings::finish() {
  store().finish();
}

void UserSettings::reload() {
  store().forget();
}

}  // namespace fovea
