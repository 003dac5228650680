// Why: one workspace starts, shows and controls runs; it matches the disk, and reports what cannot be trained before
// anything is lost.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QThread>
#include <cmath>
#include <fstream>

#include "app/bridge/run_history.h"
#include "app/workspaces/train/cluster_dialog.h"
#include "app/workspaces/train/rate_search_dialog.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/running_bar.h"
#include "app/workspaces/train/train_workspace.h"
#include "core/base/file.h"
#include "tests/app/app_support.h"
#include "widgets/actions/action.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/rate_plot.h"
#include "widgets/theme/card.h"

namespace fovea::test {

class TrainWorkspaceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    // Fails by itself on any model change that a view could not follow.
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
    choose({.epochs = 3, .batch = 16, .logInterval = 1});
    QCOMPARE(place_->runModel()->rowCount(), 0);
    startAndAwaitEnd();
    QCOMPARE(snapshot().state, WorkerState::Finished);
    awaitPoints(45);

    // 240 training samples in batches of 16: 15 steps per epoch, with a point each.
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

  void deletedRunsComeBackWhenAsked() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    for (int run = 1; run <= 3; ++run) startAndAwaitEnd();
    QTRY_COMPARE(place_->runModel()->rowCount(), 3);
    const auto folder = session_->project()->checkpointFolder(RunId{2});
    place_->runTable()->selectAll();
    Action* remove = nullptr;
    for (Action* each : place_->findChildren<Action*>())
      if (each->id() == QLatin1String("train.delete")) remove = each;
    QVERIFY(remove);
    remove->trigger();
    QTRY_COMPARE(place_->runModel()->rowCount(), 0);
    QTRY_VERIFY(require(session_->project()->runs().runs()).empty());
    QVERIFY(std::filesystem::exists(folder));
    QPushButton* undo = nullptr;
    const auto find = [&] {
      for (QPushButton* each : place_->findChildren<QPushButton*>())
        if (each->text() == QLatin1String("Undo") && each->isVisible()) undo = each;
      return undo != nullptr;
    };
    QTRY_VERIFY2(find(), qPrintable(bannerWords(*place_)));
    undo->click();
    QTRY_COMPARE(place_->runModel()->rowCount(), 3);
    QVERIFY2(!place_->canUndo(), "the button undid it");

    // Removes by the command, and restores.
    place_->runTable()->selectRow(1);
    remove->trigger();
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    QVERIFY(place_->canUndo());
    place_->undo();
    QTRY_COMPARE(place_->runModel()->rowCount(), 3);
    place_->redo();
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    place_->undo();
    QTRY_COMPARE(place_->runModel()->rowCount(), 3);

