// fovea: the workbench.
#include "app/guarded_application.h"
#include "app/main_window.h"
#include "app/settings/language.h"
#include "app/settings/preferences.h"
#include "app/start_options.h"
#include "app/tour.h"
#include "app/windows.h"
#include "core/base/spin_policy.h"
#include "widgets/theme/theme.h"

int main(int argc, char** argv) {
  using namespace fovea;
  preferShortSpins(argv);
  const auto options = parseStartOptions(argc, argv);
  if (!options) return startOptionsExitCode(argc, argv);

  GuardedApplication application(argc, argv);
  QApplication::setOrganizationName("fovea");
  QApplication::setApplicationName("fovea");
  QApplication::setApplicationDisplayName("Fovea");
  QApplication::setApplicationVersion(FOVEA_VERSION);

  const Preferences preferences = Preferences::load();
  applyThreads(preferences);
  useLanguage(application, preferences.language);
  ThemeManager themes(application);
  applyThemeChoice(themes, options->theme);
  auto backends = makeBackends();
  Windows windows(backends, themes);
  Windows::Window& first = windows.open();
  first.window->show();
  if (!options->tour.isEmpty()) {
    Tour tour(*first.window, *first.session, themes, *options);
    return tour.run();
  }
  openAtStart(*first.window, *first.session, *options);
  return QApplication::exec();
}
