// Why: runs and their curves cannot be recreated; no failure of the disk or the program may lose more than the last
// moment.
#include "core/project/run_store.h"
#include "core/project/curve_decimation.h"

#include <sqlite3.h>
#include <sys/wait.h>

#include <cmath>
#include <ctime>
#include <limits>

#include "core/project/curve_decimation.h"
#include "tests/core/base/machine_speed.h"
#include "tests/core/project/full_disk.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunStoreTest : public ::testing::Test {
 protected:
  fs::path file() const { return folder_ / "runs.db"; }
  std::unique_ptr<RunStore> open(SqliteMode mode = SqliteMode::ReadWrite) {
    return valueOf(RunStore::open(file(), mode));
  }
  TemporaryFolder folder_;
};

std::vector<MetricPoint> curve(std::int64_t count) {
  std::vector<MetricPoint> points;
  for (std::int64_t i = 1; i <= count; ++i) {
    const double x = static_cast<double>(i);
    points.push_back({i, x / 100, 1 / x, 1 - 1 / x, 0.01});
  }
  return points;
}

// Runs a statement with SQLite directly, as another program would.
void executeRaw(const fs::path& file, const char* sql) {
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &connection), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(connection);
  sqlite3_close(connection);
}

TEST_F(RunStoreTest, ARunIsThereAgainAfterReopening) {
  RunDescription description = smallRun("it's \"first\"; DROP TABLE runs; --");
  description.settings.learningRate = 0.25;
  description.settings.device = "cuda:0";
  const RunId run = valueOf(open()->createRun(description));
  const auto store = open();
  const RunRecord record = valueOf(store->run(run));
  EXPECT_EQ(record.name, description.name);
  EXPECT_EQ(record.settings.learningRate, 0.25);
  EXPECT_EQ(record.settings.epochs, 3);
  EXPECT_EQ(record.device, "cuda:0");
  EXPECT_EQ(record.dataset, "small");
  EXPECT_EQ(record.status, RunStatus::Created);
  EXPECT_EQ(record.started.size(), 20u);
  EXPECT_EQ(record.finished, "");
  EXPECT_EQ(record.bestAccuracy, -1);
  EXPECT_EQ(record.epochsDone, 0);
  EXPECT_EQ(valueOf(store->network(run)), description.network);
  ASSERT_EQ(valueOf(store->runs()).size(), 1u);
}

TEST_F(RunStoreTest, RunsAreListedNewestFirstAndIdsAreNeverGivenTwice) {
  const auto store = open();
  const RunId first = valueOf(store->createRun(smallRun("one")));
  const RunId second = valueOf(store->createRun(smallRun("two")));
  expectOk(store->deleteRun(second));
  const RunId third = valueOf(store->createRun(smallRun("three")));
  EXPECT_EQ(first.index, 1);
  EXPECT_EQ(third.index, 3);
  EXPECT_EQ(valueOf(store->createRun(smallRun(), RunStatus::Created, 40)).index, 40);
  EXPECT_EQ(valueOf(store->createRun(smallRun())).index, 41);
  const auto runs = valueOf(store->runs());
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].id.index, 41);
  EXPECT_EQ(runs[3].name, "one");
}

TEST_F(RunStoreTest, WhatIsNotThereIsSaid) {
  const auto store = open();
  const RunId none{7};
  expectError(store->run(none), ErrorCode::NotFound, "no run 7");
  expectError(store->network(none), ErrorCode::NotFound);
  expectError(store->points(none), ErrorCode::NotFound);
  expectError(store->renameRun(none, "name"), ErrorCode::NotFound);
  expectError(store->deleteRun(none), ErrorCode::NotFound);
  expectError(store->setStatus(none, RunStatus::Finished), ErrorCode::NotFound);
  expectError(store->appendPoints(none, curve(1)), ErrorCode::NotFound);
  expectError(store->renameRun(valueOf(store->createRun(smallRun())), ""), ErrorCode::InvalidArgument);
}

