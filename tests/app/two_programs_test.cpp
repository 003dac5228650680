// Two programs at once: the second one is told that the first has the project open, and changes nothing; settings
// stored by both are kept.
#include <signal.h>
#include <QProcess>
#include <QSignalSpy>
#include <QTextStream>
#include <cstdio>

#include "app/actions/action_registry.h"
#include "app/main_window.h"
#include "app/windows.h"
#include "core/base/file.h"
#include "tests/app/app_support.h"
#include "widgets/actions/action.h"
#include "widgets/theme/theme.h"

namespace fovea::test {
namespace {

constexpr const char* kHold = "--hold";

void useSettings(const QString& folder) {
  QCoreApplication::setOrganizationName("fovea-test");
  QCoreApplication::setApplicationName("fovea-test");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
  UserSettings::reload();
}

// The other program: opens the project, trains, reports that, and continues until its input ends.
int hold(const QString& folder, const QString& settings) {
  useSettings(settings);
  Session session(testBackends());
  require(session.openProject(folder.toStdString()));
  TrainingSettings training;
  training.epochs = 1000000;
  training.batch = 16;
  require(session.startRun(training, "of the other program"));
  if (!QTest::qWaitFor([&] { return session.training()->snapshot()->step > 0; }, kPatience)) return 1;
  std::puts("ready");
  std::fflush(stdout);
  std::atomic<bool> over = false;
  std::thread reader([&over] {
    while (std::getchar() != EOF) {
    }
    over = true;
  });
  while (!over) QTest::qWait(20);
  reader.join();
  session.training()->stop();
  return QTest::qWaitFor([&] { return !session.training()->active(); }, kPatience) ? 0 : 1;
}

}  // namespace

class TwoProgramsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    Session session(testBackends());
    makeProject(session, *sandbox_, "shared");
  }
  void cleanup() {
    if (other_.state() != QProcess::NotRunning) {
      other_.kill();
      other_.waitForFinished(kPatience);
    }
    sandbox_.reset();
  }

  void theSecondProgramIsToldWhoHasTheProjectAndHarmsNothing() {
    startOther();
    const std::string network = textOf("network.json"), manifest = textOf("project.json");
    Session session(testBackends());
    const auto namesTheOther = [this](const Error& error) {
      return error.code == ErrorCode::AlreadyExists &&
             error.text().find(std::to_string(other_.processId())) != std::string::npos;
    };
    const Status refused = session.createProject(folder(), "mine");
    QVERIFY(!refused.ok() && namesTheOther(refused.error()));
    QVERIFY(!session.project());
    require(session.openProject(folder()));
    QVERIFY(session.readOnly());
    QVERIFY(namesTheOther(*session.heldElsewhere()));
    QCOMPARE(session.network().name(), std::string("tiny"));
    QCOMPARE(session.runs()->entries().begin()->second.record.status, RunStatus::Running);
    // Reading is possible: the content is correct, and nothing can be written.
    const auto reader = require(Project::open(folder(), ProjectAccess::ReadOnly));
    QCOMPARE(require(reader->loadNetwork()).name(), std::string("tiny"));
    QCOMPARE(require(reader->runs().runs()).front().status, RunStatus::Running);
    QCOMPARE(reader->setSettings({}).error().code, ErrorCode::PermissionDenied);
    QCOMPARE(reader->removeNetwork().error().code, ErrorCode::PermissionDenied);
    QVERIFY(!reader->runs().deleteRun(RunId{1}).ok());
    QCOMPARE(textOf("network.json"), network);
    QCOMPARE(textOf("project.json"), manifest);
    // The other program's training continues.
    const auto before = stepsSeen();
    QTRY_VERIFY_WITH_TIMEOUT(stepsSeen() > before, kPatience);
    other_.closeWriteChannel();
    QVERIFY(other_.waitForFinished(kPatience));
    QCOMPARE(other_.exitCode(), 0);
    require(session.openProject(folder()));  // another attempt succeeds now
    QVERIFY(!session.readOnly() && !session.heldElsewhere());
    const RunEntry& run = session.runs()->entries().begin()->second;
    QCOMPARE(run.record.status, RunStatus::Stopped);
    QVERIFY(!run.checkpoints.empty());
  }

  void nothingOfAProjectThatAnotherHasCanBeChanged() {
    Session holder(testBackends());
    require(holder.openProject(folder()));
    const auto before = content();
    {
      Session session(testBackends());
      require(session.openProject(folder()));
      QVERIFY(session.readOnly());
      QSignalSpy refused(&session, &Session::editRefused), failed(&session, &Session::failed);
      QSignalSpy refusedByQueue(session.queue(), &RunQueueService::failed);
      const Network network = session.network();
      session.applyEdit({RenameNetwork{"other"}, "Rename"});
      QCOMPARE(refused.size(), 1);
      QVERIFY(session.network() == network);
      const auto denied = [](const Status& status) {
        return !status.ok() && status.error().code == ErrorCode::PermissionDenied;
      };
      QVERIFY(denied(session.startRun({}, "mine")));
      QVERIFY(denied(session.queueRun({}, "mine")));
      QVERIFY(denied(session.keepChosenSettings({{"epochs", std::int64_t{3}}})));
      NetworkService* networks = session.networks();
      DatasetService* data = session.datasets();
      using Done = std::function<void(const Status&)>;
      const std::function<void(const Done&)> changes[] = {
          [&](const Done& done) { networks->add(network, "Add", done); },
          [&](const Done& done) { networks->rename("renamed", done); },
          [&](const Done& done) { networks->duplicate(done); },
          [&](const Done& done) { networks->remove([done](const auto& removed) { done(statusOf(removed)); }); },
          [&](const Done& done) { data->keep("more", sandbox_->path("elsewhere"), done); },
          [&](const Done& done) { data->rename("shades", "greys", done); },
          [&](const Done& done) { data->remove("shades", [done](const auto& removed) { done(statusOf(removed)); }); },
          [&](const Done& done) { data->edit({.records = {0}}, done); },
      };
      int number = 0;
      for (const auto& change : changes) {
        const Status status = await([&](const Done& done) { change(done); });
        QVERIFY2(denied(status), qPrintable(QString("change %1: %2").arg(number++).arg(
                                     status.ok() ? "done" : QString::fromStdString(status.error().text()))));
      }
      session.queue()->resume();
      session.breakpoints()->add({});
      QCOMPARE(refusedByQueue.size(), 1);
      QCOMPARE(failed.size(), 1);
      QVERIFY(session.breakpoints()->entries().empty());
      // Selecting another data set is no change.
      require(await([&](const Done& done) { data->select("shades", done); }));
      require(session.saveNetwork());
    }
    QVERIFY(content() == before);
  }

  void oneProgramHasSeveralWindows() {
    ThemeManager themes(*qApp);
    Windows windows(testBackends(), themes);
    Windows::Window& first = windows.open();
    first.window->show();
    require(first.session->openProject(folder()));
    first.window->registry().find("file.newWindow")->trigger();
    QCOMPARE(windows.count(), std::size_t(2));
    Windows::Window& second = windows.open();
    second.window->show();
    second.window->openProject(sandbox_->text("shared"));
    QTRY_VERIFY_WITH_TIMEOUT(second.session->project(), kPatience);
    QVERIFY(second.session->readOnly());
    QVERIFY(second.window->windowTitle().contains("read only"));
    QVERIFY2(bannerWords(*second.window).contains("another window of this program"),
             qPrintable(bannerWords(*second.window)));
    QVERIFY(!bannerOf(*first.window));
    // Each window has its own project; edits in one do not affect the other.
    first.session->applyEdit({RenameNetwork{"first"}, "Rename"});
    require(first.session->saveNetwork());
    QCOMPARE(second.session->network().name(), std::string("tiny"));
    click(*second.window, "Try again");
    QTRY_COMPARE_WITH_TIMEOUT(second.session->network().name(), std::string("first"), kPatience);
    QVERIFY(second.session->readOnly());
    first.window->close();
    QTRY_COMPARE_WITH_TIMEOUT(windows.count(), std::size_t(2), kPatience);
    click(*second.window, "Try again");
    QTRY_VERIFY_WITH_TIMEOUT(!second.session->readOnly(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!bannerOf(*second.window), kPatience);
    second.session->applyEdit({RenameNetwork{"second"}, "Rename"});
    require(second.session->saveNetwork());
  }

  void aProgramThatIsKilledLetsGo() {
    startOther();
    ::kill(static_cast<pid_t>(other_.processId()), SIGKILL);
    QVERIFY(other_.waitForFinished(kPatience));
    Session session(testBackends());
    require(session.openProject(folder()));
    QCOMPARE(session.runs()->entries().begin()->second.record.status, RunStatus::Interrupted);
    QCOMPARE(session.network().name(), std::string("tiny"));
  }

  void bothKeepWhatAPersonChose() {
    UserSettings::setValue("theme", "dark");
    UserSettings::finish();
    startOther();
    Session session(testBackends());
    require(session.createProject(sandbox_->path("mine"), "mine"));
    UserSettings::setValue("language", "de");
    UserSettings::finish();
    other_.closeWriteChannel();
    QVERIFY(other_.waitForFinished(kPatience));
    UserSettings::reload();
    QCOMPARE(session.recentProjects(), (QStringList{sandbox_->text("mine"), sandbox_->text("shared")}));
    QCOMPARE(UserSettings::value("theme").toString(), QString("dark"));
    QCOMPARE(UserSettings::value("language").toString(), QString("de"));
  }

 private:
  std::filesystem::path folder() const { return sandbox_->path("shared"); }
  std::string textOf(const char* name) const { return require(readFile(folder() / name, 1 << 20)); }
  template <class T>
  static Status statusOf(const Result<T>& result) {
    return result.ok() ? Status() : Status(result.error());
  }
  // Every file of the project except SQLite's shared memory, which readers also use.
  std::map<std::string, std::string> content() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder()))
      if (entry.is_regular_file() && entry.path().extension() != ".db-shm" && entry.path().filename() != "lock.mdb")
        files[entry.path().string()] = require(readFile(entry.path(), 1 << 26));
    return files;
  }
  std::int64_t stepsSeen() const {
    const auto reader = require(Project::open(folder(), ProjectAccess::ReadOnly));
    return require(reader->runs().runs()).front().lastStep;
  }
  void startOther() {
    other_.start(QCoreApplication::applicationFilePath(),
                 {kHold, sandbox_->text("shared"), sandbox_->text("settings")});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += other_.readAllStandardOutput()).contains("ready"), 2 * kPatience);
  }

  std::unique_ptr<Sandbox> sandbox_;
  QProcess other_;
};

}  // namespace fovea::test

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.value(1) == fovea::test::kHold) return fovea::test::hold(arguments.value(2), arguments.value(3));
  fovea::test::TwoProgramsTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "two_programs_test.moc"
