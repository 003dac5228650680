// Why: a run is started, watched and steered from one place; what it shows must be what is on the disk, and what cannot
// be trained must be said before anything is lost.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <cmath>

#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/app_support.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/metric_plot.h"

namespace fovea::test {

class TrainWorkspaceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    // Complains by itself about any change that a view could not follow.
    tester_ = std::make_unique<QAbstractItemModelTester>(place_->runModel(),
                                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
    place_->resize(1200, 800);
    place_->show();
  }
  void cleanup() {
    tester_.reset();
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void aRunTrainsToItsEndAndIsKept() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 3, .batch = 16, .logInterval = 1, .keepCheckpoints = 3});
    QCOMPARE(place_->runModel()->rowCount(), 0);
    startAndAwaitEnd();
    QCOMPARE(snapshot().state, WorkerState::Finished);

    // 240 samples to train with, in batches of 16: 15 steps an epoch, a point each.
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), std::size_t(45));
    QCOMPARE(losses.xs().front(), 1.0);
    QVERIFY(losses.ys().back() < losses.ys().front());
    QCOMPARE(place_->plots()->lossPlot()->data(1).size(), std::size_t(3));
    QCOMPARE(place_->plots()->accuracyPlot()->data(1).size(), std::size_t(3));

    QCOMPARE(place_->runModel()->rowCount(), 1);
    QCOMPARE(cell(0, RunTableModel::kStatus), QString("finished"));
    QCOMPARE(cell(0, RunTableModel::kEpochs), QString("3 of 3"));
    QVERIFY(cell(0, RunTableModel::kBestAccuracy).contains('%'));
    QVERIFY(place_->findChild<QPlainTextEdit*>()->toPlainText().contains("epoch 3"));

    const auto epochs = require(session_->project()->runs().epochs(RunId{1}));
    QCOMPARE(epochs.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i)
      QCOMPARE(place_->plots()->lossPlot()->data(1).ys()[i], epochs[i].validationLoss);
    const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
    QVERIFY(!checkpoints.empty());
    for (const auto& checkpoint : checkpoints)
      QVERIFY(std::filesystem::file_size(session_->project()->checkpointPath(checkpoint)) > 0);
  }

  // Whatever comes first, curves or the snapshot that tells of the run, nothing of the curves is left out.
  void theCurvesOfEveryRunBeginAtItsFirstStep() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    for (int run = 1; run <= 3; ++run) {
      startAndAwaitEnd();
      QCOMPARE(place_->runModel()->rowCount(), run);
      QCOMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(30));
      QCOMPARE(place_->plots()->accuracyPlot()->data(1).size(), std::size_t(2));
    }
    // An older one is looked at again.
    place_->runTable()->selectRow(2);
    QCOMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(30));
  }

  void theLogTellsOfTheRunThatIsLookedAt() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 3, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    const auto words = [&] { return place_->findChild<QPlainTextEdit*>()->toPlainText(); };
    QCOMPARE(words().count("epoch 3:"), 1);
    QVERIFY(words().contains("started on"));
    place_->runTable()->selectRow(1);
    QCOMPARE(words().count("epoch 2:"), 1);
    QVERIFY2(!words().contains("epoch 3:"), qPrintable(words()));
    QVERIFY2(words().endsWith("finished: 2 of 2 epochs"), qPrintable(words()));

    // It is the same when the project is opened again, and each epoch is told in the same words.
    const QString past = words();
    require(session_->openProject(session_->project()->folder()));
    place_->runTable()->selectRow(1);
    QCOMPARE(words(), past);
    click(*place_, "Continue run");
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    QVERIFY(ended.wait(kPatience));
    for (const char* epoch : {"epoch 1:", "epoch 2:", "epoch 3:"})
      QVERIFY2(words().count(epoch) == 1, qPrintable(words()));
  }

  void pauseStepContinueAndStopDoWhatTheySay() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    QVERIFY(!buttonOf(*place_, "Pause"));
    buttonOf(*place_, "New run")->setFocus();
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().state == WorkerState::Training && snapshot().step > 3, kPatience);
    QVERIFY(!buttonOf(*place_, "New run"));
    QCOMPARE(place_->window()->focusWidget(), buttonOf(*place_, "Pause"));
    QCOMPARE(cell(0, RunTableModel::kStatus), QString("running"));

    click(*place_, "Pause");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
    const auto step = snapshot().step;
    QTest::qWait(120);
    QCOMPARE(snapshot().step, step);

    // At the end of an epoch the batches of its validation come first: 60 samples in batches of 16.
    for (int presses = 0; presses < 5 && snapshot().step == step; ++presses) {
      const auto before = session_->training()->snapshot();
      click(*place_, "Step");
      QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot() != before && snapshot().state == WorkerState::Paused,
                               kPatience);
    }
    QCOMPARE(snapshot().step, step + 1);

    click(*place_, "Snapshot");
    const auto lastSaved = [this] {
      const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
      return checkpoints.empty() ? -1 : checkpoints.back().step;
    };
    QTRY_COMPARE_WITH_TIMEOUT(lastSaved(), step + 1, kPatience);

    click(*place_, "Continue");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().step > step + 3, kPatience);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Stopped);
    QCOMPARE(cell(0, RunTableModel::kStatus), QString("stopped"));
    QVERIFY(buttonOf(*place_, "New run"));
    QVERIFY(buttonOf(*place_, "Continue run"));
  }

  void theRateSetDuringARunIsMarkedOnThePlot() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().state == WorkerState::Training && snapshot().step > 3, kPatience);
    QLineEdit* rate = place_->runInspector()->rateField();
    QVERIFY(rate->isVisible());

    type(rate, "fast");
    click(*place_, "Set");
    QVERIFY(!wordsWith("The rate must be a number").isEmpty());
    QCOMPARE(snapshot().learningRate, 0.01);

    type(rate, "0.002");
    click(*place_, "Set");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().learningRate, 0.002, kPatience);
    QVERIFY(wordsWith("The rate must be a number").isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!require(session_->project()->runs().marks(RunId{1})).empty(), kPatience);
    const auto marks = require(session_->project()->runs().marks(RunId{1}));
    QVERIFY(QString::fromStdString(marks.back().text).contains("0.002"));
    QTRY_VERIFY(
        place_->findChild<QPlainTextEdit*>()->toPlainText().contains(QString::fromStdString(marks.back().text)));
    stopRun();
  }

  void anotherRunIsLookedAtMeanwhileAndNothingIsMissed() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().step > 20, kPatience);
    place_->runTable()->selectRow(1);
    QCOMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(15));
    const auto step = snapshot().step;
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().step > step + 20, kPatience);
    QCOMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(15));
    place_->runTable()->selectRow(0);
    stopRun();
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), static_cast<std::size_t>(snapshot().step));
  }

  void anEmptyNetworkIsNotTrained() {
    require(session_->createProject(sandbox_->path("tiny"), "tiny"));
    importData(*session_, writeMnist(sandbox_->path("source")), "shades");
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*place_), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
  }

  void aStoppedRunGoesOnWhereItStopped() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2000, .batch = 16, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().step > 20, kPatience);
    stopRun();
    const auto stopped = snapshot();
    QCOMPARE(place_->runModel()->rowCount(), 1);
    const auto shown = place_->plots()->lossPlot()->data(0).size();
    QCOMPARE(shown, static_cast<std::size_t>(stopped.step));

    click(*place_, "Continue run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > stopped.step + 5, kPatience);
    QCOMPARE(snapshot().run, stopped.run);
    stopRun();
    QCOMPARE(place_->runModel()->rowCount(), 1);
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), static_cast<std::size_t>(snapshot().step));
    for (std::size_t i = 0; i < losses.size(); ++i) QCOMPARE(losses.xs()[i], static_cast<double>(i + 1));
  }

  void aFinishedRunGetsMoreEpochs() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue run");
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Finished);
    QCOMPARE(snapshot().epoch, 4);
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), std::size_t(60));
  }

  void withoutDataItSaysSoAndOffersTheWay() {
    require(session_->createProject(sandbox_->path("empty"), "empty"));
    drawNetwork(*session_);
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("no data set"), qPrintable(bannerWords(*place_)));
    QSignalSpy wanted(place_.get(), &Workspace::placeRequested);
    click(*bannerOf(*place_), "Import data");
    QCOMPARE(wanted.value(0).value(0).toString(), QString("data"));
    QVERIFY(require(session_->project()->runs().runs()).empty());
  }

  void withoutAProjectItSaysSo() {
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("No project is open"), qPrintable(bannerWords(*place_)));
  }

  void aNetworkWithoutALossIsNotTrained() {
    require(session_->createProject(sandbox_->path("tiny"), "tiny"));
    importData(*session_, writeMnist(sandbox_->path("source")), "shades");
    drawNetwork(*session_, 8, 3, false);
    click(*place_, "New run");
    QTRY_VERIFY2_WITH_TIMEOUT(bannerWords(*place_).contains("loss"), qPrintable(bannerWords(*place_)), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    QSignalSpy wanted(place_.get(), &Workspace::placeRequested);
    click(*bannerOf(*place_), "Show the network");
    QCOMPARE(wanted.value(0).value(0).toString(), QString("network"));
  }

  void aBatchLargerThanTheDataIsSaid() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 1000});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active() && bannerOf(*place_), kPatience);
    QVERIFY2(bannerWords(*place_).contains("1000") && bannerWords(*place_).contains("240"),
             qPrintable(bannerWords(*place_)));
    // And it can be mended and tried again.
    choose({.epochs = 1, .batch = 16});
    startAndAwaitEnd();
    QCOMPARE(snapshot().state, WorkerState::Finished);
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
  }

  void theSameMistakeTwiceIsSaidTwice() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 1000});
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (Banner* banner = bannerOf(*place_)) banner->dismiss();
      click(*place_, "New run");
      QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
      QVERIFY(bannerOf(*place_));
    }
  }

  void anInvalidSettingIsSaidAndNothingStarts() {
    makeProject(*session_, *sandbox_, "tiny");
    QWidget* editor = place_->runInspector()->form()->editor("learning_rate");
    auto* line = qobject_cast<QLineEdit*>(editor);
    if (!line) line = editor->findChild<QLineEdit*>();
    type(line, "-3");
    QVERIFY(!place_->runInspector()->isValid());
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("not valid"), qPrintable(bannerWords(*place_)));
    QVERIFY(!session_->training()->active());
    QVERIFY(require(session_->project()->runs().runs()).empty());
  }

 private:
  const WorkerSnapshot& snapshot() const { return *session_->training()->snapshot(); }
  QString cell(int row, int column) const {
    return place_->runModel()->index(row, column).data(Qt::DisplayRole).toString();
  }
  void choose(const TrainingSettings& settings) { place_->runInspector()->setSettings(settings); }
  void startAndAwaitEnd() {
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "New run");
    QVERIFY2(session_->training()->active(), qPrintable(bannerWords(*place_)));
    QVERIFY(ended.wait(kPatience));
  }
  void stopRun() {
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
  }
  static void type(QLineEdit* line, const char* text) {
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
  }
  QString wordsWith(const QString& part) const {
    for (const auto* label : place_->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(part)) return label->text();
    return {};
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
  std::unique_ptr<QAbstractItemModelTester> tester_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::TrainWorkspaceTest)
#include "train_workspace_test.moc"
