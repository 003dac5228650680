// Why: what the command line asks of the workbench, read before there is a window.
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
  QString theme;    // "dark", "light", or empty: what was chosen last, else as the system
  QString tour;     // folder for the pictures
  int tourEpochs = 2;
};

// Empty when the program should end now (--help, a wrong option): startOptionsExitCode() says how.
std::optional<StartOptions> parseStartOptions(int argc, char** argv);
int startOptionsExitCode(int argc, char** argv);

// Every backend of this build.
std::shared_ptr<const BackendRegistry> makeBackends();

void applyThemeChoice(ThemeManager& themes, const QString& choice);
// Opens the project or example that was asked for, else the last project.
void openAtStart(MainWindow& window, Session& session, const StartOptions& options);
// Where an example is kept unless a folder is named: ~/Fovea/<name>.
QString exampleFolder(const QString& example);

}  // namespace fovea
