// Jobs are listed and cancelled one by one, and delay neither the window's requests nor the run.
#include <QLabel>
#include <QSemaphore>
#include <QToolButton>
#include <QtConcurrent/QtConcurrentRun>
#include <stdexcept>

#include "app/job_list.h"
#include "app/status_strip.h"
#include "tests/app/window_test.h"

namespace fovea::test {
namespace {

// Runs until it or `release` is cancelled.
Job::Work endless(CancelToken release = {}) {
  return [release](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
    progress({"Counting", 1, 4});
    while (!cancel.cancelled() && !release.cancelled()) QThread::msleep(2);
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Cancelled.");
    return {};
  };
}

std::shared_ptr<std::optional<Status>> outcomeOf(Job* job) {
  auto outcome = std::make_shared<std::optional<Status>>();
  QObject::connect(job, &Job::finished, [outcome](const Status& status) { *outcome = status; });
  return outcome;
}

}  // namespace

class JobsTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  void cancelStopsTheJobThatItNames() {
    const auto first = outcomeOf(session_->jobs()->start("Import of cats", endless()));
    const auto second = outcomeOf(session_->jobs()->start("Import of dogs", endless()));
    auto* strip = window_->findChild<JobStrip*>();
    QVERIFY(strip->isVisible());
    click(*strip, "2 jobs: show all jobs");
    QTRY_VERIFY(strip->list()->isVisible());
    QCOMPARE(strip->list()->findChildren<JobRow*>().size(), 2);
    click(*strip->list(), "Cancel: Import of dogs");
    QTRY_VERIFY_WITH_TIMEOUT(second->has_value(), kPatience);
    QCOMPARE((*second)->error().code, ErrorCode::Cancelled);
    QVERIFY(!first->has_value());
    QCOMPARE(session_->jobs()->running().size(), 1);
    strip->list()->hide();
    click(*strip, "Cancel: Import of cats");
    QTRY_VERIFY_WITH_TIMEOUT(first->has_value(), kPatience);
    QTRY_VERIFY(!strip->isVisible());
  }

  void aRunIsSeenBesideAJob() {
    makeProject(*session_, *sandbox_, "tiny");
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    require(session_->startRun(settings, "the long run"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active() && session_->training()->snapshot()->step > 0, kPatience);
    Job* job = session_->jobs()->start("Import of cats", endless());
    QVERIFY(visibleWords().contains("the long run"));
    QVERIFY(buttonOf(*window_, "Import of cats: show all jobs"));
    // Cancel ends only the job; the run continues.
    const auto ended = outcomeOf(job);
    click(*window_, "Cancel: Import of cats");
    QTRY_VERIFY_WITH_TIMEOUT(ended->has_value(), kPatience);
    QVERIFY(session_->training()->active());
    session_->training()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
  }

  // Requests of the window use the global thread pool.
  void manyJobsHoldUpNoQuestion() {
    const CancelToken release;
    std::vector<std::shared_ptr<std::optional<Status>>> outcomes;
    for (int i = 0; i < 4 * QThread::idealThreadCount() + 8; ++i)
      outcomes.push_back(outcomeOf(session_->jobs()->start(QString("Job %1").arg(i), endless(release))));
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().first()->progress() > 0, kPatience);
    std::atomic<bool> answered = false;
    const auto question = QtConcurrent::run([&answered] { answered = true; });
    QTRY_VERIFY_WITH_TIMEOUT(answered, 2000);
    release.cancel();
    for (const auto& outcome : outcomes) QTRY_VERIFY_WITH_TIMEOUT(outcome->has_value(), kPatience);
    for (const auto& outcome : outcomes) QVERIFY((*outcome)->ok());
  }

  void aJobThatWaitsForAThreadEndsAtOnceWhenItIsCancelled() {
    const CancelToken release;
    Job* last = nullptr;
    for (int i = 0; i < 4 * QThread::idealThreadCount() + 8; ++i)
      last = session_->jobs()->start("Job", endless(release));
    QCOMPARE(last->stage(), QString("Waiting for other jobs"));
    const auto outcome = outcomeOf(last);
    last->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(outcome->has_value(), 1000);
    QCOMPARE((*outcome)->error().code, ErrorCode::Cancelled);
    release.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(session_->jobs()->running().isEmpty(), kPatience);
  }

  // A stage that took long says nothing about the speed of the next one.
  void theTimeLeftIsThatOfTheStage() {
    Job* job = session_->jobs()->start("Import of cats",
                                       [](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                         progress({"Unpacking", 1, 100});
                                         QThread::msleep(3000);
                                         progress({"Unpacking", 100, 100});
                                         QThread::msleep(100);
                                         progress({"Reading samples", 1, 100});
                                         QThread::msleep(100);
                                         progress({"Reading samples", 50, 100});
                                         while (!cancel.cancelled()) QThread::msleep(2);
                                         return fail(ErrorCode::Cancelled, "Cancelled.");
                                       });
    double left = -1;
    connect(job, &Job::progressChanged, this, [&left, job] {
      if (left < 0 && job->progress() == 0.5) left = job->secondsLeft();
    });
    QTRY_VERIFY_WITH_TIMEOUT(left >= 0, kPatience);
    QVERIFY2(left < 2, qPrintable(QString::number(left)));
    const auto ended = outcomeOf(job);
    job->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(ended->has_value(), kPatience);
  }

  void whatAJobThrowsIsItsError() {
    const auto thrown = outcomeOf(session_->jobs()->start(
        "Throw", [](const ProgressFunction&, const CancelToken&) -> Status { throw std::runtime_error("a fault"); }));
    const auto memory = outcomeOf(session_->jobs()->start(
        "Memory", [](const ProgressFunction&, const CancelToken&) -> Status { throw std::bad_alloc(); }));
    QTRY_VERIFY_WITH_TIMEOUT(thrown->has_value() && memory->has_value(), kPatience);
    QVERIFY(QString::fromStdString((*thrown)->error().text()).contains("a fault"));
    QCOMPARE((*memory)->error().code, ErrorCode::OutOfMemory);
  }

 private:
  QString visibleWords() const {
    QStringList words;
    for (const auto* label : window_->findChild<StatusStrip*>()->findChildren<QLabel*>())
      if (label->isVisible()) words << label->text();
    return words.join('\n');
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::JobsTest)
#include "jobs_test.moc"