TEST_F(RunStoreTest, StatusNameAndErrorChange) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun(), RunStatus::Running));
  expectOk(store->renameRun(run, "better name"));
  expectOk(store->setStatus(run, RunStatus::Failed, "The loss is no longer a number."));
  RunRecord record = valueOf(store->run(run));
  EXPECT_EQ(record.name, "better name");
  EXPECT_EQ(record.status, RunStatus::Failed);
  EXPECT_EQ(record.error, "The loss is no longer a number.");
  EXPECT_NE(record.finished, "");
  expectOk(store->setStatus(run, RunStatus::Running));
  record = valueOf(store->run(run));
  EXPECT_EQ(record.finished, "");
  EXPECT_EQ(record.error, "");
}

TEST_F(RunStoreTest, PointsKeepEveryNumberAndTheirOrder) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  const double infinity = std::numeric_limits<double>::infinity();
  expectOk(store->appendPoints(
      run, std::vector<MetricPoint>{{20, 0.2, std::nan(""), 0.5, 0.1}, {10, 0.1, infinity, 0.25, 1e-300}}));
  expectOk(store->appendPoints(
      run, std::vector<MetricPoint>{{20, 0.2, 0.125, 0.5, 0.1}, {30, 0.3, std::nan(""), 0.5, 0.1}}));
  const auto points = valueOf(store->points(run));
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].step, 10);
  EXPECT_EQ(points[0].loss, infinity);
  EXPECT_EQ(points[0].learningRate, 1e-300);
  EXPECT_EQ(points[1].loss, 0.125);
  EXPECT_TRUE(std::isnan(points[2].loss));
  EXPECT_EQ(valueOf(store->run(run)).lastStep, 30);
}

