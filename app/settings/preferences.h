// Why: what a person chose once for the whole program has one home; it is read at the start and written at once when it
// changes. GUI thread only.
#pragma once
#include <QString>

namespace fovea {

class Session;
class ThemeManager;

struct Preferences {
  QString theme = "system";  // "dark", "light", "system"
  QString language;          // "de"; empty: as the system
  QString device = "cpu";    // of the runs of a new project
  int threads = 0;           // of the processor; 0: as many as it has
  int autosaveSeconds = 0;   // after an edit of the network; 0: a moment; kNoAutosave: only when asked

  static constexpr int kNoAutosave = -1;

  static Preferences load();
  void save() const;
};

void applyTheme(ThemeManager& themes, const QString& theme);
// These settings can change while the program runs.
void applyToSession(Session& session, const Preferences& preferences);
// Before the first device is used, and no other thread runs. A person's OMP_NUM_THREADS comes first.
void applyThreads(const Preferences& preferences);

}  // namespace fovea
