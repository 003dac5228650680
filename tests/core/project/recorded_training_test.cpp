// Why: training, recording and going on work together, and the records of a run are enough to repeat it.
#include "core/backends/device.h"
#include "core/project/run_recorder.h"
#include "tests/core/project/project_support.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

constexpr std::int64_t kNever = 1 << 20;

// The complete process: train, record, end the program in the middle, continue, and get the numbers of an uninterrupted
// run.
class RecordedTrainingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    expectOk(project_->addDataset("small", makeDataset(project_->newDatasetFolder("small"), {23, 9, 4})));
    registerReferenceBackend(backends_);
    plan_.network = smallNetwork();
    plan_.settings.epochs = 3;
    plan_.settings.batch = 4;
    plan_.settings.logInterval = 2;
    plan_.settings.device = "reference";
    const std::shared_ptr<Dataset> data = valueOf(project_->openDataset("small"));
    plan_.source = data;
    plan_.datasetPath = data->folder();
  }
  std::shared_ptr<Device> device() { return valueOf(backends_.open("reference")); }
  RunDescription description() const { return {"run", plan_.network, plan_.settings, "small"}; }

  // Trains until `stopStep` steps or all epochs are done; returns the last checkpoint.
  static CheckpointRecord train(Trainer& trainer, RunRecorder& recorder, std::int64_t stopStep) {
    CheckpointRecord last;
    while (trainer.position().step < stopStep) {
      const TrainingUpdate update = valueOf(trainer.advance());
      expectOk(recorder.record(update));
      if (update.epoch) last = valueOf(recorder.saveCheckpoint(valueOf(trainer.checkpoint())));
      if (update.finished) {
        expectOk(recorder.setStatus(RunStatus::Finished));
        return last;
      }
    }
    return valueOf(recorder.saveCheckpoint(valueOf(trainer.checkpoint())));
  }

  // Goes on with a run as the terminal and the worker do.
  std::unique_ptr<RunRecorder> goOn(RunId run, const Trainer& trainer, std::int64_t step) {
    auto recorder = valueOf(RunRecorder::resume(*project_, run, step, trainer.settings()));
    expectOk(recorder->confirm());
    expectOk(recorder->keepChanges(trainer.position()));
    return recorder;
  }
  RunStore& runs() { return project_->runs(); }
  Checkpoint lastOf(RunId run) {
    return valueOf(readCheckpoint(project_->checkpointPath(valueOf(runs().lastCheckpoint(run)).value())));
  }

  TemporaryFolder folder_;
  std::unique_ptr<Project> project_ = valueOf(Project::create(folder_ / "project", "test"));
  BackendRegistry backends_;
  TrainingPlan plan_;
};

TEST_F(RecordedTrainingTest, AResumedRunHasTheCurvesOfOneThatNeverStopped) {
  const auto whole = valueOf(RunRecorder::begin(*project_, description()));
  train(*valueOf(Trainer::create(plan_, device())), *whole, kNever);

  RunId run;
  CheckpointRecord stopped;
  {
    const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
    run = recorder->run();
    stopped = train(*valueOf(Trainer::create(plan_, device())), *recorder, 9);
  }
  EXPECT_EQ(valueOf(project_->runs().run(run)).status, RunStatus::Interrupted);
  const Checkpoint checkpoint = valueOf(readCheckpoint(project_->checkpointPath(stopped)));
  const auto recorder = valueOf(RunRecorder::resume(*project_, run, checkpoint.position.step, plan_.settings));
  train(*valueOf(Trainer::resume(plan_, checkpoint, device())), *recorder, kNever);

  const auto wholePoints = valueOf(project_->runs().points(whole->run()));
  const auto points = valueOf(project_->runs().points(run));
  ASSERT_EQ(points.size(), wholePoints.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].step, wholePoints[i].step);
    EXPECT_EQ(points[i].loss, wholePoints[i].loss);
  }
  const auto wholeEpochs = valueOf(project_->runs().epochs(whole->run()));
  const auto epochs = valueOf(project_->runs().epochs(run));
  ASSERT_EQ(epochs.size(), 3u);
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    EXPECT_EQ(epochs[i].validationLoss, wholeEpochs[i].validationLoss);
    EXPECT_EQ(epochs[i].trainLoss, wholeEpochs[i].trainLoss);
  }
  EXPECT_EQ(valueOf(project_->runs().run(run)).status, RunStatus::Finished);
}

TEST_F(RecordedTrainingTest, ADamagedCheckpointIsNamed) {
  const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
  const auto trainer = valueOf(Trainer::create(plan_, device()));
  const fs::path file = project_->checkpointPath(train(*trainer, *recorder, 9));
  const std::string whole = readBytes(file);
  writeBytes(file, whole.substr(0, whole.size() / 2));
  expectError(readCheckpoint(file), ErrorCode::Corrupt, file.filename().string());
  writeBytes(file, std::string(64, '\xff') + whole.substr(64));
  expectError(readCheckpoint(file), ErrorCode::Corrupt, file.filename().string());
}

