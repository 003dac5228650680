// Why: a sweep trains its runs one after the other, goes on where it was after a restart, and its page shows the best.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <cmath>
#include <future>

#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/sweep_dialog.h"
#include "app/workspaces/train/sweep_page.h"
#include "app/workspaces/train/train_workspace.h"
#include "core/base/file.h"
#include "tests/app/app_support.h"
#include "widgets/plots/parallel_plot.h"
#include "widgets/plots/scatter_plot.h"
#include "widgets/theme/segment_bar.h"

namespace fovea::test {

class SweepTest : public QObject {
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

  void everyConfigurationIsTrainedAndTheBestComesFirst() {
    require(session_->startSweep(ratesPlan("0.1,0.0001", 2)));
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    const auto* sweep = session_->sweeps()->find("sweep-1");
    QVERIFY(sweep);
    QCOMPARE(session_->runs()->entries().size(), std::size_t(4));
    for (const auto& [run, entry] : session_->runs()->entries()) {
      QCOMPARE(entry.record.group, std::string("sweep-1"));
      QCOMPARE(entry.record.status, RunStatus::Finished);
      QCOMPARE(entry.record.settings.epochs, std::int64_t(2));
    }
    const auto standings = sweep->course->standings();
    QCOMPARE(standings.size(), std::size_t(2));
    QCOMPARE(standings[0].values.real("learning_rate"), 0.1);
    QVERIFY(standings[0].score.mean > standings[1].score.mean);
    QVERIFY(std::isfinite(standings[0].score.deviation));
    // The same as in the project's file.
    const auto trials = require(session_->project()->runs().trials("sweep-1"));
    QCOMPARE(trials.size(), std::size_t(4));
  }