TEST_F(RunStoreTest, AThinnedCurveKeepsItsSpikesAndEnds) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  auto points = curve(10'000);
  points[4321].loss = 99;
  points[6789].accuracy = -5;
  points[7777].loss = std::nan("");
  expectOk(store->appendPoints(run, points));
  const auto thinned = valueOf(store->points(run, 400));
  EXPECT_LE(thinned.size(), 402u);
  EXPECT_GE(thinned.size(), 150u);
  EXPECT_EQ(thinned.front().step, 1);
  EXPECT_EQ(thinned.back().step, 10'000);
  const auto has = [&](std::int64_t step) {
    return std::any_of(thinned.begin(), thinned.end(), [&](const MetricPoint& point) { return point.step == step; });
  };
  EXPECT_TRUE(has(4322));
  EXPECT_TRUE(has(6790));
  EXPECT_TRUE(has(7778));
  EXPECT_TRUE(
      std::is_sorted(thinned.begin(), thinned.end(), [](const auto& a, const auto& b) { return a.step < b.step; }));
  EXPECT_EQ(valueOf(store->points(run, 20'000)).size(), 10'000u);
}

// Bounded for any number of points, which is not known in advance.
TEST(CurveDecimation, KeepsTheExtremesOfAnyNumberOfPoints) {
  for (const std::int64_t count : {1, 2, 400, 401, 402, 809, 1600, 1601, 4096, 99'999}) {
    std::vector<std::int64_t> places{0, count / 3, count - 1};
    // Includes each position within a stretch.
    for (std::int64_t place = 1; place < std::min<std::int64_t>(count, 40); ++place) places.push_back(place);
    for (const std::int64_t place : places) {
      SCOPED_TRACE(std::to_string(count) + " points, the lowest at " + std::to_string(place));
      CurveDecimation curve(400);
      for (std::int64_t i = 0; i < count; ++i) {
        // A non-finite value just before the lowest one does not hide it.
        const double loss = i == place ? -7 : i + 1 == place ? std::nan("") : static_cast<double>(i % 17);
        curve.add({i + 1, 0, loss, static_cast<double>(i % 5)});
      }
      const std::vector<MetricPoint> kept = std::move(curve).finish();
      if (count <= 400) {
        EXPECT_EQ(static_cast<std::int64_t>(kept.size()), count);
      }
      EXPECT_LE(kept.size(), 402u);
      EXPECT_GE(static_cast<std::int64_t>(kept.size()), std::min<std::int64_t>(count, 100));
      EXPECT_EQ(kept.front().step, 1);
      EXPECT_EQ(kept.back().step, count);
      const auto has = [&](auto&& wanted) { return std::any_of(kept.begin(), kept.end(), wanted); };
      EXPECT_TRUE(has([](const MetricPoint& point) { return point.loss == -7; }));
      if (place > 0) {
        EXPECT_TRUE(has([](const MetricPoint& point) { return std::isnan(point.loss); }));
      }
      for (std::size_t i = 1; i < kept.size(); ++i) ASSERT_LT(kept[i - 1].step, kept[i].step);
    }
  }
}

TEST_F(RunStoreTest, TheBestEpochFollowsFromTheEpochsThereAre) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  expectOk(store->recordEpoch(run, epochOf(1, 100, 0.8)));
  expectOk(store->recordEpoch(run, epochOf(2, 200, 0.9)));
  expectOk(store->recordEpoch(run, epochOf(3, 300, 0.9)));
  expectOk(store->recordEpoch(run, epochOf(4, 400, std::nan(""))));
  RunRecord record = valueOf(store->run(run));
  EXPECT_EQ(record.bestEpoch, 2);
  EXPECT_EQ(record.bestAccuracy, 0.9);
  EXPECT_EQ(record.epochsDone, 4);
  const auto epochs = valueOf(store->epochs(run));
  ASSERT_EQ(epochs.size(), 4u);
  EXPECT_EQ(epochs[0].trainLoss, 0.5);
  EXPECT_EQ(epochs[0].trainAccuracy, 0.6);
  EXPECT_EQ(epochs[0].validationLoss, 0.7);
  EXPECT_EQ(epochs[0].learningRate, 0.01);
  EXPECT_EQ(epochs[0].seconds, 12.5);
  EXPECT_TRUE(std::isnan(epochs[3].validationAccuracy));
  expectOk(store->truncateAfter(run, 100));
  record = valueOf(store->run(run));
  EXPECT_EQ(record.bestEpoch, 1);
  EXPECT_EQ(record.bestAccuracy, 0.8);
  expectOk(store->truncateAfter(run, 0));
  EXPECT_EQ(valueOf(store->run(run)).bestAccuracy, -1);
}

TEST_F(RunStoreTest, AnEpochThatIsRecordedAgainMayBeBestNoLonger) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  const auto bestAfter = [&](std::int64_t epoch, double accuracy) {
    expectOk(store->recordEpoch(run, epochOf(epoch, epoch * 10, accuracy)));
    return valueOf(store->run(run)).bestEpoch;
  };
  EXPECT_EQ(bestAfter(1, 0.5), 1);
  EXPECT_EQ(bestAfter(2, 0.9), 2);
  EXPECT_EQ(bestAfter(3, 0.9), 2) << "the earliest of equal ones";
  EXPECT_EQ(bestAfter(4, 0.7), 2);
  EXPECT_EQ(bestAfter(2, 0.1), 3);
  EXPECT_EQ(bestAfter(1, 0.9), 1);
}

// The best state may be chosen by the loss or any other metric.
TEST_F(RunStoreTest, WhatTheTrainerJudgedTheBestEpochIsTheBest) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  const double accuracies[] = {0.5, 0.7, 0.9, 0.6};
  const bool judged[] = {true, true, false, false};
  for (std::int64_t i = 0; i < 4; ++i) {
    EpochRecord epoch = epochOf(i + 1, 10 * (i + 1), accuracies[i]);
    epoch.best = judged[i];
    expectOk(store->recordEpoch(run, epoch));
    EXPECT_EQ(valueOf(store->run(run)).bestEpoch, std::min<std::int64_t>(i + 1, 2));
  }
  EXPECT_EQ(valueOf(store->run(run)).bestAccuracy, 0.7);
  expectOk(store->truncateAfter(run, 10));
  EXPECT_EQ(valueOf(store->run(run)).bestEpoch, 1);
}

TEST_F(RunStoreTest, TheBestCheckpointIsFlaggedAndTheEarliestOfEqualOnes) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  const auto add = [&](std::int64_t epoch, double accuracy) {
    expectOk(store->addCheckpoint({run, epoch, epoch * 10, "checkpoints/1/x", accuracy, 0.5, "", false}));
  };
  add(1, 0.7);
  add(2, 0.9);
  add(3, 0.9);
  add(4, -1);
  const auto best = [&] {
    std::vector<std::int64_t> epochs;
    for (const auto& checkpoint : valueOf(store->checkpoints(run)))
      if (checkpoint.best) epochs.push_back(checkpoint.epoch);
    return epochs;
  };
  EXPECT_EQ(best(), std::vector<std::int64_t>{2});
  expectOk(store->removeCheckpoint(run, 20));
  EXPECT_EQ(best(), std::vector<std::int64_t>{3});
  // A checkpoint that another program has pinned meanwhile stays.
  expectOk(open()->pinCheckpoint(run, 30, true));
  EXPECT_FALSE(valueOf(store->removeUnlessPinned(run, 30)));
  EXPECT_EQ(best(), std::vector<std::int64_t>{3});
  expectOk(open()->pinCheckpoint(run, 30, false));
  EXPECT_TRUE(valueOf(store->removeUnlessPinned(run, 30)));
  EXPECT_EQ(best(), std::vector<std::int64_t>{1});
}

