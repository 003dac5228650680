// Why: the checkpoints of the selected run can be kept and trained from in the window, as in the terminal; a long list
// changes only where something is new.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableView>

#include "app/workspaces/train/checkpoint_rows.h"
#include "app/workspaces/train/checkpoint_section.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/app_support.h"
#include "widgets/actions/action.h"
#include "widgets/forms/fold_heading.h"
#include "widgets/plots/metric_plot.h"

namespace fovea::test {

class RunCheckpointsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    tester_ = std::make_unique<QAbstractItemModelTester>(section().rows(),
                                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
    place_->resize(1200, 900);
    place_->show();
  }
  void cleanup() {
    tester_.reset();
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void aRunListsItsCheckpointsNewestFirst() {
    makeProject(*session_, *sandbox_, "tiny");
    QVERIFY(section().isHidden());
    train({.epochs = 3, .batch = 16});
    const auto stored = storedOf(RunId{1});
    QVERIFY(stored.size() > 1);
    QVERIFY(section().view()->isVisible());
    QCOMPARE(section().rows()->rowCount(), static_cast<int>(stored.size()));
    QCOMPARE(text(0, CheckpointRows::kEpoch), QString("3"));
    QCOMPARE(text(0, CheckpointRows::kStep), QString("45"));
    QVERIFY(text(0, CheckpointRows::kValue).endsWith(" %"));
    QCOMPARE(section().rows()->headerData(CheckpointRows::kValue, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("Accuracy"));
    for (const CheckpointRecord& each : stored)
      QCOMPARE(text(section().rows()->rowOf(each.step), CheckpointRows::kMarks), QString(each.best ? "best" : ""));
    // A screen reader tells the whole row.
    const QString told = section().rows()->index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(told.startsWith("epoch 3, step 45, Accuracy: "), qPrintable(told));
    QVERIFY(section().lastIsChosen());
    QVERIFY2(section().view()->isColumnHidden(CheckpointRows::kStep), "the epochs tell them apart");
    // Without a run there is nothing to show.
    require(session_->createProject(sandbox_->path("empty"), "empty"));
    QVERIFY(section().isHidden() && !section().chosen());
    for (const Action* action : section().commands()) QVERIFY(!action->isEnabled());
  }

  void aKeptCheckpointIsStoredAndTakenBack() {
    makeProject(*session_, *sandbox_, "tiny");
    train({.epochs = 3, .batch = 16});
    const std::int64_t step = storedOf(RunId{1}).front().step;
    const auto stored = [&] { return storedOf(RunId{1}).front().pinned; };
    section().choose(step);
    click(*place_, "Keep this checkpoint");
    QTRY_VERIFY(stored());
    QTRY_VERIFY(section().chosen()->pinned);
    QCOMPARE(section().chosen()->step, step);
    const QString told = cell(section().rows()->rowOf(step), CheckpointRows::kEpoch, Qt::AccessibleTextRole).toString();
    QVERIFY2(told.endsWith("kept"), qPrintable(told));
    QVERIFY(!cell(section().rows()->rowOf(step), CheckpointRows::kMarks, Qt::DecorationRole).isNull());
    QCOMPARE(section().heading()->text(), QString("Checkpoints · %1 · 1 kept").arg(section().rows()->rowCount()));
    QVERIFY(buttonOf(*place_, "No longer keep it"));
    QVERIFY(place_->canUndo());
    place_->undo();
    QTRY_VERIFY(!stored());
    QTRY_VERIFY(buttonOf(*place_, "Keep this checkpoint"));
    place_->redo();
    QTRY_VERIFY(stored());
    // The keyboard reaches the list, its rows and the buttons.
    QTRY_VERIFY(buttonOf(*place_, "No longer keep it"));
    section().view()->setFocus();
    QTest::keyClick(section().view(), Qt::Key_Home, Qt::ControlModifier);
    QVERIFY(section().lastIsChosen());
    QVERIFY(buttonOf(*place_, "Keep this checkpoint"));
    QTest::keyClick(section().view(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClick(section().view(), Qt::Key_Tab);
    auto* button = qobject_cast<QAbstractButton*>(place_->window()->focusWidget());
    QVERIFY(button && button->accessibleName() == "No longer keep it");
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(!stored());
    // The context menu has the same actions.
    for (Action* action : section().commands()) QVERIFY(section().view()->actions().contains(action));
  }

  void theChosenCheckpointIsInspected() {
    makeProject(*session_, *sandbox_, "tiny");
    train({.epochs = 3, .batch = 16});
    QSignalSpy wanted(place_.get(), &TrainWorkspace::inspectionWanted);
    const std::int64_t step = storedOf(RunId{1}).front().step;
    section().choose(step);
    click(*place_, "Inspect it");
    QCOMPARE(wanted.size(), 1);
    const auto checkpoint = wanted.front().front().value<CheckpointRecord>();
    QCOMPARE(checkpoint.run, RunId{1});
    QCOMPARE(checkpoint.step, step);
  }

  // The run goes on and clears old checkpoints away, but not the one that the window pinned.
  void aCheckpointIsKeptWhileItsRunTrains() {
    makeProject(*session_, *sandbox_, "tiny");
    place_->runInspector()->setSettings({.epochs = 100000, .batch = 16, .checkpointEvery = 1, .keepLast = 3});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(section().rows()->rowCount() > 2, kPatience);
    click(*place_, "Pause");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
    QTRY_VERIFY(!session_->projectThread()->busy());
    const std::int64_t step = section().rows()->at(0)->step;
    section().choose(step);
    click(*place_, "Keep this checkpoint");
    QTRY_VERIFY(section().chosen()->pinned);
    QVERIFY2(!command("train.continueCheckpoint")->isEnabled(), "the device is taken");
    QVERIFY2(section().words().contains("under way"), qPrintable(section().words()));
    click(*place_, "Continue");
    const auto others = [&] {
      const auto stored = storedOf(RunId{1});
      return std::count_if(stored.begin(), stored.end(), [&](const auto& each) { return each.step > step; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(others() >= 3 && storedOf(RunId{1}).back().step > step + 5 * 15, kPatience);
    QCOMPARE(section().chosen()->step, step);
    QTRY_VERIFY(storedOf(RunId{1}).size() <= 5);  // a new one is stored before older ones are deleted
    stop();
    const auto stored = storedOf(RunId{1});
    const auto kept = std::find_if(stored.begin(), stored.end(), [&](const auto& each) { return each.step == step; });
    QVERIFY(kept != stored.end() && kept->pinned);
    QVERIFY(std::filesystem::exists(session_->project()->checkpointPath(*kept)));
    QVERIFY(command("train.continueCheckpoint")->isEnabled());
  }

  void theLastCheckpointContinuesTheRun() {
    makeProject(*session_, *sandbox_, "tiny");
    train({.epochs = 2, .batch = 16, .logInterval = 1});
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue from here");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().run, RunId{1});
    QCOMPARE(snapshot().epoch, 4);
    QCOMPARE(place_->runModel()->rowCount(), 1);
  }

  void anEarlierCheckpointBeginsABranch() {
    makeProject(*session_, *sandbox_, "tiny");
    train({.epochs = 3, .batch = 16, .logInterval = 1});
    const CheckpointRecord first = storedOf(RunId{1}).front();
    QVERIFY(first.step < 45);
    section().choose(first.step);
    QVERIFY(!buttonOf(*place_, "Continue from here"));
    QVERIFY2(section().words().contains("new run"), qPrintable(section().words()));
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Branch from here");
    QVERIFY2(bannerWords(*place_).isEmpty(), qPrintable(bannerWords(*place_)));
    QVERIFY(ended.wait(kPatience));
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    QCOMPARE(snapshot().run, RunId{2});
    QCOMPARE(snapshot().epoch, 3);
    // The branch has the curves from the first step on, and the other run is as it was.
    QTRY_COMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(45));
    const auto before = require(session_->project()->runs().points(RunId{1}));
    const auto branch = require(session_->project()->runs().points(RunId{2}));
    QCOMPARE(before.size(), std::size_t(45));
    for (const MetricPoint& point : branch)
      if (point.step <= first.step) QCOMPARE(point.loss, before[static_cast<std::size_t>(point.step - 1)].loss);
    QCOMPARE(require(session_->project()->runs().run(RunId{1})).status, RunStatus::Finished);
  }

  void aReadOnlyProjectSaysWhyNothingCanBeKept() {
    makeProject(*session_, *sandbox_, "tiny");
    train({.epochs = 2, .batch = 16});
    Session other(testBackends());
    TrainWorkspace place(other);
    place.resize(1200, 900);
    place.show();
    require(other.openProject(session_->project()->folder()));
    QVERIFY(other.readOnly());
    place.runTable()->selectRow(0);
    CheckpointSection& checkpoints = *place.runInspector()->runPage()->checkpoints();
    QTRY_VERIFY(checkpoints.chosen());
    for (const Action* action : checkpoints.commands())
      QVERIFY2(action->isEnabled() == (action->id() == "train.inspectCheckpoint"), qPrintable(action->id()));
    QVERIFY2(checkpoints.words().contains(QString::fromStdString(projectIsReadOnly().message)),
             qPrintable(checkpoints.words()));
  }

  void aThousandCheckpointsChangeOnlyWhereTheyDiffer() {
    CheckpointSection list;
    const QAbstractItemModelTester tester(list.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    list.show();
    std::vector<CheckpointRecord> checkpoints;
    for (std::int64_t epoch = 1; epoch <= 1000; ++epoch) checkpoints.push_back(record(epoch));
    list.setCheckpoints(RunId{1}, checkpoints);
    QVERIFY2(!list.view()->isVisible(), "a long list is folded away at first");
    list.heading()->click();
    QVERIFY(list.view()->isVisible());
    QVERIFY(list.view()->height() < 300);
    list.choose(500 * 10);
    QSignalSpy added(list.rows(), &CheckpointRows::rowsInserted), removed(list.rows(), &CheckpointRows::rowsRemoved),
        changed(list.rows(), &CheckpointRows::dataChanged), reset(list.rows(), &CheckpointRows::modelReset);
    list.setCheckpoints(RunId{1}, checkpoints);
    QCOMPARE(added.size() + removed.size() + changed.size(), 0);
    // A run that trains does the same: it adds a checkpoint that is the best, and removes two old ones.
    checkpoints.push_back(record(1001));
    checkpoints.back().best = true;
    checkpoints.erase(checkpoints.begin() + 100, checkpoints.begin() + 102);
    list.setCheckpoints(RunId{1}, checkpoints);
    QCOMPARE(added.size(), 1);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(changed.size(), 0);
    checkpoints[3].pinned = true;
    list.setCheckpoints(RunId{1}, checkpoints);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(list.chosen()->step, std::int64_t(5000));
    for (int row = 0; row < list.rows()->rowCount(); ++row)
      QCOMPARE(list.rows()->at(row)->step, checkpoints[checkpoints.size() - 1 - static_cast<std::size_t>(row)].step);
    // The chosen one is deleted: the last one is chosen, and followed.
    std::erase_if(checkpoints, [](const CheckpointRecord& each) { return each.step == 5000; });
    list.setCheckpoints(RunId{1}, checkpoints);
    QVERIFY(list.lastIsChosen());
    checkpoints.push_back(record(1002));
    list.setCheckpoints(RunId{1}, checkpoints);
    QVERIFY(list.lastIsChosen());
    QCOMPARE(list.chosen()->epoch, std::int64_t(1002));
    // Another run begins at its last one.
    list.choose(10);
    CheckpointRecord within = record(2);
    within.step = 25;
    list.setCheckpoints(RunId{2}, {record(1), record(2), within});
    QVERIFY(list.lastIsChosen());
    QVERIFY(!list.view()->isColumnHidden(CheckpointRows::kStep));
  }

  void theValueThatDecidesIsShown() {
    CheckpointSection list;
    CheckpointRecord loss = record(1);
    loss.accuracy = -1;
    loss.loss = 0.25;
    CheckpointRecord other = loss;
    other.score = -0.5;
    CheckpointRecord none = loss;
    none.loss = -1;
    const auto shown = [&](const CheckpointRecord& each) {
      list.setCheckpoints(RunId{1}, {each});
      return list.rows()->headerData(CheckpointRows::kValue, Qt::Horizontal, Qt::DisplayRole).toString() + " " +
             list.rows()->index(0, CheckpointRows::kValue).data().toString();
    };
    QCOMPARE(shown(record(1)), QString("Accuracy 50.00 %"));
    QCOMPARE(shown(loss), QString("Loss 0.25"));
    QCOMPARE(shown(other), QString("Decides 0.5"));
    QCOMPARE(shown(none), QString("Accuracy "));
  }

 private:
  static CheckpointRecord record(std::int64_t epoch) {
    CheckpointRecord checkpoint;
    checkpoint.run = RunId{1};
    checkpoint.epoch = epoch;
    checkpoint.step = epoch * 10;
    checkpoint.file = "checkpoints/1/" + std::to_string(epoch);
    checkpoint.accuracy = 0.5;
    return checkpoint;
  }
  CheckpointSection& section() const { return *place_->runInspector()->runPage()->checkpoints(); }
  const WorkerSnapshot& snapshot() const { return *session_->training()->snapshot(); }
  QVariant cell(int row, int column, int role) const { return section().rows()->index(row, column).data(role); }
  const Action* command(const QString& id) const {
    for (const Action* action : section().commands())
      if (action->id() == id) return action;
    qFatal("there is no command %s", qPrintable(id));
    return nullptr;
  }
  QString text(int row, int column) const { return cell(row, column, Qt::DisplayRole).toString(); }
  std::vector<CheckpointRecord> storedOf(RunId run) const {
    return require(session_->project()->runs().checkpoints(run));
  }
  void train(TrainingSettings settings) {
    settings.checkpointEvery = 1;
    place_->runInspector()->setSettings(settings);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "New run");
    QVERIFY2(session_->training()->active() || !ended.isEmpty(), qPrintable(bannerWords(*place_)));
    if (ended.isEmpty()) QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience);
  }
  void stop() {
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience);
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
  std::unique_ptr<QAbstractItemModelTester> tester_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::RunCheckpointsTest)
#include "run_checkpoints_test.moc"