    place_->runTable()->selectRow(1);
    remove->trigger();
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    session_->runs()->deleteRemoved();
    QTRY_VERIFY(!std::filesystem::exists(folder));
  }

  void howRunsAreShownCanBeTakenBack() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    for (int run = 1; run <= 2; ++run) startAndAwaitEnd();
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    QVERIFY(!place_->canUndo());
    QSignalSpy changed(place_.get(), &TrainWorkspace::undoChanged);
    place_->runTable()->selectAll();
    place_->runs()->chooseSelected();
    QVERIFY(changed.size() > 0);
    QTRY_COMPARE(place_->plots()->choices().chosen.size(), std::size_t(2));
    const auto stored = [&] { return require(readRunViewChoices(session_->project()->folder())); };
    QTRY_COMPARE(stored().chosen.size(), std::size_t(2));
    place_->undo();
    QVERIFY(place_->runModel()->chosen().empty() && place_->plots()->choices().chosen.empty());
    QTRY_VERIFY2(stored().chosen.empty(), "what is undone is stored, too");
    place_->redo();
    QCOMPARE(place_->runModel()->chosen().size(), std::size_t(2));
    // Typing is undone by the field itself.
    QTest::keyClicks(place_->runs()->filterField(), "status");
    place_->undo();
    QVERIFY(place_->runModel()->chosen().empty());
    QCOMPARE(place_->runs()->filterField()->text(), QString("status"));
    makeProject(*session_, *sandbox_, "another");
    QVERIFY2(!place_->canUndo() && !place_->canRedo(), "another project has its own");
  }

  // Two ranks share each batch, and are controlled and shown as one run.
  void aRunOnSeveralDevicesIsOneRun() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 300, .batch = 16, .logInterval = 1, .device = "cpu,cpu"});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().state == WorkerState::Training && snapshot().step > 3, kPatience);
    QVERIFY2(session_->training()->busy("cpu"), "what it computes on is taken");
    const RunId run = snapshot().run;
    session_->training()->changeSetting("batch", std::int64_t{8}, run);
    session_->training()->setLearningRate(0.003, run);
    click(*place_, "Pause");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
    click(*place_, "Step");
    click(*place_, "Continue");
    stopRun();
    const RunRecord record = require(session_->project()->runs().run(run));
    QCOMPARE(record.device, std::string("cpu,cpu"));
    const auto marks = require(session_->project()->runs().marks(run));
    QVERIFY(!marks.empty());
    QCOMPARE(marks.front().text, std::string("2 ranks"));
    QCOMPARE(place_->findChild<QPlainTextEdit*>()->toPlainText().count("2 ranks"), 1);
    // The run can continue on other devices.
    choose({.epochs = 300, .batch = 8, .device = "cpu"});
    click(*place_, "Continue run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().state == WorkerState::Training, kPatience);
    stopRun();

    choose({.batch = 15, .device = "cpu,cpu"});
    click(*place_, "New run");
    QTRY_VERIFY(bannerOf(*place_));
    QVERIFY2(bannerWords(*place_).contains("cannot be divided among 2 ranks"), qPrintable(bannerWords(*place_)));
  }

  // The script has the same settings as the form.
  void aScriptForAClusterHasTheSettingsOfTheForm() {
    makeProject(*session_, *sandbox_, "tiny");
    TrainingSettings wanted{.epochs = 7, .batch = 32, .optimizer = "adam"};
    wanted.learningRate = 0.002;
    choose(wanted);
    for (Action* action : place_->commands())
      if (action->id() == "train.cluster") action->trigger();
    ClusterDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = place_->findChild<ClusterDialog*>()) && dialog->isVisible());
    const std::string& network = session_->network().name();
    QVERIFY2(dialog->script().contains(QString("--network %1").arg(QString::fromStdString(network))),
             qPrintable(dialog->script()));
    QCOMPARE(require(session_->project()->loadNetwork()).name(), network);
    dialog->machines()->setValue(2);
    dialog->gpus()->setValue(4);
    const SlurmJob job = dialog->job();
    QCOMPARE(job.ranksOnEach, 4);
    QVERIFY2(dialog->script().contains("mpirun -n 8"), qPrintable(dialog->script()));
    QVERIFY(dialog->script().contains("cuda:0,cuda:1,cuda:2,cuda:3"));
    const Schema schema = trainingSettingsSchema().schema();
    FieldValues told;
    for (std::size_t i = 0; i + 1 < job.arguments.size(); ++i) {
      if (job.arguments[i] != "--set") continue;
      const std::string& pair = job.arguments[i + 1];
      const std::string name = pair.substr(0, pair.find('='));
      const Field* const field = schema.find(name);
      QVERIFY(field);
      told.set(name, require(fieldValueFromText(*field, pair.substr(pair.find('=') + 1))));
    }
    const auto defaults = defaultSettings(session_->network(), session_->trainingDataset()->info());
    QVERIFY(trainingSettingsSchema().write(resolveSettings(defaults, told).settings) ==
            trainingSettingsSchema().write(place_->runInspector()->settings()));
    dialog->time()->setText("a day; rm -rf /");
    QVERIFY(dialog->script().isEmpty() && !dialog->problem().isEmpty());
    dialog->time()->setText("2-00:00:00");
    const auto file = sandbox_->path("job.sh");
    QVERIFY(dialog->save(QString::fromStdString(file.string())).ok());
    QCOMPARE(QString::fromStdString(require(readFile(file, 1 << 20))), dialog->script());
    QVERIFY(!dialog->save("/nowhere/job.sh").ok());
    dialog->close();
  }

  void aTrialFindsARateForTheNextRun() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.batch = 16});
    auto* find = place_->runInspector()->findChild<QPushButton*>("findRate");
    QVERIFY(find);
    find->click();
    auto* dialog = place_->findChild<RateSearchDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(session_->training()->busy("cpu"));
    QTRY_VERIFY_WITH_TIMEOUT(dialog->plot()->rate() > 0, 20000);
    QVERIFY2(dialog->words().contains("falls fastest"), qPrintable(dialog->words()));
    QVERIFY(!session_->training()->busy("cpu"));
    dialog->plot()->resize(400, 300);
    const double suggested = dialog->plot()->rate();
    QTest::mouseClick(dialog->plot(), Qt::LeftButton, {},
                      dialog->plot()->toScreen(suggested, 0).toPoint() - QPoint(60, 20));
    QVERIFY(dialog->plot()->rate() < suggested);
    QTest::keyClick(dialog->plot(), Qt::Key_Right);
    const double chosen = dialog->plot()->rate();
    QPushButton* use = nullptr;
    for (QPushButton* each : dialog->findChildren<QPushButton*>())
      if (each->text().startsWith("Use ")) use = each;
    QVERIFY(use && use->isEnabled());
    use->click();
    QCOMPARE(place_->runInspector()->settings().learningRate, chosen);
    QCOMPARE(place_->runModel()->rowCount(), 0);

    // Closing the dialog cancels the trial.
    find->click();
    QTRY_VERIFY((dialog = place_->findChild<RateSearchDialog*>()) && dialog->isVisible());
    dialog->close();
    QTRY_VERIFY(session_->jobs()->running().isEmpty());
    QVERIFY(!session_->training()->busy("cpu"));
  }

  void aTrialWhoseLossIsNoNumberSaysSo() {
    Job* job = session_->jobs()->start("trial", [](const ProgressFunction&, const CancelToken&) { return Status(); });
    auto* dialog = new RateSearchDialog(job, place_.get());
    dialog->open();
    RateSearch found;
    found.exploded = true;
    dialog->show(found);
    QVERIFY2(dialog->words().contains("not a finite number at the first rate"), qPrintable(dialog->words()));
    QVERIFY(!dialog->plot()->isVisible());
    QCOMPARE(dialog->plot()->rate(), 0.0);
    QVERIFY(buttonOf(*dialog, "Use this rate") && !buttonOf(*dialog, "Use this rate")->isEnabled());
    // One point is no curve either.
    found.points = {{1e-6, 2.5, 2.5}};
    dialog->show(found);
    QVERIFY2(dialog->words().contains("explodes above 1e-06"), qPrintable(dialog->words()));
    QVERIFY2(!dialog->words().contains("plot"), qPrintable(dialog->words()));
    QVERIFY(!dialog->plot()->isVisible());
    QVERIFY(!buttonOf(*dialog, "Use this rate")->isEnabled());
    dialog->close();
  }

  // Curves and the first snapshot of a run may arrive in any order; no points are lost.
  void theCurvesOfEveryRunBeginAtItsFirstStep() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    for (int run = 1; run <= 3; ++run) {
      startAndAwaitEnd();
      QCOMPARE(place_->runModel()->rowCount(), run);
      awaitPoints(30);
      QCOMPARE(place_->plots()->accuracyPlot()->data(1).size(), std::size_t(2));
    }
    // Selects an older run again.
    place_->runTable()->selectRow(2);
    awaitPoints(30);
  }

  void theLogTellsOfTheRunThatIsLookedAt() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 3, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    const auto words = [&] { return place_->findChild<QPlainTextEdit*>()->toPlainText(); };
    QTRY_COMPARE(words().count("epoch 3:"), 1);
    QVERIFY(words().contains("started on"));
    place_->runTable()->selectRow(1);
    awaitPoints(30);
    QCOMPARE(words().count("epoch 2:"), 1);
    QVERIFY2(!words().contains("epoch 3:"), qPrintable(words()));
    QVERIFY2(words().endsWith("finished: 2 of 2 epochs"), qPrintable(words()));

    // Each line starts with a time.
    for (const QString& line : words().split('\n'))
      QVERIFY2(QTime::fromString(line.left(8), "HH:mm:ss").isValid(), qPrintable(line));

    // Reopening the project shows the same log.
    const QString past = words();
    require(session_->openProject(session_->project()->folder()));
    place_->runTable()->selectRow(1);
    QTRY_COMPARE(words(), past);
    click(*place_, "Continue run");
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY(words().contains("epoch 4:"));
    for (const char* epoch : {"epoch 1:", "epoch 2:", "epoch 3:"})
      QVERIFY2(words().count(epoch) == 1, qPrintable(words()));
  }

  void validationsWithinEpochsAreShownAtOnceAndLater() {
    makeProject(*session_, *sandbox_, "tiny");
    TrainingSettings settings{.epochs = 2, .batch = 16};
    settings.validationUnit = "steps";
    settings.validationEvery = 6;
    settings.logInterval = 1;
    choose(settings);
    startAndAwaitEnd();
    // Four within the two epochs of 15 steps, and one at the end of the run.
    const auto shown = [this] {
      const auto& losses = place_->plots()->lossPlot()->data(1);
      return std::vector<double>(losses.xs().begin(), losses.xs().end());
    };
    const auto words = [this] { return place_->findChild<QPlainTextEdit*>()->toPlainText(); };
    for (const bool later : {false, true}) {
      if (later) {
        require(session_->openProject(session_->project()->folder()));
        place_->runTable()->selectRow(0);
      }
      QTRY_COMPARE_WITH_TIMEOUT(shown(), (std::vector<double>{6, 12, 18, 24, 30}), kPatience);
      QTRY_VERIFY2(words().contains("step 12, validation loss"), qPrintable(words()));
      QVERIFY2(!place_->plots()->plotOf("val_loss"), "it is a part of the plot of the loss");
    }
  }

  // A long run has more points than are shown.
  void thinningLeavesAllValidations() {
    makeProject(*session_, *sandbox_, "tiny");
    RunStore& store = session_->project()->runs();
    const RunId run = require(store.createRun({"long", session_->network(), {}, "shades"}, RunStatus::Stopped));
    std::vector<MetricPoint> points(20'000);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].step = static_cast<std::int64_t>(i) + 1;
    require(store.appendPoints(run, points));
    for (std::int64_t step = 100; step <= 20'000; step += 100)
      require(store.recordValidation(run, {step, 0.5, 0.75, {}, false, 1}));
    const ThinnedHistory history = require(readThinnedHistory(store, run));
    QVERIFY(history.points.size() < points.size());
    QCOMPARE(history.validations.size(), std::size_t(200));
    QCOMPARE(history.validations.back().step, std::int64_t(20'000));
    QCOMPARE(history.validations.back().accuracy, 0.75);
  }

  // The run is so short that the window learns of it only when it is done.
  void aRunThatIsOverBeforeItIsHeardOfIsShownAllTheSame() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 3, .batch = 16, .logInterval = 1});
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "New run");
    awaitEndWithoutTheWindow(RunId{2}, ended, 1);
    if (ended.isEmpty()) QVERIFY(ended.wait(kPatience));
    awaitRecords();
    QCOMPARE(place_->runTable()->currentIndex().row(), 0);
    awaitPoints(45);
    const auto* log = place_->findChild<QPlainTextEdit*>();
    QTRY_COMPARE(log->toPlainText().count("epoch 3:"), 1);
    QCOMPARE(log->toPlainText().count("epoch 1:"), 1);

    // The same for a continued run whose log the user has scrolled.
    log->verticalScrollBar()->setValue(0);
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());  // its last checkpoint is known
    click(*place_, "Continue run");
    awaitEndWithoutTheWindow(RunId{2}, ended, 2);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, kPatience);
    QTRY_COMPARE(log->toPlainText().count("epoch 6:"), 1);
    QTRY_COMPARE(log->verticalScrollBar()->value(), log->verticalScrollBar()->maximum());
    awaitPoints(90);
    QCOMPARE(place_->plots()->lossPlot()->data(1).size(), std::size_t(6));
  }

  // Independent of the data set shown in Data.
  void theDataToTrainOnAreChosenHere() {
    makeProject(*session_, *sandbox_, "tiny");
    importData(*session_, writeMnist(sandbox_->path("other-source"), 90, 30), "other");
    QCOMPARE(session_->dataset()->info().samples(), 120);
    auto* box = qobject_cast<QComboBox*>(place_->runInspector()->dataForm()->editor("dataset"));
    QVERIFY(box);
    QTRY_VERIFY(box->isVisible());
    QCOMPARE(box->currentText(), QString("shades"));
    QCOMPARE(box->count(), 2);
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    QCOMPARE(require(session_->project()->runs().run(RunId{1})).dataset, std::string("shades"));

    place_->runInspector()->showNextPage();
    box->setFocus();
    QTest::keyClick(box, box->findText("other") > 0 ? Qt::Key_End : Qt::Key_Home);
    QTRY_COMPARE(session_->trainingDatasetName(), std::string("other"));
    QCOMPARE(session_->trainingDataset()->info().samples(), 120);
    require(await([&](const auto& done) { session_->datasets()->select("shades", done); }));
    startAndAwaitEnd();
    QCOMPARE(require(session_->project()->runs().run(RunId{2})).dataset, std::string("other"));

    // The choice is stored with the project.
    const auto folder = session_->project()->folder();
    require(session_->createProject(sandbox_->path("empty"), "empty"));
    QCOMPARE(qobject_cast<QComboBox*>(place_->runInspector()->dataForm()->editor("dataset"))->currentText(),
             QString("none"));
    require(session_->openProject(folder));
    QCOMPARE(session_->trainingDatasetName(), std::string("other"));
    QCOMPARE(session_->project()->manifest().selectedDataset, std::string("shades"));
  }

  void pauseStepContinueAndStopDoWhatTheySay() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    click(*place_, "Start a run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > 3, kPatience);
    stopRun();
    QVERIFY(!buttonOf(*place_, "Pause")->isEnabled());
    buttonOf(*place_, "New run")->setFocus();
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > 3, kPatience);
    QVERIFY(!buttonOf(*place_, "New run")->isEnabled());
    QCOMPARE(place_->window()->focusWidget(), buttonOf(*place_, "Pause"));
    QTRY_COMPARE(cell(0, RunTableModel::kStatus), QString("running"));

    click(*place_, "Pause");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
    const auto step = snapshot().step;
    QTest::qWait(120);
    QCOMPARE(snapshot().step, step);

    // The batches of the validation at the end of an epoch come first: 60 samples in batches of 16.
    for (int presses = 0; presses < 5 && snapshot().step == step; ++presses) {
      const auto before = session_->training()->snapshot();
      click(*place_, "Step");
      QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot() != before && snapshot().state == WorkerState::Paused,
                               kPatience);
    }
    QCOMPARE(snapshot().step, step + 1);

    click(*place_, "Snapshot");
    const auto lastSaved = [this] {
      const auto checkpoints = require(session_->project()->runs().checkpoints(snapshot().run));
      return checkpoints.empty() ? -1 : checkpoints.back().step;
    };
    QTRY_COMPARE_WITH_TIMEOUT(lastSaved(), step + 1, kPatience);

    click(*place_, "Continue");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > step + 3, kPatience);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Stopped);
    QTRY_COMPARE(cell(0, RunTableModel::kStatus), QString("stopped"));
    QVERIFY(buttonOf(*place_, "New run")->isEnabled());
    QVERIFY(buttonOf(*place_, "Continue run")->isEnabled());
  }

  void whatCannotBeSavedIsTriedAgainOrGivenUp() {
    makeProject(*session_, *sandbox_, "tiny");
    const auto folder = session_->project()->checkpointFolder(RunId{1});
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    std::int64_t from = 0;
    for (const bool room : {true, false}) {
      click(*place_, room ? "New run" : "Continue run");
      QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > from + 3, kPatience);
      QVERIFY(!buttonOf(*place_, "End without saving"));
      // Pauses within an epoch: at its end the checkpoint of this step may exist already.
      click(*place_, "Pause");
      QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
      if (const auto paused = snapshot().step; paused % 15 == 0) {
        click(*place_, "Step");
        QTRY_VERIFY_WITH_TIMEOUT(snapshot().state == WorkerState::Paused && snapshot().step > paused, kPatience);
      }
      // A file instead of the folder: nothing can be written there.
      std::filesystem::rename(folder, folder.string() + "-aside");
      std::ofstream(folder) << "in the way";
      buttonOf(*place_, "Stop")->setFocus();
      click(*place_, "Stop");
      QTRY_VERIFY_WITH_TIMEOUT(snapshot().unsaved, kPatience);
      QCOMPARE(place_->window()->focusWidget(), buttonOf(*place_, "Try again"));
      QVERIFY2(bannerWords(*place_).contains("could not be saved"), qPrintable(bannerWords(*place_)));
      QVERIFY(buttonOf(*place_, "Try again") && !buttonOf(*place_, "Stop") && !buttonOf(*place_, "Step"));
      click(*place_, "Try again");
      QTest::qWait(100);
      QVERIFY(snapshot().unsaved);
      const auto step = from = snapshot().step;
      const auto makeRoom = [&folder] {
        std::filesystem::remove(folder);
        std::filesystem::rename(folder.string() + "-aside", folder);
      };
      if (room) makeRoom();
      click(*place_, room ? "Try again" : "End without saving");
      QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
      awaitRecords();
      if (!room) makeRoom();
      QCOMPARE(snapshot().state, WorkerState::Stopped);
      QVERIFY(!buttonOf(*place_, "End without saving"));
      const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
      QCOMPARE(checkpoints.back().step == step, room);
    }
  }

  void aRunThatGoesOnShowsOnlyWhatIsStillTrue() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    // As after a killed program: the curves go beyond the last checkpoint.
    const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
    require(session_->project()->runs().removeCheckpoint(RunId{1}, checkpoints.back().step));
    session_->runs()->refresh(RunId{1});
    awaitRecords();
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue run");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Finished);
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), static_cast<std::size_t>(snapshot().step));
    for (std::size_t i = 0; i < losses.size(); ++i) QCOMPARE(losses.xs()[i], static_cast<double>(i + 1));
    QCOMPARE(place_->plots()->lossPlot()->data(1).size(), static_cast<std::size_t>(snapshot().epoch));
  }

  void aRunWithoutACheckpointBeginsAnew() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    loseCheckpoints(RunId{1});
    // As after a killed program.
    setStatus(RunId{1}, RunStatus::Interrupted);
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
    place_->runInspector()->runPage()->untilField()->setValue(3);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue run");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Finished);
    QCOMPARE(snapshot().run, RunId{1});
    QCOMPARE(require(session_->project()->runs().epochs(RunId{1})).size(), std::size_t(3));
    const auto& losses = place_->plots()->lossPlot()->data(0);
    QCOMPARE(losses.size(), static_cast<std::size_t>(snapshot().step));
  }

  void aRunThatBeginsAnewHasTheSettingsThatItBeganWith() {
    makeProject(*session_, *sandbox_, "tiny");
    const RunId run = addKilledRun({.epochs = 2, .batch = 16, .learningRate = 0.02, .logInterval = 1}, false);
    TrainingSettings changed = require(session_->project()->runs().run(run)).settings;
    changed.learningRate = 5;
    require(session_->project()->runs().setSettings(run, changed));
    session_->runs()->refresh(run);
    QTRY_VERIFY(session_->runs()->find(run) && session_->runs()->find(run)->record.settings.learningRate == 5);
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue run");
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(snapshot().state, WorkerState::Finished);
    QCOMPARE(require(session_->project()->runs().run(run)).settings.learningRate, 0.02);
  }

  // Its curves would be lost, and others would take their place.
  void aRunThatCannotBeginAnewIsNotContinued() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 2, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
    loseCheckpoints(RunId{1});
    session_->runs()->refresh(RunId{1});
    QTRY_VERIFY(!buttonOf(*place_, "Continue run")->isEnabled());
    QVERIFY2(continueTip().contains("has finished"), qPrintable(continueTip()));
    setStatus(RunId{1}, RunStatus::Interrupted);
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
    QVERIFY2(continueTip().contains("from the beginning"), qPrintable(continueTip()));

    const RunId given = addKilledRun({.epochs = 2, .batch = 16}, true);
    session_->runs()->refresh(given);
    QTRY_VERIFY(place_->runs()->select(given));
    QTRY_VERIFY(!buttonOf(*place_, "Continue run")->isEnabled());
    QVERIFY2(continueTip().contains("weights"), qPrintable(continueTip()));

    // Another program finishes the run, and the window has not heard of it.
    QVERIFY(place_->runs()->select(RunId{1}));
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
    require(session_->project()->runs().setStatus(RunId{1}, RunStatus::Finished));
    click(*place_, "Continue run");
    QTRY_VERIFY2_WITH_TIMEOUT(bannerWords(*place_).contains("finished"), qPrintable(bannerWords(*place_)), kPatience);
    QVERIFY(!session_->training()->active());
    QCOMPARE(require(session_->project()->runs().epochs(RunId{1})).size(), std::size_t(2));
  }

  void theRateSetDuringARunIsMarkedOnThePlot() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > 3, kPatience);
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
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > 20, kPatience);
    place_->runTable()->selectRow(1);
    awaitPoints(15);
    const auto step = snapshot().step;
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > step + 20, kPatience);
    QCOMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(15));
    place_->runTable()->selectRow(0);
    stopRun();
    awaitPoints(snapshot().step);
  }

  // The shown run and the active run are the same, or are clearly distinguished.
  void theRunUnderWayIsToldFromTheOneThatIsLookedAt() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .learningRate = 0.005, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 100000, .batch = 16, .learningRate = 0.02, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().run == RunId{2} && snapshot().step > 5, kPatience);
    QCOMPARE(wordsWith("· run "), QString("tiny · run 2"));
    QVERIFY(place_->runningBar()->words().isEmpty());

    place_->runTable()->selectRow(1);
    awaitPoints(15);
    QCOMPARE(wordsWith("· run "), QString("tiny · run 1"));
    QCOMPARE(pillText(), QString("finished"));
    for (const char* name : {"Pause", "Step", "Stop", "Snapshot", "New run"})
      QVERIFY2(!buttonOf(*place_, name)->isEnabled(), name);
    QVERIFY2(place_->runningBar()->words().startsWith("tiny · run 2 is under way"),
             qPrintable(place_->runningBar()->words()));
    // The page shows this run's settings, not another's.
    const RunDetails& page = *place_->runInspector()->runPage();
    QVERIFY(page.isVisible());
    QCOMPARE(page.settings().learningRate, 0.005);
    QVERIFY(!place_->runInspector()->rateField()->isVisible());

    click(*place_, "Show it");
    QCOMPARE(wordsWith("· run "), QString("tiny · run 2"));
    QCOMPARE(page.settings().learningRate, 0.02);
    QVERIFY(place_->runInspector()->rateField()->isVisible());
    QVERIFY(place_->runningBar()->words().isEmpty());
    stopRun();
    QCOMPARE(pillText(), QString("stopped"));
  }

  // When the run ends, no other button may move to the position of "Snapshot".
  void buttonsKeepTheirPlaces() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    const auto places = [this] {
      QList<QRect> found;
      for (const char* name : {"Step", "Stop", "Snapshot", "Continue run", "New run from these weights", "New run"})
        found << buttonOf(*place_, name)->geometry();
      return found;
    };
    QTest::qWait(50);
    const QList<QRect> before = places();
    choose({.epochs = 100000, .batch = 16, .logInterval = 1});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().run == RunId{2} && snapshot().step > 5, kPatience);
    QTest::qWait(50);
    QCOMPARE(places(), before);
    click(*place_, "Pause");
    QTRY_COMPARE_WITH_TIMEOUT(snapshot().state, WorkerState::Paused, kPatience);
    QTest::qWait(50);
    QCOMPARE(places(), before);
    stopRun();
    QTest::qWait(50);
    QCOMPARE(places(), before);
  }

  void aRunsSettingsAreReadAndTakenOver() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .learningRate = 0.005, .logInterval = 1});
    startAndAwaitEnd();
    choose({.epochs = 2, .batch = 24, .learningRate = 0.02, .logInterval = 1});
    RunInspector& inspector = *place_->runInspector();
    click(*place_, "Run 1");
    QVERIFY(!inspector.form()->isVisible());
    auto* batch = inspector.runPage()->form()->editor("batch");
    QVERIFY(batch->isVisible());
    QTest::keyClicks(batch, "9");
    QCOMPARE(inspector.runPage()->settings().batch, 16);
    QCOMPARE(inspector.settings().batch, 24);

    click(*place_, "Use these for the next run");
    QVERIFY(inspector.form()->isVisible());
    QCOMPARE(inspector.settings().batch, 16);
    QCOMPARE(inspector.settings().learningRate, 0.005);
    // After reopening, the form for the next run is in front, as no run is selected yet.
    require(session_->openProject(session_->project()->folder()));
    QVERIFY(!inspector.runPageShown());
  }

  void devicesAreChosenAmongThoseThereAre() {
    makeProject(*session_, *sandbox_, "tiny");
    const auto box = [this] { return qobject_cast<QComboBox*>(place_->runInspector()->form()->editor("device")); };
    QTRY_VERIFY_WITH_TIMEOUT(box(), kPatience);
    QVERIFY(!box()->isEditable());
    const int threads = QThread::idealThreadCount();
    QCOMPARE(box()->count(), threads < 2 ? 1 : threads == 2 ? 2 : 3);
    if (threads > 1) QVERIFY2(box()->itemText(1).startsWith("2 rank"), qPrintable(box()->itemText(1)));
    QVERIFY2(box()->currentText().startsWith("cpu · "), qPrintable(box()->currentText()));
    // A device of another machine is kept and marked.
    choose({.device = "cuda:3"});
    QCOMPARE(box()->currentText(), QString("cuda:3 (not on this machine)"));
    QCOMPARE(place_->runInspector()->settings().device, std::string("cuda:3"));
  }

  void theLogFollowsAlsoAfterContinue() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 8, .batch = 64, .logInterval = 1});
    startAndAwaitEnd();
    auto* log = place_->findChild<QPlainTextEdit*>();
    const auto atEnd = [log] { return log->verticalScrollBar()->value() == log->verticalScrollBar()->maximum(); };
    QTRY_VERIFY(log->verticalScrollBar()->maximum() > 0 && atEnd());
    // The user has scrolled up and then continues the run.
    log->verticalScrollBar()->setValue(0);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Continue run");
    QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY(log->toPlainText().contains("epoch 16:"));
    QTRY_VERIFY(atEnd());
  }

  // Moving along the table with the arrow keys must not read the complete curves of each run.
  void aLongRunIsReadBesideTheWindow() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 16, .logInterval = 1});
    startAndAwaitEnd();
    RunStore& store = session_->project()->runs();
    const RunId longRun = require(store.createRun({"long", session_->network(), {}, "shades"}, RunStatus::Stopped));
    std::vector<MetricPoint> points(400'000);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].step = static_cast<std::int64_t>(i) + 1;
    require(store.appendPoints(longRun, points));
    session_->runs()->refresh(longRun);
    QTRY_COMPARE(place_->runModel()->rowCount(), 2);
    QElapsedTimer clock;
    clock.start();
    require(readThinnedHistory(store, longRun));
    const double reading = clock.elapsed();
    clock.restart();
    place_->runTable()->selectRow(place_->runModel()->rowOf(longRun));
    const double selecting = clock.elapsed();
    QVERIFY2(selecting < reading / 2, qPrintable(QString("%1 ms of %2").arg(selecting).arg(reading)));
    QTRY_VERIFY_WITH_TIMEOUT(place_->plots()->lossPlot()->data(0).size() > 1000, kPatience);
  }

  void eachPlotMarksWhatIsBestInIt() {
    RunPlots plots;
    const auto epoch = [](std::int64_t number, double loss, double accuracy, bool best) {
      EpochRecord record;
      record.epoch = number;
      record.step = number * 10;
      record.validationLoss = loss;
      record.validationAccuracy = accuracy;
      record.best = best;
      return record;
    };
    plots.addEpochs(std::vector{epoch(1, 0.9, 0.5, true), epoch(2, 0.4, 0.6, true), epoch(3, 0.7, 0.8, true)});
    QCOMPARE(plots.lossPlot()->bestText(), QString("lowest · epoch 2 · 0.4"));
    QCOMPARE(plots.accuracyPlot()->bestText(), QString("best · epoch 3 · 80.0 %"));
    // A run that continues from its first epoch drops the values of later ones.
    plots.addEpochs(std::vector{epoch(2, 0.8, 0.55, true)});
    QCOMPARE(plots.lossPlot()->bestText(), QString("lowest · epoch 2 · 0.8"));
    plots.clear();
    QVERIFY(plots.lossPlot()->bestText().isEmpty());
    // Without accuracy the loss decides.
    plots.addEpochs(std::vector{epoch(1, 0.9, std::nan(""), true)});
    QCOMPARE(plots.lossPlot()->bestText(), QString("best · epoch 1 · 0.9"));
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
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > 20, kPatience);
    stopRun();
    const auto stopped = snapshot();
    QCOMPARE(place_->runModel()->rowCount(), 1);
    awaitPoints(stopped.step);

    click(*place_, "Continue run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().active() && snapshot().step > stopped.step + 5, kPatience);
    QCOMPARE(snapshot().run, stopped.run);
    stopRun();
    QCOMPARE(place_->runModel()->rowCount(), 1);
    awaitPoints(snapshot().step);
    const auto& losses = place_->plots()->lossPlot()->data(0);
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
    awaitPoints(60);
  }

  void withoutDataItSaysSoAndOffersTheWay() {
    require(session_->createProject(sandbox_->path("empty"), "empty"));
    drawNetwork(*session_);
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("no data set"), qPrintable(bannerWords(*place_)));
    QSignalSpy wanted(place_.get(), &Workspace::placeRequested);
    click(*bannerOf(*place_), "Import data");
    QCOMPARE(wanted.value(0).value(0).toString(), QString("data"));
    QTRY_VERIFY(require(session_->project()->runs().runs()).empty());
  }

  void withoutAProjectItSaysSo() {
    click(*place_, "Start a run");
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

  void aNetworkOfFrozenWeightsIsNotTrained() {
    makeProject(*session_, *sandbox_, "tiny");
    for (const char* name : {"conv1", "fc1"})
      session_->applyEdit({SetParameter{session_->network().findByName(name)->id, "frozen", true}, "Freeze"});
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("No layer can learn"), qPrintable(bannerWords(*place_)));
    QVERIFY(!session_->training()->active());
    QSignalSpy wanted(place_.get(), &Workspace::placeRequested);
    click(*bannerOf(*place_), "Show the network");
    QCOMPARE(wanted.value(0).value(0).toString(), QString("network"));
    // The fix of the list of problems helps.
    session_->applyEdit(session_->report().problems.front().fixes.front().edit);
    choose({.epochs = 1, .batch = 16});
    startAndAwaitEnd();
  }

  void aBatchLargerThanTheDataIsSaid() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 1, .batch = 1000});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active() && bannerOf(*place_), kPatience);
    QVERIFY2(bannerWords(*place_).contains("1000") && bannerWords(*place_).contains("240"),
             qPrintable(bannerWords(*place_)));
    // After a correction it can be started again.
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
      QTRY_VERIFY(bannerOf(*place_));
    }
  }

  void aChangeThatIsRefusedTwiceIsSaidTwice() {
    makeProject(*session_, *sandbox_, "tiny");
    choose({.epochs = 100000, .batch = 16});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(snapshot().step > 0, kPatience);
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (Banner* banner = bannerOf(*place_)) banner->dismiss();
      QVERIFY(!bannerOf(*place_));
      session_->training()->changeSetting("clip_limit", 0.5);  // nothing is clipped
      QTRY_VERIFY_WITH_TIMEOUT(bannerOf(*place_), kPatience);
    }
    stopRun();
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
    QTRY_VERIFY(require(session_->project()->runs().runs()).empty());
  }

 private:
  void loseCheckpoints(RunId run) {
    for (const CheckpointRecord& each : require(session_->project()->runs().checkpoints(run)))
      require(session_->project()->runs().removeCheckpoint(run, each.step));
  }
  void setStatus(RunId run, RunStatus status) {
    require(session_->project()->runs().setStatus(run, status));
    session_->runs()->refresh(run);
  }
  // A run that was killed after its first step, before its first checkpoint.
  RunId addKilledRun(const TrainingSettings& settings, bool givenWeights) {
    RunDescription description{"killed", session_->network(), settings, "shades"};
    description.givenWeights = givenWeights;
    RunStore& store = session_->project()->runs();
    const RunId run = require(store.createRun(description, RunStatus::Interrupted));
    require(store.appendPoints(run, std::vector<MetricPoint>{{1, 0.1, 1.0, 0.5, settings.learningRate, {}}}));
    return run;
  }
  QString continueTip() const { return buttonOf(*place_, "Continue run")->toolTip(); }
  const WorkerSnapshot& snapshot() const { return *session_->training()->snapshot(); }
  QString cell(int row, int column) const {
    return place_->runModel()->index(row, column).data(Qt::DisplayRole).toString();
  }
  void choose(const TrainingSettings& settings) { place_->runInspector()->setSettings(settings); }
  // Another thread reads the history of a run.
  void awaitPoints(std::int64_t count) {
    QTRY_COMPARE(place_->plots()->lossPlot()->data(0).size(), static_cast<std::size_t>(count));
  }
  QString pillText() const { return place_->findChild<Pill*>()->text(); }
  // The window processes no events meanwhile, unless the run is over before it was seen as active: then `ends` runs
  // have ended.
  void awaitEndWithoutTheWindow(RunId run, const QSignalSpy& ended, qsizetype ends) {
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active(run) || ended.size() >= ends, kPatience);
    while (require(session_->project()->runs().run(run)).status == RunStatus::Running && clock.elapsed() < kPatience)
      QThread::msleep(2);
    QThread::msleep(100);
  }
  void startAndAwaitEnd() {
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "New run");
    QVERIFY2(session_->training()->active(), qPrintable(bannerWords(*place_)));
    QVERIFY(ended.wait(kPatience));
    awaitRecords();
  }
  // Waits until the library has read the records of an ended run.
  void awaitRecords() { QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience); }
  void stopRun() {
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
    awaitRecords();
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
