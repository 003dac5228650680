// Why: the window never waits for training, measured as a number. A timer on the main thread measures its longest
// interruption while a network is trained on all cores and all workspaces are shown.
#include <QSignalSpy>
#include <QTimer>

#include "app/main_window.h"
#include "app/workspaces/workspace.h"
#include "core/network/standard_networks.h"
#include "core/project/example_project.h"
#include "tests/app/app_support.h"
#include "tests/app/gap_meter.h"
#include "tests/core/base/machine_speed.h"
#include "widgets/theme/theme.h"

namespace fovea::test {
namespace {

constexpr int kStartMilliseconds = 300;  // not measured: preparation of the run
constexpr int kMeasureMilliseconds = 5000;
constexpr int kSwitchMilliseconds = 200;
constexpr double kFrameMilliseconds = 16, kLimitMilliseconds = 50;

}  // namespace

class ResponsivenessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theWindowAnswersWhileANetworkIsTrained_data() {
    QTest::addColumn<bool>("shortEpochs");
    QTest::newRow("LeNet on pictures of clothes") << false;
    // Many epochs per second, each with a validation, a checkpoint and an update of the list of runs.
    QTest::newRow("epochs without end") << true;
  }
  void theWindowAnswersWhileANetworkIsTrained() {
    QFETCH(bool, shortEpochs);
    Sandbox sandbox;
    ThemeManager themes(*qApp);
    Session session(testBackends());
    MainWindow window(session, themes);
    window.resize(1440, 900);
    window.show();
    if (shortEpochs)
      makeProject(session, sandbox, "tiny");
    else
      openExample(session, sandbox);
    TrainingSettings settings = session.project()->settings();
    settings.epochs = 1'000'000;
    settings.batch = shortEpochs ? 16 : 64;
    require(session.startRun(settings, "long"));
    window.showPlace("train");
    QTRY_VERIFY_WITH_TIMEOUT(session.training()->snapshot()->step > 0, kPatience);
    QTest::qWait(kStartMilliseconds);

    GapMeter meter;
    const QStringList places{"home", "data", "network", "train", "inspect", "train"};
    int next = 0;
    QTimer tour;
    connect(&tour, &QTimer::timeout, this, [&] {
      const QString& place = places[next++ % places.size()];
      meter.say("a visit to " + place);
      window.showPlace(place);
    });
    const auto firstStep = session.training()->snapshot()->step;
    meter.start();
    tour.start(kSwitchMilliseconds);
    runEvents(kMeasureMilliseconds);
    tour.stop();
    meter.stop();
    const auto steps = session.training()->snapshot()->step - firstStep;

    const auto epochs = session.training()->snapshot()->epoch;
    qInfo("steps trained meanwhile: %lld, epochs done: %lld; ticks: %d of %d", static_cast<long long>(steps),
          static_cast<long long>(epochs), meter.ticks(), kMeasureMilliseconds / kTickMilliseconds);
    qInfo("computed at a stretch: p99 %.1f ms, most %.1f ms", meter.computedAt(0.99), meter.computedAt(1));
    qInfo("longest gap: %s", qPrintable(meter.longest().text()));
    qInfo("longest gap of the window's own doing: %.1f ms, of %s", meter.longestOwn().own(),
          qPrintable(meter.longestOwn().text()));
    QVERIFY(session.training()->active());
    QVERIFY(steps > 0);
    QVERIFY(next >= places.size());
    const double slowness = slownessNow();
    qInfo("this machine is %.2f times slower than the one the limits are for", slowness);
    QVERIFY(meter.computedAt(0.99) < slowness * kFrameMilliseconds);
    QVERIFY(meter.longestOwn().own() < slowness * kLimitMilliseconds);
    session.training()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!session.training()->active(), kPatience);
  }

 private:
  // Opens Fashion-MNIST if its data is installed, else images of the same size.
  static void openExample(Session& session, const Sandbox& sandbox) {
    if (findFashionMnist().ok()) {
      Job* job = session.openExample("fashion-lenet", sandbox.path("example"));
      std::optional<Status> outcome;
      connect(job, &Job::finished, &session, [&outcome](const Status& status) { outcome = status; });
      QTRY_VERIFY_WITH_TIMEOUT(outcome.has_value(), 4 * kPatience);
      require(*outcome);
      return;
    }
    require(session.createProject(sandbox.path("digits"), "digits"));
    importData(session, writeMnist(sandbox.path("source"), 6000, 1000, 28, 10), "digits");
    session.applyEdit({ReplaceNetwork{require(standardNetwork("lenet"))}, "LeNet"});
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::ResponsivenessTest)
#include "responsiveness_test.moc"