// A run that is lengthened after its end is repeated exactly by its records.
TEST_F(RecordedTrainingTest, ALengthenedRunCanBeRepeated) {
  plan_.settings.epochs = 2;
  plan_.settings.schedule = "cosine";
  RunId run;
  {
    const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
    run = recorder->run();
    train(*valueOf(Trainer::create(plan_, device())), *recorder, kNever);
  }
  const Checkpoint stop = lastOf(run);
  TrainingPlan longer = plan_;
  longer.settings.epochs = 4;
  {
    const auto trainer = valueOf(Trainer::resume(longer, stop, device()));
    train(*trainer, *goOn(run, *trainer, stop.position.step), kNever);
  }
  const auto changes = valueOf(runs().changes(run));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].step, stop.position.step);
  EXPECT_EQ(changes[0].setting, "epochs");
  EXPECT_EQ(changes[0].value, FieldValue(std::int64_t{4}));
  EXPECT_EQ(valueOf(runs().run(run)).settings.epochs, 4);

  TrainingPlan again = plan_;
  again.settings = valueOf(runs().beginning(run)).settings;
  EXPECT_EQ(again.settings.epochs, 2);
  const auto repeated = valueOf(Trainer::create(again, device()));
  while (!valueOf(repeated->advance()).finished) continue;
  EXPECT_EQ(repeated->position().step, changes[0].step);
  expectOk(repeated->change(changes[0].setting, changes[0].value));
  while (!valueOf(repeated->advance()).finished) continue;
  expectSameState(lastOf(run), valueOf(repeated->checkpoint()));
}

// A repetition stops early, too, and goes on by the change that the records name.
TEST_F(RecordedTrainingTest, ARunThatWentOnAfterAnEarlyStopCanBeRepeated) {
  plan_.settings.epochs = 10;
  plan_.settings.stopPatience = 2;
  plan_.settings.stopMinimum = 100;  // never reached
  RunId run;
  {
    const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
    run = recorder->run();
    train(*valueOf(Trainer::create(plan_, device())), *recorder, kNever);
  }
  const Checkpoint stop = lastOf(run);
  ASSERT_TRUE(stop.position.stoppedEarly);
  {
    const auto trainer = valueOf(Trainer::resume(plan_, stop, device()));
    train(*trainer, *goOn(run, *trainer, stop.position.step), kNever);
  }
  const auto changes = valueOf(runs().changes(run));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].step, stop.position.step);
  EXPECT_EQ(changes[0].value, FieldValue(std::int64_t{10}));

  const auto repeated = valueOf(Trainer::create(plan_, device()));
  while (!valueOf(repeated->advance()).finished) continue;
  expectOk(repeated->change(changes[0].setting, changes[0].value));
  while (!valueOf(repeated->advance()).finished) continue;
  expectSameState(lastOf(run), valueOf(repeated->checkpoint()));
}

TEST_F(RecordedTrainingTest, TheLengtheningIsKeptOnceHoweverOftenARunGoesOn) {
  plan_.settings.epochs = 2;
  RunId run;
  {
    const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
    run = recorder->run();
    train(*valueOf(Trainer::create(plan_, device())), *recorder, kNever);
  }
  const Checkpoint stop = lastOf(run);
  const auto goOnFrom = [&](const Checkpoint& from, std::int64_t epochs, std::int64_t steps) {
    TrainingPlan longer = plan_;
    longer.settings.epochs = epochs;
    const auto trainer = valueOf(Trainer::resume(longer, from, device()));
    const auto recorder = goOn(run, *trainer, from.position.step);
    if (steps > 0) train(*trainer, *recorder, from.position.step + steps);
  };
  const auto epochsOf = [](const std::vector<SettingChange>& changes) {
    std::vector<std::int64_t> epochs;
    for (const SettingChange& change : changes) epochs.push_back(std::get<std::int64_t>(change.value));
    return epochs;
  };
  using Epochs = std::vector<std::int64_t>;
  goOnFrom(stop, 2, 0);
  EXPECT_TRUE(valueOf(runs().changes(run)).empty()) << "the same number";
  goOnFrom(stop, 5, 0);
  goOnFrom(stop, 4, 3);
  EXPECT_EQ(epochsOf(valueOf(runs().changes(run))), (Epochs{4})) << "the first attempt saved nothing";
  goOnFrom(lastOf(run), 4, 3);
  EXPECT_EQ(epochsOf(valueOf(runs().changes(run))), (Epochs{4}));
  goOnFrom(lastOf(run), 6, 3);
  EXPECT_EQ(epochsOf(valueOf(runs().changes(run))), (Epochs{4, 6}));
}

TEST_F(RecordedTrainingTest, TheBestOfARunIsThatOfItsTrainerAlsoWithinAnEpoch) {
  plan_.settings.validationUnit = "steps";
  plan_.settings.validationEvery = 4;
  const auto recorder = valueOf(RunRecorder::begin(*project_, description()));
  const auto trainer = valueOf(Trainer::create(plan_, device()));
  const auto expectSameBest = [&] {
    const RunRecord record = valueOf(runs().run(recorder->run()));
    EXPECT_EQ(record.bestEpoch, trainer->position().bestEpoch) << trainer->position().step;
    EXPECT_EQ(record.bestAccuracy, trainer->position().bestValidationAccuracy) << trainer->position().step;
  };
  int validations = 0;
  for (bool finished = false; !finished;) {
    const TrainingUpdate update = valueOf(trainer->advance());
    expectOk(recorder->record(update));
    validations += update.validation.has_value();
    if (update.validation || update.epoch) expectSameBest();
    finished = update.finished;
  }
  EXPECT_GE(validations, 3);
}

}  // namespace
}  // namespace fovea::test