  void aRunStoppedByAPersonHoldsTheSweepUntilItGoesOn() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{100000});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 20, kPatience);
    const RunId first = session_->training()->snapshot()->run;
    QVERIFY(first.valid());
    session_->training()->stop(first);
    QTRY_VERIFY_WITH_TIMEOUT(session_->sweeps()->goingOn().empty(), kPatience);
    QTest::qWait(100);
    QVERIFY(!session_->training()->active());
    QCOMPARE(session_->runs()->entries().size(), std::size_t(1));
    require(session_->sweeps()->resume("sweep-1"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(first), kPatience);
    QCOMPARE(session_->runs()->entries().size(), std::size_t(1));
    session_->sweeps()->hold();
    stopAll();
  }

  void halvingGoesOnWithTheBetterHalf() {
    SweepPlan plan = ratesPlan("0.1,0.03,0.0001,0.00001", 1);
    plan.settings.set("epochs", std::int64_t{4});
    plan.halving = 2;
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    std::map<std::int64_t, int> epochs;
    for (const auto& [run, entry] : session_->runs()->entries()) ++epochs[entry.record.epochsDone];
    QCOMPARE(epochs, (std::map<std::int64_t, int>{{1, 2}, {2, 1}, {4, 1}}));
    const auto standings = session_->sweeps()->find("sweep-1")->course->standings();
    QVERIFY(standings[0].values.real("learning_rate") >= 0.03);
    QCOMPARE(standings[0].score.round, std::int64_t(2));
  }

  void itGoesOnAfterARestartWhereItWas() {
    SweepPlan plan = ratesPlan("0.1,0.01,0.001", 1);
    plan.settings.set("epochs", std::int64_t{40});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->runs()->entries().size() == 2, kPatience);
    const auto folder = session_->project()->folder();
    place_.reset();
    session_.reset();
    openProgram();
    require(session_->openProject(folder));
    QCOMPARE(session_->sweeps()->names(), std::vector<std::string>{"sweep-1"});
    QVERIFY(session_->sweeps()->goingOn().empty());
    QTest::qWait(100);
    QVERIFY(!session_->training()->active());
    // A setting that is chosen in between changes no run of it.
    FieldValues chosen;
    chosen.set("batch", std::int64_t{7});
    require(session_->keepChosenSettings(chosen));
    showSweeps();
    click(*place_, "Go on");
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    QCOMPARE(session_->runs()->entries().size(), std::size_t(3));
    std::set<std::int64_t> batches;
    for (const auto& [run, entry] : session_->runs()->entries()) {
      QCOMPARE(entry.record.epochsDone, std::int64_t(40));
      batches.insert(entry.record.settings.batch);
    }
    QCOMPARE(batches.size(), std::size_t(1));
  }

  void aQueuedRunComesBeforeTheNextTrial() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{30});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(), kPatience);
    require(session_->queueRun(session_->nextSettings(), "queued"));
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(session_->runs()->entries().size(), std::size_t(3), kPatience);
    QCOMPARE(session_->runs()->find(RunId{2})->record.name, std::string("queued"));
  }

  void aRunThatCannotBeginIsSaidAndTheOthersAreTrained() {
    SweepPlan plan = ratesPlan("0.1", 1);
    plan.axes = {require(gridAxis("best_metric=psnr,loss"))};
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    const auto* sweep = session_->sweeps()->find("sweep-1");
    int wrong = 0;
    for (const auto& standing : sweep->course->standings()) wrong += standing.failed ? 1 : 0;
    QVERIFY(wrong >= 1);
    QVERIFY(sweep->course->standings().back().failed);
    QVERIFY(!sweep->course->state(sweep->course->standings().back().trials.front()).error.empty());
  }

  void aRunThatCannotGoOnIsSaidAndTheOthersAreTrained() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{100000});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 20, kPatience);
    const RunId first = session_->training()->snapshot()->run;
    session_->training()->stop(first);
    QTRY_VERIFY_WITH_TIMEOUT(session_->sweeps()->goingOn().empty(), kPatience);
    const auto last = require(session_->project()->runs().lastCheckpoint(first));
    QVERIFY(last);
    const auto file = session_->project()->checkpointPath(*last);
    const std::string whole = require(readFile(file, 1 << 24));
    writeBytes(file, "half of a checkpoint");
    require(session_->sweeps()->resume("sweep-1"));
    QTRY_COMPARE_WITH_TIMEOUT(session_->runs()->entries().size(), std::size_t(2), kPatience);
    const auto anotherTrains = [this, first] {
      const auto now = session_->training()->snapshot();
      return now->run != first && now->step > 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(anotherTrains(), kPatience);
    const TrialState& damaged = session_->sweeps()->find("sweep-1")->course->state(0);
    QVERIFY2(damaged.error.find("safetensors") != std::string::npos, damaged.error.c_str());
    QVERIFY(damaged.run == first);
    QVERIFY(!damaged.metrics.empty());
    session_->sweeps()->hold();
    stopAll();
    // A person goes on with it.
    writeBytes(file, whole);
    const RunRecord record = session_->runs()->find(first)->record;
    require(session_->resumeRun(*last, record.settings, record.name));
    const auto goesOn = [this] {
      const TrialState& state = session_->sweeps()->find("sweep-1")->course->state(0);
      return state.error.empty() && !state.ended;
    };
    QTRY_VERIFY_WITH_TIMEOUT(goesOn(), kPatience);
    stopAll();
  }

  void aRenamedDataSetIsKnownToSweepAndQueue() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{100000});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 20, kPatience);
    session_->sweeps()->hold();
    stopAll();
    session_->queue()->hold();
    require(session_->queueRun(session_->nextSettings(), "queued"));
    require(await([&](const auto& done) { session_->datasets()->rename("shades", "tones", done); }));
    QCOMPARE(session_->queue()->runs().front().description.dataset, std::string("tones"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience);
    QCOMPARE(session_->sweeps()->find("sweep-1")->course->plan().dataset, std::string("tones"));
    const auto folder = session_->project()->folder();
    QCOMPARE(require(RunQueue::read(runQueueFile(folder))).runs().front().description.dataset, std::string("tones"));
    require(session_->sweeps()->resume("sweep-1"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(), kPatience);
    session_->sweeps()->hold();
    stopAll();
  }

  // The device is reserved while the record of the next run is written.
  void aStopBeforeARunBeginsHoldsTheSweep() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{100000});
    std::promise<void> goOn;
    bool blocked = false;
    // The sweep is read, and its first run begins next.
    connect(session_->sweeps(), &SweepService::changed, this, [&] {
      if (blocked || !session_->sweeps()->find("sweep-1")) return;
      blocked = true;
      session_->projectThread()->post([until = std::make_shared<std::future<void>>(goOn.get_future())] {
        until->wait();
        return Status();
      });
    });
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(), kPatience);
    QVERIFY(session_->runs()->entries().empty());
    session_->training()->stopAll();
    goOn.set_value();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    QVERIFY(session_->sweeps()->goingOn().empty());
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    QVERIFY(require(session_->project()->runs().runs()).empty());
    require(session_->sweeps()->resume("sweep-1"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    QCOMPARE(session_->runs()->entries().size(), std::size_t(1));
    stopAll();
  }

  void onlyOneSweepGoesOnAtATime() {
    SweepPlan plan = ratesPlan("0.1,0.01", 1);
    plan.settings.set("epochs", std::int64_t{100000});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(), kPatience);
    const Status second = session_->startSweep(plan);
    QVERIFY(!second.ok());
    QVERIFY(QString::fromStdString(second.error().text()).contains("sweep-1"));
    session_->sweeps()->hold();
    stopAll();
  }

  void theDialogSaysWhatItWillTrain() {
    SweepDialog dialog(settings(), {});
    dialog.show();
    QVERIFY(dialog.problem().isEmpty());
    QCOMPARE(dialog.rows().size(), std::size_t(1));
    QCOMPARE(dialog.rows()[0]->setting(), std::string("learning_rate"));
    dialog.rows()[0]->valuesField()->setText("0.1; 0.01 0.001,0.0001");
    Q_EMIT dialog.rows()[0]->valuesField()->textEdited({});
    QCOMPARE(require(dialog.plan()).axes[0].values.size(), std::size_t(4));
    QVERIFY2(dialog.summary().contains("4 runs"), qPrintable(dialog.summary()));
    SweepAxisRow* optimizer = dialog.addRow("optimizer");
    QVERIFY(optimizer->valuesField()->text().contains("adam"));
    optimizer->valuesField()->setText("sgd adam");
    Q_EMIT optimizer->valuesField()->textEdited({});
    QVERIFY2(dialog.summary().contains("8 runs"), qPrintable(dialog.summary()));
    optimizer->valuesField()->setText("sgd colour");
    Q_EMIT optimizer->valuesField()->textEdited({});
    QVERIFY(!dialog.problem().isEmpty());
    QVERIFY(!buttonOf(dialog, "Begin the sweep")->isEnabled());
    optimizer->setSetting("weight_decay");
    optimizer->kindBox()->setCurrentIndex(2);
    optimizer->lowField()->setText("0.1");
    optimizer->highField()->setText("0.01");
    Q_EMIT optimizer->highField()->textEdited({});
    QVERIFY2(dialog.problem().contains("below the highest"), qPrintable(dialog.problem()));
    optimizer->lowField()->setText("0.0001");
    Q_EMIT optimizer->lowField()->textEdited({});
    QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
    // Ten draws for each of four rates.
    QVERIFY2(dialog.summary().contains("40 runs"), qPrintable(dialog.summary()));
  }

  void aSweepThatCannotBeginIsRefusedBeforeItIsPlanned() {
    require(session_->createProject(sandbox_->path("bare"), "bare"));
    drawNetwork(*session_);
    click(*place_, "Sweep…");
    QVERIFY2(bannerWords(*place_).contains("no data set"), qPrintable(bannerWords(*place_)));
    QVERIFY2(!place_->findChild<SweepDialog*>(), "what is filled in would be lost");
  }

  void thePageShowsTheBestAndLeadsToItsCurves() {
    click(*place_, "Sweep…");
    auto* dialog = place_->findChild<SweepDialog*>();
    QVERIFY(dialog);
    dialog->rows()[0]->valuesField()->setText("0.1 0.01 0.0001");
    Q_EMIT dialog->rows()[0]->valuesField()->textEdited({});
    click(*dialog, "Begin the sweep");
    QTRY_VERIFY_WITH_TIMEOUT(completed(), kPatience);
    SweepPage* page = place_->sweepPage();
    QTRY_VERIFY(page->isVisible());
    QTRY_VERIFY2_WITH_TIMEOUT(page->words().contains("3 of 3"), qPrintable(page->words()), kPatience);
    QTRY_COMPARE(page->model()->rowCount(), 3);
    const QModelIndex rank = page->model()->index(0, 0);
    QCOMPARE(rank.data().toString(), QString("1"));
    QCOMPARE(page->model()->index(2, 2).data().toString(), QString("0.0001"));
    // A line in the plot leads to its row, and the row to its run.
    QVERIFY(page->parallel()->toScreen(0, 0.1).y() < page->parallel()->toScreen(0, 0.0001).y());
    page->table()->selectRow(0);
    QCOMPARE(place_->runs()->current()->settings.learningRate, page->model()->standings()[0].values.real("learning_rate"));
    QCOMPARE(page->parallel()->highlighted(), 0);
    QCOMPARE(page->scatter()->highlighted(), 0);
    click(*place_, "Compare the best");
    QTRY_VERIFY(place_->plots()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(place_->plots()->comparing(), kPatience);
    QCOMPARE(place_->runModel()->chosen().size(), std::size_t(3));
  }

 private:
  void openProgram() {
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    place_->resize(1300, 900);
    place_->show();
  }
  void showSweeps() {
    for (auto* bar : place_->findChildren<SegmentBar*>())
      if (bar->text(1) == "Sweeps") bar->setCurrent(1);
    QTRY_VERIFY(place_->sweepPage()->isVisible());
  }
  TrainingSettings settings() const { return session_->nextSettings(); }
  static SweepPlan ratesPlan(const std::string& rates, std::int64_t seeds) {
    SweepPlan plan;
    plan.axes = {require(gridAxis("learning_rate=" + rates))};
    plan.seeds = seeds;
    plan.settings.set("epochs", std::int64_t{2});
    plan.settings.set("batch", std::int64_t{16});
    return plan;
  }
  bool completed() const {
    const auto* sweep = session_->sweeps()->find("sweep-1");
    return sweep && !sweep->course->next() && session_->sweeps()->goingOn().empty() && !session_->training()->active();
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

QTEST_MAIN(fovea::test::SweepTest)
#include "sweep_test.moc"
