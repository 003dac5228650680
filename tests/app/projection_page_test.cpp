// Why: a projection leads from a group of similar samples to these samples in the data set.
#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/sample_browser.h"
#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "app/workspaces/inspect/samples_card.h"
#include "tests/app/app_support.h"
#include "widgets/images/cloud_legend.h"
#include "widgets/images/point_cloud.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/segment_bar.h"

namespace fovea::test {

class ProjectionPageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    session_ = std::make_unique<Session>(testBackends());
    makeProject(*session_, sandbox_, "tiny");
    TrainingSettings settings;
    settings.epochs = 2;
    settings.batch = 30;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "first"));
    QVERIFY(ended.wait(kPatience));
    QVERIFY(!session_->training()->snapshot()->error);
  }
  void cleanupTestCase() { session_.reset(); }
  void init() {
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1400, 900);
    place_->show();
    place_->activate();
    page()->resize(1000, 700);
    settle([&] { place_->showPage(InspectWorkspace::kProjection); });
  }
  void cleanup() {
    place_.reset();
    while (session_->dataset()->journal().canUndo())
      require(await([&](const auto& done) { session_->datasets()->undoEdit(done); }));
  }

  void aLayerIsOfferedThenProjected() {
    QCOMPARE(page()->state(), ProjectionPage::Waiting);
    QStringList layers;
    for (int i = 0; i < page()->layerBox()->count(); ++i) layers << page()->layerBox()->itemData(i).toString();
    QCOMPARE(layers.first(), QString("data"));
    QVERIFY(layers.contains("conv1"));
    QCOMPARE(page()->layerBox()->currentData().toString(), QString("relu1"));  // the last layer before the classes
    project(ProjectionMethod::PrincipalComponents);
    const auto dataset = session_->trainingDataset();
    const std::int64_t count = dataset->size(page()->shown()->request.split);
    QCOMPARE(page()->cloud()->count(), int(count));
    QCOMPARE(page()->shown()->answers.size(), std::size_t(count));
    QCOMPARE(page()->legend()->rows().size(), std::size_t(3));
    // Every method; computed results are shown again at once.
    project(ProjectionMethod::Umap);
    project(ProjectionMethod::Tsne);
    page()->methodBar()->setCurrent(int(ProjectionMethod::Umap));
    QCOMPARE(page()->state(), ProjectionPage::Results);
    QCOMPARE(page()->shown()->request.options.method, ProjectionMethod::Umap);
    page()->samplesBox()->setCurrentIndex(0);
    QCOMPARE(page()->state(), ProjectionPage::Waiting);
  }

  void aCancelledOneLeavesNothing() {
    QTest::mouseClick(page()->projectButton(), Qt::LeftButton);
    QCOMPARE(page()->state(), ProjectionPage::Running);
    QTest::mouseClick(page()->cancelButton(), Qt::LeftButton);
    QCOMPARE(page()->state(), ProjectionPage::Waiting);
    QTest::qWait(200);
    QCOMPARE(page()->state(), ProjectionPage::Waiting);
    QVERIFY(!page()->shown());
  }

  void aLassoLeadsToTheSamplesInData() {
    project(ProjectionMethod::PrincipalComponents);
    PointCloud* cloud = page()->cloud();
    const QPoint corners[] = {
        {2, 2}, {cloud->width() / 2, 2}, {cloud->width() / 2, cloud->height() - 2}, {2, cloud->height() - 2}};
    QTest::mousePress(cloud, Qt::LeftButton, {}, corners[0]);
    for (const QPoint& corner : corners) QTest::mouseMove(cloud, corner);
    QTest::mouseRelease(cloud, Qt::LeftButton, {}, corners[3]);
    std::vector<std::uint32_t> records;
    for (int point = 0; point < cloud->count(); ++point)
      if (std::lround(cloud->toScreen(point).x()) < cloud->width() / 2) records.push_back(recordOf(point));
    std::ranges::sort(records);
    QCOMPARE(cloud->selection().size(), records.size());
    QVERIFY(records.size() > 0 && records.size() < std::size_t(cloud->count()));
    QCOMPARE(page()->samples()->count(), qint64(records.size()));
    QVERIFY(page()->samples()->title().contains(QString::number(records.size())));
    QCOMPARE(page()->samples()->grid()->selectionSize(), qint64(records.size()));
    DataWorkspace data(*session_);
    connect(place_.get(), &InspectWorkspace::recordsWanted, &data, &DataWorkspace::showRecords);
    QTest::mouseClick(page()->samples()->browseButton(), Qt::LeftButton);
    QTRY_VERIFY(data.browser()->isSettled() && data.browser()->view());
    QCOMPARE(data.browser()->view()->found.records, records);
    QCOMPARE(data.grid()->count(), qint64(records.size()));
    data.browser()->setFilter({});
    QTRY_VERIFY(data.grid()->count() > qint64(records.size()));
  }

  void aPointShowsItsSampleAndOpensInLayers() {
    project(ProjectionMethod::Umap);
    PointCloud* cloud = page()->cloud();
    QSignalSpy shown(page()->inspector(), &AnswerInspector::settled);
    QTest::mouseClick(cloud, Qt::LeftButton, {}, cloud->toScreen(5).toPoint());
    QVERIFY(cloud->current() >= 0);
    QVERIFY(shown.count() > 0 || shown.wait(kPatience));
    QVERIFY(page()->inspector()->title().contains("Sample"));
    const std::int64_t index = page()->shown()->answers[std::size_t(cloud->current())].index;
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    QTest::keyClick(cloud, Qt::Key_Return);
    QVERIFY(inspected.count() > 0 || inspected.wait(kPatience));
    QCOMPARE(place_->pageChooser()->current(), int(InspectWorkspace::kLayers));
    QCOMPARE(place_->result()->request.index, index);
  }

  void aClassIsSelectedByKeysAndCorrected() {
    project(ProjectionMethod::PrincipalComponents);
    QTest::keyClick(page()->legend()->rows()[1], Qt::Key_Return);
    QVERIFY(!page()->cloud()->selection().empty());
    for (const int point : page()->cloud()->selection())
      QCOMPARE(page()->shown()->answers[std::size_t(point)].label, 1);
    const std::uint32_t record = recordOf(page()->cloud()->selection().front());
    page()->samples()->excludeAction()->trigger();
    QTRY_VERIFY(session_->trainingDataset()->states().excluded[record]);
    fovea::test::settle(*session_);
    QCOMPARE(page()->state(), ProjectionPage::Results);  // the results are kept with faint pictures
    QVERIFY(page()->projectButton()->isEnabled());       // for the samples that are left
    QCOMPARE(page()->samples()->count(), qint64(page()->cloud()->selection().size()));
    // The menu also selects groups.
    bool found = false;
    for (QMenu* each : page()->findChildren<QMenu*>()) {
      Q_EMIT each->aboutToShow();
      for (QAction* action : each->actions())
        if (action->text() == "All samples") {
          action->trigger();
          found = true;
        }
    }
    QVERIFY(found);
    QCOMPARE(page()->cloud()->selection().size(), std::size_t(page()->cloud()->count()));
  }

  void samplesOfAnotherDatasetHaveTheirOwnPictures() {
    writeMnist(sandbox_.path("quarters-source"), 300, 60, 8, 4);
    const auto importer = require(findImporter("idx"));
    require(runImport(*importer, sandbox_.path("quarters"), sandbox_.path("quarters-source"),
                      {{"name", std::string("quarters")}, {"validation_share", 0.2}}, {}, {}));
    const std::shared_ptr<const Dataset> other = require(Dataset::open(sandbox_.path("quarters")));
    const auto shownOf = [](std::shared_ptr<const Dataset> dataset) {
      auto answer = std::make_shared<EvaluationAnswer>();
      answer->request.dataset = dataset;
      answer->evaluation.split = answer->request.split = Split::Validation;
      for (std::int64_t index = 0; index < 4; ++index) {
        SampleAnswer sample;
        sample.index = index;
        answer->evaluation.answers.push_back(sample);
      }
      return ShownEvaluation{answer, dataset, {}, {}};
    };
    const auto pictureOf = [](const SamplesCard& card) {
      if (!QTest::qWaitFor([&card] { return card.grid()->isSettled(); }, kPatience)) qFatal("no pictures");
      return card.grid()->viewport()->grab().toImage();
    };
    SamplesCard card, fresh;
    for (SamplesCard* each : {&card, &fresh}) {
      each->resize(500, 300);
      each->setVisible(true);
      QVERIFY(QTest::qWaitForWindowExposed(each));
    }
    const std::vector<std::size_t> all = {0, 1, 2, 3};
    card.show(shownOf(session_->trainingDataset()), true);
    card.showChosen(all, "all", {});
    const QImage before = pictureOf(card);
    for (SamplesCard* each : {&card, &fresh}) {
      each->show(shownOf(other), true);
      each->showChosen(all, "all", {});
    }
    QVERIFY(pictureOf(card) != before);
    QCOMPARE(pictureOf(card), pictureOf(fresh));
  }

  void coloursMeanClassPredictionOrLoss() {
    project(ProjectionMethod::PrincipalComponents);
    page()->colorBar()->setCurrent(ProjectionPage::ByPrediction);
    std::int64_t predicted = 0;
    for (const SampleAnswer& each : page()->shown()->answers) predicted += each.prediction == 0;
    QVERIFY(page()->legend()->rows()[0]->accessibleName().contains(QString("%1 samples").arg(predicted)));
    page()->colorBar()->setCurrent(ProjectionPage::ByLoss);
    QVERIFY(page()->legend()->rows().empty());
    QVERIFY(!page()->cloud()->grab().isNull());
  }

  void anotherCheckpointIsAligned() {
    project(ProjectionMethod::PrincipalComponents);
    const auto before = positions();
    settle([&] {
      place_->checkpointChooser()->setCurrentIndex(place_->checkpointChooser()->currentIndex() == 0 ? 1 : 0);
    });
    QCOMPARE(page()->state(), ProjectionPage::Waiting);
    QCOMPARE(page()->layerBox()->currentData().toString(), QString("relu1"));
    project(ProjectionMethod::PrincipalComponents);
    const auto after = positions();
    // Neither a rotation by right angles nor mirroring brings it nearer.
    const double distance = distanceOf(before, after, 1, 1, false);
    for (const double x : {1.0, -1.0})
      for (const double y : {1.0, -1.0})
        for (const bool swapped : {false, true}) QVERIFY(distance <= distanceOf(before, after, x, y, swapped) * 1.0001);
  }

  void errorsAreSaidInWords() {
    QSignalSpy failed(page(), &ProjectionPage::failed);
    ProjectionSubject subject;
    subject.checkpoint = sandbox_.path("nothing.safetensors");
    subject.dataset = session_->trainingDataset();
    settle([&] { page()->setSubject(subject); });
    QCOMPARE(failed.size(), 1);
    QVERIFY(!page()->projectButton()->isEnabled());
  }

 private:
  using Positions = std::vector<QPointF>;

  ProjectionPage* page() const { return place_->projectionPage(); }
  template <class Work>
  void settle(Work work) {
    QSignalSpy settled(page(), &ProjectionPage::settled);
    work();
    QVERIFY(settled.count() > 0 || settled.wait(kPatience));
  }
  void project(ProjectionMethod method) {
    page()->methodBar()->setCurrent(static_cast<int>(method));
    if (page()->state() == ProjectionPage::Results) return;
    settle([&] { QTest::mouseClick(page()->projectButton(), Qt::LeftButton); });
    QCOMPARE(page()->state(), ProjectionPage::Results);
    QCOMPARE(page()->shown()->request.options.method, method);
  }
  std::uint32_t recordOf(int point) const {
    const ProjectionAnswer& answer = *page()->shown();
    return answer.request.dataset->recordOf(answer.request.split, answer.answers[std::size_t(point)].index);
  }
  Positions positions() const {
    Positions result;
    for (int i = 0; i < page()->cloud()->count(); ++i) {
      const float* at = page()->shown()->points.data<float>() + 2 * i;
      result.emplace_back(double(at[0]), double(at[1]));
    }
    return result;
  }
  static double distanceOf(const Positions& a, const Positions& b, double x, double y, bool swapped) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const QPointF turned(x * (swapped ? b[i].y() : b[i].x()), y * (swapped ? b[i].x() : b[i].y()));
      sum += QPointF::dotProduct(a[i] - turned, a[i] - turned);
    }
    return sum;
  }

  Sandbox sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::ProjectionPageTest)
#include "projection_page_test.moc"
