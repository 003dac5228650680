// Why: problems of a run are shown with their evidence, and each button does what it says.
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <future>
#include <set>

#include "app/workspaces/inspect/doctor_words.h"
#include "app/workspaces/inspect/evidence_view.h"
#include "app/workspaces/inspect/finding_card.h"
#include "app/workspaces/inspect/inspect_workspace.h"
#include "tests/app/app_support.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/segment_bar.h"

namespace fovea::test {

class DoctorPageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    require(session_->createProject(sandbox_->path("project"), "tiny"));
  }
  void cleanup() {
    place_.reset();
    session_.reset();
  }

  void nothingIsWrongWithAHealthyRun() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    openPage();
    QVERIFY2(page()->state() == DoctorPage::Healthy, qPrintable(words()));
    QVERIFY(words().contains("4 layers were run on"));
    QVERIFY(page()->answer()->missing.empty());
  }

  void aRateIsChangedInANewRun() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.0000001);
    openPage();
    QCOMPARE(page()->state(), DoctorPage::Findings);
    QCOMPARE(page()->cards().size(), 1);
    FindingCard* card = page()->cards().front();
    QCOMPARE(card->finding().kind, std::string("rate_too_low"));
    QVERIFY(card->evidence());
    QVERIFY(!card->evidence()->accessibleName().isEmpty());
    QCOMPARE(card->fixButtons().front()->text(), QString("Learning rate 1e-07 → 0.01 in a new run"));
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    QSignalSpy asked(place_.get(), &Workspace::placeRequested);
    QTest::mouseClick(card->fixButtons().front(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, kPatience);
    QCOMPARE(asked.front().front().toString(), QString("train"));
    QVERIFY(ended.count() > 0 || ended.wait(kPatience));
    const RunRecord& again = session_->runs()->entries().begin()->second.record;
    QCOMPARE(again.id, RunId{2});
    QCOMPARE(again.settings.learningRate, 0.01);
    QCOMPARE(again.settings.batch, std::int64_t(16));
  }

  // Its shapes fit the network, so that nothing else would refuse it.
  void aRunIsRepeatedOnItsOwnDataset() {
    trainWithoutCheckpoint();
    importData(*session_, writeMnist(sandbox_->path("other-source")), "other");
    require(await([&](const auto& done) { session_->datasets()->selectTraining("other", done); }));
    openPage();
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    Q_EMIT page()->fixWanted(anotherRate());
    QVERIFY(ended.count() > 0 || ended.wait(kPatience));
    const RunRecord again = session_->runs()->entries().begin()->second.record;
    QCOMPARE(again.id, RunId{2});
    QCOMPARE(again.dataset, std::string("varied"));
    QCOMPARE(again.settings.learningRate, 0.01);
    QCOMPARE(session_->trainingDatasetName(), std::string("varied"));
  }

  void aRunIsRepeatedFromTheWeightsThatItBeganWith() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    TrainingSettings settings;
    settings.epochs = 1;
    settings.batch = 16;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    const CheckpointRecord start = session_->runs()->find(RunId{1})->checkpoints.back();
    require(session_->startRun(settings, "second", session_->project()->checkpointPath(start)));
    QVERIFY(ended.wait(kPatience));
    const auto known = [this] {
      const RunEntry* second = session_->runs()->find(RunId{2});
      return second->record.status == RunStatus::Finished && second->checkpoints.size() == 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(known(), kPatience);
    openPage();
    QCOMPARE(page()->subject().run, RunId{2});
    Q_EMIT page()->fixWanted(anotherRate());
    QVERIFY(ended.wait(kPatience));
    QVERIFY(require(session_->project()->runs().beginning(RunId{3})).givenWeights);
    const auto& runs = session_->runs()->entries();
    QTRY_COMPARE_WITH_TIMEOUT(runs.begin()->second.record.status, RunStatus::Finished, kPatience);
    // Without these weights the new run would begin with random ones.
    RunEntry bare = *session_->runs()->find(RunId{2});
    bare.checkpoints.erase(bare.checkpoints.begin());
    session_->runs()->put(bare);
    Q_EMIT page()->fixWanted(anotherRate());
    QVERIFY2(bannerWords(*place_).contains("cannot begin again"), qPrintable(bannerWords(*place_)));
    QCOMPARE(session_->runs()->entries().size(), std::size_t(3));
  }

  void aBranchIsRepeatedFromTheWeightsThatItBeganWith() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    const RunEntry first = *session_->runs()->find(RunId{1});
    const CheckpointRecord start = first.checkpoints.front();
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->resumeRun(start, first.record.settings, "branch"));
    QVERIFY(ended.wait(kPatience));
    const auto known = [this] {
      const RunEntry* branch = session_->runs()->find(RunId{2});
      return branch && branch->record.status == RunStatus::Finished && branch->checkpoints.size() == 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(known(), kPatience);
    QCOMPARE(session_->runs()->find(RunId{2})->checkpoints.front().step, start.step);
    openPage();
    QCOMPARE(page()->subject().run, RunId{2});
    Q_EMIT page()->fixWanted(anotherRate());
    QVERIFY(ended.wait(kPatience));
    QVERIFY(require(session_->project()->runs().beginning(RunId{3})).givenWeights);
  }

  void theNetworkIsChangedAndCanBeUndone() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    const LayerId conv = session_->network().findByName("conv1")->id;
    session_->applyEdit({SetParameter{conv, "bias_value", -60.0}, "Silence"});
    const Network before = session_->network();
    train(0.01);
    openPage();
    QVERIFY2(page()->cards().size() == 1, qPrintable(words()));
    FindingCard* card = page()->cards().front();
    QCOMPARE(card->finding().kind, std::string("dead_units"));
    QCOMPARE(card->evidence()->barText(0), QString("relu1: 100 %"));
    QSignalSpy asked(place_.get(), &Workspace::placeRequested);
    QTest::mouseClick(card->fixButtons().front(), Qt::LeftButton);
    QCOMPARE(asked.front().front().toString(), QString("network"));
    QCOMPARE(session_->network().findByName("relu1")->type, std::string("leaky_relu"));
    session_->undo();
    QVERIFY(session_->network() == before);
    // If the drawing has changed since, the fix is applied to a copy of the run's network.
    session_->applyEdit({RenameNetwork{"another"}, "Rename"});
    QTest::mouseClick(card->fixButtons().front(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 2, kPatience);
    QCOMPARE(session_->project()->networks().size(), std::size_t(2));
    QCOMPARE(session_->network().findByName("relu1")->type, std::string("leaky_relu"));
  }

  void leakedSamplesAreShownAndExcluded() {
    importData(*session_, variedData(20), "leaky");
    drawNetwork(*session_);
    train(0.02);
    openPage();
    QVERIFY2(page()->cards().size() == 1, qPrintable(words()));
    FindingCard* card = page()->cards().front();
    QCOMPARE(card->finding().kind, std::string("leakage"));
    const auto records = card->finding().evidence.records;
    QVERIFY(records.size() >= 12 && records.size() <= 20);  // the others have duplicates in the validation split
    QCOMPARE(card->pictures()->count(), qint64(std::min<std::size_t>(records.size(), 10)));
    QVERIFY(!page()->samples()->isVisibleTo(page()->inspector()));
    QTest::mouseClick(card->samplesButton(), Qt::LeftButton);
    QVERIFY(page()->samples()->isVisibleTo(page()->inspector()));
    QCOMPARE(page()->samples()->count(), qint64(records.size()));
    QSignalSpy inspected(place_.get(), &InspectWorkspace::inspected);
    Q_EMIT page()->samples()->activated(2);
    QVERIFY(inspected.count() > 0 || inspected.wait(kPatience));
    const InspectionRequest& shown = place_->result()->request;
    QCOMPARE(session_->trainingDataset()->recordOf(shown.split, shown.index), records[2]);
    place_->showPage(InspectWorkspace::kDoctor);
    QCOMPARE(page()->cards().front(), card);
    QTest::mouseClick(card->fixButtons().front(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(session_->trainingDataset()->states().excluded[records.front()], kPatience);
    QTRY_VERIFY2_WITH_TIMEOUT(page()->state() == DoctorPage::Healthy, qPrintable(words()), kPatience);
  }

  void aCancelledDiagnosisShowsNothing() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    openPlace();
    QTRY_VERIFY_WITH_TIMEOUT(place_->findChild<CheckpointBox*>()->step() >= 0, kPatience);
    place_->showPage(InspectWorkspace::kDoctor);
    QCOMPARE(page()->state(), DoctorPage::Running);
    QTest::mouseClick(page()->cancelButton(), Qt::LeftButton);
    QCOMPARE(page()->state(), DoctorPage::Waiting);
    QTest::qWait(300);
    QCOMPARE(page()->state(), DoctorPage::Waiting);
    QVERIFY(!page()->answer());
    settle([&] { click(*page(), "Diagnose"); });
    QCOMPARE(page()->state(), DoctorPage::Healthy);
  }

  void aRunWithoutACheckpointIsDiagnosedToo() {
    trainWithoutCheckpoint();
    openPlace();
    QTRY_COMPARE(place_->checkpointChooser()->count(), 0);
    for (const int width : {1300, 1440, 1300}) {
      place_->resize(width, 800);
      QCoreApplication::processEvents();
      QVERIFY2(place_->pageChooser()->isVisible(), qPrintable(QString::number(width)));
    }
    settle([&] { place_->showPage(InspectWorkspace::kDoctor); });
    QVERIFY(page()->isVisible());
    QVERIFY(place_->runChooser()->isVisible());
    const QString chosen = place_->runChooser()->currentText();
    QVERIFY2(chosen.contains("no checkpoint"), qPrintable(chosen));
    QCOMPARE(page()->state(), DoctorPage::Findings);
    std::string kinds;
    for (const auto& card : page()->cards()) kinds += card->finding().kind + ' ';
    QVERIFY2(kinds.find("no_learning") != std::string::npos, kinds.c_str());
    QCOMPARE(page()->answer()->layers, std::int64_t(0));
    place_->showPage(InspectWorkspace::kLayers);
    QVERIFY(buttonOf(*place_, "Go to Train")->isVisible());
  }

  // The numbers of its samples mean others in another data set.
  void theFindingsOfADatasetDoNotOutliveIt() {
    trainWithoutCheckpoint();
    openPage();
    QVERIFY(page()->facts()->dataset);
    importData(*session_, writeMnist(sandbox_->path("other-source")), "other");
    QSignalSpy settled(page(), &DoctorPage::settled);
    require(await([&](const auto& done) { session_->datasets()->selectTraining("other", done); }));
    QVERIFY(settled.count() > 0 || settled.wait(kPatience));
    QVERIFY(!page()->facts()->dataset);
  }

  void anyRunCanBeChosen() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    train(0.0000001);
    openPage();
    QCOMPARE(place_->runChooser()->count(), 2);
    QCOMPARE(place_->runChooser()->currentIndex(), 0);
    QCOMPARE(page()->state(), DoctorPage::Findings);
    settle([&] { place_->runChooser()->setCurrentIndex(1); });
    QVERIFY2(page()->state() == DoctorPage::Healthy, qPrintable(words()));
    settle([&] { place_->runChooser()->setCurrentIndex(0); });
    QCOMPARE(page()->state(), DoctorPage::Findings);
  }

  void theFindingsOfARunAreNotShownForAnother() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    train(0.0000001);
    openPlace();
    place_->showPage(InspectWorkspace::kDoctor);
    QTRY_VERIFY_WITH_TIMEOUT(page()->facts(), kPatience);
    std::promise<void> goOn;
    session_->projectThread()->post(
        [until = std::make_shared<std::future<void>>(goOn.get_future())] { until->wait(); });
    QSignalSpy settled(page(), &DoctorPage::settled);
    place_->runChooser()->setCurrentIndex(1);
    QVERIFY(!page()->facts());
    QTest::qWait(600);
    QCOMPARE(settled.count(), 0);
    QCOMPARE(page()->state(), DoctorPage::Running);
    goOn.set_value();
    QVERIFY(settled.wait(kPatience));
    QVERIFY2(page()->state() == DoctorPage::Healthy, qPrintable(words()));
  }

  void aLaterCheckpointWaitsForAnotherDiagnosis() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.02);
    train(0.0000001);
    openPage();
    settle([&] { place_->runChooser()->setCurrentIndex(1); });
    const auto before = page()->subject().checkpoint;
    RunEntry first = *session_->runs()->find(RunId{1});
    for (CheckpointRecord& each : first.checkpoints)
      each.best = session_->project()->checkpointPath(each) != before && &each != &first.checkpoints.front();
    session_->runs()->put(first);
    QVERIFY2(page()->state() == DoctorPage::Healthy, qPrintable(words()));
    QCOMPARE(page()->subject().checkpoint, before);
    settle([&] { click(*page(), "Diagnose again"); });
    QVERIFY(page()->subject().checkpoint != before);
  }

  void withoutARunThereIsNothingToDiagnose() {
    openPlace();
    QVERIFY(buttonOf(*place_, "Go to Train"));
    QVERIFY(!page()->isVisible());
  }

  void everyTextOfCoreIsKnown() {
    const QStringList known = translatedPhrases();
    QSet<QString> used;
    for (const DiagnosisType& type : allDiagnoses()) {
      used << QString::fromUtf8(type.title);
      for (const char* text : type.texts) used << QString::fromUtf8(text);
    }
    for (const QString& text : used) QVERIFY2(known.contains(text), qPrintable(text));
    for (const QString& text : known) QVERIFY2(used.contains(text), qPrintable(text));
    QCOMPARE(phraseWords({"%1 of “%2”", {std::int64_t{1200}, std::string("relu 100%2")}}),
             QString("1,200 of “relu 100%2”"));
  }

 private:
  DoctorPage* page() const { return place_->doctorPage(); }
  QString words() const {
    QStringList all{page()->healthyState()->accessibleName()};
    for (const QLabel* label : page()->findChildren<QLabel*>())
      if (label->isVisible()) all << label->text();
    return all.join('\n');
  }
  // Images of noise with a bright square whose position is the class; `leaked` of the test images are training images.
  std::filesystem::path variedData(int leaked = 0) {
    const auto folder = sandbox_->path("source");
    const auto write = [&](const std::string& prefix, int count, auto number) {
      std::string pixels = std::string("\0\0\x08\x03", 4) + big32(std::uint32_t(count)) + big32(8) + big32(8);
      std::string labels = std::string("\0\0\x08\x01", 4) + big32(std::uint32_t(count));
      for (int i = 0; i < count; ++i) {
        Random random(17, std::uint64_t(number(i)));
        const int label = number(i) % 3;
        for (int y = 0; y < 8; ++y)
          for (int x = 0; x < 8; ++x) {
            const int top = label == 2 ? 4 : 1, left = label == 1 ? 4 : 1;
            const bool bright = y >= top && y < top + 3 && x >= left && x < left + 3;
            pixels += char(random.below(96) + (bright ? 150 : 0));
          }
        labels += char(label);
      }
      writeBytes(folder / (prefix + "-images-idx3-ubyte"), pixels);
      writeBytes(folder / (prefix + "-labels-idx1-ubyte"), labels);
    };
    write("train", 300, [](int i) { return i; });
    write("t10k", 60, [leaked](int i) { return i < leaked ? i : 3000 + i; });
    return folder;
  }
  static DiagnosisFix anotherRate() { return {{"another rate"}, SettingFix{"learning_rate", 0.0000001, 0.01}}; }
  void trainWithoutCheckpoint() {
    importData(*session_, variedData(), "varied");
    drawNetwork(*session_);
    train(0.0000001);
    RunEntry bare = *session_->runs()->find(RunId{1});
    bare.checkpoints.clear();
    session_->runs()->put(bare);
  }
  void train(double rate) {
    TrainingSettings settings;
    settings.epochs = 3;
    settings.batch = 16;
    settings.logInterval = 3;
    settings.learningRate = rate;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "first"));
    QVERIFY(ended.wait(kPatience));
    // The library reads the ended run again.
    const auto known = [this] {
      const RunEntry& newest = session_->runs()->entries().begin()->second;
      return newest.record.status == RunStatus::Finished && newest.checkpoints.size() == 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(known(), kPatience);
    QTest::qWait(200);
  }
  void openPlace() {
    place_ = std::make_unique<InspectWorkspace>(*session_);
    place_->resize(1300, 800);
    place_->show();
    place_->activate();
  }
  template <class Work>
  void settle(Work work) {
    QSignalSpy settled(page(), &DoctorPage::settled);
    work();
    QVERIFY(settled.count() > 0 || settled.wait(kPatience));
  }
  void openPage() {
    openPlace();
    settle([&] { place_->showPage(InspectWorkspace::kDoctor); });
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<InspectWorkspace> place_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::DoctorPageTest)
#include "doctor_page_test.moc"
