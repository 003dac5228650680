// A program that is killed while the user edits loses at most the last second.
#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>
#include <cstdio>

#include "core/network/standard_networks.h"
#include "tests/app/app_support.h"

namespace fovea::test {
namespace {

constexpr int kEditMilliseconds = 20;
constexpr qint64 kLostAtMost = 1000;

// The killed program: edits without pause and prints the time of each edit.
int edit(const char* folder) {
  Session session(testBackends());
  require(session.openProject(folder));
  QElapsedTimer clock;
  clock.start();
  int count = 0;
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, &session, [&] {
    ++count;
    session.applyEdit({RenameNetwork{"edit " + std::to_string(count)}, "Rename"}, 1);
    std::printf("%d %lld\n", count, static_cast<long long>(clock.elapsed()));
    std::fflush(stdout);
  });
  timer.start(kEditMilliseconds);
  return QCoreApplication::exec();
}

}  // namespace

class NetworkRecoveryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKilledProgramLosesNothingOlderThanASecond_data() {
    QTest::addColumn<int>("milliseconds");
    for (const int milliseconds : {1300, 1900, 2600}) QTest::addRow("%d ms", milliseconds) << milliseconds;
  }

  void aKilledProgramLosesNothingOlderThanASecond() {
    QFETCH(int, milliseconds);
    Sandbox sandbox;
    {
      Session session(testBackends());
      require(session.createProject(sandbox.path("killed"), "killed"));
      session.applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "Open"});
    }
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(), {"--edit", sandbox.text("killed")});
    QVERIFY(program.waitForStarted(kPatience));
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += program.readAllStandardOutput()).contains('\n'), kPatience);
    QTest::qWait(milliseconds);
    program.kill();
    QVERIFY(program.waitForFinished(kPatience));
    QCOMPARE(program.exitStatus(), QProcess::CrashExit);
    said += program.readAllStandardOutput();

    Session session(testBackends());
    require(session.openProject(sandbox.path("killed")));
    QCOMPARE(session.network().layers().size(), require(standardNetwork("lenet")).layers().size());
    const QString name = QString::fromStdString(session.network().name());
    QVERIFY2(name.startsWith("edit "), qPrintable(name));
    const int kept = name.mid(5).toInt();
    qint64 keptAt = 0, lastAt = 0;
    for (const QByteArray& line : said.split('\n')) {
      const auto words = line.split(' ');
      if (words.size() != 2) continue;
      lastAt = words[1].toLongLong();
      // The first edit that is missing in the file is the oldest lost one.
      if (words[0].toInt() <= kept + 1) keptAt = lastAt;
    }
    QVERIFY2(lastAt - keptAt <= kLostAtMost, qPrintable(QString("%1 ms were lost").arg(lastAt - keptAt)));
  }

  void undoIsOneStepWhateverWasSavedMeanwhile() {
    Sandbox sandbox;
    Session session(testBackends());
    require(session.createProject(sandbox.path("saved"), "saved"));
    session.applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "Open"});
    const Network before = session.network();
    const LayerId conv = before.findByName("conv1")->id;
    for (const std::int64_t filters : {1, 12, 123}) {
      session.applyEdit({SetParameter{conv, "filters", filters}, "Set"}, 5);
      QTRY_VERIFY_WITH_TIMEOUT(!session.document().modified(), kPatience);
    }
    session.undo();
    QVERIFY(session.network() == before);
  }
};

}  // namespace fovea::test

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  if (argc == 3 && std::string_view(argv[1]) == "--edit") {
    const fovea::test::Sandbox settings;
    return fovea::test::edit(argv[2]);
  }
  fovea::test::NetworkRecoveryTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "network_recovery_test.moc"
