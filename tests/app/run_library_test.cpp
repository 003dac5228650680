// Why: many views show records and curves of runs; they match
// the store, and the main thread does not read the disk.
#include <QSignalSpy>

#include "app/bridge/run_library.h"
#include "core/network/standard_networks.h"
#include "tests/app/app_support.h"

namespace fovea::test {

class RunLibraryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    project_ = require(Project::create(sandbox_->path("project"), "project"));
    thread_ = std::make_unique<ProjectThread>();
    thread_->setProject(require(project_->twin()));
    library_ = std::make_unique<RunLibrary>(*thread_);
    for (int run = 1; run <= 3; ++run) makeRun(run * 100);
    library_->show(require(readRunEntries(project_->runs())));
  }
  void cleanup() {
    library_.reset();
    thread_.reset();
    project_.reset();
    sandbox_.reset();
  }

  void theNewestRunComesFirst() {
    const auto records = library_->records();
    QCOMPARE(records.size(), std::size_t(3));
    QCOMPARE(records.front().id, RunId{3});
    QCOMPARE(records.back().lastStep, 100);
    QVERIFY(!library_->find(RunId{4}));
  }

  void runsAreAddedChangedAndRemovedByTheirIds() {
    QSignalSpy added(library_.get(), &RunLibrary::runAdded), changed(library_.get(), &RunLibrary::runChanged),
        removed(library_.get(), &RunLibrary::runRemoved), replaced(library_.get(), &RunLibrary::replaced);
    const RunId run = makeRun(5);
    library_->refresh(run);
    QTRY_COMPARE(added.size(), 1);
    QCOMPARE(added[0][0].value<RunId>(), run);
    require(project_->runs().renameRun(RunId{2}, "other"));
    library_->refresh(RunId{2});
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].value<RunId>(), RunId{2});
    QCOMPARE(library_->find(RunId{2})->record.name, std::string("other"));
    library_->remove({RunId{1}});
    QTRY_COMPARE(removed.size(), 1);
    QVERIFY(!library_->find(RunId{1}));
    QTRY_VERIFY(!project_->runs().run(RunId{1}).ok());
    QCOMPARE(added.size() + changed.size() + removed.size() + replaced.size(), 3);
  }

  void whatTheStoreDoesNotKnowAnyMoreIsRemoved() {
    require(project_->runs().deleteRun(RunId{3}));
    library_->refresh(RunId{3});
    QTRY_VERIFY(!library_->find(RunId{3}));
    QCOMPARE(library_->entries().size(), std::size_t(2));
  }

  void aRunThatGoesOnIsNotDeletedAndTheReasonIsTold() {
    require(project_->runs().setStatus(RunId{2}, RunStatus::Running));
    QSignalSpy failed(library_.get(), &RunLibrary::failed);
    library_->remove({RunId{2}});
    QTRY_COMPARE(failed.size(), 1);
    QTRY_VERIFY(library_->find(RunId{2}));
  }

  void whatIsProbablyWantedNextIsReadBehindWhatIsAskedFor() {
    std::vector<std::int64_t> told;
    library_->prepare(RunId{1});
    library_->prepare(RunId{9});  // a missing run
    library_->history(RunId{3}, this, [&](const Result<RunLibrary::History>& history) {
      told.push_back(require(history)->run.lastStep);
    });
    library_->prepare(RunId{2});
    QTRY_COMPARE(library_->kept().size(), std::size_t(3));
    QCOMPARE(told, (std::vector<std::int64_t>{300}));
    QCOMPARE(library_->kept().front(), RunId{2});
    bool atOnce = false;
    library_->history(RunId{2}, this, [&](const Result<RunLibrary::History>& history) { atOnce = history.ok(); });
    QVERIFY(atOnce);
  }

  void curvesAreReadOnceAndReadAgainWhenTheRunChanges() {
    QCOMPARE(ask(RunId{2}), 200);
    bool atOnce = false;
    library_->history(RunId{2}, this, [&atOnce](const auto&) { atOnce = true; });
    QVERIFY(atOnce);
    require(project_->runs().appendPoints(RunId{2}, std::vector<MetricPoint>{{201}}));
    library_->touch(RunId{2});
    QCOMPARE(ask(RunId{2}), 201);
  }

  void anAnswerThatIsOvertakenByAChangeIsNotKept() {
    int answers = 0;
    library_->history(RunId{1}, this, [&answers](const auto&) { ++answers; });
    library_->touch(RunId{1});
    QTRY_COMPARE(answers, 1);
    QVERIFY(library_->kept().empty());
  }

  void theCurvesThatWereSeenLongestAgoGo() {
    library_->setMostPoints(550);
    for (const int run : {1, 2, 3}) ask(RunId{run});
    QCOMPARE(library_->kept(), (std::vector<RunId>{RunId{3}, RunId{2}}));
    ask(RunId{2});
    QCOMPARE(library_->kept(), (std::vector<RunId>{RunId{2}, RunId{3}}));
    ask(RunId{1});
    QCOMPARE(library_->kept(), (std::vector<RunId>{RunId{1}, RunId{2}}));
  }

  void whoHasWithdrawnOrGoneIsNotAnswered() {
    int answers = 0;
    auto gone = std::make_unique<QObject>();
    library_->history(RunId{1}, gone.get(), [&answers](const auto&) { ++answers; });
    library_->history(RunId{2}, this, [&answers](const auto&) { ++answers; });
    library_->history(RunId{3}, library_.get(), [&answers](const auto&) { answers += 10; });
    gone.reset();
    library_->withdraw(this);
    QTRY_COMPARE(answers, 10);
    QTRY_VERIFY(!thread_->busy());
    QCOMPARE(answers, 10);
  }

  void nothingOfAnEarlierProjectIsTold() {
    int answers = 0;
    library_->history(RunId{1}, this, [&answers](const auto&) { ++answers; });
    library_->refresh(RunId{1});
    library_->show({});
    QTRY_VERIFY(!thread_->busy());
    QCOMPARE(answers, 0);
    QVERIFY(library_->entries().empty());
  }

  void whatARunCannotTellIsAnError() {
    std::optional<ErrorCode> code;
    library_->history(RunId{77}, this, [&code](const Result<RunLibrary::History>& history) {
      if (!history.ok()) code = history.error().code;
    });
    QTRY_VERIFY(code.has_value());
    QCOMPARE(*code, ErrorCode::NotFound);
  }

  void workThatThrowsBecomesAnError() {
    std::optional<Status> outcome;
    thread_->run([]() -> Status { throw std::bad_alloc(); }, this,
                 [&outcome](const Status& status) { outcome = status; });
    QTRY_VERIFY(outcome.has_value());
    QCOMPARE(outcome->error().code, ErrorCode::OutOfMemory);
    // The thread continues to work.
    QCOMPARE(ask(RunId{1}), 100);
  }

  void withoutAProjectItIsSaid() {
    thread_->setProject(nullptr);
    std::optional<ErrorCode> code;
    thread_->ask([](Project& project) { return project.deleteRun(RunId{1}); }, this,
                 [&code](const Status& status) { code = status.error().code; });
    QTRY_VERIFY(code.has_value());
    QCOMPARE(*code, ErrorCode::InvalidArgument);
  }

 private:
  RunId makeRun(int points) {
    const RunId run = require(project_->runs().createRun({"run", Network(), {}, "data"}, RunStatus::Finished));
    std::vector<MetricPoint> curve(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) curve[static_cast<std::size_t>(i)].step = i + 1;
    require(project_->runs().appendPoints(run, curve));
    return run;
  }
  // Returns the run's number of points.
  int ask(RunId run) {
    int points = -1;
    library_->history(run, this, [&points](const Result<RunLibrary::History>& history) {
      points = static_cast<int>(require(history)->points.size());
    });
    if (!QTest::qWaitFor([&points] { return points >= 0; }, kPatience)) qFatal("no answer");
    return points;
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Project> project_;
  std::unique_ptr<ProjectThread> thread_;
  std::unique_ptr<RunLibrary> library_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::RunLibraryTest)
#include "run_library_test.moc"
