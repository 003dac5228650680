// Why: a project is opened completely or not at all, and Home shows the reason for a failure.
#include <QPointer>
#include <QSignalSpy>
#include <future>

#include "app/main_window.h"
#include "app/workspaces/home/home_workspace.h"
#include "app/workspaces/home/project_card.h"
#include "core/project/example_project.h"
#include "core/project/run_export.h"
#include "tests/app/app_support.h"
#include "widgets/theme/theme.h"

namespace fovea::test {

class SessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    sandbox_ = std::make_unique<Sandbox>();
    session_ = std::make_unique<Session>(testBackends());
    qunsetenv("FOVEA_FASHION_MNIST");
  }
  void cleanup() {
    session_.reset();
    sandbox_.reset();
    qunsetenv("FOVEA_FASHION_MNIST");
  }

  void nothingIsOpenAtFirst() {
    QVERIFY(!session_->project());
    QVERIFY(session_->recentProjects().isEmpty());
    QVERIFY(!session_->saveNetwork().ok());
    QVERIFY(!await([&](const auto& done) { session_->datasets()->select("any", done); }).ok());
    QVERIFY(!session_->startRun({}, "first").ok());
  }

  void aCancelledExampleOpensNothingAndGoesOnTheSecondTime() {
    useOwnFashionMnist();
    Job* job = session_->openExample("fashion-lenet", sandbox_->path("example"));
    job->cancel();
    QCOMPARE(outcomeOf(job).error().code, ErrorCode::Cancelled);
    QVERIFY(!session_->project());
    QVERIFY(session_->recentProjects().isEmpty());

    const Status again = outcomeOf(session_->openExample("fashion-lenet", sandbox_->path("example")));
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
    QCOMPARE(session_->project()->name(), std::string("fashion-lenet"));
    QVERIFY(session_->dataset());
    QCOMPARE(session_->dataset()->info().samples(), 3100);
    QCOMPARE(session_->network().layers().size(), std::size_t(9));
    QCOMPARE(session_->recentProjects(), QStringList{sandbox_->text("example")});
  }

  void anExampleThatIsOpenAlreadyStaysOpen() {
    useOwnFashionMnist();
    require(outcomeOf(session_->openExample("fashion-lenet", sandbox_->path("example"))));
    const Project* before = session_->project();
    require(outcomeOf(session_->openExample("fashion-lenet", sandbox_->path("example"))));
    QCOMPARE(session_->project(), before);
  }

  void anExampleWithoutItsDataSaysHowToGetIt() {
    qputenv("FOVEA_FASHION_MNIST", sandbox_->text("nowhere").toUtf8());
    const Status status = outcomeOf(session_->openExample("fashion-lenet", sandbox_->path("example")));
    QVERIFY(!status.ok());
    QVERIFY(QString::fromStdString(status.error().text()).contains("FOVEA_FASHION_MNIST"));
    QVERIFY(!session_->project());
    QVERIFY(!std::filesystem::exists(sandbox_->path("example")));
  }

  // The example's data is available, but the open project must not be closed during a run.
  void anExampleIsNotOpenedWhileARunGoesOn() {
    useOwnFashionMnist();
    makeProject(*session_, *sandbox_, "tiny");
    startLongRun();
    const Status status = outcomeOf(session_->openExample("fashion-lenet", sandbox_->path("example")));
    QVERIFY(!status.ok());
    QCOMPARE(session_->project()->name(), std::string("tiny"));
    stopRun();
  }

  void whatIsOpenStaysOpenWhileARunGoesOn() {
    require(session_->createProject(sandbox_->path("other"), "other"));
    makeProject(*session_, *sandbox_, "tiny");
    startLongRun();
    for (const Status& status :
         {session_->openProject(sandbox_->path("other")), session_->createProject(sandbox_->path("third"), "third")}) {
      QVERIFY(!status.ok());
      QVERIFY(QString::fromStdString(status.error().text()).contains("run is under way"));
    }
    QVERIFY(!std::filesystem::exists(sandbox_->path("third")));
    const Status second = session_->startRun(session_->project()->settings(), "second");
    QVERIFY(!second.ok());
    QCOMPARE(session_->project()->name(), std::string("tiny"));
    stopRun();
    require(session_->openProject(sandbox_->path("other")));
  }

  void aProjectThatAnotherHasOpensForReadingAndSaysWho() {
    require(session_->createProject(sandbox_->path("first"), "first"));
    Session other(testBackends());
    require(other.openProject(sandbox_->path("first")));
    QVERIFY(other.readOnly() && other.heldElsewhere());
    QVERIFY2(QString::fromStdString(other.heldElsewhere()->text()).contains("open in another window of this program"),
             other.heldElsewhere()->text().c_str());
    // Opening the same folder in the same program is no error.
    require(session_->openProject(sandbox_->path("first")));
    QVERIFY(!session_->readOnly());
    session_.reset();
    require(other.openProject(sandbox_->path("first")));
    QVERIFY(!other.readOnly() && !other.heldElsewhere());
  }

  // A read-only project could not store the drawing, which must not be lost.
  void aDrawingWithoutAProjectKeepsFromOpeningOneForReading() {
    require(session_->createProject(sandbox_->path("first"), "first"));
    Session other(testBackends());
    drawNetwork(other);
    const Status status = other.openProject(sandbox_->path("first"));
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::AlreadyExists);
    QVERIFY(!other.project());
    QVERIFY(!other.network().layers().empty());
  }

  void theLatestProjectComesFirst() {
    for (const char* name : {"a", "b", "c"}) require(session_->createProject(sandbox_->path(name), name));
    require(session_->openProject(sandbox_->path("a")));
    QCOMPARE(session_->recentProjects(), (QStringList{sandbox_->text("a"), sandbox_->text("c"), sandbox_->text("b")}));
  }

  void aProjectIsTakenOutOfTheListAndItsFolderStays() {
    for (const char* name : {"a", "b"}) require(session_->createProject(sandbox_->path(name), name));
    ThemeManager themes(*qApp);
    MainWindow window(*session_, themes);
    window.show();
    window.showPlace("home");
    auto* home = window.workspace("home");
    click(*home, "Take a out of the list");
    QTRY_COMPARE(session_->recentProjects(), QStringList{sandbox_->text("b")});
    QVERIFY(std::filesystem::exists(sandbox_->path("a") / "project.json"));
    click(*home, "Undo");
    QVERIFY(session_->recentProjects().contains(sandbox_->text("a")));
  }

  // A run that trains changes with each epoch: a card that were replaced would lose a click, or the focus of the keys.
  void theCardOfAProjectStaysWhenItsRunsChange() {
    makeProject(*session_, *sandbox_, "tiny");
    HomeWorkspace home(*session_);
    home.show();
    QPointer<ProjectCard> card = home.findChild<ProjectCard*>();
    QVERIFY(card);
    QTRY_COMPARE(card->figures(), QString("0 runs"));
    const RunDescription description{"tiny", session_->network(), {}, "shades"};
    session_->runs()->refresh(require(session_->project()->runs().createRun(description, RunStatus::Finished)));
    QTRY_VERIFY(!card || card->figures() == QString("1 run"));
    QVERIFY(card && card->isVisible());
  }

  void aDamagedProjectIsSaidInHomeAndNothingElseIsLost() {
    makeProject(*session_, *sandbox_, "good");
    const Network drawn = session_->network();
    {
      Session other(testBackends());
      require(other.createProject(sandbox_->path("bad"), "bad"));
    }
    writeBytes(sandbox_->path("bad") / "project.json", "{\"format\": \"fovea-pro");
    ThemeManager themes(*qApp);
    MainWindow window(*session_, themes);
    window.show();
    window.openProject(sandbox_->text("bad"));
    QTRY_VERIFY(bannerOf(*window.workspace("home")));
    QCOMPARE(window.currentPlace(), QString("home"));
    QVERIFY2(bannerWords(*window.workspace("home")).contains("project.json"),
             qPrintable(bannerWords(*window.workspace("home"))));
    QCOMPARE(session_->project()->name(), std::string("good"));
    // The window has arranged the layers meanwhile.
    QCOMPARE(session_->network().layers().size(), drawn.layers().size());
    // Opening another project removes the message.
    window.openProject(sandbox_->text("good"));
    QTRY_COMPARE(window.currentPlace(), QString("network"));
    window.showPlace("home");
    QVERIFY2(bannerWords(*window.workspace("home")).isEmpty(), qPrintable(bannerWords(*window.workspace("home"))));
  }

  void aNetworkIsComparedWithTheDataThatAreTrainedOn() {
    makeProject(*session_, *sandbox_, "tiny");
    QVERIFY(session_->report().ok());
    importData(*session_, writeMnist(sandbox_->path("larger"), 60, 30, 12, 5), "larger");
    QCOMPARE(session_->dataset()->info().samples(), 90);
    QVERIFY2(session_->report().ok(), "it is only looked at");
    require(await([&](const auto& done) { session_->datasets()->selectTraining("larger", done); }));
    QVERIFY(!session_->report().ok());
    QCOMPARE(session_->report().problems.front().message,
             std::string("It expects samples of 1×8×8, but those of “larger” are 1×12×12."));
    const Status refused = session_->startRun(session_->project()->settings(), "first");
    QVERIFY(!refused.ok());
    QVERIFY(QString::fromStdString(refused.error().message).contains("1×12×12"));
    QSignalSpy changes(session_.get(), &Session::networkChanged);
    while (const NetworkProblem* problem = session_->report().obstacle()) {
      QVERIFY2(!problem->fixes.empty() && changes.count() < 5, problem->message.c_str());
      session_->applyEdit(problem->fixes.front().edit);
    }
    QVERIFY(session_->report().ok());
    QCOMPARE(changes.count(), 2);  // two problems: the size, and two more classes
    require(await([&](const auto& done) { session_->datasets()->selectTraining("shades", done); }));
    QVERIFY(!session_->report().ok());
    // The message uses the data set's name in the project.
    require(await([&](const auto& done) { session_->datasets()->rename("shades", "patterns", done); }));
    QVERIFY2(session_->report().problems.front().message.find("“patterns”") != std::string::npos,
             session_->report().problems.front().message.c_str());
  }

  void anEditOfTheDataThatAreTrainedOnReachesTraining() {
    makeProject(*session_, *sandbox_, "tiny");
    QCOMPARE(session_->trainingDataset(), session_->dataset());
    importData(*session_, writeMnist(sandbox_->path("other"), 60, 30), "other");
    QSignalSpy changes(session_.get(), &Session::trainingDatasetChanged);
    require(await([&](const auto& done) {
      session_->datasets()->edit({EditKind::Exclude, {0}, kNoLabel, Split::Train}, done);
    }));
    QCOMPARE(changes.count(), 0);
    QCOMPARE(session_->trainingDataset()->info().excluded, 0);
    require(await([&](const auto& done) { session_->datasets()->select("shades", done); }));
    require(await([&](const auto& done) {
      session_->datasets()->edit({EditKind::Exclude, {0}, kNoLabel, Split::Train}, done);
    }));
    QCOMPARE(changes.count(), 1);
    QCOMPARE(session_->trainingDataset()->info().excluded, 1);
  }

  void aDataSetThatIsTrainedOnIsNotRemovedUnderTheRun() {
    makeProject(*session_, *sandbox_, "tiny");
    importData(*session_, writeMnist(sandbox_->path("other"), 60, 30), "other");
    startLongRun();
    const auto refused =
        await<Result<RemovedDataset>>([&](const auto& done) { session_->datasets()->remove("shades", done); });
    QVERIFY(!refused.ok());
    QVERIFY2(refused.error().message.find("run is under way") != std::string::npos, refused.error().message.c_str());
    const RemovedDataset other =
        require(await<Result<RemovedDataset>>([&](const auto& done) { session_->datasets()->remove("other", done); }));
    QVERIFY(other.inTrash && other.selected && !other.trained);
    stopRun();
    const RemovedDataset removed =
        require(await<Result<RemovedDataset>>([&](const auto& done) { session_->datasets()->remove("shades", done); }));
    QVERIFY(removed.trained);
    QVERIFY(!session_->startRun(session_->project()->settings(), "none").ok());
    require(await([&](const auto& done) { session_->datasets()->restore(removed, done); }));
    QCOMPARE(session_->trainingDatasetName(), std::string("shades"));
  }

  // The device is reserved while the network is written, and then while the record of the run is.
  void aRunThatIsStoppedWhileItsNetworkIsSavedDoesNotBegin() {
    makeProject(*session_, *sandbox_, "tiny");
    settle(*session_);
    std::promise<void> goOn;
    session_->projectThread()->post([until = std::make_shared<std::future<void>>(goOn.get_future())] {
      until->wait();
      return Status();
    });
    session_->applyEdit({RenameNetwork{"another"}, "Rename"});
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    QSignalSpy refused(session_.get(), &Session::runNotStarted);
    require(session_->startRun(settings, "long"));
    QVERIFY(session_->training()->active());
    session_->training()->stopAll();
    goOn.set_value();
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, kPatience);
    QVERIFY(!session_->training()->active());
    QVERIFY(require(session_->project()->runs().runs()).empty());
    // Another run is not stopped by it.
    startLongRun();
    stopRun();
  }

  void aDamagedNetworkIsSaidAndKept() {
    makeProject(*session_, *sandbox_, "first");
    damageNetwork();
    QVERIFY(session_->networks()->damage());
    QVERIFY(session_->network().layers().empty());
    // A new drawing does not overwrite the damaged file.
    drawNetwork(*session_);
    QVERIFY(!session_->networks()->damage());
    require(session_->saveNetwork());
    int kept = 0;
    for (const auto& entry : std::filesystem::directory_iterator(session_->project()->folder()))
      if (entry.path().filename().string().find("damaged") != std::string::npos) ++kept;
    QCOMPARE(kept, 1);
  }

  void aDamagedNetworkIsNotReplacedByThatOfAnotherProgram() {
    makeProject(*session_, *sandbox_, "first");
    RunStore& store = session_->project()->runs();
    require(store.createRun({"ours", session_->network(), {}, "shades"}, RunStatus::Finished));
    EventLog log;
    log.scalars.push_back({1.7e9, 1, "train/loss", 0.5});
    require(importRun(store, log, "theirs"));
    damageNetwork();
    QVERIFY(session_->networks()->damage());
    QVERIFY(!session_->networks()->damage()->states.empty());
    QCOMPARE(session_->networks()->damage()->states.back().origin, std::string("ours"));
  }

  void aDatasetThatIsGoneIsSaid() {
    makeProject(*session_, *sandbox_, "first");
    const auto folder = session_->dataset()->folder();
    session_.reset();
    std::filesystem::remove_all(folder);
    session_ = std::make_unique<Session>(testBackends());
    require(session_->openProject(sandbox_->path("first")));
    QVERIFY(!session_->dataset());
    QVERIFY(session_->datasetError().has_value());
    QVERIFY(!session_->startRun(session_->project()->settings(), "first").ok());
  }

  void aClosedWindowLosesNoEdit() {
    makeProject(*session_, *sandbox_, "first");
    session_->applyEdit({RenameNetwork{"just now"}, "Rename"});
    session_.reset();
    session_ = std::make_unique<Session>(testBackends());
    require(session_->openProject(sandbox_->path("first")));
    QCOMPARE(session_->network().name(), std::string("just now"));
  }

  void aRunThatGoesOnWhenTheProgramEndsCanBeContinued() {
    makeProject(*session_, *sandbox_, "first");
    startLongRun();
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > 5, kPatience);
    session_.reset();
    session_ = std::make_unique<Session>(testBackends());
    require(session_->openProject(sandbox_->path("first")));
    const RunRecord run = require(session_->project()->runs().runs()).front();
    const auto checkpoints = require(session_->project()->runs().checkpoints(run.id));
    QVERIFY(!checkpoints.empty());
    require(session_->resumeRun(checkpoints.back(), run.settings, run.name));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->snapshot()->step > checkpoints.back().step, kPatience);
    stopRun();
  }

 private:
  // Damages the current network's file of the project "first" while it is closed, and opens it again.
  void damageNetwork() {
    const auto file = session_->project()->networkFile();
    session_.reset();
    writeBytes(file, "{\"format\": ");
    session_ = std::make_unique<Session>(testBackends());
    require(session_->openProject(sandbox_->path("first")));
  }
  // 2,500 images for training and 600 for testing, in the form of Fashion-MNIST.
  void useOwnFashionMnist() {
    writeMnist(sandbox_->path("fashion"), 2500, 600, 28, 10);
    qputenv("FOVEA_FASHION_MNIST", sandbox_->text("fashion").toUtf8());
  }
  static Status outcomeOf(Job* job) {
    std::optional<Status> outcome;
    connect(job, &Job::finished, job, [&outcome](const Status& status) { outcome = status; });
    if (!QTest::qWaitFor([&] { return outcome.has_value(); }, kPatience)) qFatal("the job does not end");
    return *outcome;
  }
  void startLongRun() {
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    require(session_->startRun(settings, "long"));
    QTRY_VERIFY_WITH_TIMEOUT(session_->training()->active() && session_->training()->snapshot()->step > 0, kPatience);
  }
  void stopRun() {
    session_->training()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!session_->training()->active(), kPatience);
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<Session> session_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::SessionTest)
#include "session_test.moc"
