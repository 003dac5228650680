// Why: an evaluation leads from a number to its samples, and corrections made there change the data set.
#include <QAction>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <nlohmann/json.hpp>

#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/class_table.h"
#include "app/workspaces/inspect/evaluation_report.h"
#include "app/workspaces/inspect/figure_strip.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/rates_card.h"
#include "app/workspaces/inspect/samples_card.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/inspect/evaluation.h"
#include "core/inspect/evaluation_json.h"
#include "tests/app/app_support.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_view.h"
#include "widgets/images/matrix_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/plots/share_plot.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/segment_bar.h"

namespace fovea::test {
namespace {

constexpr std::int64_t kEpochs = 2;

void train(Session& session) {
  TrainingSettings settings;
  settings.epochs = kEpochs;
  settings.batch = 30;
  QSignalSpy ended(session.training(), &TrainingBridge::runEnded);
  require(session.startRun(settings, "first"));
  QVERIFY(ended.wait(kPatience));
  QVERIFY(!session.training()->snapshot()->error);
}

}  // namespace

class EvaluationPageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    session_ = std::make_unique<Session>(testBackends());
    require(session_->createProject(sandbox_.path("project"), "tiny"));
    importData(*session_, writeMnist(sandbox_.path("mnist")), "mnist");
    drawNetwork(*session_);
    train(*session_);
  }
  void cleanupTestCase() { session_.reset(); }
  void init() {
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1300, 800);
    place_->show();
    place_->activate();
    page()->resize(1000, 700);
  }
  void cleanup() {
    place_.reset();
    while (session_->dataset()->journal().canUndo())
      require(await([&](const auto& done) { session_->datasets()->undoEdit(done); }));
    std::filesystem::remove_all(session_->project()->folder() / "evaluations");
  }

  void itIsOfferedThenComputedThenKept() {
    openPage();
    QCOMPARE(page()->state(), EvaluationPage::Waiting);
    QVERIFY(page()->evaluateButton()->isEnabled());
    evaluate();
    QCOMPARE(page()->state(), EvaluationPage::Results);
    QVERIFY(!page()->shown()->answer->stored);
    const double accuracy = page()->shown()->evaluation().accuracy;
    const Evaluation expected = computed();
    QCOMPARE(accuracy, expected.accuracy);
    QCOMPARE(page()->matrix()->classes(), 3);
    QCOMPARE(page()->matrix()->count({0, 0}), qint64(expected.confusion.count(0, 0)));
    QCOMPARE(page()->classTable()->model()->rowCount(), 3);
    QVERIFY(!page()->scatter()->isVisible());
    // Another window finds the stored evaluation without running the network.
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1300, 800);
    place_->show();
    place_->activate();
    openPage();
    QCOMPARE(page()->state(), EvaluationPage::Results);
    QVERIFY(page()->shown()->answer->stored);
    QCOMPARE(page()->shown()->evaluation().accuracy, accuracy);
  }

  void aCancelledOneLeavesNothing() {
    openPage();
    QTest::mouseClick(page()->evaluateButton(), Qt::LeftButton);
    QCOMPARE(page()->state(), EvaluationPage::Running);
    QTest::mouseClick(page()->cancelButton(), Qt::LeftButton);
    QCOMPARE(page()->state(), EvaluationPage::Waiting);
    QTest::qWait(200);
    QCOMPARE(page()->state(), EvaluationPage::Waiting);
  }

  void aCellShowsItsSamples() {
    openPage();
    evaluate();
    const Evaluation& evaluation = page()->shown()->evaluation();
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        page()->matrix()->choose(MatrixView::Cell{row, column});
        QCOMPARE(page()->samples()->list(), SamplesCard::List::Cell);
        QCOMPARE(page()->samples()->count(), qint64(evaluation.confusion.count(row, column)));
        QCOMPARE(page()->classTable()->chosenClass(), row);
      }
  }

  void aSecondClickShowsTheSamplesAgain() {
    openPage();
    evaluate();
    MatrixView* matrix = page()->matrix();
    QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->cellRect({1, 1}).center());
    QCOMPARE(page()->samples()->list(), SamplesCard::List::Cell);
    page()->samples()->showList(SamplesCard::List::Worst);
    QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->cellRect({1, 1}).center());
    QCOMPARE(page()->samples()->list(), SamplesCard::List::Cell);
    page()->samples()->showList(SamplesCard::List::Worst);
    ClassTable* table = page()->classTable();
    QVERIFY(table->chosenClass() >= 0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->currentIndex()).center());
    QCOMPARE(page()->samples()->list(), SamplesCard::List::Cell);
  }

  void aListOpensInData() {
    openPage();
    evaluate();
    page()->samples()->showCell(1, 1);
    QVERIFY(page()->samples()->count() > 1);
    QSignalSpy wanted(place_.get(), &InspectWorkspace::recordsWanted);
    QTest::mouseClick(page()->samples()->browseButton(), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    const auto records = wanted.takeFirst().at(0).value<std::vector<std::uint32_t>>();
    QCOMPARE(qint64(records.size()), page()->samples()->count());
    for (const std::uint32_t record : records) QCOMPARE(session_->trainingDataset()->states().labels[record], 1);
    // Opens only the selected sample.
    page()->samples()->grid()->setCurrent(1);
    QTest::mouseClick(page()->samples()->browseButton(), Qt::LeftButton);
    QCOMPARE(wanted.takeFirst().at(0).value<std::vector<std::uint32_t>>().size(), std::size_t(1));
  }

  void aClassShowsItsCurveAndItsThreshold() {
    openPage();
    evaluate();
    page()->classTable()->selectRow(0);
    QVERIFY(page()->rates()->plot()->mark() >= 0);
    QVERIFY(page()->rates()->reading().contains("precision"));
    const QString before = page()->rates()->reading();
    QTest::keyClick(page()->rates()->plot(), Qt::Key_Left);
    QTest::keyClick(page()->rates()->plot(), Qt::Key_Left);
    QVERIFY(page()->rates()->reading() != before);
  }

  void aSampleIsShownWithItsPredictionAndOpensInLayers() {
    openPage();
    evaluate();
    chooseSample(0);
    QVERIFY(page()->inspector()->title().contains("Sample"));
    QVERIFY(!page()->inspector()->picture()->image().isNull());
    const auto position = static_cast<std::size_t>(page()->samples()->current());
    const std::int64_t index = page()->shown()->at(position).index;
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    QTest::mouseClick(page()->inspector()->layersButton(), Qt::LeftButton);
    QVERIFY(inspected.count() > 0 || inspected.wait(kPatience));
    QCOMPARE(place_->pageChooser()->current(), int(InspectWorkspace::kLayers));
    QCOMPARE(place_->result()->request.index, index);
  }

  void aCorrectionIsInTheDataAndIsSaid() {
    openPage();
    evaluate();
    chooseSample(1);
    const auto position = static_cast<std::size_t>(page()->samples()->current());
    const std::uint32_t record = page()->shown()->recordOf(position);
    settle([&] { page()->samples()->excludeAction()->trigger(); });
    QTRY_VERIFY(session_->trainingDataset()->states().excluded[record]);
    fovea::test::settle(*session_);
    QCOMPARE(page()->state(), EvaluationPage::Results);
    QVERIFY(page()->shown()->corrected(record));
    QCOMPARE(page()->shown()->indexNow(position), std::nullopt);
    settle([&] { require(await([&](const auto& done) { session_->datasets()->undoEdit(done); })); });
    QVERIFY(!page()->shown()->corrected(record));
    awaitQuiet();
    chooseSample(2);
    const std::uint32_t other = page()->shown()->recordOf(static_cast<std::size_t>(page()->samples()->current()));
    const std::int32_t label = session_->trainingDataset()->states().labels[other];
    auto* menu = page()->samples()->findChild<QMenu*>("classes");
    menu->actions()[(label + 1) % 3]->trigger();
    QTRY_COMPARE(session_->trainingDataset()->states().labels[other], (label + 1) % 3);
    // After a correction, the split is evaluated again.
    settle([&] { page()->evaluate(); });
    QVERIFY(!page()->shown()->answer->stored);
    QVERIFY(!page()->shown()->corrected(other));
    // A tag is stored in the data set as well, but does not outdate the evaluation.
    chooseSample(3);
    const std::uint32_t tagged = page()->shown()->recordOf(static_cast<std::size_t>(page()->samples()->current()));
    auto* tags = page()->samples()->findChild<QMenu*>("tags");
    Q_EMIT tags->aboutToShow();
    answerDialog<QInputDialog>([](QInputDialog& dialog) {
      dialog.setTextValue("hard");
      dialog.accept();
    });
    settle([&] { tags->actions().back()->trigger(); });
    QTRY_COMPARE(session_->trainingDataset()->states().tagsOf(tagged), std::vector<std::string>{"hard"});
    fovea::test::settle(*session_);
    QVERIFY(!page()->shown()->corrected());
    Q_EMIT tags->aboutToShow();
    QVERIFY(tags->actions().front()->isChecked());
  }

  // A dot of the scatter plot is no item of the list of samples.
  void aCorrectionLeavesTheDetailsWithTheirSample() {
    openPage();
    evaluate();
    chooseSample(0);
    const int other = page()->samples()->current() == 4 ? 5 : 4;
    QSignalSpy shown(page()->inspector(), &AnswerInspector::settled);
    Q_EMIT page()->scatter()->pointChosen(other);
    QVERIFY(shown.wait(kPatience));
    const QString title = page()->inspector()->title();
    settle([&] { QTest::mouseClick(page()->inspector()->excludeButton(), Qt::LeftButton); });
    awaitQuiet();
    QVERIFY(page()->shown()->corrected(page()->shown()->recordOf(static_cast<std::size_t>(other))));
    QCOMPARE(page()->inspector()->title(), title);
    QVERIFY(!page()->inspector()->excludeButton()->isEnabled());
  }

  void anExportHoldsWhatWasShownBeforeTheDialog() {
    openPage();
    evaluate();
    const std::string expected = formatJson(evaluationJson(page()->shown()->evaluation()));
    const QString file = sandbox_.text("figures");
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    answerDialog<QFileDialog>([&](QFileDialog& dialog) {
      page()->clear();
      dialog.selectFile(file);
      static_cast<QDialog&>(dialog).accept();
    });
    page()->exportJson();
    QCOMPARE(require(readFile(file.toStdString() + ".json", 1 << 20)), expected);
  }

  void scoresAreNotShownAsShares() {
    Session session(testBackends());
    const auto leave = qScopeGuard([this] { place_.reset(); });
    require(session.createProject(sandbox_.path("scores"), "tiny"));
    importData(session, writeMnist(sandbox_.path("mnist-of-scores")), "mnist");
    drawNetwork(session, 8, 3, false);
    addLayer(session, "loss", "hinge", {}, "fc1");
    train(session);
    place_ = std::make_unique<InspectWorkspace>(session);
    place_->resize(1300, 800);
    place_->show();
    place_->activate();
    page()->resize(1000, 700);
    openPage();
    evaluate();
    chooseSample(0);
    const auto& bars = page()->inspector()->bars()->entries();
    QCOMPARE(bars.size(), std::size_t(3));
    for (const auto& bar : bars) QVERIFY2(!bar.figure.contains('%'), qPrintable(bar.figure));
  }

  void twoCheckpointsAreCompared() {
    openPage();
    evaluate();
    const auto checkpoints = require(session_->project()->runs().checkpoints(RunId{1}));
    QVERIFY(checkpoints.size() >= 2);
    const auto other = session_->project()->checkpointPath(checkpoints.front());
    settle([&] { page()->compareWith(other, "epoch 1"); });
    QCOMPARE(page()->state(), EvaluationPage::Results);
    QVERIFY(page()->shown()->comparison.has_value());
    const EvaluationComparison& comparison = *page()->shown()->comparison;
    QCOMPARE(comparison.samples, std::int64_t(page()->shown()->evaluation().answers.size()));
    QCOMPARE(page()->samples()->list(), SamplesCard::List::Broken);
    QCOMPARE(page()->samples()->count(), qint64(comparison.broken.size()));
    page()->samples()->showList(SamplesCard::List::Fixed);
    QCOMPARE(page()->samples()->count(), qint64(comparison.fixed.size()));
  }

  void aCancelledComparisonCanBeChosenAgain() {
    openPage();
    evaluate();
    page()->compareBox()->setCurrentIndex(1);
    QCOMPARE(page()->state(), EvaluationPage::Running);
    QTest::mouseClick(page()->cancelButton(), Qt::LeftButton);
    QCOMPARE(page()->compareBox()->step(), std::int64_t(-1));
    settle([&] { page()->compareBox()->setCurrentIndex(1); });
    QVERIFY(page()->shown()->comparison.has_value());
    const std::int64_t compared = page()->compareBox()->step();
    page()->compareBox()->setCurrentIndex(0);
    QTest::mouseClick(page()->cancelButton(), Qt::LeftButton);
    QCOMPARE(page()->compareBox()->step(), compared);
  }

  void theReportNamesWhatItsTableCounts() {
    Evaluation evaluation;
    evaluation.classes.resize(201);
    QCOMPARE(reportedClasses(evaluation).front().back(), QString("Samples"));
    evaluation.kind = AnswerKind::Mask;
    const auto rows = reportedClasses(evaluation);
    QCOMPARE(rows.front().back(), QString("Pixels"));
    QVERIFY(rows.front().contains("Overlap"));
    QCOMPARE(rows.size(), std::size_t(202));
    QVERIFY2(rows.back().front().contains("200 of 201"), qPrintable(rows.back().front()));
  }

  void theReportIsAPdf() {
    openPage();
    evaluate();
    const std::string pdf =
        evaluationReport(*page()->shown(), {"first", page()->figures()->figures(), {page()->matrix()}});
    QVERIFY(QByteArray::fromStdString(pdf).startsWith("%PDF-"));
    QVERIFY(QByteArray::fromStdString(pdf).trimmed().endsWith("%%EOF"));
    QVERIFY(pdf.size() > 4000);
  }

 private:
  EvaluationPage* page() const { return place_->evaluationPage(); }
  template <class Work>
  void settle(Work work) {
    QSignalSpy settled(page(), &EvaluationPage::settled);
    work();
    QVERIFY(settled.count() > 0 || settled.wait(kPatience));
  }
  // After a correction the page settles more than once: for the data, and for what it shows of them.
  void awaitQuiet() {
    fovea::test::settle(*session_);
    QSignalSpy settled(page(), &EvaluationPage::settled);
    while (settled.wait(500)) continue;
  }
  void openPage() {
    settle([&] { place_->showPage(InspectWorkspace::kEvaluation); });
  }
  void evaluate() {
    settle([&] { QTest::mouseClick(page()->evaluateButton(), Qt::LeftButton); });
    QCOMPARE(page()->state(), EvaluationPage::Results);
  }
  void chooseSample(qint64 index) {
    page()->samples()->showList(SamplesCard::List::Worst);
    const qint64 before = page()->samples()->current();
    QSignalSpy settled(page()->inspector(), &AnswerInspector::settled);
    QTest::mouseClick(page()->samples()->grid()->viewport(), Qt::LeftButton, {},
                      page()->samples()->grid()->cellRect(index).center());
    QVERIFY(page()->samples()->current() >= 0);
    // Choosing the current sample again sends no request.
    QVERIFY(page()->samples()->current() == before || settled.count() > 0 || settled.wait(kPatience));
  }
  Evaluation computed() {
    const EvaluationRequest& request = page()->shown()->answer->request;
    const Checkpoint checkpoint = require(readCheckpoint(request.checkpoint));
    return require(evaluatedWith(checkpoint, request));
  }
  Result<Evaluation> evaluatedWith(const Checkpoint& checkpoint, const EvaluationRequest& request) {
    FOVEA_TRY(auto device, testBackends()->open("cpu"));
    return fovea::evaluate(checkpoint, *request.dataset, request.split, device, {}, {}, {});
  }

  Sandbox sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::EvaluationPageTest)
#include "evaluation_page_test.moc"
