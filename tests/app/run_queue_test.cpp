// Why: queued runs start automatically in their order, one on each device, and survive a restart.
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>

#include "app/workspaces/train/queue_panel.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/running_bar.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/app_support.h"

namespace fovea::test {

class RunQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    openProgram();
    makeProject(*session_, *sandbox_, "tiny");
  }
  void cleanup() {
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void oneRunBeginsWhenTheOneBeforeItEnds() {
    require(session_->startRun(settings(1), "first"));
    require(session_->queueRun(settings(1), "second"));
    require(session_->queueRun(settings(1), "third", 1));
    QCOMPARE(session_->queue()->runs().size(), std::size_t(2));
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 3, kPatience);
    QCOMPARE(session_->runs()->find(RunId{2})->record.name, std::string("third"));
    QCOMPARE(session_->runs()->find(RunId{3})->record.name, std::string("second"));
    QVERIFY(session_->queue()->runs().empty());
    QTRY_VERIFY(!session_->projectThread()->busy());
    QVERIFY(require(RunQueue::read(runQueueFile(session_->project()->folder()))).runs().empty());
  }

  void onAFreeDeviceItBeginsAtOnce() {
    require(session_->queueRun(settings(100000), "only"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    QVERIFY(session_->queue()->runs().empty());
    stopAll();
  }

  // An estimate or the search for a rate reserves the device, too.
  void itBeginsWhenTheDeviceIsReleased() {
    session_->training()->reserve("cpu");
    require(session_->queueRun(settings(1), "waits"));
    QTest::qWait(100);
    QCOMPARE(session_->queue()->runs().size(), std::size_t(1));
    session_->training()->release("cpu");
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, kPatience);
  }

  void whereDevicesDifferRunsGoOnSideBySide() {
    require(session_->queueRun(settings(100000, "cpu"), "on one"));
    require(session_->queueRun(settings(100000, "reference"), "on the other"));
    require(session_->queueRun(settings(100000, "cpu"), "waits"));
    TrainingBridge* training = session_->training();
    const auto bothTrain = [training] {
      const auto runs = training->underWay();
      return runs.size() == 2 && runs[0]->step > 10 && runs[1]->step > 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(bothTrain(), kPatience);
    QCOMPARE(session_->queue()->runs().size(), std::size_t(1));
    const RunId first = training->underWay()[0]->run, second = training->underWay()[1]->run;
    QVERIFY(first != second);
    // The running bar shows the run that is not selected.
    QTRY_VERIFY(!place_->runningBar()->words().isEmpty());
    // Commands to one run do not affect the other.
    training->pause(second);
    QTRY_COMPARE_WITH_TIMEOUT(training->snapshot(second)->state, WorkerState::Paused, kPatience);
    QCOMPARE(training->snapshot(first)->state, WorkerState::Training);
    session_->queue()->hold();
    training->stop(first);
    QTRY_VERIFY_WITH_TIMEOUT(!training->active(first), kPatience);
    QVERIFY(training->active(second));
    stopAll();
    // Neither run has points of the other.
    for (const RunId run : {first, second}) {
      const auto points = require(session_->project()->runs().points(run));
      QVERIFY(!points.empty());
      for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<std::int64_t>(i) + 1);
    }
  }

  void stoppingAfterTheEpochLetsTheNextBegin() {
    require(session_->startRun(settings(100000), "first"));
    require(session_->queueRun(settings(1), "second"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    session_->training()->stopAfterEpoch(RunId{1});
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, kPatience);
    const RunRecord first = require(session_->project()->runs().run(RunId{1}));
    QCOMPARE(first.status, RunStatus::Stopped);
    QCOMPARE(first.lastStep, first.epochsDone * 15);
  }

  void itIsThereAfterARestartAndBeginsWhenAPersonSaysSo() {
    require(session_->startRun(settings(100000), "long"));
    require(session_->queueRun(settings(1), "second"));
    require(session_->queueRun(settings(1), "third"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    const auto folder = session_->project()->folder();
    place_.reset();
    session_.reset();
    openProgram();
    require(session_->openProject(folder));
    QCOMPARE(session_->queue()->runs().size(), std::size_t(2));
    QVERIFY(session_->queue()->held());
    QTest::qWait(100);
    QVERIFY(!session_->training()->active());
    click(*place_, "Begin");
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 2, kPatience);
    QCOMPARE(session_->runs()->find(RunId{2})->record.name, std::string("second"));
  }

  // The checkpoint is a file of the project, which may be moved in the meantime, or a file from elsewhere.
  void weightsThatAQueuedRunBeginsWithAreStillKnownAfterARestart() {
    require(session_->startRun(settings(1), "first"));
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, kPatience);
    const auto folder = session_->project()->folder();
    const auto own = folder / require(session_->project()->runs().checkpoints(RunId{1})).back().file;
    const auto foreign = sandbox_->path("foreign.safetensors");
    std::filesystem::copy_file(own, foreign);
    require(session_->startRun(settings(100000), "long"));
    require(session_->queueRun(settings(1), "with its own", 0, own));
    require(session_->queueRun(settings(1), "with foreign ones", 0, foreign));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    place_.reset();
    session_.reset();
    const auto moved = sandbox_->path("moved");
    std::filesystem::rename(folder, moved);
    const auto queue = RunQueue::read(runQueueFile(moved));
    QVERIFY2(queue.ok(), queue.ok() ? "" : queue.error().text().c_str());
    QCOMPARE(queue->runs().size(), std::size_t(2));
    QVERIFY(std::filesystem::exists(moved / queue->runs()[0].start));
    QVERIFY(queue->runs()[0].start.is_relative());
    QCOMPARE(queue->runs()[1].start, std::filesystem::path(foreign));
    openProgram();
    require(session_->openProject(moved));
    click(*place_, "Begin");
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 3, kPatience);
  }

  void aRunThatCannotBeginHoldsTheOthersAndSaysWhy() {
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    require(session_->startRun(settings(100000), "long"));
    require(session_->queueRun(settings(1), "second"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 0, kPatience);
    std::filesystem::remove(require(session_->project()->datasetFolder("shades")) / "dataset.json");
    QSignalSpy failed(session_->queue(), &RunQueueService::failed);
    session_->training()->stop();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    QVERIFY(session_->queue()->held());
    QCOMPARE(session_->queue()->runs().size(), std::size_t(1));
    QVERIFY(!session_->training()->active());
    QTRY_VERIFY(bannerWords(*place_).contains("queue"));
  }

  // It is recorded before its worker finds that, and nothing of the record remains.
  void aRunThatCannotBePreparedKeepsItsPlaceAndHoldsTheOthers() {
    require(session_->startRun(settings(1), "first"));
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, kPatience);
    const auto weights =
        session_->project()->checkpointPath(require(session_->project()->runs().checkpoints(RunId{1})).back());
    require(session_->startRun(settings(100000), "long"));
    require(session_->queueRun(settings(1), "weighted", 0, weights));
    require(session_->queueRun(settings(1), "last"));
    const auto trainsLong = [this] {
      const auto now = session_->training()->snapshot();
      return now->name == "long" && now->step > 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(trainsLong(), kPatience);
    std::filesystem::remove(weights);
    QSignalSpy failed(session_->queue(), &RunQueueService::failed);
    session_->training()->stop();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    QVERIFY(session_->queue()->held());
    QCOMPARE(names(), QString("weighted last"));
    QVERIFY(!session_->training()->active());
    QTRY_VERIFY2(bannerWords(*place_).contains("queue"), qPrintable(bannerWords(*place_)));
    QTRY_COMPARE_WITH_TIMEOUT(session_->runs()->entries().size(), std::size_t(2), kPatience);
    QCOMPARE(require(RunQueue::read(runQueueFile(session_->project()->folder()))).runs().size(), std::size_t(2));
    session_->queue()->remove(session_->queue()->runs().front().id);
    session_->queue()->resume();
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 2, kPatience);
    QVERIFY(session_->queue()->runs().empty());
  }

  void aDamagedQueueIsSaidAndNotReplaced() {
    const auto folder = session_->project()->folder();
    place_.reset();
    session_.reset();
    writeBytes(runQueueFile(folder), "{\"format\": ");
    openProgram();
    require(session_->openProject(folder));
    QTRY_VERIFY2(bannerWords(*place_).contains("queue.json"), qPrintable(bannerWords(*place_)));
    const Status refused = session_->queueRun(settings(1), "second");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::Corrupt);
    // Runs can still be started directly.
    require(session_->startRun(settings(1), "first"));
    QTRY_VERIFY_WITH_TIMEOUT(finished() == 1, kPatience);
  }

  void aPersonChangesTheOrder() {
    require(session_->startRun(settings(100000), "long"));
    for (const char* name : {"a", "b", "c"}) require(session_->queueRun(settings(1), name));
    QueuePanel* panel = place_->queuePanel();
    QTRY_VERIFY(panel->isVisible());
    QCOMPARE(names(), QString("a b c"));
    panel->table()->selectRow(2);
    click(*panel, "Earlier");
    QCOMPARE(names(), QString("a c b"));
    click(*panel, "Earlier");
    QCOMPARE(names(), QString("c a b"));
    QVERIFY(!buttonOf(*panel, "Earlier")->isEnabled());
    click(*panel, "Later");
    QCOMPARE(names(), QString("a c b"));
    auto* priority = panel->findChild<QComboBox*>();
    priority->setFocus();
    QTest::keyClick(priority, Qt::Key_Home);
    QTRY_COMPARE(names(), QString("c a b"));
    // The buttons go on meaning the run that was selected.
    panel->table()->selectRow(1);
    QTest::keyClick(priority, Qt::Key_End);
    QTRY_COMPARE(names(), QString("c b a"));
    click(*panel, "Remove");
    QCOMPARE(names(), QString("c b"));
    QTRY_VERIFY(!session_->projectThread()->busy());
    QCOMPARE(require(RunQueue::read(runQueueFile(session_->project()->folder()))).runs().size(), std::size_t(2));
    session_->queue()->hold();
    stopAll();
  }

  void theButtonAddsTheSettingsOfTheForm() {
    require(session_->startRun(settings(100000), "long"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 0, kPatience);
    place_->runInspector()->setSettings(settings(7));
    click(*place_, "Add to queue");
    QCOMPARE(session_->queue()->runs().size(), std::size_t(1));
    QCOMPARE(session_->queue()->runs().front().description.settings.epochs, 7);
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    session_->queue()->hold();
    stopAll();
  }

 private:
  void openProgram() {
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    place_->resize(1200, 900);
    place_->show();
  }
  static TrainingSettings settings(std::int64_t epochs, const std::string& device = "cpu") {
    TrainingSettings settings;
    settings.epochs = epochs;
    settings.batch = 16;
    settings.logInterval = 1;
    settings.device = device;
    return settings;
  }
  // Returns the number of finished runs.
  int finished() const {
    int count = 0;
    for (const auto& [id, entry] : session_->runs()->entries())
      if (entry.record.status == RunStatus::Finished) ++count;
    return count;
  }
  QString names() const {
    QStringList names;
    for (const QueuedRun& run : session_->queue()->runs()) names << QString::fromStdString(run.description.name);
    return names.join(' ');
  }
  void stopAll() {
    session_->training()->stopAll();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::RunQueueTest)
#include "run_queue_test.moc"
