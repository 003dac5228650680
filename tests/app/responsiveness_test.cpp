// Why: the promise that the window never waits for training, kept by a number. A timer on the main thread says how long
// nothing else could run there, while a network is trained on every core and all places are looked at.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTimer>
#include <fstream>

#include "app/main_window.h"
#include "app/workspaces/workspace.h"
#include "core/network/standard_networks.h"
#include "core/project/example_project.h"
#include "tests/app/app_support.h"
#include "widgets/theme/theme.h"

namespace fovea::test {
namespace {

constexpr int kTickMilliseconds = 5;
constexpr int kStartMilliseconds = 300;  // not measured: the run is made ready
constexpr int kMeasureMilliseconds = 5000;
constexpr int kSwitchMilliseconds = 200;
constexpr double kLimitMilliseconds = 100;

// Milliseconds that the main thread has computed, and that it was ready to but had no core.
struct ThreadClocks {
  double computed = 0;
  double waited = 0;
};

ThreadClocks threadClocks() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  ThreadClocks clocks{static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6, 0};
  std::ifstream file("/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/schedstat");
  double running = 0, waiting = 0;
  if (file >> running >> waiting) clocks.waited = waiting / 1e6;
  return clocks;
}

// Of the time between two ticks.
struct Gap {
  double wall = 0;
  double computed = 0;
  double waited = 0;  // for a core that other programs or training had
  QString during;
  // What is the window's own doing.
  double own() const { return std::max(computed, wall - waited); }
  QString text() const {
    return QString("%1 ms (%2 ms computed, %3 ms without a core) during %4")
        .arg(wall, 0, 'f', 1)
        .arg(computed, 0, 'f', 1)
        .arg(waited, 0, 'f', 1)
        .arg(during);
  }
};

class GapMeter : public QObject {
 public:
  GapMeter() {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(kTickMilliseconds);
    connect(&timer_, &QTimer::timeout, this, [this] { tick(); });
  }
  void start() {
    clock_.start();
    last_ = threadClocks();
    timer_.start();
  }
  void stop() { timer_.stop(); }
  void say(const QString& what) { during_ = what; }
  int ticks() const { return ticks_; }
  const Gap& longest() const { return longest_; }
  const Gap& longestOwn() const { return longestOwn_; }

 private:
  void tick() {
    const double wall = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    clock_.restart();
    const ThreadClocks now = threadClocks();
    const Gap gap{wall, now.computed - last_.computed, now.waited - last_.waited, during_};
    last_ = now;
    ++ticks_;
    if (gap.wall > longest_.wall) longest_ = gap;
    if (gap.own() > longestOwn_.own()) longestOwn_ = gap;
  }

  QTimer timer_;
  QElapsedTimer clock_;
  ThreadClocks last_;
  Gap longest_, longestOwn_;
  QString during_ = "the start";
  int ticks_ = 0;
};

}  // namespace

class ResponsivenessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theWindowAnswersWhileANetworkIsTrained_data() {
    QTest::addColumn<bool>("shortEpochs");
    QTest::newRow("LeNet on pictures of clothes") << false;
    // Many epochs a second, each with a validation, a checkpoint and its place in the list of runs.
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
    QTest::qWait(kMeasureMilliseconds);
    tour.stop();
    meter.stop();
    const auto steps = session.training()->snapshot()->step - firstStep;

    const auto epochs = session.training()->snapshot()->epoch;
    qInfo("steps trained meanwhile: %lld, epochs done: %lld; ticks: %d of %d", static_cast<long long>(steps),
          static_cast<long long>(epochs), meter.ticks(), kMeasureMilliseconds / kTickMilliseconds);
    qInfo("longest gap: %s", qPrintable(meter.longest().text()));
    qInfo("longest gap of the window's own doing: %.1f ms, of %s", meter.longestOwn().own(),
          qPrintable(meter.longestOwn().text()));
    QVERIFY(session.training()->active());
    QVERIFY(steps > 0);
    QVERIFY(next >= places.size());
    QVERIFY(meter.longestOwn().own() < kLimitMilliseconds);
    session.training()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!session.training()->active(), kPatience);
  }

 private:
  // The real thing where its data is installed, else pictures of the same size.
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
