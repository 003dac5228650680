// Why: the window's scaling planner measures a real step and real ranks, plans at once what the fields ask for, and
// says in words what cannot be planned or measured. FOVEA_SCREENSHOTS=folder saves pictures of the dialog.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <memory>

#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/scaling_dialog.h"
#include "app/workspaces/train/train_workspace.h"
#include "tests/app/app_support.h"
#include "widgets/plots/scaling_plot.h"
#include "widgets/theme/theme.h"

using namespace fovea;
using namespace fovea::test;

class ScalingDialogTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<TrainWorkspace> place_;
  std::unique_ptr<ScalingDialog> dialog_;
  TrainingSettings settings_;

  // The dialog for the present network, with short measurements.
  Status open(std::int64_t batch, double seconds = 0.2) {
    settings_.batch = batch;
    dialog_ = std::make_unique<ScalingDialog>(
        [this](const ScalingRequest& request, ScalingDialog::Done done) {
          return session_->surveyScaling(settings_, request, std::move(done));
        },
        settings_.device, seconds);
    dialog_->show();
    return dialog_->measureStep();
  }

  void openAndMeasure(std::int64_t batch) {
    require(open(batch));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->measuring(), kPatience);
    QVERIFY2(dialog_->problem().isEmpty(), qPrintable(dialog_->problem()));
  }

  QString cell(int row, int column) const { return dialog_->table()->model()->index(row, column).data().toString(); }
  int rows() const { return dialog_->table()->model()->rowCount(); }
  Action* command(const std::string& id) const {
    for (Action* action : place_->commands())
      if (action->id() == QString::fromStdString(id)) return action;
    return nullptr;
  }

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    makeProject(*session_, *sandbox_, "tiny");
  }

  void cleanup() {
    dialog_.reset();
    place_.reset();
    session_.reset();
  }

  void aStepIsMeasuredAsAJobAndPlanned() {
    require(open(16));
    QVERIFY(dialog_->measuring());
    QVERIFY2(session_->training()->busy("cpu"), "no run begins on the device while it is measured");
    QCOMPARE(session_->jobs()->running().size(), 1);
    QVERIFY(dialog_->findChild<QProgressBar*>()->isVisible());
    QCOMPARE(rows(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->measuring(), kPatience);
    QVERIFY(!session_->training()->busy("cpu"));
    QVERIFY(!dialog_->findChild<QProgressBar*>()->isVisible());
    QCOMPARE(rows(), 5);  // 1, 2, 4, 8, 16 devices
    QCOMPARE(cell(0, 4), QStringLiteral("1×"));
    QCOMPARE(cell(4, 0), QStringLiteral("16"));
    QCOMPARE(cell(4, 1), QStringLiteral("1"));
    QVERIFY2(dialog_->words().contains("A step of 16 samples takes"), qPrintable(dialog_->words()));
  }

  void theFieldsChangeThePlanAtOnce() {
    openAndMeasure(64);
    QCOMPARE(rows(), 5);
    dialog_->mostDevices()->setValue(24);
    QCOMPARE(rows(), 6);
    QCOMPARE(cell(5, 0), QStringLiteral("24"));
    const QString before = cell(1, 3);
    dialog_->bandwidth()->setCurrentIndex(3);
    QVERIFY2(dialog_->bandwidth()->currentText().startsWith("450"), qPrintable(dialog_->bandwidth()->currentText()));
    QVERIFY(cell(1, 3) != before);
    dialog_->bandwidth()->setEditText("0.000001");
    const QString slow = cell(1, 5);
    QVERIFY2(slow.split(' ').front().toDouble() < 50, qPrintable(slow));
    dialog_->bandwidth()->setEditText("fast");
    QVERIFY2(dialog_->problem().contains("positive number"), qPrintable(dialog_->problem()));
    dialog_->bandwidth()->setEditText("-1");
    QVERIFY(!dialog_->problem().isEmpty());
    dialog_->bandwidth()->setEditText("12.5 GB/s");
    QVERIFY(dialog_->problem().isEmpty());
  }

  void theCurveEndsWhereTheBatchCannotBeShared() {
    openAndMeasure(6);
    QCOMPARE(rows(), 4);
    QCOMPARE(cell(3, 0), QStringLiteral("6"));
    QVERIFY2(dialog_->words().contains("The plan ends at 6 devices"), qPrintable(dialog_->words()));
    dialog_->mostDevices()->setValue(4);
    QVERIFY(!dialog_->words().contains("The plan ends"));
  }

  void twoAndFourRanksAreMeasuredHere() {
    openAndMeasure(16);
    QCOMPARE(dialog_->measureButton()->text(), QStringLiteral("Measure here"));
    QVERIFY(!dialog_->plot()->accessibleDescription().contains("measured"));
    dialog_->measureButton()->click();
    QVERIFY(dialog_->measuring() && session_->training()->busy("cpu"));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->measuring(), kPatience);
    QVERIFY2(dialog_->problem().isEmpty(), qPrintable(dialog_->problem()));
    const QString heard = dialog_->plot()->accessibleDescription();
    QVERIFY2(heard.contains("measured with 2 devices") && heard.contains("measured with 4 devices"), qPrintable(heard));
    QVERIFY(cell(1, 6).endsWith(QStringLiteral("×")) && cell(2, 6).endsWith(QStringLiteral("×")));
    QCOMPARE(cell(3, 6), QStringLiteral("–"));
    dialog_->bandwidth()->setCurrentIndex(0);
    QVERIFY2(cell(1, 6).endsWith(QStringLiteral("×")), "another link changes nothing that was measured");
  }

  void aDisturbedMeasurementIsSaid() {
    // Answers as if the step of one device had been disturbed: two ranks seem 300 times as fast.
    double step = 1;
    std::optional<Error> stopped;
    const auto survey = [&](const ScalingRequest& request, ScalingDialog::Done done) -> Result<Job*> {
      Job* job =
          session_->jobs()->start("made up", [](const ProgressFunction&, const CancelToken&) { return Status(); });
      connect(job, &Job::finished, job, [=] {
        ScalingSurvey found{request.input, {}, {}, {2}, stopped};
        found.input.batch = 16;
        found.input.stepSeconds = step;
        for (const int ranks : request.ranks) found.measured.push_back({ranks, 1.0 / 300, 300 * step});
        done(found);
      });
      return job;
    };
    dialog_ = std::make_unique<ScalingDialog>(survey, "cpu");
    require(dialog_->measureStep());
    QTRY_VERIFY(!dialog_->measuring());
    dialog_->measureButton()->click();
    QTRY_VERIFY(!dialog_->measuring());
    QVERIFY2(dialog_->words().contains("Something else slowed down"), qPrintable(dialog_->words()));
    step = 1.5 / 300;
    dialog_->measureButton()->click();
    QTRY_VERIFY(!dialog_->measuring());
    QVERIFY2(!dialog_->words().contains("Something else slowed down"), qPrintable(dialog_->words()));
    QVERIFY2(dialog_->words().contains("5 ms"), "the step was measured again");
    // The dialog shows what was measured before further ranks failed, and why they failed.
    stopped = fail(ErrorCode::OutOfMemory, "There is no memory for 4 ranks.");
    step = 3.0 / 300;
    dialog_->measureButton()->click();
    QTRY_VERIFY(!dialog_->measuring());
    QVERIFY2(dialog_->problem().contains("no memory for 4 ranks"), qPrintable(dialog_->problem()));
    QVERIFY2(cell(1, 6).startsWith("3"), qPrintable(cell(1, 6)));
  }

  void ranksThatCannotShareTheBatchAreNotOffered() {
    openAndMeasure(15);
    QVERIFY(!dialog_->measureButton()->isEnabled());
    QVERIFY(!dialog_->measureButton()->toolTip().isEmpty());
  }

  void plotAndTableShowTheSameNumberOfDevices() {
    openAndMeasure(16);
    QTest::keyClick(dialog_->plot(), Qt::Key_End);
    QCOMPARE(dialog_->table()->currentIndex().row(), 4);
    dialog_->table()->selectRow(2);
    QCOMPARE(dialog_->plot()->highlighted(), 4);
  }

  void aMeasurementCanBeCancelledAndRepeated() {
    require(open(16, 600));
    QTest::qWait(50);
    dialog_->measureButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->measuring(), 10000);
    QVERIFY2(dialog_->problem().contains("cancelled"), qPrintable(dialog_->problem()));
    QCOMPARE(dialog_->measureButton()->text(), QStringLiteral("Measure a step"));
    dialog_->measureButton()->click();
    QVERIFY(dialog_->measuring());
    QVERIFY(dialog_->problem().isEmpty());
    dialog_.reset();  // like closing it
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().empty(), 10000);
    QVERIFY(!session_->training()->busy("cpu"));
  }

  void theWorkspaceOpensItWithTheBatchOfTheNextRun() {
    place_ = std::make_unique<TrainWorkspace>(*session_);
    place_->resize(1200, 800);
    place_->show();
    place_->runInspector()->setSettings({.batch = 32});
    Action* const plan = command("train.scaling");
    QVERIFY(plan);
    plan->trigger();
    auto* dialog = place_->findChild<ScalingDialog*>();
    QVERIFY(dialog && dialog->isVisible() && dialog->measuring());
    plan->trigger();
    QVERIFY2(bannerWords(*place_).contains("already under way"), qPrintable(bannerWords(*place_)));
    QCOMPARE(place_->findChildren<ScalingDialog*>().size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->measuring(), kPatience);
    QVERIFY2(dialog->words().contains("A step of 32 samples"), qPrintable(dialog->words()));
    dialog->close();
    QTRY_VERIFY(!place_->findChild<ScalingDialog*>());
  }

  void itLooksRightInBothThemes() {
    openAndMeasure(16);
    dialog_->measureButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->measuring(), kPatience);
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
      applyTheme(*qApp, kind);
      QTest::qWait(30);
      for (QLabel* label : dialog_->findChildren<QLabel*>())
        if (label->isVisible())
          QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
      const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
      if (folder.isEmpty()) continue;
      const QImage image = dialog_->grab().toImage();
      QVERIFY(image.save(QStringLiteral("%1/dialog-%2-%3x.png")
                             .arg(folder, kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"))
                             .arg(qRound(image.devicePixelRatio()))));
    }
    applyTheme(*qApp, ThemeKind::Dark);
  }
};

QTEST_MAIN(ScalingDialogTest)
#include "scaling_dialog_test.moc"
