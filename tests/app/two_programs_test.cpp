// Two programs at once: the second one that wants a project is told who has it, and harms nothing; what both note of a
// person's choices is kept.
#include <signal.h>
#include <QProcess>
#include <QTextStream>
#include <cstdio>

#include "core/base/file.h"
#include "tests/app/app_support.h"

namespace fovea::test {
namespace {

constexpr const char* kHold = "--hold";

void useSettings(const QString& folder) {
  QCoreApplication::setOrganizationName("fovea-test");
  QCoreApplication::setApplicationName("fovea-test");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
  UserSettings::reload();
}

// The other program: opens the project, trains, says so, and goes on until its input ends.
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
    for (const Status& refused : {session.openProject(folder()), session.createProject(folder(), "mine")}) {
      QVERIFY(!refused.ok());
      QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
      const std::string pid = std::to_string(other_.processId());
      QVERIFY2(refused.error().text().find(pid) != std::string::npos, refused.error().text().c_str());
    }
    QVERIFY(!session.project());
    // Whoever only reads may: what is there is right, and nothing can be written.
    const auto reader = require(Project::open(folder(), ProjectAccess::ReadOnly));
    QCOMPARE(require(reader->loadNetwork()).name(), std::string("tiny"));
    QCOMPARE(require(reader->runs().runs()).front().status, RunStatus::Running);
    QCOMPARE(reader->setSettings({}).error().code, ErrorCode::PermissionDenied);
    QCOMPARE(reader->removeNetwork().error().code, ErrorCode::PermissionDenied);
    QVERIFY(!reader->runs().deleteRun(RunId{1}).ok());
    QCOMPARE(textOf("network.json"), network);
    QCOMPARE(textOf("project.json"), manifest);
    // And the other one trains on.
    const auto before = stepsSeen();
    QTRY_VERIFY_WITH_TIMEOUT(stepsSeen() > before, kPatience);
    other_.closeWriteChannel();
    QVERIFY(other_.waitForFinished(kPatience));
    QCOMPARE(other_.exitCode(), 0);
    require(session.openProject(folder()));
    const RunEntry& run = session.runs()->entries().begin()->second;
    QCOMPARE(run.record.status, RunStatus::Stopped);
    QVERIFY(!run.checkpoints.empty());
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
