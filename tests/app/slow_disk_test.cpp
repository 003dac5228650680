// Why: the window never waits for the disk, measured as a number: on a disk whose writes take 200 ms, with a project of
// 500 runs, no user action waits for it on the main thread. With FOVEA_SLOW_DISK_FULL=1 each of the 500 runs has
// 100,000 points (2 GB, and minutes to create: set QTEST_FUNCTION_TIMEOUT).
#include <QSignalSpy>
#include <atomic>
#include <chrono>
#include <thread>

#include "app/main_window.h"
#include "app/workspaces/data/data_workspace.h"
#include "app/workspaces/data/dataset_menu.h"
#include "core/network/standard_networks.h"
#include "core/project/run_recorder.h"
#include "tests/app/gap_meter.h"
#include "tests/app/window_test.h"

namespace {

std::atomic<int> syncMilliseconds{0};
std::atomic<int> syncs{0};

// Is not ended by a signal, as usleep() is.
void sleepFor(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

int syncSlowly(long call, int descriptor) {
  ++syncs;
  sleepFor(syncMilliseconds);
  return static_cast<int>(::syscall(call, descriptor));
}

}  // namespace

// Replaces the C library's function for the whole program: Fovea, SQLite, LMDB and Qt.
extern "C" int fsync(int descriptor) {
  return syncSlowly(SYS_fsync, descriptor);
}
extern "C" int fdatasync(int descriptor) {
  return syncSlowly(SYS_fdatasync, descriptor);
}

namespace fovea::test {
namespace {

constexpr int kSlowSync = 200;  // milliseconds
constexpr double kLimitMilliseconds = 50;
constexpr int kRuns = 500;
constexpr int kPoints = 200;
constexpr int kLongRuns = 3;
constexpr int kLongPoints = 100000;
constexpr int kRest = 300;  // milliseconds after an answer that are measured with it

}  // namespace

class SlowDiskTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { openWindow(); }
  void cleanup() {
    syncMilliseconds = 0;
    closeWindow();
  }

  // A window that computes or sleeps for longer than the limit must be found out.
  void theMeterMeasuresComputingAndSleeping() {
    GapMeter meter;
    meter.start();
    runEvents(kRest);
    QVERIFY2(meter.longestOwn().own() < kLimitMilliseconds, qPrintable(meter.longestOwn().text()));
    constexpr double kTooLong = 1.2 * kLimitMilliseconds;
    meter.say("computing");
    QTimer::singleShot(0, this, [] { ThrottleMeter::compute(kTooLong); });
    runEvents(kRest);
    meter.say("sleeping");
    QTimer::singleShot(0, this, [] { sleepFor(kTooLong); });
    runEvents(kRest);
    meter.stop();
    QCOMPARE_GT(meter.byOccasion().at("computing").own(), kLimitMilliseconds);
    QCOMPARE_GT(meter.byOccasion().at("sleeping").own(), kLimitMilliseconds);
  }

  void theWindowNeverWaitsForTheDisk() {
    makeProject(*session_, *sandbox_, "large");
    trainOnce();
    fillWithRuns(*session_->project());
    require(session_->createProject(sandbox_->path("small"), "small"));
    settle(*session_);
    runEvents(kRest);
    meter_.start();
    syncMilliseconds = kSlowSync;
    syncs = 0;

    perform("opening", [&] {
      session_->openProject(sandbox_->path("large"), [this](const Status& status) { answered(status); });
    });
    QCOMPARE(session_->runs()->entries().size(), std::size_t(kRuns + kLongRuns + 1));
    for (const char* place : {"data", "network", "train", "inspect", "home", "train"})
      during(QString("a visit to ") + place, [&] { window_->showPlace(place); });
    perform("saving", [&] {
      rename("saved");
      session_->saveNetwork([this](const Status& status) { answered(status); });
    });
    during("autosaving", [&] {
      rename("saved by itself");
      waitUntil([&] { return !session_->document().modified(); });
    });
    during("starting", [&] {
      require(session_->startRun(longRun(), "started"));
      waitUntil([&] { return session_->training()->snapshot()->step > 20; });
    });
    const RunId started = session_->training()->snapshot()->run;
    during("stopping", [&] { stop(); });
    waitUntil([&] { return session_->runs()->lastCheckpoint(started) != nullptr; });
    during("resuming", [&] {
      require(session_->resumeRun(*session_->runs()->lastCheckpoint(started), longRun(), "started"));
      waitUntil([&] { return session_->training()->active(started); });
      runEvents(kRest);
    });
    during("stopping again", [&] { stop(); });
    during("branching", [&] {
      const auto first = session_->runs()->find(started)->checkpoints.front();
      require(session_->resumeRun(first, longRun(), "branch"));
      waitUntil([&] { return session_->training()->active(); });
      runEvents(kRest);
      stop();
    });
    during("deleting a run", [&] {
      session_->runs()->remove({RunId{5}});
      waitUntil([&] { return !session_->runs()->find(RunId{5}); });
    });
    changeNetworks();
    changeDatasets();
    during("a choice", [&] {
      window_->close();
      window_->show();
    });
    perform("opening another project", [&] {
      session_->openProject(sandbox_->path("small"), [this](const Status& status) { answered(status); });
    });
    meter_.stop();
    qInfo("%d times the disk was waited for; ticks: %d", syncs.load(), meter_.ticks());
    for (const auto& [occasion, gap] : meter_.byOccasion()) qInfo("%s", qPrintable(gap.text()));
    qInfo("longest gap: %s", qPrintable(meter_.longest().text()));
    qInfo("longest gap of the window's own doing: %.1f ms, of %s", meter_.longestOwn().own(),
          qPrintable(meter_.longestOwn().text()));
    QVERIFY2(syncs > 20, "the disk was not slow");
    QVERIFY(meter_.longestOwn().own() < kLimitMilliseconds);
  }

