// Why: the panels around the plots (layers over time, the machine, presets, initial weights) show what the store and
// the system report, and choices made in them apply to the next run.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <algorithm>
#include <set>

#include "app/workspaces/network/transforms_dialog.h"
#include "app/workspaces/panel_area.h"
#include "app/workspaces/train/cluster_dialog.h"
#include "app/workspaces/train/layer_panel.h"
#include "app/workspaces/train/machine_panel.h"
#include "app/workspaces/train/preset_button.h"
#include "app/workspaces/train/rate_search_dialog.h"
#include "app/workspaces/train/run_curves.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/start_choice.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/app_support.h"
#include "widgets/forms/fold_heading.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/heat_plot.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/plots/qcustomplot_header.h"
#include "widgets/plots/rate_plot.h"
#include "widgets/plots/ridge_plot.h"

namespace fovea::test {

class TrainPanelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    qputenv("XDG_CONFIG_HOME", sandbox_->text("config").toLocal8Bit());
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    place_->resize(1300, 900);
    place_->show();
    makeProject(*session_, *sandbox_, "tiny");
  }
  void cleanup() {
    place_.reset();
    session_.reset();
    sandbox_.reset();
    qunsetenv("XDG_CONFIG_HOME");
  }

  void theScheduleIsDrawnToTheLastStep() {
    TrainingSettings settings;
    settings.batch = 10;
    settings.schedule = "cosine";
    for (const std::int64_t epochs : {1, 2, 400, 401, 100'000, 1'000'000}) {
      settings.epochs = epochs;
      SchedulePlot plot;
      drawSchedule(plot, settings, 100);
      QCOMPARE(plot.data().xs().front(), 0.0);
      QCOMPARE(plot.data().xs().back(), static_cast<double>(epochs * 10 - 1));
      QVERIFY(std::ranges::is_sorted(plot.data().xs()));
      QVERIFY(plot.data().xs().size() <= 2000);
      if (epochs > 1) QVERIFY(plot.data().ys().back() < 0.1 * plot.data().ys().front());
    }
  }

  // Each repaint takes time from training on the same cores, so values that arrive are drawn a few times a second, and
  // plots without new values not at all.
  void arrivingValuesRepaintOnlyTheirPlotsAndNotOften() {
    RunPlots plots;
    plots.resize(900, 700);
    plots.show();
    EpochRecord epoch;
    epoch.epoch = epoch.step = 1;
    epoch.validationLoss = epoch.validationAccuracy = 0.5;
    epoch.validationMetrics = {{"f1", 0.5}};
    plots.addEpochs(std::vector{epoch});
    const auto drawingOf = [&](const std::string& metric) {
      const MetricPlot* plot = plots.plotOf(metric);
      return plot ? plot->findChild<QCustomPlot*>() : nullptr;
    };
    QCustomPlot *loss = drawingOf(kLossMetric), *still = drawingOf("f1");
    QVERIFY(loss && still);
    QTest::qWait(1200);
    QSignalSpy losses(loss, &QCustomPlot::afterReplot), others(still, &QCustomPlot::afterReplot);
    QElapsedTimer clock;
    clock.start();
    for (std::int64_t step = 2; clock.elapsed() < 1000; ++step) {
      MetricPoint point;
      point.step = step;
      point.loss = 1.0 / static_cast<double>(step);
      plots.addPoints(std::vector{point});
      plots.addEpochs({});
      plots.addMarks({});
      QTest::qWait(10);
    }
    QVERIFY2(losses.size() >= 1 && losses.size() <= 11, qPrintable(QString::number(losses.size())));
    QCOMPARE(others.size(), 0);
  }

  // The clock is set back by a day after the first epoch, and forward by a year after the third.
  void aClockThatJumpsTurnsNoCurveRound() {
    RunRecord run;
    run.started = "2026-11-27T10:00:00Z";
    RunCurves curves;
    curves.setRun(run);
    std::vector<EpochRecord> epochs;
    std::vector<MetricPoint> points;
    for (int epoch = 1; epoch <= 4; ++epoch) {
      EpochRecord record;
      record.epoch = epoch;
      record.step = 10 * epoch;
      record.seconds = 60;
      record.validationLoss = 1.0 / epoch;
      epochs.push_back(record);
      for (int step = 10 * epoch - 9; step <= 10 * epoch; ++step)
        points.push_back(
            {.step = step, .epoch = step / 10.0, .loss = 1.0 / step, .accuracy = 0.5, .learningRate = 0.1});
    }
    curves.addPoints(points);
    curves.addEpochs(epochs, std::vector<std::string>{"2026-11-27T10:01:00Z", "2026-11-26T10:02:00Z",
                                                      "2026-11-26T10:03:00Z", "2027-11-27T10:04:00Z"});
    for (const bool validation : {false, true}) {
      const std::vector<double> xs = curves.xs(*curves.find(kLossMetric, validation), PlotAxis::Time);
      QVERIFY(std::ranges::is_sorted(xs));
      QVERIFY(xs.size() > 1 && xs.front() < xs.back());
    }
    const double start = curves.x(PlotAxis::Time, 0);
    QCOMPARE(curves.x(PlotAxis::Time, 30) - start, 180.0);
    QVERIFY(curves.x(PlotAxis::Time, 40) - start > 360 * 86400.0);
    QCOMPARE(curves.x(PlotAxis::Duration, 40), 240.0);
  }

  void layersOverTimeShowWhatTheRunRecorded() {
    QVERIFY(!layers().isVisible());
    train({.epochs = 2, .batch = 16, .histogramEvery = 5});
    const auto stored = require(session_->project()->runs().layerFrames(RunId{1}));
    QCOMPARE(stored.size(), std::size_t(6));
    // The records arrived during training, and are the same when read from the store.
    for (const bool again : {false, true}) {
      if (again) layers().show(RunId{1});
      QTRY_VERIFY(!layers().heat()->empty());
      QVERIFY(layers().words().startsWith("6 records"));
      QCOMPARE(layers().layers()->currentText(), QString("conv1"));
    }
    layers().setKind(LayerPanel::Kind::Updates);
    QVERIFY(!layers().layers()->isEnabled());
    QVERIFY2(layers().words().contains("relative to the weights"), qPrintable(layers().words()));
    // A row for each trainable layer, and a column for each record.
    const HeatPlot& heat = *layers().heat();
    std::set<QString> seen;
    for (int x = 0; x < heat.width(); ++x) seen.insert(heat.textAt({x, 8}));
    seen.erase(QString());
    QCOMPARE(seen.size(), stored.size());
    for (const LayerFrame& frame : stored) {
      QVERIFY(frame.layers[1].updateRatio > 0);
      QVERIFY(seen.contains(
          QString("step %1 · conv1: %2").arg(frame.step).arg(QString::number(frame.layers[1].updateRatio, 'g', 3))));
    }
    layers().setKind(LayerPanel::Kind::Weights);
    layers().setLayer("relu1");
    QCOMPARE(layers().words(), QString("This layer learns nothing."));
    layers().setKind(LayerPanel::Kind::Outputs);
    QVERIFY(layers().words().startsWith("6 records"));
  }

  void aRunWithoutRecordsHasNoLayersPanel() {
    train({.epochs = 1, .batch = 16});
    layers().show(RunId{1});
    QTest::qWait(50);
    QVERIFY(layers().heat()->empty());
    QVERIFY(!place_->panels()->dock("layers")->isVisible());
  }

  void theMachineIsWatchedWhileItIsSeen() {
    MachinePanel panel;
    panel.setDisk(sandbox_->path("tiny"), sandbox_->path("no-such-library.so"));
    QCOMPARE(panel.waitWords(), QString("No run is training."));
    panel.show();
    QTRY_VERIFY(!panel.lines().filter("Memory").isEmpty());
    QVERIFY(!panel.lines().filter("Disk").isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!panel.lines().filter("busy").isEmpty(), 5000);
    MachineLoad load;
    load.gpus.push_back({"Some GPU", 0.5, 8'000'000'000, 2'000'000'000, 61, 120.0, {}});
    panel.hide();
    panel.showLoad(load);
    QCOMPARE(panel.lines(), QStringList("Some GPU: 50 % busy · 2.0 GB of 8.0 GB · 61 °C · 120 W"));
  }

  void sectionsFoldAwayAndSaySettingsThatAreSet() {
    SchemaForm& form = *inspector().form();
    FoldHeading* heading = form.headingOf("Records");
    QVERIFY(heading && form.isFolded("Records"));
    QVERIFY(!form.editor("log_interval")->isVisible());
    heading->click();
    QVERIFY(form.editor("log_interval")->isVisible());
    QTest::keyClick(heading, Qt::Key_Space);
    QVERIFY(form.isFolded("Records"));
    inspector().setChosenSettings({{"log_interval", std::int64_t{7}}});
    QCOMPARE(heading->text(), QString("Records · 1 set"));
    // Another window has the same folded sections.
    form.headingOf("Optimizer")->click();
    QVERIFY(form.isFolded("Optimizer"));
    TrainWorkspace other(*session_);
    QVERIFY(other.runInspector()->form()->isFolded("Optimizer"));
  }

  void presetsAreSavedAndTaken() {
    PresetButton& presets = *inspector().presets();
    inspector().setChosenSettings({{"learning_rate", 0.25}, {"batch", std::int64_t{32}}});
    presets.save("mine");
    QTRY_COMPARE(presets.presets().size(), std::size_t(1));
    inspector().setChosenSettings({});
    QVERIFY(inspector().settings().learningRate != 0.25);
    entry("mine")->trigger();
    QCOMPARE(inspector().settings().learningRate, 0.25);
    QCOMPARE(inspector().settings().batch, std::int64_t(32));
    entry("Back to the defaults")->trigger();
    QVERIFY(inspector().chosenSettings().empty());

    QSignalSpy failed(&presets, &PresetButton::failed);
    presets.save("");
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(presets.isEnabled());
    presets.remove("mine");
    QTRY_VERIFY(presets.presets().empty());
  }

  void theSettingsOfAnEarlierRunCanBeTaken() {
    train({.epochs = 1, .batch = 24, .learningRate = 0.125});
    inspector().setChosenSettings({});
    QVERIFY(inspector().settings().batch != 24);
    entry("As run 1 · tiny")->trigger();
    QCOMPARE(inspector().settings().batch, std::int64_t(24));
    QCOMPARE(inspector().settings().learningRate, 0.125);
  }

  void aRunBeginsWithTheChosenCheckpoint() {
    train({.epochs = 1, .batch = 16});
    const auto checkpoint = require(session_->project()->runs().checkpoints(RunId{1})).back();
    StartChoice& start = *inspector().start();
    QVERIFY(!start.chosen());
    start.chooseFile(session_->project()->checkpointPath(checkpoint));
    QTRY_COMPARE(start.words(), QString("Begins with the weights of the checkpoint."));
    // With another last layer only the remaining weights are used, and the user can decline.
    session_->applyEdit({SetParameter{session_->network().findByName("fc1")->id, "bias", false}, "Change"});
    QTRY_COMPARE(start.words(), QString("Begins with the weights of the checkpoint; not used: fc1.bias."));
    train({.epochs = 1, .batch = 16});
    const auto marks = require(session_->project()->runs().marks(RunId{2}));
    QVERIFY(std::any_of(marks.begin(), marks.end(),
                        [](const RunMark& mark) { return mark.text.find("egins with") != std::string::npos; }));
  }

  void aFileThatIsNoCheckpointIsRefused() {
    const auto file = sandbox_->path("wrong.safetensors");
    writeBytes(file, "nothing of the kind");
    StartChoice& start = *inspector().start();
    start.chooseFile(file);
    QTRY_VERIFY(start.obstacle());
    click(*place_, "New run");
    QVERIFY2(!bannerWords(*place_).isEmpty(), "nothing is said");
    QVERIFY(!session_->training()->active());
    QCOMPARE(place_->runModel()->rowCount(), 0);
  }

  // Otherwise a run that begins at once would have fresh layers although none was allowed.
  void whatEveryLayerMustFindIsNotKnownBeforeTheFileIsRead() {
    train({.epochs = 1, .batch = 16});
    const auto checkpoint = require(session_->project()->runs().checkpoints(RunId{1})).back();
    StartChoice& start = *inspector().start();
    start.chooseFile(session_->project()->checkpointPath(checkpoint));
    QVERIFY(!start.obstacle());
    start.all()->setChecked(true);
    QVERIFY(start.obstacle());
    click(*place_, "New run");
    QVERIFY2(bannerWords(*place_).contains("still being read"), qPrintable(bannerWords(*place_)));
    QTRY_VERIFY(!start.obstacle());
    QCOMPARE(start.words(), QString("Begins with the weights of the checkpoint."));
  }

  void theChosenCheckpointStaysAmongManyNewerOnes() {
    StartChoice start;
    RunLibrary::Entries entries;
    const auto add = [&entries](RunId run, std::int64_t count) {
      RunEntry entry;
      entry.record.id = run;
      for (std::int64_t epoch = 1; epoch <= count; ++epoch) {
        CheckpointRecord checkpoint;
        checkpoint.run = run;
        checkpoint.epoch = checkpoint.step = epoch;
        checkpoint.file = std::to_string(run.index) + "/" + std::to_string(epoch);
        entry.checkpoints.push_back(checkpoint);
      }
      entries[run] = entry;
    };
    add(RunId{1}, 3);
    start.setRuns("/nowhere", entries);
    start.box()->setCurrentIndex(3);
    const auto chosen = start.chosen();
    QVERIFY(chosen && chosen->filename() == "1");
    add(RunId{2}, 300);
    start.setRuns("/nowhere", entries);
    QVERIFY2(start.chosen() == chosen, "the next run would begin with fresh weights");
    QCOMPARE(start.box()->currentText(), QString("Run 1 · epoch 1"));
  }

  void aScriptForAClusterBeginsWithTheChosenWeights() {
    train({.epochs = 1, .batch = 16});
    const auto checkpoint = require(session_->project()->runs().checkpoints(RunId{1})).back();
    const auto file = session_->project()->checkpointPath(checkpoint);
    inspector().start()->chooseFile(file);
    command("train.cluster")->trigger();
    ClusterDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = place_->findChild<ClusterDialog*>()) && dialog->isVisible());
    const auto arguments = dialog->job().arguments;
    const auto option = std::find(arguments.begin(), arguments.end(), "--weights");
    QVERIFY(option != arguments.end() && option + 1 != arguments.end());
    QCOMPARE(*(option + 1), file.string());
    dialog->close();
  }

  // A rate that suits random weights may destroy learned ones.
  void aTrialBeginsWithTheChosenCheckpoint() {
    train({.epochs = 10, .batch = 16});
    const double fresh = firstLossOfASearch();
    const auto checkpoint = require(session_->project()->runs().checkpoints(RunId{1})).back();
    StartChoice& start = *inspector().start();
    start.chooseFile(session_->project()->checkpointPath(checkpoint));
    QTRY_COMPARE(start.words(), QString("Begins with the weights of the checkpoint."));
    const double learned = firstLossOfASearch();
    QVERIFY2(learned > 0 && learned < 0.8 * fresh, qPrintable(QString("%1 and %2").arg(fresh).arg(learned)));

    session_->applyEdit(
        {SetParameter{session_->network().findByName("conv1")->id, "filters", std::int64_t{5}}, "Change"});
    start.all()->setChecked(true);
    QVERIFY(start.obstacle());
    for (const char* trial : {"train.findRate", "train.estimate"}) {
      command(trial)->trigger();
      QVERIFY2(!bannerWords(*place_).isEmpty(), trial);
      QVERIFY2(!session_->training()->busy("cpu"), trial);
      bannerOf(*place_)->dismiss();
    }
  }

  void anEstimateIsShownOnlyForWhatItMeasured() {
    auto* measure = inspector().findChild<QPushButton*>("estimate");
    measure->click();
    session_->applyEdit({SetParameter{session_->network().findByName("fc1")->id, "bias", false}, "Change"});
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->busy("cpu"), kPatience);
    QVERIFY2(inspector().estimate().isEmpty(), qPrintable(inspector().estimate()));
    inspector().setSettings({.epochs = 1, .batch = 1000});
    measure->click();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->busy("cpu"), kPatience);
    QVERIFY(!bannerWords(*place_).isEmpty());
    QVERIFY2(inspector().estimate().isEmpty(), qPrintable(inspector().estimate()));
  }

  void aRunCanBeginOnceATrialIsOver() {
    train({.epochs = 1, .batch = 16});
    train({.epochs = 1, .batch = 16});
    inspector().findChild<QPushButton*>("estimate")->click();
    QVERIFY(session_->training()->busy("cpu"));
    place_->runTable()->selectRow(1);
    QVERIFY(!command("train.start")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->busy("cpu"), kPatience);
    QVERIFY(command("train.start")->isEnabled() && command("train.continue")->isEnabled());
  }

  void aRunCanBeginOnADeviceThatIsFree() {
    inspector().setSettings({.epochs = 100000, .batch = 16});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    QVERIFY(!command("train.start")->isEnabled());
    inspector().setSettings({.epochs = 1, .batch = 16, .device = "reference"});
    Q_EMIT inspector().settingsEdited();
    QVERIFY(command("train.start")->isEnabled());
    QVERIFY2(!command("train.continue")->isEnabled(), "its device is taken");
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
  }

  void badTextIsGoneWhenOtherSettingsAreTaken() {
    auto* rate = qobject_cast<QLineEdit*>(inspector().form()->editor("learning_rate"));
    QVERIFY(rate);
    rate->selectAll();
    QTest::keyClicks(rate, "-3");
    QVERIFY(!inspector().isValid());
    inspector().setChosenSettings({});
    QVERIFY(inspector().isValid());
    QVERIFY(rate->text() != "-3");
  }

  void aDataSetThatCannotBeTakenIsNotShownAsTaken() {
    SchemaForm& form = *inspector().dataForm();
    require(form.setValues({{"dataset", std::string("gone")}}));
    Q_EMIT inspector().datasetWanted("gone");
    QTRY_VERIFY(!bannerWords(*place_).isEmpty());
    QCOMPARE(std::get<std::string>(*form.values().find("dataset")), std::string("shades"));
  }

  // Snapshots arrive several times a second, also between the line and its button.
  void aTypedRateStaysOnTheWayToItsButton() {
    RunDetails page;
    showAlone(page, 0.1);
    QLineEdit& line = *page.rateField();
    type(line, "0.02");
    QAbstractButton* set = buttonOf(page, "Set");
    QVERIFY(set);
    set->setFocus(Qt::TabFocusReason);
    showActive(page, RunId{1}, 0.1);
    QCOMPARE(line.text(), QString("0.02"));
    QSignalSpy wanted(&page, &RunDetails::learningRateWanted);
    QTest::keyClick(set, Qt::Key_Space);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].toDouble(), 0.02);
    showActive(page, RunId{1}, 0.005);
    QCOMPARE(line.text(), QString("0.005"));
  }

  // What is typed would go to the fields of the run, which change it.
  void aRunThatBeginsLeavesTheFormThatIsEdited() {
    place_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(place_.get()));
    QWidget* rate = inspector().form()->editor("learning_rate");
    rate->setFocus();
    QVERIFY(rate->hasFocus());
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    require(session_->startRun(settings, "from the queue"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    QVERIFY(!inspector().runPageShown());
    QVERIFY(rate->hasFocus());
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
  }

  // A run that begins on another device is selected by itself.
  void whatIsTypedForARunIsNotSetInAnother() {
    RunDetails page;
    showAlone(page, 0.1);
    QLineEdit& line = *page.rateField();
    type(line, "5");
    showActive(page, RunId{2}, 0.25);
    QCOMPARE(line.text(), QString("0.25"));
    QVERIFY(!line.hasFocus());
    auto* value = page.findChild<QLineEdit*>("newValue");
    type(*value, "77");
    showActive(page, RunId{3}, 0.25);
    QCOMPARE(value->text(), QString::number(TrainingSettings().batch));
    type(line, "fast");
    QTest::keyClick(&line, Qt::Key_Return);
    const auto complains = [&page] {
      for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("must be a number")) return true;
      return false;
    };
    QVERIFY(complains());
    showActive(page, RunId{4}, 0.25);
    QVERIFY(!complains());
  }

  void theEstimateSaysTimeAndMemory() {
    inspector().setSettings({.epochs = 3, .batch = 16});
    inspector().findChild<QPushButton*>("estimate")->click();
    QVERIFY(session_->training()->busy("cpu"));
    QTRY_VERIFY_WITH_TIMEOUT(inspector().estimate().contains("a checkpoint"), kPatience);
    QVERIFY2(inspector().estimate().startsWith("About "), qPrintable(inspector().estimate()));
    QVERIFY(!session_->training()->busy("cpu"));
    QCOMPARE(place_->runModel()->rowCount(), 0);
  }

  void aSettingChangesDuringARun() {
    inspector().setSettings({.epochs = 100000, .batch = 16});
    click(*place_, "New run");
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 3, kPatience);
    Q_EMIT inspector().runPage()->changeWanted("weight_decay", 0.5);
    const auto changed = [&] {
      const auto marks = session_->project()->runs().marks(RunId{1});
      return marks.ok() && std::any_of(marks->begin(), marks->end(), [](const RunMark& mark) {
               return mark.text.find("eight decay") != std::string::npos ||
                      mark.text.find("weight_decay") != std::string::npos;
             });
    };
    QTRY_VERIFY_WITH_TIMEOUT(changed(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!inspector().runPage()->waitWords().isEmpty(), kPatience);
    showValueOfTheRun();
    changeAugmentation();
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "Stop");
    QVERIFY(ended.wait(kPatience));
  }

 private:
  // Looks for a learning rate, and returns the loss of the weights that the trial begins with.
  double firstLossOfASearch() {
    command("train.findRate")->trigger();
    const std::unique_ptr<RateSearchDialog> dialog(place_->findChild<RateSearchDialog*>());
    const auto found = [&] { return dialog && !dialog->plot()->points().empty(); };
    return QTest::qWaitFor(found, kPatience) ? dialog->plot()->points().front().loss : 0;
  }
  // The field for a new value starts with the run's value.
  void showValueOfTheRun() {
    const auto* value = inspector().runPage()->findChild<QLineEdit*>("newValue");
    auto* setting = inspector().runPage()->findChild<QComboBox*>("changing");
    QCOMPARE(setting->currentData().toString(), QString("batch"));
    QCOMPARE(value->text(), QString::number(session_->runs()->find(RunId{1})->record.settings.batch));
  }

  // Selects "Augmentation" and "Edit…", adds a transform in the dialog and accepts it.
  void changeAugmentation() {
    auto* setting = inspector().runPage()->findChild<QComboBox*>("changing");
    setting->setCurrentIndex(setting->findData("augmentation"));
    QTimer answering;
    connect(&answering, &QTimer::timeout, this, [] {
      auto* dialog = qobject_cast<TransformsDialog*>(QApplication::activeModalWidget());
      if (!dialog || dialog->shownVariants() == 0) return;
      if (!dialog->list().empty()) return dialog->accept();
      for (const QMenu* menu : dialog->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
          if (action->text() == "Flip") action->trigger();
    });
    answering.start(20);
    inspector().runPage()->findChild<QPushButton*>("editAugmentation")->click();
    const auto told = [this] {
      const auto marks = session_->project()->runs().marks(RunId{1});
      return marks.ok() && !marks->empty() && marks->back().text == "augmentation none → Flip";
    };
    QTRY_VERIFY_WITH_TIMEOUT(told(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->augmentation.find("random_flip") != std::string::npos,
                             kPatience);
  }

  // Shows the page of run 1, which trains at that rate, in a window of its own.
  static void showAlone(RunDetails& page, double rate) {
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    showActive(page, RunId{1}, rate);
  }
  static void showActive(RunDetails& page, RunId id, double rate) {
    RunRecord run;
    run.id = id;
    page.setRun(run);
    WorkerSnapshot now;
    now.run = id;
    now.state = WorkerState::Training;
    now.learningRate = rate;
    page.showSnapshot(now);
  }
  static void type(QLineEdit& line, const char* text) {
    line.setFocus();
    line.selectAll();
    QTest::keyClicks(&line, text);
  }
  Action* command(const QString& id) const {
    for (Action* each : place_->commands())
      if (each->id() == id) return each;
    qFatal("no command %s", qPrintable(id));
  }
  RunInspector& inspector() const { return *place_->runInspector(); }
  LayerPanel& layers() const { return *place_->layerPanel(); }

  QAction* entry(const QString& text) const {
    QMenu* menu = inspector().presets()->menu();
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions())
      if (action->text() == text) return action;
    qFatal("no entry %s", qPrintable(text));
  }
  void train(const TrainingSettings& settings) {
    inspector().setSettings(settings);
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    click(*place_, "New run");
    QVERIFY2(session_->training()->active() || ended.count() > 0, qPrintable(bannerWords(*place_)));
    if (ended.isEmpty()) QVERIFY(ended.wait(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->projectThread()->busy(), kPatience);
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::TrainPanelsTest)
#include "train_panels_test.moc"
