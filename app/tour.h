// Why: `fovea --tour FOLDER` trains the example a little and saves a picture of every place, so that anyone sees at
// once what the program looks like here, and a script can check that all of it still works. GUI thread only.
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

  // Returns the program's exit code: 0 when every picture was saved, else 1 with the reason on stderr. Names each file
  // on stdout. Ends after ten minutes at the latest.
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
  // Runs the event loop until `condition`; an error that says what was waited for once the time is over.
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