TEST_F(RunStoreTest, HistoryIsCopiedUpToAStepAndDeletedWithItsRun) {
  const auto store = open();
  const RunId from = valueOf(store->createRun(smallRun("from")));
  const RunId to = valueOf(store->createRun(smallRun("to")));
  expectOk(store->appendPoints(from, curve(20)));
  expectOk(store->recordEpoch(from, epochOf(1, 10, 0.8)));
  expectOk(store->recordEpoch(from, epochOf(2, 20, 0.9)));
  expectOk(store->addMark(from, 5, "Learning rate set to 0.001"));
  expectOk(store->addMark(from, 15, "later"));
  expectOk(store->copyHistory(from, to, 10));
  expectOk(store->deleteRun(from));
  EXPECT_EQ(valueOf(store->points(to)).size(), 10u);
  EXPECT_EQ(valueOf(store->epochs(to)).size(), 1u);
  ASSERT_EQ(valueOf(store->marks(to)).size(), 1u);
  EXPECT_EQ(valueOf(store->marks(to))[0].text, "Learning rate set to 0.001");
  EXPECT_EQ(valueOf(store->run(to)).bestAccuracy, 0.8);
  expectError(store->points(from), ErrorCode::NotFound);
}

TEST_F(RunStoreTest, AReaderSeesWhatAWriterWritesAndCannotWrite) {
  const auto writer = open();
  const RunId run = valueOf(writer->createRun(smallRun(), RunStatus::Running));
  const auto reader = open(SqliteMode::ReadOnly);
  expectOk(writer->appendPoints(run, curve(5)));
  EXPECT_EQ(valueOf(reader->points(run)).size(), 5u);
  expectError(reader->renameRun(run, "name"), ErrorCode::PermissionDenied, "runs.db");
  EXPECT_EQ(valueOf(reader->run(run)).status, RunStatus::Running);
  reader->tellInterrupted();
  EXPECT_EQ(valueOf(reader->run(run)).status, RunStatus::Interrupted);
  EXPECT_EQ(valueOf(writer->run(run)).status, RunStatus::Running);
}

TEST_F(RunStoreTest, SettingsOfAnotherVersionTakeDefaultsAndTheRunStaysListed) {
  const RunId run = valueOf(open()->createRun(smallRun()));
  executeRaw(file(), "UPDATE runs SET settings = '{\"epochs\": 7, \"batch\": \"many\", \"moon_phase\": 3}'");
  const RunRecord record = valueOf(open()->run(run));
  EXPECT_EQ(record.settings.epochs, 7);
  EXPECT_EQ(record.settings.batch, TrainingSettings().batch);
}

TEST_F(RunStoreTest, ANewerStoreIsLeftAsItIs) {
  valueOf(open()->createRun(smallRun()));
  executeRaw(file(), "PRAGMA user_version = 1000; PRAGMA wal_checkpoint(TRUNCATE);");
  const std::string before = readBytes(file());
  expectError(RunStore::open(file()), ErrorCode::NewerVersion, "runs.db");
  EXPECT_EQ(readBytes(file()), before);
}

