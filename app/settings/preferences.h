// Why: the user's program-wide choices. They are read at the start and written as soon as one changes. GUI thread only.
#pragma once
#include <QString>

namespace fovea {

class Session;
class ThemeManager;

struct Preferences {
  QString theme = "system";  // "dark", "light", "system"
  QString language;          // "de"; empty: the system's
  QString device = "cpu";    // for runs of a new project
  int threads = 0;           // CPU threads; 0: as many as it has
  int autosaveSeconds = 0;   // delay after an edit of the network; 0: a moment; kNoAutosave: only on request

  static constexpr int kNoAutosave = -1;

  static Preferences load();
  // Writes what differs from what is stored.
  void save() const;
  // Whether UserSettings keeps one of the choices under this key.
  static bool holds(const QString& key);
};

void applyTheme(ThemeManager& themes, const QString& theme);
// Applies the settings that can change while the program runs.
void applyToSession(Session& session, const Preferences& preferences);
// Call it before the first device is used and while no other thread runs. The user's OMP_NUM_THREADS takes precedence.
void applyThreads(const Preferences& preferences);

}  // namespace fovea
