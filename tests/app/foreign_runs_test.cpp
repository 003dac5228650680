// Why: of a run that another program made only the curves are known; the default settings are never shown as its own.
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <algorithm>

#include "app/workspaces/train/compared_run.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_diff.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_networks.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/train_workspace.h"
#include "core/project/run_export.h"
#include "tests/app/app_support.h"
#include "widgets/forms/schema_form.h"
#include "widgets/theme/pill_button.h"

namespace fovea::test {
namespace {

constexpr double kBegan = 1.7e9;

void awaitRun(Session& session, RunId run) {
  session.runs()->refresh(run);
  if (!QTest::qWaitFor([&] { return session.runs()->find(run) != nullptr; }, kPatience)) qFatal("the run is not known");
}

// Three epochs of ten steps, of which the last has the best accuracy, 0.8.
RunId importTheirs(Session& session, const std::string& name) {
  EventLog log;
  for (int step = 1; step <= 30; ++step) log.scalars.push_back({kBegan + step, step, "train/loss", 2.0 / step});
  for (int epoch = 1; epoch <= 3; ++epoch) {
    const int step = 10 * epoch;
    log.scalars.push_back({kBegan + step, step, "validation/loss", 1.0 / epoch});
    log.scalars.push_back({kBegan + step, step, "validation/accuracy", 0.5 + 0.1 * epoch});
  }
  const RunId run = require(importRun(session.project()->runs(), log, name));
  awaitRun(session, run);
  return run;
}

RunId addOurs(Session& session, const TrainingSettings& settings) {
  RunStore& store = session.project()->runs();
  const RunId run = require(store.createRun({"ours", session.network(), settings, "shades"}, RunStatus::Stopped));
  require(store.appendPoints(run, std::vector<MetricPoint>{{1, 0.1, 1.0, 0.5, settings.learningRate, {}}}));
  awaitRun(session, run);
  return run;
}

}  // namespace

class ForeignRunsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    place_ = std::make_unique<TrainWorkspace>(*session_);
    place_->resize(1400, 900);
    place_->show();
    makeProject(*session_, *sandbox_, "tiny");
  }
  void cleanup() {
    place_.reset();
    session_.reset();
    sandbox_.reset();
  }

  void theTableHasNoValuesForItsSettings() {
    const RunId theirs = importTheirs(*session_, "theirs"), ours = addOurs(*session_, {.epochs = 3});
    const RunTableModel& model = *place_->runModel();
    QTRY_COMPARE(model.rowCount(), 2);
    RunTable& table = *place_->runs();
    RunViewChoices choices = table.choices();
    choices.columns = {"momentum", "optimizer", "seconds", "loss.best"};
    table.setChoices(choices);
    const auto cell = [&](RunId run, const char* column) {
      return model.index(model.rowOf(run), model.columnOf(column)).data().toString();
    };
    for (const char* column : {"learning_rate", "batch", "device", "momentum", "optimizer", "seconds"}) {
      QVERIFY2(cell(theirs, column) == "–", qPrintable(QString(column) + ": " + cell(theirs, column)));
      QVERIFY2(!model.index(model.rowOf(theirs), model.columnOf(column)).data(kSortValueRole).isValid(), column);
      QTRY_VERIFY2(cell(ours, column) != "–", column);
    }
    QCOMPARE(cell(theirs, "epochs"), QString("3"));
    QCOMPARE(cell(ours, "epochs"), QString("0 of 3"));
    QCOMPARE(cell(theirs, "best_accuracy"), QString("80.00 %"));
    QTRY_COMPARE(cell(theirs, "loss.best"), QString("0.3333"));

    const TrainingSettings defaults;
    const auto equals = [](const char* name, auto value) {
      return QString("%1=%2").arg(QLatin1String(name)).arg(value);
    };
    for (const QString& filter : {equals("lr", defaults.learningRate), equals("batch", defaults.batch),
                                  QString("epochs=3"), equals("optimizer", QString::fromStdString(defaults.optimizer)),
                                  QString::fromStdString(defaults.optimizer)}) {
      type(table, filter);
      QVERIFY2(table.shown() == std::vector<RunId>{ours}, qPrintable(filter));
    }
    type(table, equals("epochs", defaults.epochs));
    QVERIFY(table.shown().empty());
    type(table, "accuracy>0.75");
    QCOMPARE(table.shown(), std::vector<RunId>{theirs});
    type(table, "");
    // Rows without a value come last, in any order.
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      table.view()->sortByColumn(RunTableModel::kRate, order);
      QCOMPARE(table.shown(), (std::vector<RunId>{ours, theirs}));
    }
  }

  void itsPageSaysThatItsSettingsAreNotKnown() {
    const RunId theirs = importTheirs(*session_, "theirs"), ours = addOurs(*session_, {.epochs = 3});
    RunTable& table = *place_->runs();
    QTRY_VERIFY(table.select(ours));
    click(*place_, QString("Run %1").arg(ours.index));
    RunDetails& page = *place_->runInspector()->runPage();
    QVERIFY(page.form()->isVisible() && buttonOf(page, "Use these for the next run"));
    QVERIFY(page.untilField()->isVisible());
    QVERIFY(table.select(theirs));
    QVERIFY(!page.form()->isVisible() && !buttonOf(page, "Use these for the next run"));
    QVERIFY(!page.untilField()->isVisible());
    QVERIFY(saysUnknown(page));
    QTRY_VERIFY(!buttonOf(*place_, "Continue run")->isEnabled());
    const QString tip = buttonOf(*place_, "Continue run")->toolTip();
    QVERIFY2(tip.contains("Another program"), qPrintable(tip));
    QVERIFY(table.select(ours));
    QVERIFY(page.form()->isVisible() && !saysUnknown(page));
    QTRY_VERIFY(buttonOf(*place_, "Continue run")->isEnabled());
  }

  void theLogTellsOnlyWhatIsKnown() {
    const RunId theirs = importTheirs(*session_, "theirs");
    QTRY_VERIFY(place_->runs()->select(theirs));
    const auto* log = place_->findChild<RunLog*>();
    const auto words = [log] { return log->toPlainText(); };
    QTRY_VERIFY2(words().contains("epoch 3, validation loss 0.3333, accuracy 80.00 %"), qPrintable(words()));
    for (const char* part : {"nan", " of ", "train loss", " s\n"})
      QVERIFY2(!words().contains(QLatin1String(part)), qPrintable(words()));
  }

  void aComparisonLeavesOutWhatIsNotKnown() {
    const std::vector<ComparedRunPtr> runs{compared(importTheirs(*session_, "theirs")),
                                           compared(addOurs(*session_, {.epochs = 3, .learningRate = 0.01})),
                                           compared(addOurs(*session_, {.epochs = 3, .learningRate = 0.5}))};
    const auto find = [&runs](const QString& title) {
      for (const RunDifference& each : differencesOf(runs))
        if (each.title == title) return each;
      return RunDifference{};
    };
    QCOMPARE(find("Rate").values, (QStringList{"–", "0.01", "0.5"}));
    QVERIFY(find("Rate").differs);
    QCOMPARE(find("Epochs").values, (QStringList{"–", "3", "3"}));
    QVERIFY(!find("Epochs").differs);
    for (const char* title : {"Network", "Data"}) {
      QCOMPARE(find(title).values.at(0), QString("–"));
      QVERIFY(!find(title).differs);
    }
    for (const RunDifference& each : differencesOf(runs)) QVERIFY2(!each.ofNetwork, qPrintable(each.title));

    RunDiff diff;
    diff.setRuns(runs, {});
    QVERIFY2(diff.summary().startsWith("Settings that differ: 1 "), qPrintable(diff.summary()));
    QVERIFY2(diff.summary().endsWith("the networks are equal"), qPrintable(diff.summary()));
    QVERIFY(diff.drawButton()->isEnabled());
    diff.drawButton()->click();
    QCOMPARE(diff.findChild<RunNetworks*>()->chooser()->count(), 1);
    diff.setRuns({runs[0], runs[1]}, {});
    QVERIFY2(diff.summary().startsWith("Only the curves"), qPrintable(diff.summary()));
    QCOMPARE(diff.table()->model()->rowCount(), 0);
    QVERIFY(!diff.drawButton()->isEnabled() && !diff.equalButton()->isEnabled());
  }

  void itIsNoRepetitionOfAnotherRun() {
    const std::vector<ComparedRunPtr> runs{
        compared(importTheirs(*session_, "theirs")), compared(importTheirs(*session_, "theirs")),
        compared(addOurs(*session_, {.seed = 1})), compared(addOurs(*session_, {.seed = 2}))};
    const auto groups = seedGroups(runs);
    QCOMPARE(groups.size(), std::size_t(3));
    QCOMPARE(groups[2].size(), std::size_t(2));
    QCOMPARE(groupName(groups, 0), QString("theirs"));
  }

 private:
  ComparedRunPtr compared(RunId run) { return require(readComparedRun(session_->project()->runs(), run)); }
  static bool saysUnknown(const QWidget& page) {
    const auto labels = page.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("another program made it");
    });
  }
  static void type(RunTable& table, const QString& text) {
    table.filterField()->setFocus();
    table.filterField()->selectAll();
    QTest::keyClick(table.filterField(), Qt::Key_Delete);
    QTest::keyClicks(table.filterField(), text);
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::ForeignRunsTest)
#include "foreign_runs_test.moc"