 private:
  void changeNetworks() {
    NetworkService& networks = *session_->networks();
    const auto done = [this](const Status& status) { answered(status); };
    perform("adding a network", [&] { networks.add(require(standardNetwork("lenet")), "Open", done); });
    perform("selecting a network", [&] { networks.select(session_->project()->networks().front().file, done); });
    perform("duplicating a network", [&] { networks.duplicate(done); });
    std::filesystem::path kept;
    perform("removing a network", [&] {
      networks.remove([&](const Result<std::filesystem::path>& removed) {
        kept = require(removed);
        answered({});
      });
    });
    perform("putting back a network", [&] { networks.restore(kept, done); });
    perform("renaming a network", [&] { networks.rename("renamed", done); });
    perform("saving as a file", [&] { networks.saveTo(sandbox_->path("elsewhere.json"), done); });
    perform("opening a file", [&] { networks.open(sandbox_->path("elsewhere.json"), "Open", done); });
  }

  void changeDatasets() {
    DatasetService& datasets = *session_->datasets();
    const auto done = [this](const Status& status) { answered(status); };
    const auto importer = require(findImporter("idx"));
    const auto target = session_->project()->newDatasetFolder("other");
    syncMilliseconds = 0;
    require(
        runImport(*importer, target, writeMnist(sandbox_->path("other-source"), 60, 30), {{"name", "other"}}, {}, {}));
    syncMilliseconds = kSlowSync;
    runEvents(kRest);
    meter_.skip();
    perform("adding a data set", [&] { datasets.add("other", target, done); });
    perform("selecting a data set", [&] { datasets.select("shades", done); });
    perform("training on a data set", [&] { datasets.selectTraining("other", done); });
    perform("editing a data set", [&] { datasets.edit({EditKind::Exclude, {0, 1}, kNoLabel, Split::Train}, done); });
    perform("undoing an edit", [&] { datasets.undoEdit(done); });
    perform("renaming a data set", [&] { datasets.rename("other", "another", done); });
    RemovedDataset gone;
    perform("removing a data set", [&] {
      datasets.remove("another", [&](const Result<RemovedDataset>& removed) {
        gone = require(removed);
        answered({});
      });
    });
    perform("putting back a data set", [&] { datasets.restore(gone, done); });
  }

  // 500 runs with curves, some or all of which are long.
  static void fillWithRuns(Project& project) {
    const Network network = require(project.loadNetwork());
    const bool full = qEnvironmentVariableIsSet("FOVEA_SLOW_DISK_FULL");
    RunId first;
    for (int run = 0; run < kRuns + kLongRuns; ++run) {
      const RunId id = require(project.runs().createRun({"run " + std::to_string(run), network, {}, "shades"},
                                                        RunStatus::Finished, project.lowestFreeRunId()));
      if (full && run > 0) {
        require(project.runs().copyHistory(first, id, kLongPoints));
        continue;
      }
      if (run == 0) first = id;
      std::vector<MetricPoint> points(run < kLongRuns ? kLongPoints : kPoints);
      for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {static_cast<std::int64_t>(i + 1), static_cast<double>(i) / 100, 2.0 / static_cast<double>(i + 1)};
      require(project.runs().appendPoints(id, points));
    }
    qInfo("runs.db: %.0f MB", static_cast<double>(std::filesystem::file_size(project.runs().file())) / 1e6);
  }

  void trainOnce() {
    TrainingSettings settings = longRun();
    settings.epochs = 2;
    require(session_->startRun(settings, "first"));
    waitUntil([&] { return !session_->training()->active(); });
  }
  static TrainingSettings longRun() {
    TrainingSettings settings;
    settings.epochs = 100000;
    settings.batch = 16;
    return settings;
  }
  void stop() {
    session_->training()->stop();
    waitUntil([&] { return !session_->training()->active(); });
  }
  static void waitUntil(const std::function<bool()>& done) {
    if (!runEventsUntil(done, kPatience)) qFatal("what was awaited has not come");
  }
  void rename(const std::string& name) { session_->applyEdit({RenameNetwork{name}, "Rename"}); }

  void during(const QString& what, const std::function<void()>& work) {
    meter_.say(what);
    work();
    runEvents(kRest);
    waitUntil([&] { return isSettled(*session_); });
  }
  // For work that calls answered() when it is done.
  void perform(const QString& what, const std::function<void()>& work) {
    answer_.reset();
    during(what, [&] {
      work();
      waitUntil([&] { return answer_.has_value(); });
    });
    require(*answer_);
  }
  void answered(const Status& status) { answer_ = status; }

  GapMeter meter_;
  std::optional<Status> answer_;
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::SlowDiskTest)
#include "slow_disk_test.moc"
