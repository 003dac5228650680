#include "app/settings/preferences.h"

#include <algorithm>

#include "app/bridge/session.h"
#include "app/bridge/user_settings.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kMostThreads = 4096;
constexpr int kLongestAutosave = 3600;
constexpr const char* kThreadVariable = "OMP_NUM_THREADS";

}  // namespace

Preferences Preferences::load() {
  Preferences read;
  read.theme = UserSettings::value("theme", read.theme).toString();
  read.language = UserSettings::value("language").toString();
  read.device = UserSettings::value("device", read.device).toString();
  read.threads = std::clamp(UserSettings::value("threads", 0).toInt(), 0, kMostThreads);
  read.autosaveSeconds = std::clamp(UserSettings::value("autosaveSeconds", 0).toInt(), kNoAutosave, kLongestAutosave);
  return read;
}

void Preferences::save() const {
  UserSettings::setValue("theme", theme);
  UserSettings::setValue("language", language);
  UserSettings::setValue("device", device);
  UserSettings::setValue("threads", threads);
  UserSettings::setValue("autosaveSeconds", autosaveSeconds);
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
