#include "app/tour.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QSaveFile>
#include <QSettings>
#include <QTextStream>
#include <QTimer>
#include <cstdio>

#include "app/bridge/user_settings.h"
#include "app/main_window.h"
#include "app/wizards/import_wizard.h"
#include "app/workspaces/workspace.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kTourMinutes = 10;
constexpr int kPollMilliseconds = 20;
constexpr int kSettleMilliseconds = 400;  // time for plots and transitions to finish
constexpr QSize kWindow(1440, 900);
constexpr double kWorthAPicture = 0.3;  // progress at which training is captured
constexpr const char* kExample = "fashion-lenet";
constexpr const char* kPlaces[] = {"home", "data", "network", "train", "inspect"};

}  // namespace

Tour::Tour(MainWindow& window, Session& session, ThemeManager& themes, const StartOptions& options)
    : window_(window),
      session_(session),
      themes_(themes),
      options_(options),
      deadline_(std::chrono::minutes(kTourMinutes)) {}

int Tour::run() {
  const Status status = runAll();
  session_.training()->stopAll();
  if (!status.ok()) {
    QTextStream(stderr) << tr("tour: %1").arg(coreMessage(status.error())) << Qt::endl;
    return 1;
  }
  return 0;
}

Status Tour::runAll() {
  if (!temporary_.isValid())
    return fail(ErrorCode::Io, "No temporary folder could be made.", "Check that the disk is not full.");
  // Uses temporary settings, so that the user's own, such as recent projects, are neither shown nor changed.
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, temporary_.filePath("settings"));
  UserSettings::reload();
  if (!QDir().mkpath(options_.tour))
    return fail(ErrorCode::PermissionDenied, "The folder " + options_.tour.toStdString() + " cannot be made.",
                "Name a folder that you may write to.");
  window_.setFixedSize(kWindow);
  FOVEA_CHECK(openExample());
  FOVEA_CHECK(train());
  return picturesOfPlaces();
}

Status Tour::openExample() {
  const QString example = options_.example.isEmpty() ? kExample : options_.example;
  const QString folder = options_.project.isEmpty() ? temporary_.filePath(example) : options_.project;
  std::optional<Status> outcome;
  Job* job = session_.openExample(example.toStdString(), folder.toStdString());
  connect(job, &Job::finished, this, [&outcome](const Status& status) { outcome = status; });
  if (Status status = waitFor([&] { return outcome.has_value(); }, tr("the example to be prepared")); !status.ok()) {
    disconnect(job, nullptr, this, nullptr);
    job->cancel();
    return status;
  }
  return *outcome;
}

Status Tour::train() {
  TrainingSettings settings = session_.project()->settings();
  settings.epochs = options_.tourEpochs;
  window_.showPlace("train");
  FOVEA_CHECK(session_.startRun(settings, session_.network().name()));
  TrainingBridge* training = session_.training();
  FOVEA_CHECK(waitFor(
      [&] {
        return !training->active() || (training->snapshot()->state == WorkerState::Training &&
                                       training->snapshot()->progress >= kWorthAPicture);
      },
      tr("training to get under way")));
  FOVEA_CHECK(pictureOfTraining());
  FOVEA_CHECK(waitFor([&] { return !training->active(); }, tr("training to end")));
  const WorkerSnapshot& end = *training->snapshot();
  if (end.error) return *end.error;
  return {};
}

Status Tour::pictureOfTraining() {
  for (const QString& theme : themeNames()) {
    useTheme(theme);
    settle();
    FOVEA_CHECK(save(window_, "train-running-" + theme));
  }
  return {};
}

Status Tour::picturesOfPlaces() {
  for (const QString& theme : themeNames()) {
    useTheme(theme);
    for (const char* place : kPlaces) FOVEA_CHECK(pictureOfPlace(place, theme));
    FOVEA_CHECK(picturesOfImport(theme));
  }
  return {};
}

Status Tour::pictureOfPlace(const QString& place, const QString& theme) {
  Workspace* workspace = window_.workspace(place);
  if (!workspace) return fail(ErrorCode::Internal, "There is no place named " + place.toStdString() + ".");
  window_.showPlace(place);
  // Shared, since a late answer may arrive after this function has returned.
  const auto ready = std::make_shared<bool>(false);
  workspace->prepareForTour([ready] { *ready = true; });
  FOVEA_CHECK(waitFor([&] { return *ready; }, tr("%1 to be ready").arg(workspace->title())));
  settle();
  return save(window_, place + "-" + theme);
}

Status Tour::picturesOfImport(const QString& theme) {
  FOVEA_TRY(const auto source, findFashionMnist());
  window_.showPlace("data");
  ImportWizard wizard(session_, &window_);
  wizard.open();
  wizard.setSource(QString::fromStdString(source.string()));
  FOVEA_CHECK(waitFor([&] { return wizard.found().has_value(); }, tr("the importer to recognise its data")));
  settle();
  FOVEA_CHECK(save(wizard, "import-source-" + theme));
  wizard.next();
  settle();
  FOVEA_CHECK(save(wizard, "import-options-" + theme));
  wizard.reject();
  return {};
}

Status Tour::save(QWidget& widget, const QString& name) {
  // Clears the keyboard focus, which is irrelevant in a screenshot.
  if (QWidget* focused = widget.focusWidget()) focused->clearFocus();
  const QString path = QDir(options_.tour).filePath(name + ".png");
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || !widget.grab().save(&file, "PNG") || !file.commit())
    return fail(ErrorCode::Io, path.toStdString() + " could not be written: " + file.errorString().toStdString() + ".",
                "Check that the folder can be written to and the disk is not full.");
  QTextStream(stdout) << path << Qt::endl;
  return {};
}

Status Tour::waitFor(const std::function<bool()>& condition, const QString& what) {
  QEventLoop loop;
  QTimer timer;
  connect(&timer, &QTimer::timeout, &loop, [&] {
    if (condition() || deadline_.hasExpired()) loop.quit();
  });
  timer.start(kPollMilliseconds);
  if (!condition()) loop.exec();
  if (condition()) return {};
  return fail(ErrorCode::Cancelled, tr("It took too long for %1.").arg(what).toStdString(),
              "Ask for fewer epochs, or use a faster machine.");
}

void Tour::settle() {
  QEventLoop loop;
  QTimer::singleShot(kSettleMilliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

QStringList Tour::themeNames() const {
  if (options_.theme == "system") return {themes_.kind() == ThemeKind::Dark ? "dark" : "light"};
  return options_.theme.isEmpty() ? QStringList{"dark", "light"} : QStringList{options_.theme};
}

void Tour::useTheme(const QString& name) {
  themes_.setKind(name == "dark" ? ThemeKind::Dark : ThemeKind::Light);
}

}  // namespace fovea
