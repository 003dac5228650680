#include "app/settings/preferences.h"

#include <QSettings>
#include <algorithm>

#include "app/bridge/session.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kMostThreads = 4096;
constexpr int kLongestAutosave = 3600;
constexpr const char* kThreadVariable = "OMP_NUM_THREADS";

}  // namespace

Preferences Preferences::load() {
  const QSettings settings;
  Preferences read;
  read.theme = settings.value("theme", read.theme).toString();
  read.language = settings.value("language").toString();
  read.device = settings.value("device", read.device).toString();
  read.threads = std::clamp(settings.value("threads", 0).toInt(), 0, kMostThreads);
  read.autosaveSeconds = std::clamp(settings.value("autosaveSeconds", 0).toInt(), kNoAutosave, kLongestAutosave);
  return read;
}

void Preferences::save() const {
  QSettings settings;
  settings.setValue("theme", theme);
  settings.setValue("language", language);
  settings.setValue("device", device);
  settings.setValue("threads", threads);
  settings.setValue("autosaveSeconds", autosaveSeconds);
}

void applyTheme(ThemeManager& themes, const QString& theme) {
  if (theme == QLatin1String("dark"))
    themes.setKind(ThemeKind::Dark);
  else if (theme == QLatin1String("light"))
    themes.setKind(ThemeKind::Light);
  else
    themes.followSystem();
}

void applyToSession(Session& session, const Preferences& preferences) {
  session.networks()->setAutosaveSeconds(preferences.autosaveSeconds);
  session.setDeviceOfNewProjects(preferences.device.toStdString());
}

void applyThreads(const Preferences& preferences) {
  if (preferences.threads > 0 && !qEnvironmentVariableIsSet(kThreadVariable))
    qputenv(kThreadVariable, QByteArray::number(preferences.threads));
}

}  // namespace fovea
