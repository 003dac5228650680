// Why: `fovea --tour FOLDER` trains the example briefly and saves a picture of every workspace, so that a person can
// see how the program looks here, and a script can check that it works. GUI thread only.
#pragma once
#include <QDeadlineTimer>
#include <QObject>
#include <QStringList>
#include <QTemporaryDir>
#include <functional>

#include "app/start_options.h"
#include "core/base/result.h"
#include "core/project/project.h"

class QWidget;

namespace fovea {

class MainWindow;
class Session;
class ThemeManager;

class Tour : public QObject {
  Q_OBJECT
 public:
  // All must outlive the tour.
  Tour(MainWindow& window, Session& session, ThemeManager& themes, const StartOptions& options);

  // Returns the exit code: 0 if every picture was saved, else 1 with the reason on stderr. Prints each file to stdout.
  // Ends after ten minutes at the latest.
  int run();

 private:
  Status runAll();
  Status openExample();
  Status train();
  Status pictureOfTraining();
  Status picturesOfPlaces();
  Status pictureOfPlace(const QString& place, const QString& theme);
  Status picturesOfImport(const QString& theme);
  Status save(QWidget& widget, const QString& name);
  // Runs the event loop until `condition` holds. After a timeout the error names `what` was awaited.
  Status waitFor(const std::function<bool()>& condition, const QString& what);
  void settle();
  QStringList themeNames() const;
  void useTheme(const QString& name);

  MainWindow& window_;
  Session& session_;
  ThemeManager& themes_;
  StartOptions options_;
  QDeadlineTimer deadline_;
  QTemporaryDir temporary_;
};

}  // namespace fovea
