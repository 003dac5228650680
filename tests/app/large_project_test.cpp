// Why: a large project still opens at once, and switching between its runs shows each at once. With
// FOVEA_LARGE_PROJECT=1000 it has that many runs of 100,000 points (4 GB, and minutes to create: set
// QTEST_FUNCTION_TIMEOUT).
#include <QElapsedTimer>
#include <QTableView>
#include <algorithm>

#include "app/main_window.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/window_test.h"
#include "widgets/plots/metric_plot.h"

namespace fovea::test {
namespace {

constexpr int kKeys = 20, kLook = 150;                            // milliseconds
constexpr double kOpening = 2000, kFirstPlot = 500, kArrow = 50;  // milliseconds

}  // namespace

class LargeProjectTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  void itOpensAtOnceAndShowsEachRunAtOnce() {
    const int wanted = qEnvironmentVariableIntValue("FOVEA_LARGE_PROJECT");
    const int runs = wanted > 0 ? std::max(wanted, 2 * kKeys + 1) : 200, points = wanted > 0 ? 100'000 : 2'000;
    makeProject(*session_, *sandbox_, "large");
    fill(*session_->project(), runs, points);
    require(session_->createProject(sandbox_->path("small"), "small"));
    settle(*session_);
    window_->showPlace("home");
    settle(*session_);

    QElapsedTimer time;
    time.start();
    std::optional<Status> answer;
    session_->openProject(sandbox_->path("large"), [&](const Status& status) { answer = status; });
    QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), kPatience);
    require(*answer);
    const double opened = milliseconds(time);
    QCOMPARE(session_->runs()->entries().size(), std::size_t(runs));

    time.start();
    window_->showPlace("train");
    auto* place = static_cast<TrainWorkspace*>(window_->workspace("train"));
    // Long curves are reduced when they are read; the last value is kept.
    const auto last = [&] {
      const MetricPlot* plot = place->plots()->lossPlot();
      return plot && !plot->data(0).empty() ? plot->data(0).ys().back() : 0;
    };
    const auto shown = [&] { return last() > 0; };
    const double first = untilShown(time, shown);
    QCOMPARE(place->runModel()->rowCount(), runs);

    // First as fast as runs are shown, then at the pace of a user who looks at each.
    std::vector<double> keys, paced;
    place->runTable()->setFocus();
    for (int key = 0; key < 2 * kKeys; ++key) {
      if (key >= kKeys) QTest::qWait(kLook);
      const double before = last();
      time.start();
      QTest::keyClick(place->runTable(), Qt::Key_Down);
      (key < kKeys ? keys : paced).push_back(untilShown(time, [&] { return last() > 0 && last() != before; }));
      QVERIFY2(last() != before, qPrintable(QString("key %1 showed no other run").arg(key)));
    }
    std::sort(keys.begin(), keys.end());
    std::sort(paced.begin(), paced.end());
    qInfo(
        "%d runs of %d points: opened in %.0f ms, the first plot after %.0f ms, a run by an arrow key in %.0f ms "
        "(median; longest %.0f ms), with %d ms between two keys in %.0f ms (longest %.0f ms)",
        runs, points, opened, first, keys[kKeys / 2], keys.back(), kLook, paced[kKeys / 2], paced.back());
    QVERIFY(opened < kOpening);
    QVERIFY(first < kFirstPlot);
    QVERIFY(keys[kKeys / 2] < kArrow);
    QVERIFY(paced[kKeys / 2] < kArrow);
  }

 private:
  // Each run ends with a different loss.
  static void fill(Project& project, int runs, int points) {
    const Network network = require(project.loadNetwork());
    RunId first;
    for (int run = 0; run < runs; ++run) {
      const RunId id = require(project.runs().createRun({"run " + std::to_string(run), network, {}, "shades"},
                                                        RunStatus::Finished, project.lowestFreeRunId()));
      if (run > 0) require(project.runs().copyHistory(first, id, points - 1));
      if (run == 0) first = id;
      std::vector<MetricPoint> own;
      for (int i = run == 0 ? 0 : points - 1; i < points; ++i)
        own.push_back({i + 1, i / 100.0, i + 1 == points ? 0.1 + 1e-4 * run : 2.0 / (i + 1)});
      require(project.runs().appendPoints(id, own));
    }
    qInfo("runs.db: %.0f MB", static_cast<double>(std::filesystem::file_size(project.runs().file())) / 1e6);
  }
  static double milliseconds(const QElapsedTimer& time) { return static_cast<double>(time.nsecsElapsed()) / 1e6; }
  static double untilShown(const QElapsedTimer& time, const std::function<bool()>& shown) {
    while (!shown() && time.elapsed() < kPatience) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    return milliseconds(time);
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::LargeProjectTest)
#include "large_project_test.moc"
