// Why: the command line options of the workbench, parsed before the window is created.
#pragma once
#include <QString>
#include <memory>
#include <optional>

#include "core/backends/device.h"

namespace fovea {

class MainWindow;
class Session;
class ThemeManager;

struct StartOptions {
  QString example;  // name of an example to open
  QString project;  // folder
  QString theme;    // "dark", "light", or empty: the last choice, else the system's theme
  QString tour;     // folder for the pictures
  int tourEpochs = 2;
};

// Empty if the program should exit now (--help, an invalid option); startOptionsExitCode() returns the code.
std::optional<StartOptions> parseStartOptions(int argc, char** argv);
int startOptionsExitCode(int argc, char** argv);

// Every backend of this build.
std::shared_ptr<const BackendRegistry> makeBackends();

void applyThemeChoice(ThemeManager& themes, const QString& choice);
// Opens the requested project or example, else the last project.
void openAtStart(MainWindow& window, Session& session, const StartOptions& options);
// The default folder of an example: ~/Fovea/<name>.
QString exampleFolder(const QString& example);

}  // namespace fovea
