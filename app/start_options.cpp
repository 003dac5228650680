#include "app/start_options.h"

#include <CLI/CLI.hpp>
#include <QDir>

#include "app/bridge/session.h"
#include "app/home_path.h"
#include "app/main_window.h"
#include "app/settings/preferences.h"
#include "app/unless_gone.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

// Parses into `options`; returns CLI11's exit code, or nothing when the program should go on.
std::optional<int> parse(int argc, char** argv, StartOptions& options, bool quiet) {
  CLI::App app("Fovea: draw a network, train it, look inside.", "fovea");
  std::string project, projectOption, example, theme, tour;
  app.set_version_flag("--version", "fovea " FOVEA_VERSION);
  auto* folder = app.add_option("project", project, "Project folder to open");
  app.add_option("--example", example, "Example to open: fashion-lenet");
  app.add_option("--project", projectOption, "Project folder to open, or to keep the example in")->excludes(folder);
  app.add_option("--theme", theme, "dark, light or system")->check(CLI::IsMember({"dark", "light", "system"}));
  auto* toured = app.add_option("--tour", tour,
                                "Train the example a little, save a picture of every place in this folder, and end");
  app.add_option("--tour-epochs", options.tourEpochs, "Epochs that the tour trains")
      ->check(CLI::Range(1, 100))
      ->needs(toured);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (quiet) return error.get_exit_code();
    return app.exit(error);
  }
  options.example = QString::fromStdString(example);
  options.project = expandHome(QString::fromStdString(projectOption.empty() ? project : projectOption));
  options.theme = QString::fromStdString(theme);
  options.tour = QString::fromStdString(tour);
  return std::nullopt;
}

}  // namespace

std::optional<StartOptions> parseStartOptions(int argc, char** argv) {
  StartOptions options;
  if (parse(argc, argv, options, false)) return std::nullopt;
  return options;
}

int startOptionsExitCode(int argc, char** argv) {
  StartOptions options;
  return parse(argc, argv, options, true).value_or(0);
}

std::shared_ptr<const BackendRegistry> makeBackends() {
  auto backends = std::make_shared<BackendRegistry>();
  registerCpuBackend(*backends);
  registerCudaBackend(*backends);
  registerReferenceBackend(*backends);
  return backends;
}

void applyThemeChoice(ThemeManager& themes, const QString& choice) {
  applyTheme(themes, choice.isEmpty() ? Preferences::load().theme : choice);
}

QString exampleFolder(const QString& example) {
  return QDir::home().filePath("Fovea/" + example);
}

void openAtStart(MainWindow& window, Session& session, const StartOptions& options) {
  if (!options.example.isEmpty()) {
    window.openExample(options.example, options.project.isEmpty() ? exampleFolder(options.example) : options.project);
    return;
  }
  if (!options.project.isEmpty()) {
    window.openProject(options.project);
    return;
  }
  // Opens the last project, without a message if it is gone: Home then does not list it first.
  const QStringList recent = session.recentProjects();
  if (recent.isEmpty() || !QDir(recent.first()).exists()) return;
  // A second instance should not open a project that the first one has open.
  if (ProjectLock::held(recent.first().toStdString())) return;
  session.openProject(recent.first().toStdString(), unlessGone(&window, [&window](const Status& status) {
                        if (status.ok()) window.showPlace("network");
                      }));
}

}  // namespace fovea
