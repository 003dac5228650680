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
constexpr const char* kTheme = "theme";
constexpr const char* kLanguage = "language";
constexpr const char* kDevice = "device";
constexpr const char* kThreads = "threads";
constexpr const char* kAutosave = "autosaveSeconds";

}  // namespace

Preferences Preferences::load() {
  Preferences read;
  read.theme = UserSettings::value(kTheme, read.theme).toString();
  read.language = UserSettings::value(kLanguage).toString();
  read.device = UserSettings::value(kDevice, read.device).toString();
  read.threads = std::clamp(UserSettings::value(kThreads, 0).toInt(), 0, kMostThreads);
  read.autosaveSeconds = std::clamp(UserSettings::value(kAutosave, 0).toInt(), kNoAutosave, kLongestAutosave);
  return read;
}

void Preferences::save() const {
  const Preferences stored = load();
  if (theme != stored.theme) UserSettings::setValue(kTheme, theme);
  if (language != stored.language) UserSettings::setValue(kLanguage, language);
  if (device != stored.device) UserSettings::setValue(kDevice, device);
  if (threads != stored.threads) UserSettings::setValue(kThreads, threads);
  if (autosaveSeconds != stored.autosaveSeconds) UserSettings::setValue(kAutosave, autosaveSeconds);
}

bool Preferences::holds(const QString& key) {
  const auto keys = {kTheme, kLanguage, kDevice, kThreads, kAutosave};
  return std::any_of(keys.begin(), keys.end(), [&key](const char* each) { return key == QLatin1String(each); });
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
