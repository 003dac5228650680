// Why: comparisons of runs are correct: the same colour everywhere, a plot for every metric, and means only over runs
// that differ in nothing but their seed; display choices are restored the next day.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <cmath>

#include "app/workspaces/network/compare_panel.h"
#include "app/workspaces/train/compared_run.h"
#include "app/workspaces/train/metric_words.h"
#include "app/workspaces/train/run_diff.h"
#include "app/workspaces/train/run_looks.h"
#include "app/workspaces/train/run_networks.h"
#include "app/workspaces/train/run_note_dialog.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_summary.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/train_workspace.h"
#include "core/base/file.h"
#include "tests/app/app_support.h"
#include "widgets/canvas/network_canvas.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_grid.h"
#include "widgets/plots/plot_header.h"
#include "widgets/tables/table.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/theme.h"

namespace fovea::test {
namespace {

EpochRecord epochOf(std::int64_t number, double loss, double accuracy) {
  EpochRecord record;
  record.epoch = number;
  record.step = number * 10;
  record.trainLoss = loss;
  record.trainAccuracy = accuracy;
  record.validationLoss = loss + 0.1;
  record.validationAccuracy = accuracy;
  record.learningRate = 0.01;
  record.seconds = 30;
  record.validationMetrics = {{"confusion_f1", accuracy / 2}};
  return record;
}

// Three epochs of ten steps; `quality` shifts its curves.
RunId addRun(Session& session, const std::string& name, const TrainingSettings& settings, double quality,
             const Network* network = nullptr) {
  RunStore& store = session.project()->runs();
  const RunId run =
      require(store.createRun({name, network ? *network : session.network(), settings, "shades"}, RunStatus::Finished));
  std::vector<MetricPoint> points;
  for (int step = 1; step <= 30; ++step)
    points.push_back({step,
                      step / 10.0,
                      2.0 / step + quality,
                      1 - 1.0 / step,
                      settings.learningRate,
                      {{"perplexity", 3 + quality}}});
  require(store.appendPoints(run, points));
  for (int epoch = 1; epoch <= 3; ++epoch)
    require(store.recordEpoch(run, epochOf(epoch, 1.0 / epoch + quality, 0.5 + 0.1 * epoch - quality)));
  session.runs()->refresh(run);
  if (!QTest::qWaitFor([&] { return session.runs()->find(run) != nullptr; })) qFatal("the run is not known");
  return run;
}

ComparedRunPtr compared(Session& session, RunId run) {
  return require(readComparedRun(session.project()->runs(), run));
}

}  // namespace

class RunCompareTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    tester_ = std::make_unique<QAbstractItemModelTester>(place_->runModel(),
                                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
    place_->resize(1400, 900);
    place_->show();
    makeProject(*session_, *sandbox_, "tiny");
  }
  void cleanup() {
    tester_.reset();
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void eachMetricOfARunHasItsPlot() {
    addRun(*session_, "tiny", {.epochs = 3}, 0);
    place_->activate();
    const RunPlots& plots = *place_->plots();
    QTRY_COMPARE(plots.metrics(), (std::vector<std::string>{"loss", "accuracy", "confusion_f1", "perplexity"}));
    QCOMPARE(plots.lossPlot()->data(0).size(), std::size_t(30));
    QCOMPARE(plots.plotOf("confusion_f1")->data(1).size(), std::size_t(3));
    QCOMPARE(plots.plotOf("confusion_f1")->data(1).ys()[2], 0.4);
    QCOMPARE(plots.plotOf("confusion_f1")->bestText(), QString("best · epoch 3 · 0.4"));
    QCOMPARE(plots.plotOf("perplexity")->data(0).size(), std::size_t(30));
    for (const std::string& metric : plots.metrics()) QTRY_VERIFY(plots.plotOf(metric)->isVisible());
    // A constant rate is shown as text, a changing one as a plot.
    QCOMPARE(plots.facts(), QString("Learning rate 0.01 throughout"));
    QVERIFY(!plots.plotOf("learning_rate"));
    place_->plots()->addPoints(std::vector<MetricPoint>{{31, 3.1, 0.5, 0.9, 0.005, {}}});
    QVERIFY(plots.plotOf("learning_rate"));
    QCOMPARE(plots.metrics().back(), std::string("learning_rate"));
    QCOMPARE(plots.facts(), QString("Learning rate 0.005 now"));
    // All plots use the same axis.
    Q_EMIT plots.lossPlot()->header()->axisWanted(PlotAxis::Epoch);
    QCOMPARE(plots.plotOf("perplexity")->data(0).xs()[9], 1.0);
    QCOMPARE(plots.plotOf("confusion_f1")->data(1).xs()[0], 1.0);
    Q_EMIT plots.lossPlot()->header()->axisWanted(PlotAxis::Duration);
    // Ten steps in thirty seconds.
    QCOMPARE(plots.lossPlot()->data(0).xs()[4], 15.0);
    QCOMPARE(plots.lossPlot()->data(1).xs()[2], 90.0);
  }

  void aMetricThatAppearsOrGoesBackIsFollowed() {
    RunPlots plots;
    const auto point = [](std::int64_t step, double loss, MetricValues metrics = {}) {
      return std::vector<MetricPoint>{{step, double(step) / 10, loss, std::nan(""), 0.1, std::move(metrics)}};
    };
    plots.addPoints(point(1, 5));
    QCOMPARE(plots.metrics(), std::vector<std::string>{"loss"});
    plots.addPoints(point(2, 4, {{"psnr", 20}}));
    QCOMPARE(plots.metrics(), (std::vector<std::string>{"loss", "psnr"}));
    for (int step = 3; step <= 8; ++step) plots.addPoints(point(step, 3));
    QCOMPARE(plots.lossPlot()->data(0).size(), std::size_t(8));
    // It continues from step 4, and has the original number of points again at the next update.
    std::vector<MetricPoint> again;
    for (int step = 5; step <= 8; ++step) again.push_back(point(step, 9).front());
    plots.addPoints(again);
    QCOMPARE(plots.lossPlot()->data(0).size(), std::size_t(8));
    QCOMPARE(plots.lossPlot()->data(0).ys()[3], 3.0);
    QCOMPARE(plots.lossPlot()->data(0).ys()[4], 9.0);
    plots.clear();
    QCOMPARE(plots.metrics(), std::vector<std::string>{"loss"});
    QCOMPARE(plots.lossPlot()->data(0).size(), std::size_t(0));
  }

  void checkedRunsAreLaidOverEachOther() {
    for (int i = 0; i < 4; ++i) addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.01 * (i + 1)}, 0.05 * i);
    place_->activate();
    QTRY_COMPARE(place_->plots()->lossPlot()->data(0).size(), std::size_t(30));
    check(RunId{1});
    check(RunId{3});
    RunPlots& plots = *place_->plots();
    QTRY_VERIFY(plots.comparing() && plots.lossPlot()->seriesCount() == 2);
    // Compares validation values, if there are any.
    QCOMPARE(plots.lossPlot()->data(0).size(), std::size_t(3));
    QVERIFY(plots.lossPlot()->header()->remark().startsWith("validation · 2 runs"));
    QVERIFY2(place_->diff()->summary().startsWith("Settings that differ: 1 "), qPrintable(place_->diff()->summary()));
    // The table's box has the colour and dash pattern of the curve.
    const RunTableModel& model = *place_->runModel();
    for (const RunId run : {RunId{1}, RunId{3}})
      QCOMPARE(model.index(model.rowOf(run), 0).data(kLookRole).value<CurveLook>(), model.looks().look(run));
    QVERIFY(!model.index(model.rowOf(RunId{2}), 0).data(kLookRole).isValid());
    // Pointing at a run in the table highlights it in every plot.
    Q_EMIT place_->runs()->runHovered(RunId{3});
    QCOMPARE(plots.lossPlot()->emphasis(), 1);
    QCOMPARE(plots.accuracyPlot()->emphasis(), 1);
    Q_EMIT place_->runs()->runHovered(RunId());
    QCOMPARE(plots.lossPlot()->emphasis(), -1);
    // Returns to the selected run.
    click(*place_, "one run");
    QTRY_VERIFY(!plots.comparing());
    QTRY_COMPARE(plots.lossPlot()->data(0).size(), std::size_t(30));
    QCOMPARE(plots.lossPlot()->data(1).size(), std::size_t(3));
  }

  void runsThatDifferInTheirSeedAreAMeanWithABand() {
    std::vector<ComparedRunPtr> runs;
    for (int seed = 1; seed <= 3; ++seed)
      runs.push_back(compared(*session_, addRun(*session_, "tiny", {.epochs = 3, .seed = seed}, 0.1 * seed)));
    runs.push_back(compared(*session_, addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.5}, 0)));
    const auto groups = seedGroups(runs);
    QCOMPARE(groups.size(), std::size_t(2));
    QCOMPARE(groups[0].size(), std::size_t(3));
    // Runs of a sweep are told apart by their settings, others by their names.
    QCOMPARE(groupName(groups, 0), QString("tiny"));
    auto swept = groups;
    for (auto& group : swept)
      for (ComparedRunPtr& run : group) {
        ComparedRun other = *run;
        other.record.group = "sweep-1";
        run = std::make_shared<const ComparedRun>(std::move(other));
      }
    QCOMPARE(groupName(swept, 0), QString("Rate 0.01"));
    QCOMPARE(groupName(swept, 1), QString("Rate 0.5"));
    RunPlots plots;
    RunLooks looks;
    plots.setCompared(runs, looks);
    QTRY_VERIFY(plots.comparing() && !plots.lossPlot()->header()->remark().isEmpty());
    QCOMPARE(plots.lossPlot()->seriesCount(), 2);
    // Losses of the first epoch: 1.1 + 0.1, 0.2, 0.3; their mean and deviation.
    QVERIFY(std::abs(plots.lossPlot()->data(0).ys()[0] - 1.3) < 1e-9);
    plots.lossPlot()->resize(600, 300);
    plots.lossPlot()->flush();
    plots.lossPlot()->setCrosshair(10);
    QCOMPARE(plots.lossPlot()->reading().values.size(), std::size_t(2));
    QVERIFY(std::any_of(plots.lossPlot()->reading().values.begin(), plots.lossPlot()->reading().values.end(),
                        [](const auto& value) { return value.text == "1.3 ± 0.1"; }));
    RunViewChoices choices = plots.choices();
    choices.bands = false;
    plots.setChoices(choices);
    QTRY_COMPARE(plots.lossPlot()->seriesCount(), 4);
    choices.part = "train";
    plots.setChoices(choices);
    QTRY_COMPARE(plots.lossPlot()->data(0).size(), std::size_t(30));
  }

  void aMeanIsTakenWhereTwoHaveAValue() {
    using Curve = std::pair<std::vector<double>, std::vector<double>>;
    const std::vector<Curve> curves{{{0, 1, 2, 3}, {0, 1, 2, 3}}, {{0, 2}, {2, 4}}};
    const CurveSpread spread = spreadOf(curves);
    QCOMPARE(spread.xs, (std::vector<double>{0, 1, 2}));
    QCOMPARE(spread.means, (std::vector<double>{1, 2, 3}));
    QVERIFY(std::abs(spread.highs[0] - (1 + std::sqrt(2))) < 1e-12);
    QVERIFY(std::abs(spread.lows[1] - (2 - std::sqrt(2))) < 1e-12);
    QVERIFY(spreadOf({}).xs.empty());
  }

  void fiftyRunsAreToldApart() {
    std::vector<RunId> runs;
    for (int i = 1; i <= kMostComparedRuns; ++i) runs.push_back(RunId{i * 7});
    RunLooks looks;
    looks.choose(runs);
    std::set<std::pair<int, int>> seen;
    for (const RunId run : runs) seen.insert({looks.look(run).colorIndex, int(looks.look(run).dash)});
    QCOMPARE(seen.size(), runs.size());
    // A run keeps its look while others are added and removed.
    const RunId kept = runs[20];
    const CurveLook before = looks.look(kept);
    looks.choose(std::vector<RunId>{RunId{1000}, kept, RunId{1050}, RunId{1100}});
    QCOMPARE(looks.look(kept), before);
    QVERIFY(!(looks.look(RunId{1000}) == looks.look(RunId{1050})));
  }

  void theTableIsFilteredSortedAndGrouped() {
    for (int i = 0; i < 6; ++i)
      addRun(*session_, i < 3 ? "lenet" : "mlp",
             {.epochs = 3, .batch = i % 2 ? 32 : 64, .learningRate = 0.01 * (i + 1)}, 0.05 * i);
    place_->activate();
    RunTable& table = *place_->runs();
    const auto ids = [&] {
      QList<int> found;
      for (const RunId run : table.shown()) found << run.index;
      return found;
    };
    QTRY_COMPARE(ids(), (QList<int>{6, 5, 4, 3, 2, 1}));
    type(table, "lr<0.035 lenet");
    QCOMPARE(ids(), (QList<int>{3, 2, 1}));
    // Another thread reads metrics.
    type(table, "accuracy>0.6 loss<0.6");
    QTRY_COMPARE(ids(), (QList<int>{4, 3, 2, 1}));
    type(table, "accurcy>0.9");
    QVERIFY(words(table).contains("accurcy"));
    type(table, "lr<");
    QVERIFY(words(table).contains("no value after"));
    type(table, "");
    QCOMPARE(ids().size(), 6);
    QVERIFY(words(table).isEmpty());

    table.view()->sortByColumn(RunTableModel::kBestAccuracy, Qt::AscendingOrder);
    QCOMPARE(ids(), (QList<int>{6, 5, 4, 3, 2, 1}));
    table.view()->sortByColumn(RunTableModel::kBestAccuracy, Qt::DescendingOrder);
    QCOMPARE(ids(), (QList<int>{1, 2, 3, 4, 5, 6}));
    RunViewChoices choices = table.choices();
    choices.group = "batch";
    table.setChoices(choices);
    QCOMPARE(ids(), (QList<int>{2, 4, 6, 1, 3, 5}));
    const QAbstractItemModel* rows = table.view()->model();
    QVERIFY(rows->index(2, 0).data(kGroupEndRole).toBool() && !rows->index(1, 0).data(kGroupEndRole).toBool());
    // Selecting a run that the filter hides shows it.
    type(table, "mlp");
    QVERIFY(table.select(RunId{1}));
    QCOMPARE(table.current()->id, RunId{1});
    QVERIFY(!table.select(RunId{99}));
  }

  void columnsAreWhatAPersonWants() {
    addRun(*session_, "tiny", {.epochs = 3, .momentum = 0.5}, 0);
    addRun(*session_, "tiny", {.epochs = 3, .momentum = 0.75}, 0.1);
    place_->activate();
    RunTable& table = *place_->runs();
    RunTableModel& model = *place_->runModel();
    QTRY_VERIFY(!model.summaries().empty());
    const auto possible = model.possibleColumns();
    for (const char* name : {"momentum", "loss.best", "loss.last", "confusion_f1.best", "seconds", "note"})
      QVERIFY2(std::find(possible.begin(), possible.end(), name) != possible.end(), name);
    RunViewChoices choices = table.choices();
    choices.columns = {"momentum", "loss.last", "seconds"};
    choices.hiddenColumns = {"device"};
    table.setChoices(choices);
    QCOMPARE(model.columnCount(), int(RunTableModel::kColumnCount) + 3);
    QCOMPARE(model.headerData(model.columnOf("loss.last"), Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("Loss, last"));
    const auto cell = [&](int row, const char* name) {
      return model.index(row, model.columnOf(name)).data().toString();
    };
    QTRY_COMPARE(cell(0, "momentum"), QString("0.75"));
    QTRY_COMPARE(cell(1, "loss.last"), QString("0.4333"));
    QTRY_COMPARE(cell(1, "seconds"), QString("1:30"));
    QVERIFY(table.view()->isColumnHidden(model.columnOf("device")));
    QTRY_COMPARE(model.index(0, RunTableModel::kCurve).data(kCurveRole).value<QList<double>>().size(), 3);
    // With fewer columns again.
    choices.columns = {"loss.last"};
    table.setChoices(choices);
    QCOMPARE(model.columnCount(), int(RunTableModel::kColumnCount) + 1);
  }

  void howRunsAreLookedAtIsKeptWithTheProject() {
    for (int i = 0; i < 3; ++i) addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.01 * (i + 1)}, 0.1 * i);
    place_->activate();
    const auto folder = session_->project()->folder();
    check(RunId{1});
    check(RunId{2});
    place_->plots()->lossPlot()->setSmoothing(0.25);
    place_->plots()->accuracyPlot()->setLogarithmic(true);
    RunTable& table = *place_->runs();
    type(table, "lr<1");
    table.view()->sortByColumn(RunTableModel::kRate, Qt::DescendingOrder);
    table.view()->horizontalHeader()->moveSection(table.view()->horizontalHeader()->visualIndex(RunTableModel::kTags),
                                                  1);
    QTRY_VERIFY(std::filesystem::exists(folder / kRunViewFile));
    require(session_->createProject(sandbox_->path("other"), "other"));
    QVERIFY(table.choices() == RunViewChoices());
    QCOMPARE(place_->plots()->lossPlot()->smoothing(), 0.6);
    require(session_->openProject(folder));
    QTRY_COMPARE(table.choices().chosen, (std::vector<std::int32_t>{1, 2}));
    QCOMPARE(table.choices().filter, std::string("lr<1"));
    QCOMPARE(table.filterField()->text(), QString("lr<1"));
    QCOMPARE(table.choices().sort, std::string("learning_rate"));
    QVERIFY(table.choices().descending);
    QCOMPARE(table.view()->horizontalHeader()->visualIndex(RunTableModel::kTags), 1);
    QCOMPARE(place_->plots()->lossPlot()->smoothing(), 0.25);
    QVERIFY(place_->plots()->accuracyPlot()->isLogarithmic());
    QTRY_COMPARE(place_->plots()->lossPlot()->seriesCount(), 2);
    QTRY_VERIFY(place_->plots()->comparing());
  }

  // On a slow disk a person is faster than the file of the choices.
  void aChoiceBeforeTheStoredOnesAreReadKeepsTheRest() {
    addRun(*session_, "tiny", {.epochs = 3}, 0);
    const auto folder = session_->project()->folder();
    RunViewChoices stored;
    stored.columns = {"momentum"};
    stored.notes[1] = {{"paper"}, "the good one"};
    require(session_->createProject(sandbox_->path("other"), "other"));
    require(writeRunViewChoices(folder, stored));
    auto session = std::make_unique<Session>(testBackends());
    auto place = std::make_unique<TrainWorkspace>(*session);
    place->show();
    require(session->openProject(folder));
    type(*place->runs(), "lr<1");
    stored.filter = "lr<1";
    const auto same = [&] { return place->runs()->choices() == stored; };
    QTRY_VERIFY(same());
    QTRY_VERIFY(require(readRunViewChoices(folder)) == stored);
  }

  // A damaged file is kept beside the new one, so that notes can be saved by hand.
  void aDamagedFileOfChoicesIsKept() {
    const auto folder = session_->project()->folder();
    require(session_->createProject(sandbox_->path("other"), "other"));
    require(writeFileAtomic(folder / kRunViewFile, "{\"notes\": [{\"run\": 1, \"text\": \"the good"));
    auto session = std::make_unique<Session>(testBackends());
    auto place = std::make_unique<TrainWorkspace>(*session);
    place->show();
    require(session->openProject(folder));
    const auto kept = folder / (std::string(kRunViewFile) + ".damaged-1");
    QTRY_VERIFY(std::filesystem::exists(kept));
    type(*place->runs(), "lr<1");
    const auto isWritten = [&] {
      const auto written = readRunViewChoices(folder);
      return written.ok() && written->filter == "lr<1";
    };
    QTRY_VERIFY(isWritten());
    QVERIFY(require(readFile(kept, 1000)).find("the good") != std::string::npos);
  }

  void tagsAndNotesFindARunAgain() {
    addRun(*session_, "tiny", {.epochs = 3}, 0);
    addRun(*session_, "tiny", {.epochs = 3}, 0.1);
    place_->activate();
    RunTable& table = *place_->runs();
    RunNoteDialog dialog("tiny", {{"old"}, "was"});
    QCOMPARE(dialog.tagField()->text(), QString("old"));
    dialog.tagField()->setText(" paper, best so far ,paper,, ");
    dialog.textField()->setPlainText("look at epoch 2");
    QCOMPARE(dialog.note().tags, (std::vector<std::string>{"paper", "best so far"}));
    RunViewChoices choices = table.choices();
    choices.notes[1] = dialog.note();
    table.setChoices(choices);
    const RunTableModel& model = *place_->runModel();
    QCOMPARE(model.index(1, RunTableModel::kTags).data().toString(), QString("paper, best so far"));
    QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains("epoch 2"));
    type(table, "tag:paper");
    QCOMPARE(table.shown(), std::vector<RunId>{RunId{1}});
    type(table, "\"epoch 2\"");
    QCOMPARE(table.shown(), std::vector<RunId>{RunId{1}});
    type(table, "-tag:paper");
    QCOMPARE(table.shown(), std::vector<RunId>{RunId{2}});
  }

  // Whoever writes a note, or deletes a run, must not believe that it is stored.
  void aReadOnlyProjectTakesNoNotesAndLosesNoRuns() {
    addRun(*session_, "tiny", {.epochs = 3}, 0);
    Session other(testBackends());
    TrainWorkspace place(other);
    place.resize(1200, 900);
    place.show();
    require(other.openProject(session_->project()->folder()));
    QVERIFY(other.readOnly());
    QTRY_COMPARE(place.runModel()->rowCount(), 1);
    place.runTable()->selectRow(0);
    QTimer::singleShot(100, qApp, [] {
      if (QWidget* dialog = QApplication::activeModalWidget()) dialog->close();
    });
    place.runs()->editNote();
    QVERIFY2(bannerWords(place).contains("can only be read"), qPrintable(bannerWords(place)));
    bannerOf(place)->dismiss();
    for (Action* action : place.commands())
      if (action->id() == "train.delete") action->trigger();
    QVERIFY2(bannerWords(place).contains("can only be read"), qPrintable(bannerWords(place)));
    QVERIFY2(!place.canUndo(), "nothing was done");
  }

  void differencesAreSaidSideBySide() {
    Network other;
    {
      Session second(testBackends());
      require(second.createProject(sandbox_->path("second"), "second"));
      drawNetwork(second);
      const auto conv = second.network().findByName("conv1")->id;
      second.applyEdit({SetParameter{conv, "filters", std::int64_t{8}}, "Set"});
      addLayer(second, "drop1", "dropout", {}, "relu1");
      other = second.network();
    }
    const RunId first = addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.01}, 0);
    const RunId last =
        addRun(*session_, "tiny", {.epochs = 3, .optimizer = "adam", .learningRate = 0.002}, 0.1, &other);
    const std::vector<ComparedRunPtr> runs{compared(*session_, first), compared(*session_, last)};
    const auto find = [&](const QString& title) {
      for (const RunDifference& each : differencesOf(runs))
        if (each.title == title) return each;
      return RunDifference{};
    };
    QVERIFY(find("Rate").differs);
    QCOMPARE(find("Rate").values, (QStringList{"0.01", "0.002"}));
    QVERIFY(!find("Epochs").differs);
    // Momentum has no meaning for Adam.
    QCOMPARE(find("Momentum").values, (QStringList{"0.9", "–"}));
    QCOMPARE(find("Layer conv1").values.at(0), QString());
    QVERIFY2(find("Layer conv1").values.at(1).contains("4 → 8"), qPrintable(find("Layer conv1").values.at(1)));
    QVERIFY(find("Layer drop1").values.at(1).startsWith("+"));

    RunDiff diff;
    diff.show();
    diff.setRuns(runs, {});
    // What is told again, with each epoch of a run that trains meanwhile, moves nothing.
    diff.table()->selectRow(2);
    diff.setRuns(runs, {});
    QCOMPARE(diff.table()->currentIndex().row(), 2);
    const int folded = diff.table()->model()->rowCount();
    QVERIFY(folded >= 4);
    diff.equalButton()->click();
    QVERIFY(diff.table()->model()->rowCount() > folded + 5);
    QVERIFY2(diff.summary().contains("network"), qPrintable(diff.summary()));
    // Shows the same on the drawing of the second network.
    diff.drawButton()->click();
    auto* drawn = diff.findChild<RunNetworks*>();
    QVERIFY(drawn);
    QCOMPARE(drawn->chooser()->count(), 1);
    QCOMPARE(drawn->differences()->difference().added.size(), std::size_t(1));
    QCOMPARE(drawn->differences()->difference().changed.size(), std::size_t(1));
    QVERIFY(drawn->findChild<NetworkCanvas*>()->network().findByName("drop1"));
    drawn->differences()->end();
    QTRY_VERIFY(!diff.findChild<RunNetworks*>());
    // In the other direction, additions become removals.
    const std::vector<ComparedRunPtr> back{runs[1], runs[0]};
    const auto gone = differencesOf(back);
    QVERIFY(std::any_of(gone.begin(), gone.end(), [](const RunDifference& each) {
      return each.title == "Layer drop1" && each.values.at(1).startsWith("−");
    }));
  }

  void aSummaryTellsLastAndBest() {
    const RunSummary summary = summaryOf(std::vector{epochOf(1, 0.5, 0.6), epochOf(2, 0.2, 0.9), epochOf(3, 0.4, 0.8)});
    QCOMPARE(summary.metrics.at("loss").best, 0.2 + 0.1);
    QCOMPARE(summary.metrics.at("loss").last, 0.4 + 0.1);
    QCOMPARE(summary.metrics.at("confusion_f1").best, 0.45);
    QCOMPARE(summary.metrics.at("accuracy").last, 0.8);
    QCOMPARE(summary.curve, (QList<double>{0.6, 0.9, 0.8}));
    QCOMPARE(summary.seconds, 90.0);
    QVERIFY(summaryOf({}).metrics.empty());
  }

  // Validated every third epoch only.
  void aSummaryDoesNotMixTrainingWithValidation() {
    std::vector<EpochRecord> epochs;
    for (int number = 1; number <= 7; ++number) {
      EpochRecord epoch = epochOf(number, 1.0 / number, 0.1 * number);
      epoch.trainAccuracy = 0.99;
      epoch.trainMetrics = {{"confusion_f1", 0.98}};
      epoch.validationLoss = number % 3 == 0 ? 2.0 / number : std::nan("");
      epoch.validationAccuracy = number % 3 == 0 ? 0.1 * number : std::nan("");
      if (number % 3 != 0) epoch.validationMetrics.clear();
      epochs.push_back(epoch);
    }
    const RunSummary summary = summaryOf(epochs);
    QCOMPARE(summary.metrics.at("loss").best, 2.0 / 6);
    QCOMPARE(summary.metrics.at("loss").last, 2.0 / 6);
    QCOMPARE(summary.metrics.at("accuracy").best, 0.1 * 6);
    QCOMPARE(summary.metrics.at("confusion_f1").best, 0.1 * 6 / 2);
    QCOMPARE(summary.curve, (QList<double>{0.1 * 3, 0.1 * 6}));
    QCOMPARE(summary.seconds, 210.0);
    // Validations within epochs count, in their order.
    epochs.resize(2);
    for (std::size_t i = 0; i < 2; ++i) epochs[i].step = 10 * static_cast<std::int64_t>(i + 1);
    MetricPoint within;
    within.step = 15;
    within.metrics = {{"val_loss", 0.25}, {"val_accuracy", 0.75}, {"val_confusion_f1", 0.5}, {"gradient", 9}};
    const RunSummary steps = summaryOf(epochs, std::vector{within});
    QCOMPARE(steps.metrics.at("loss").last, 0.25);
    QCOMPARE(steps.metrics.at("confusion_f1").best, 0.5);
    QVERIFY(!steps.metrics.contains("gradient"));
    QCOMPARE(steps.curve, QList<double>{0.75});
    QCOMPARE(steps.seconds, 60.0);
    // Without any validation the training counts.
    for (EpochRecord& epoch : epochs) {
      epoch.validationLoss = epoch.validationAccuracy = std::nan("");
      epoch.validationMetrics.clear();
    }
    QCOMPARE(summaryOf(epochs).metrics.at("loss").best, 1.0 / 2);
    QCOMPARE(summaryOf(epochs).metrics.at("accuracy").last, 0.99);
    QCOMPARE(summaryOf(epochs).curve.size(), 2);
  }

  void logarithmicPlotsOfAProjectAreNoEdit() {
    RunPlots plots;
    QSignalSpy edited(&plots, &RunPlots::choicesChanged);
    RunViewChoices choices;
    choices.logarithmic = {"loss", "accuracy"};
    plots.setChoices(choices);
    QCOMPARE(edited.size(), 0);
    QCOMPARE(plots.choices().logarithmic, choices.logarithmic);
  }

  void aCurveThatIsPointedAtMayBeOfNoComparedRunYet() {
    RunPlots plots;
    plots.addPoints(std::vector<MetricPoint>{{1, 0.1, 0.5, 0.9, 0.1, {}}});
    QSignalSpy hovered(&plots, &RunPlots::runHovered);
    const RunId run = addRun(*session_, "tiny", {.epochs = 3}, 0);
    // The plots still have the curves of the run alone; those of the comparison come with the next events.
    plots.setCompared({compared(*session_, run)}, {});
    QVERIFY(plots.comparing());
    Q_EMIT plots.lossPlot()->seriesHovered(0);
    QCOMPARE(hovered.size(), 1);
    QVERIFY(!hovered[0][0].value<RunId>().valid());
    QTRY_VERIFY(!plots.lossPlot()->header()->remark().isEmpty());
    Q_EMIT plots.lossPlot()->seriesHovered(0);
    QCOMPARE(hovered[1][0].value<RunId>(), run);
  }

  void metricsHaveTitlesAndAnOrder() {
    std::vector<std::string> names{"samples_per_second", "zeta", "learning_rate", "psnr", "accuracy", "alpha", "loss"};
    sortMetrics(names);
    QCOMPARE(names, (std::vector<std::string>{"loss", "accuracy", "psnr", "alpha", "zeta", "learning_rate",
                                              "samples_per_second"}));
    QCOMPARE(metricTitle("my_own_metric"), QString("my own metric"));
    QVERIFY(isShareMetric("top_5") && !isShareMetric("ssim"));
  }

  // The last test, since the theme stays.
  void theColoursOfDifferencesFollowTheTheme() {
    const RunId first = addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.01}, 0);
    const RunId last = addRun(*session_, "tiny", {.epochs = 3, .learningRate = 0.002}, 0.1);
    RunDiff diff;
    diff.show();
    diff.setRuns({compared(*session_, first), compared(*session_, last)}, {});
    const auto ink = [&diff] {
      return qvariant_cast<QBrush>(diff.table()->model()->index(0, 2).data(Qt::ForegroundRole)).color();
    };
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
      applyTheme(*qApp, kind);
      QTRY_COMPARE(ink(), currentTheme().color(Color::AccentText));
    }
  }

 private:
  void check(RunId run) {
    RunTableModel& model = *place_->runModel();
    QVERIFY(model.setData(model.index(model.rowOf(run), 0), Qt::Checked, Qt::CheckStateRole));
  }
  static void type(RunTable& table, const char* text) {
    table.filterField()->setFocus();
    table.filterField()->selectAll();
    QTest::keyClick(table.filterField(), Qt::Key_Delete);
    QTest::keyClicks(table.filterField(), text);
  }
  static QString words(RunTable& table) {
    for (const auto* label : table.findChildren<QLabel*>())
      if (label->property("kind") == "error" && !label->isHidden()) return label->text();
    return {};
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
  std::unique_ptr<QAbstractItemModelTester> tester_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::RunCompareTest)
#include "run_compare_test.moc"
