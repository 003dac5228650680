// Closing the window, or opening another project, reports everything that is still running and waits for it.
#include <QLabel>

#include "app/workspaces/network/code_edit.h"
#include "app/workspaces/network/network_text_view.h"
#include "app/workspaces/network/network_workspace.h"
#include "tests/app/window_test.h"
#include "widgets/canvas/network_canvas.h"

namespace fovea::test {

class EndingTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    openWindow();
    require(session_->createProject(sandbox_->path("other"), "other"));
    makeProject(*session_, *sandbox_, "tiny");
  }
  void cleanup() { closeWindow(); }

  void aWindowWithNothingUnderWayCloses() {
    window_->close();
    QTRY_VERIFY(!window_->isVisible());
    QVERIFY(!dialog());
  }

  void closingSaysWhatAJobDoesAndCancelKeepsIt() {
    startJob("Import of cats");
    window_->close();
    QVERIFY(window_->isVisible());
    QTRY_VERIFY(dialog());
    QVERIFY2(wordsOf(*dialog()).contains("Import of cats"), qPrintable(wordsOf(*dialog())));
    click(*dialog(), "Cancel");
    QTRY_VERIFY(!dialog());
    QVERIFY(window_->isVisible());
    QCOMPARE(session_->jobs()->running().size(), 1);
  }

  void stopAndCloseEndsARunWithACheckpointAndTheJobs() {
    startRun();
    startJob("Import of cats");
    window_->close();
    QTRY_VERIFY(dialog());
    QVERIFY2(wordsOf(*dialog()).contains("long"), qPrintable(wordsOf(*dialog())));
    click(*dialog(), "Stop and close");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
    QVERIFY(!session_->training()->active());
    QVERIFY(session_->jobs()->running().isEmpty());
    const RunRecord run = require(session_->project()->runs().runs()).front();
    QVERIFY(!require(session_->project()->runs().checkpoints(run.id)).empty());
  }

  void stopAndCloseEndsASweepOfShortRuns() {
    SweepPlan plan;
    plan.axes = {require(drawnAxis("learning_rate=log:0.0001..0.1"))};
    plan.draws = 1000;
    plan.settings.set("epochs", std::int64_t{1});
    require(session_->startSweep(plan));
    QTRY_VERIFY_WITH_TIMEOUT(session_->runs()->entries().size() > 2, kPatience);
    window_->close();
    QTRY_VERIFY(dialog() || !window_->isVisible());
    if (dialog()) click(*dialog(), "Stop and close");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
    QVERIFY(!session_->training()->active());
    QVERIFY(session_->sweeps()->goingOn().empty());
  }

  void closeWhenDoneWaitsForAJob() {
    const CancelToken done = startJob("Import of cats");
    window_->close();
    QTRY_VERIFY(dialog());
    click(*dialog(), "Close when done");
    QTest::qWait(100);
    QVERIFY(window_->isVisible());
    done.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
  }

  // The run stays paused and visible until there is space, or the user gives up the unsaved data.
  void closingOnAFullDiskWaitsUntilThereIsRoom() {
    startRun();
    const auto blocked = blockCheckpoints();
    window_->close();
    QTRY_VERIFY(dialog());
    click(*dialog(), "Stop and close");
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && wordsOf(*dialog()).contains("Make room"), kPatience);
    QVERIFY(session_->training()->snapshot()->unsaved);
    QVERIFY(window_->isVisible());
    // The text is longer than the previous one, and must not be cut off.
    for (const auto* label : dialog()->findChildren<QLabel*>())
      if (label->isVisible() && label->wordWrap())
        QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    // Another attempt fails: the run stays paused, with the message.
    click(*dialog(), "Try again");
    QTest::qWait(300);
    QVERIFY(window_->isVisible() && dialog() && wordsOf(*dialog()).contains("Make room"));
    unblock(blocked);
    click(*dialog(), "Try again");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
    const RunRecord run = require(session_->project()->runs().runs()).front();
    QCOMPARE(run.status, RunStatus::Stopped);
    QVERIFY(!require(session_->project()->runs().checkpoints(run.id)).empty());
  }

  void aRunThatCannotBeSavedIsSavedAsSoonAsThereIsRoom() {
    startRun();
    const auto blocked = blockCheckpoints();
    window_->close();
    QTRY_VERIFY(dialog());
    click(*dialog(), "Stop and close");
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->unsaved, kPatience);
    unblock(blocked);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
  }

  void whatCannotBeSavedIsGivenUpOnlyWhenAPersonSaysSo() {
    startRun();
    blockCheckpoints();
    window_->close();
    QTRY_VERIFY(dialog());
    click(*dialog(), "Stop and close");
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && wordsOf(*dialog()).contains("Make room"), kPatience);
    click(*dialog(), "End without saving");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
    QVERIFY(!session_->training()->active());
  }

  void aTextThatIsNoNetworkIsThereAgainAfterARestart() {
    typeNonsense();
    const auto folder = session_->project()->folder();
    window_->close();
    QTRY_VERIFY(!window_->isVisible());
    closeWindowOnly();
    session_ = std::make_unique<Session>(testBackends());
    window_ = std::make_unique<MainWindow>(*session_, *themes_);
    window_->show();
    require(session_->openProject(folder));
    window_->showPlace("network");
    QVERIFY(text()->edit()->toPlainText().contains("nonsense"));
    QVERIFY(text()->holdsMore() && !text()->status().isEmpty());
    QVERIFY(!session_->network().layers().empty());
    QVERIFY2(text()->conflict()->title().contains("kept"), qPrintable(text()->conflict()->title()));
    // After the correction it is a network, and no longer a draft.
    text()->edit()->replaceText(text()->edit()->toPlainText().remove("nonsense "));
    QTRY_VERIFY(!text()->holdsMore());
    QTRY_VERIFY(!std::filesystem::exists(session_->project()->networkFile().string() + ".draft"));
  }

  void aTextThatCannotBeKeptIsNotLostWithoutAWord() {
    // A folder that is not empty cannot be replaced.
    std::filesystem::create_directories(session_->project()->networkFile().string() + ".draft/full");
    typeNonsense();
    window_->close();
    QTRY_VERIFY(dialog());
    QVERIFY2(wordsOf(*dialog()).contains("is no network yet"), qPrintable(wordsOf(*dialog())));
    click(*dialog(), "Cancel");
    QTRY_VERIFY(!dialog());
    QVERIFY(text()->edit()->toPlainText().contains("nonsense"));
    window_->close();
    click(*dialog(), "Stop and close");
    QTRY_VERIFY(!window_->isVisible());
  }

  void aTextThatIsNoNetworkStaysWhileAnotherNetworkIsLookedAt() {
    typeNonsense();
    require(await([&](const auto& done) { session_->networks()->duplicate(done); }));
    QVERIFY(!text()->edit()->toPlainText().contains("nonsense"));
    QVERIFY(text()->unsaved().isEmpty());  // it is on the disk
    require(await(
        [&](const auto& done) { session_->networks()->select(session_->project()->networks().front().file, done); }));
    QVERIFY(text()->edit()->toPlainText().contains("nonsense"));
  }

  void aProjectIsNotChangedUnderItsJobs() {
    const CancelToken done = startJob("Import of cats");
    const Status refused = session_->openProject(sandbox_->path("other"));
    QVERIFY(!refused.ok());
    QVERIFY2(QString::fromStdString(refused.error().text()).contains("Import of cats"), refused.error().text().c_str());
    window_->openProject(sandbox_->text("other"));
    QTRY_VERIFY(dialog());
    QCOMPARE(session_->project()->name(), std::string("tiny"));
    click(*dialog(), "Go on when done");
    QTest::qWait(100);
    QCOMPARE(session_->project()->name(), std::string("tiny"));
    done.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(session_->project()->name(), std::string("other"), kPatience);
  }

  void aResultNeverLandsInAnotherProject() {
    const auto folder = session_->project()->newDatasetFolder("view");
    const CancelToken done = startJob("Write a view", [this, folder] {
      require(await([&](const auto& kept) { session_->datasets()->keep("view", folder, kept); }));
    });
    window_->openProject(sandbox_->text("other"));
    QTRY_VERIFY(dialog());
    click(*dialog(), "Go on when done");
    done.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(session_->project()->name(), std::string("other"), kPatience);
    QVERIFY(!session_->project()->manifest().find("view"));
    require(session_->openProject(sandbox_->path("tiny")));
    QVERIFY(session_->project()->manifest().find("view"));
  }

  void stopAndGoOnStopsARunBeforeAnotherProject() {
    startRun();
    window_->openProject(sandbox_->text("other"));
    QTRY_VERIFY(dialog());
    click(*dialog(), "Stop and go on");
    QTRY_COMPARE_WITH_TIMEOUT(session_->project()->name(), std::string("other"), kPatience);
  }

  // Events of a previous project's run are not shown.
  void anotherProjectBeginsWithNothingOfTheLast() {
    TrainingSettings settings;
    settings.epochs = 1;
    settings.batch = 16;
    require(session_->startRun(settings, "first run"));
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
    auto* place = static_cast<NetworkWorkspace*>(window_->workspace("network"));
    window_->showPlace("network");
    place->canvas()->setSelection({session_->network().layers().front().id});
    QVERIFY(wordsOf(*window_).contains("first run"));
    require(session_->openProject(sandbox_->path("other")));
    QVERIFY(place->canvas()->selection().isEmpty());
    QVERIFY(session_->training()->snapshot()->state == WorkerState::Idle);
    window_->showPlace("home");
    QVERIFY(!wordsOf(*window_).contains("first run"));
    // The next run is shown again.
    require(session_->openProject(sandbox_->path("tiny")));
    require(session_->startRun(settings, "second run"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->state == WorkerState::Finished, kPatience);
  }

 private:
  EndingDialog* dialog() const {
    for (auto* found : window_->findChildren<EndingDialog*>())
      if (found->isVisible()) return found;
    return nullptr;
  }
  static QString wordsOf(const QWidget& place) {
    QStringList words;
    for (const auto* label : place.findChildren<QLabel*>())
      if (label->isVisible()) words << label->text();
    return words.join('\n');
  }
  // Ends when it or the returned token is cancelled.
  CancelToken startJob(const QString& title, std::function<void()> then = {}) {
    const CancelToken done;
    Job* job = session_->jobs()->start(title, [done](const ProgressFunction&, const CancelToken& cancel) -> Status {
      while (!cancel.cancelled() && !done.cancelled()) QThread::msleep(2);
      if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Cancelled.");
      return {};
    });
    connect(job, &Job::finished, this, [then](const Status& status) {
      if (status.ok() && then) then();
    });
    return done;
  }
  // Makes checkpoints fail by replacing their folder with a file.
  std::filesystem::path blockCheckpoints() {
    session_->training()->pause();  // while no checkpoint is being written
    if (!QTest::qWaitFor([&] { return session_->training()->snapshot()->state == WorkerState::Paused; }, kPatience))
      qFatal("the run does not pause");
    const RunRecord run = require(session_->project()->runs().runs()).front();
    const auto folder = session_->project()->checkpointFolder(run.id);
    std::filesystem::remove_all(folder);
    writeBytes(folder, "in the way");
    return folder;
  }
  static void unblock(const std::filesystem::path& folder) {
    std::filesystem::remove(folder);
    std::filesystem::create_directories(folder);
  }
  void closeWindowOnly() {
    window_.reset();
    session_.reset();
  }
  void startRun() {
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    require(session_->startRun(settings, "long"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active() && session_->training()->snapshot()->step > 0, kPatience);
  }
  NetworkTextView* text() const { return static_cast<NetworkWorkspace*>(window_->workspace("network"))->text(); }
  void typeNonsense() {
    window_->showPlace("network");
    static_cast<NetworkWorkspace*>(window_->workspace("network"))->setView(NetworkView::Text);
    text()->edit()->setFocus();
    QTest::keyClicks(text()->edit(), "nonsense ");
    QTRY_VERIFY(text()->holdsMore() && !text()->status().isEmpty());
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::EndingTest)
#include "ending_test.moc"