TEST_F(RunStoreTest, WhatIsNoStoreIsCorrupt) {
  writeBytes(folder_ / "text.db", std::string(5000, 'x'));
  expectError(RunStore::open(folder_ / "text.db"), ErrorCode::Corrupt, "text.db");
  EXPECT_EQ(readBytes(folder_ / "text.db"), std::string(5000, 'x'));
  executeRaw(folder_ / "foreign.db", "CREATE TABLE recipes (name TEXT)");
  expectError(RunStore::open(folder_ / "foreign.db"), ErrorCode::Corrupt, "foreign.db");
}

TEST_F(RunStoreTest, ADamagedPageIsFound) {
  {
    const auto store = open();
    const RunId run = valueOf(store->createRun(smallRun()));
    expectOk(store->appendPoints(run, curve(2000)));
    expectOk(store->checkIntegrity());
  }
  std::string bytes = readBytes(file());
  ASSERT_GT(bytes.size(), 40'000u);
  for (std::size_t at = 20'000; at < 32'000; ++at) bytes[at] = static_cast<char>(at * 31);
  writeBytes(file(), bytes);
  const auto store = RunStore::open(file());
  if (store.ok())
    expectError((*store)->checkIntegrity(), ErrorCode::Corrupt, "runs.db");
  else
    expectError(store, ErrorCode::Corrupt, "runs.db");
}

TEST_F(RunStoreTest, AFullDiskLosesOnlyWhatDidNotFit) {
  FullDisk disk(std::int64_t{1} << 30);
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  expectOk(store->appendPoints(run, curve(100)));
  auto more = curve(50'000);
  disk.setBytesLeft(20'000);
  expectError(store->appendPoints(run, more), ErrorCode::NoSpace, "disk is full");
  EXPECT_EQ(valueOf(store->points(run)).size(), 100u);
  disk.setBytesLeft(0);
  expectError(store->recordEpoch(run, epochOf(1, 100, 0.5)), ErrorCode::NoSpace);
  disk.setBytesLeft(std::int64_t{1} << 30);
  expectOk(store->appendPoints(run, more));
  EXPECT_EQ(valueOf(store->points(run)).size(), 50'000u);
  expectOk(store->checkIntegrity());
}

TEST_F(RunStoreTest, AKilledWriterLeavesAWholeStore) {
  const RunId run = valueOf(open()->createRun(smallRun(), RunStatus::Running));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto store = RunStore::open(file());
    if (store.ok() && (*store)->appendPoints(run, curve(500)).ok()) {
      sqlite3* connection = nullptr;
      sqlite3_open(file().c_str(), &connection);
      sqlite3_exec(connection, "BEGIN IMMEDIATE; INSERT INTO points (run, step) VALUES (1, 777777);", nullptr, nullptr,
                   nullptr);
    }
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto store = open();
  expectOk(store->checkIntegrity());
  EXPECT_EQ(valueOf(store->points(run)).size(), 500u);
  expectOk(store->markInterrupted());
  EXPECT_EQ(valueOf(store->run(run)).status, RunStatus::Interrupted);
}

TEST_F(RunStoreTest, APointCostsLessThanTwentyMicroseconds) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer costs more than a point.";
#endif
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun()));
  const auto points = curve(50'000);
  const double start = processorSeconds();
  for (std::size_t first = 0; first < points.size(); first += 100)
    expectOk(store->appendPoints(run, std::span(points).subspan(first, 100)));
  const double microseconds = (processorSeconds() - start) * 1e6 / 50'000;
  RecordProperty("microseconds_per_point", std::to_string(microseconds));
  EXPECT_LT(microseconds, 20);
}

TEST_F(RunStoreTest, OtherMetricsAreKeptToo) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun("one"))), other = valueOf(store->createRun(smallRun("two")));
  std::vector<MetricPoint> points = curve(40);
  for (MetricPoint& point : points) point.metrics = {{"psnr", static_cast<double>(point.step)}, {"top5", 0.5}};
  expectOk(store->appendPoints(run, points));
  EpochRecord epoch{.epoch = 1, .step = 40, .trainLoss = 1, .validationLoss = 2};
  epoch.trainMetrics = {{"psnr", 20.5}};
  epoch.validationMetrics = {{"psnr", 19.5}, {"top5", 0.25}};
  expectOk(store->recordEpoch(run, epoch));
  expectOk(store->copyHistory(run, other, 40));
  for (const RunId each : {run, other}) {
    const auto read = valueOf(store->points(each));
    ASSERT_EQ(read.size(), 40u);
    EXPECT_EQ(read[6].metrics, (MetricValues{{"psnr", 7.0}, {"top5", 0.5}}));
    const auto epochs = valueOf(store->epochs(each));
    ASSERT_EQ(epochs.size(), 1u);
    EXPECT_EQ(epochs[0].trainMetrics, epoch.trainMetrics);
    EXPECT_EQ(epochs[0].validationMetrics, epoch.validationMetrics);
  }
  const auto few = valueOf(store->points(run, 12));
  EXPECT_LT(few.size(), 40u);
  for (const MetricPoint& point : few) EXPECT_EQ(point.metrics[0].second, static_cast<double>(point.step));
  expectOk(store->truncateAfter(run, 10));
  EXPECT_EQ(valueOf(store->points(run)).back().metrics.size(), 2u);
  EXPECT_TRUE(valueOf(store->epochs(run)).empty());
  expectOk(store->deleteRun(run));
}

TEST_F(RunStoreTest, WithoutAccuracyTheLowestLossIsTheBest) {
  const auto store = open();
  const RunId run = valueOf(store->createRun(smallRun("regression")));
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const double losses[] = {0.5, 0.2, 0.3, 0.2};
  for (std::int64_t i = 0; i < 4; ++i) {
    expectOk(store->recordEpoch(run, {.epoch = i + 1,
                                      .step = 10 * (i + 1),
                                      .trainAccuracy = nothing,
                                      .validationLoss = losses[i],
                                      .validationAccuracy = nothing}));
    CheckpointRecord checkpoint;
    checkpoint.run = run;
    checkpoint.epoch = i + 1;
    checkpoint.step = 10 * (i + 1);
    checkpoint.file = "checkpoints/" + std::to_string(i);
    checkpoint.loss = losses[i];
    expectOk(store->addCheckpoint(checkpoint));
  }
  EXPECT_EQ(valueOf(store->run(run)).bestEpoch, 2);
  EXPECT_EQ(valueOf(store->run(run)).bestAccuracy, -1) << "there is none";
  const auto checkpoints = valueOf(store->checkpoints(run));
  for (const CheckpointRecord& checkpoint : checkpoints) EXPECT_EQ(checkpoint.best, checkpoint.epoch == 2);
}

TEST_F(RunStoreTest, AStoreOfTheFirstVersionIsBroughtUpToDate) {
  {
    const auto store = open();
    const RunId run = valueOf(store->createRun(smallRun("old")));
    expectOk(store->appendPoints(run, curve(5)));
  }
  executeRaw(
      file(),
      "DROP INDEX ranked_checkpoints; DROP TABLE validations; ALTER TABLE checkpoints DROP COLUMN retired_score; "
      "ALTER TABLE checkpoints DROP COLUMN retired_by; DROP TABLE layer_records; DROP TABLE layer_frames; DROP TABLE "
      "point_metrics; "
      "DROP TABLE epoch_metrics; ALTER TABLE epochs DROP COLUMN recorded; "
      "ALTER TABLE marks DROP COLUMN recorded; DROP TABLE changes; DROP TABLE trials; DROP TABLE sweeps; "
      "ALTER TABLE runs DROP COLUMN grouped; ALTER TABLE runs DROP COLUMN origin; "
      "ALTER TABLE runs DROP COLUMN begun_settings; ALTER TABLE runs DROP COLUMN begun_step; "
      "ALTER TABLE runs DROP COLUMN given_weights; ALTER TABLE runs DROP COLUMN removed; "
      "ALTER TABLE checkpoints DROP COLUMN pinned; "
      "ALTER TABLE checkpoints DROP COLUMN score; PRAGMA user_version = 1");
  const auto store = open();
  const auto points = valueOf(store->points(RunId{1}));
  EXPECT_EQ(points.size(), 5u);
  EXPECT_TRUE(points[0].metrics.empty());
  EXPECT_FALSE(valueOf(store->beginning(RunId{1})).known);
  EXPECT_TRUE(valueOf(store->changes(RunId{1})).empty());
}

}  // namespace
}  // namespace fovea::test
