// Several ranks that train one network together give the results of one rank, and end together when one of them ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "core/backends/communicator.h"
#include "core/backends/device_team.h"
#include "core/network/network_edit.h"
#include "core/train/input_transforms.h"
#include "core/train/step_parts.h"
#include "tests/core/backends/forwarding_device.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// The losses and messages of one rank, and its final variables.
struct Told {
  Story story;
  Status status;
  std::vector<std::pair<std::string, Tensor>> weights;
};

class RanksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dataset_ = taskDataset(folder_ / "squares");
    plan_ = {taskNetwork(), taskSettings(), dataset_, (folder_ / "squares").string()};
  }

  // Dropout and random transforms, but no batch statistics.
  void withoutNorm() {
    Drawing drawing;
    drawing
        .add("data", "input",
             {{"shape", List{1, 8, 8}}, {"transforms", inputTransformsText({TransformStep{"random_flip", {}}})}})
        .add("conv1", "convolution", {{"filters", std::int64_t{6}}, {"kernel", List{3, 3}}}, {"data"})
        .add("tanh1", "tanh", {}, {"conv1"})
        .add("drop0", "spatial_dropout", {{"probability", 0.2}}, {"tanh1"})
        .add("pool1", "max_pooling", {{"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"drop0"})
        .add("drop1", "dropout", {}, {"pool1"})
        .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"drop1"})
        .add("loss", "cross_entropy", {}, {"fc1"});
    plan_.network = drawing.network;
    plan_.settings.epochs = 20;  // of ten steps each
    plan_.settings.logInterval = 1;
  }

  void clipAccumulateAndAverage() {
    plan_.settings.clipping = "norm";
    plan_.settings.clipLimit = 0.05;
    plan_.settings.accumulation = 2;
    plan_.settings.optimizer = "adam";
    plan_.settings.learningRate = 0.002;
    plan_.settings.averaging = "exponential";
    plan_.settings.averageDecay = 0.8;
  }

  Told train(const TrainingPlan& plan, std::shared_ptr<Communicator> communicator, std::int64_t calls = 1'000'000) {
    Told told;
    const auto device = openTaskDevice(plan.settings.device);
    expectOk(device->setCommunicator(communicator));
    auto trainer = start_ ? Trainer::resume(plan, *start_, device) : Trainer::create(plan, device);
    if (!trainer.ok()) {
      told.status = trainer.error();
      return told;
    }
    follow(**trainer, told, calls);
    return told;
  }

  // `between`: called before each step with the number of steps before it.
  static void follow(Trainer& trainer, Told& told, std::int64_t calls = 1'000'000,
                     const std::function<void(Trainer&, std::int64_t)>& between = {}) {
    for (std::int64_t i = 0; i < calls; ++i) {
      if (between) between(trainer, i);
      auto update = trainer.advance();
      if (!update.ok()) {
        told.status = update.error();
        return;
      }
      told.story.add(*update);
      if (update->finished) break;
    }
    told.weights = valueOf(trainer.checkpoint()).tensors;
  }

  // Returns the results by rank; `plans` has one for each rank.
  std::vector<Told> together(const std::vector<TrainingPlan>& plans, std::int64_t calls = 1'000'000) {
    auto team = valueOf(Communicator::createTeam(static_cast<int>(plans.size())));
    std::vector<Told> all(plans.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < plans.size(); ++rank)
      threads.emplace_back([&, rank] { all[rank] = train(plans[rank], team[rank], calls); });
    for (std::thread& thread : threads) thread.join();
    return all;
  }
  std::vector<Told> together(int ranks) {
    return together(std::vector<TrainingPlan>(static_cast<std::size_t>(ranks), plan_));
  }

  static void expectNear(const Story& a, const Story& b, double most) {
    ASSERT_EQ(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i) {
      EXPECT_NEAR(a.points[i].loss, b.points[i].loss, most) << "after step " << a.points[i].step;
      EXPECT_EQ(a.points[i].learningRate, b.points[i].learningRate);
    }
    ASSERT_EQ(a.epochs.size(), b.epochs.size());
    for (std::size_t i = 0; i < a.epochs.size(); ++i) {
      EXPECT_NEAR(a.epochs[i].validationLoss, b.epochs[i].validationLoss, most);
      EXPECT_NEAR(a.epochs[i].trainAccuracy, b.epochs[i].trainAccuracy, 0.021);
    }
  }

  using Weights = std::vector<std::pair<std::string, Tensor>>;
  static void expectTheSameWeights(const Weights& a, const Weights& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].first, b[i].first);
      ASSERT_EQ(a[i].second.bytes(), b[i].second.bytes());
      EXPECT_EQ(std::memcmp(a[i].second.raw(), b[i].second.raw(), a[i].second.bytes()), 0) << a[i].first << " differs";
    }
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
  TrainingPlan plan_;
  std::optional<Checkpoint> start_;
};

TEST_F(RanksTest, OneTwoAndFourRanksGiveTheSameLossesOver200Steps) {
  withoutNorm();
  const Told alone = train(plan_, nullptr);
  ASSERT_EQ(alone.story.points.size(), 200u);
  EXPECT_LT(alone.story.points.back().loss, 0.8 * alone.story.points.front().loss);
  for (const int ranks : {2, 4}) {
    SCOPED_TRACE(ranks);
    const std::vector<Told> all = together(ranks);
    expectOk(all[0].status);
    expectNear(alone.story, all[0].story, 1e-5);
  }
}

TEST_F(RanksTest, AllRanksSayTheSameAndTwiceGivesTheSameBits) {
  withoutNorm();
  plan_.settings.epochs = 3;
  plan_.settings.batch = 18;
  const std::vector<Told> first = together(3), again = together(3);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(first[rank].story.lines, first[0].story.lines);
    EXPECT_EQ(again[rank].story.lines, first[0].story.lines);
    expectTheSameWeights(first[rank].weights, first[0].weights);
    expectTheSameWeights(again[rank].weights, first[0].weights);
  }
}

// A last batch of one sample: some ranks have no sample.
TEST_F(RanksTest, ATailThatIsSmallerThanTheRanksCountsOnce) {
  withoutNorm();
  dataset_ = taskDataset(folder_ / "tail", {33, 17, 4});
  plan_.source = dataset_;
  plan_.settings.epochs = 4;
  expectNear(train(plan_, nullptr).story, together(4)[0].story, 1e-5);
}

TEST_F(RanksTest, ClippingAccumulationAndAveragesSeeTheWholeBatch) {
  withoutNorm();
  plan_.settings.epochs = 4;
  clipAccumulateAndAverage();
  expectNear(train(plan_, nullptr).story, together(2)[0].story, 1e-5);
}

TEST_F(RanksTest, SamplesThatAreMixedAreMixedWithThoseOfOtherRanks) {
  withoutNorm();
  plan_.settings.epochs = 3;
  const SetParameter edit{plan_.network.findByName("data")->id, "transforms",
                          inputTransformsText({TransformStep{"mixup", {}}})};
  ASSERT_TRUE(applyEdit(plan_.network, {edit, ""}).ok());
  expectNear(train(plan_, nullptr).story, together(2)[0].story, 1e-5);
}

// Pairs and sums over a whole batch, and means over different labels that are added.
TEST_F(RanksTest, ALossThatDoesNotFollowFromItsPartsIsRefused) {
  const auto expectRefusal = [&](const Drawing& drawing, const char* layer) {
    SCOPED_TRACE(layer);
    plan_.network = drawing.network;
    plan_.settings.epochs = 1;
    expectOk(train(plan_, nullptr).status);
    const std::string words = fmt::format("because of “{}”", layer);
    for (const Told& told : together(2)) expectError(told.status, ErrorCode::Unsupported, words);
    plan_.settings.microBatches = 2;
    expectError(train(plan_, nullptr).status, ErrorCode::Unsupported, words);
    plan_.settings.microBatches = 1;
  };
  const auto drawn = [] {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
        .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"});
    return drawing;
  };
  for (const char* loss : {"contrastive", "triplet"}) {
    Drawing drawing = drawn();
    expectRefusal(drawing.add(loss, loss, {}, {"fc1"}), loss);
  }
  Drawing drawing = drawn();
  drawing.add("all", "cross_entropy", {}, {"fc1"})
      .add("some", "cross_entropy", {{"ignore_index", std::int64_t{1}}}, {"fc1"});
  expectRefusal(drawing, "some");
}

// Two losses over the same labels are one mean over them.
TEST_F(RanksTest, LossesOverTheSameLabelsAreThoseOfTheWholeBatch) {
  withoutNorm();
  plan_.settings.epochs = 4;
  const FieldValue weights = std::string("1, 20, 0.1");
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("side", "cross_entropy", {{"class_weights", weights}, {"loss_weight", 0.3}}, {"fc2"})
      .add("loss", "cross_entropy", {{"class_weights", weights}}, {"fc1"});
  plan_.network = drawing.network;
  const Told alone = train(plan_, nullptr);
  expectOk(alone.status);
  expectNear(alone.story, together(2)[0].story, 1e-5);
}

// The loss is a mean over labels, of which each rank and each micro-batch has others.
TEST_F(RanksTest, ALossOverLabelsIsThatOfTheWholeBatch) {
  withoutNorm();
  const LayerId loss = plan_.network.findByName("loss")->id;
  const auto set = [&](const char* name, const FieldValue& value) {
    ASSERT_TRUE(applyEdit(plan_.network, {SetParameter{loss, name, value}, ""}).ok());
  };
  const auto expectTheSame = [&] {
    const Told alone = train(plan_, nullptr);
    expectOk(alone.status);
    for (const int ranks : {2, 4}) {
      SCOPED_TRACE(ranks);
      const std::vector<Told> all = together(ranks);
      expectOk(all[0].status);
      expectNear(alone.story, all[0].story, 1e-5);
    }
    plan_.settings.microBatches = 8;
    const Told parted = train(plan_, nullptr), shared = together(2)[0];
    plan_.settings.microBatches = 1;
    expectNear(alone.story, parted.story, 1e-5);
    EXPECT_EQ(shared.story.lines, parted.story.lines);
  };
  plan_.settings.epochs = 4;
  {
    SCOPED_TRACE("weights");
    set("class_weights", std::string("1, 20, 0.1"));
    expectTheSame();
  }
  {
    SCOPED_TRACE("weights and an ignored label");
    set("ignore_index", std::int64_t{0});
    expectTheSame();
  }
  set("class_weights", std::string());
  clipAccumulateAndAverage();
  {
    SCOPED_TRACE("an ignored label");
    expectTheSame();
  }
}

TEST_F(RanksTest, WithBatchNormTheRunEndsTheSameOnAllRanks) {
  const std::vector<Told> all = together(2);
  for (const Told& told : all) expectOk(told.status);
  EXPECT_EQ(all[1].story.lines, all[0].story.lines);
  ASSERT_FALSE(all[0].story.epochs.empty());
  EXPECT_GT(all[0].story.epochs.back().validationAccuracy, 0.5);
}

// The moments of the whole batch, their gradients, and the running moments.
TEST_F(RanksTest, BatchNormOverRanksIsThatOfOneRank) {
  plan_.settings.epochs = 20;
  plan_.settings.logInterval = 1;
  plan_.settings.normOverRanks = true;
  const Told alone = train(plan_, nullptr);
  expectOk(alone.status);
  ASSERT_GE(alone.story.points.size(), 100u);
  for (const int ranks : {2, 4}) {
    SCOPED_TRACE(ranks);
    const std::vector<Told> all = together(ranks);
    expectOk(all[0].status);
    EXPECT_EQ(all[1].story.lines, all[0].story.lines);
    // Rounding differs, and the difference grows over the steps.
    Story first = alone.story, other = all[0].story;
    first.points.resize(20);
    other.points.resize(20);
    first.epochs.clear();
    other.epochs.clear();
    expectNear(first, other, 1e-5);
    expectNear(alone.story, all[0].story, 2e-3);
    ASSERT_EQ(all[0].weights.size(), alone.weights.size());
    int running = 0;
    for (std::size_t i = 0; i < alone.weights.size(); ++i) {
      const auto& [name, value] = alone.weights[i];
      if (name.find("running_") == std::string::npos) continue;
      ++running;
      const auto was = value.values<float>(), is = all[0].weights[i].second.values<float>();
      for (std::size_t k = 0; k < was.size(); ++k) EXPECT_NEAR(was[k], is[k], 2e-3 * (1 + std::abs(was[k]))) << name;
    }
    EXPECT_GT(running, 0);
  }
  // Without it each rank normalises by its own moments, which shows at once.
  plan_.settings.normOverRanks = false;
  plan_.settings.epochs = 1;
  const Told apart = together(4)[0];
  EXPECT_GT(std::abs(apart.story.points[1].loss - alone.story.points[1].loss), 1e-4);
}

// A last batch of which some ranks have no sample.
TEST_F(RanksTest, BatchNormOverRanksCountsATailOnce) {
  dataset_ = taskDataset(folder_ / "tail", {33, 17, 4});
  plan_.source = dataset_;
  plan_.settings.epochs = 2;
  plan_.settings.normOverRanks = true;
  expectNear(train(plan_, nullptr).story, together(4)[0].story, 1e-4);
}

TEST_F(RanksTest, GoesOnWithAnotherNumberOfRanks) {
  withoutNorm();
  plan_.settings.epochs = 3;
  plan_.settings.batch = 18;
  const Told whole = train(plan_, nullptr);
  const Told before = together(std::vector<TrainingPlan>(3, plan_), 7)[0];
  {
    // The state of rank 0 after seven steps of three ranks, by way of a file.
    auto ranks = valueOf(Communicator::createTeam(3));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 3; ++rank)
      threads.emplace_back([&, rank] {
        const auto own = openTaskDevice("cpu");
        expectOk(own->setCommunicator(ranks[static_cast<std::size_t>(rank)]));
        auto trainer = valueOf(Trainer::create(plan_, own));
        for (int i = 0; i < 7; ++i) valueOf(trainer->advance());
        if (rank == 0) expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(trainer->checkpoint())));
      });
    for (std::thread& thread : threads) thread.join();
  }
  start_ = valueOf(readCheckpoint(folder_ / "stop.safetensors"));
  for (const int ranks : {1, 2}) {
    SCOPED_TRACE(ranks);
    Story story = before.story;
    const Told after = ranks == 1 ? train(plan_, nullptr) : together(2)[0];
    expectOk(after.status);
    story.points.insert(story.points.end(), after.story.points.begin(), after.story.points.end());
    story.epochs.insert(story.epochs.end(), after.story.epochs.begin(), after.story.epochs.end());
    expectNear(whole.story, story, 1e-5);
  }
}

TEST_F(RanksTest, OtherDataNetworksOrSettingsAreRefusedByAll) {
  withoutNorm();
  const auto refused = [&](const TrainingPlan& other) {
    const std::vector<Told> all = together({plan_, other});
    EXPECT_FALSE(all[0].status.ok());
    EXPECT_FALSE(all[1].status.ok());
    return all[0].status.ok() ? std::string() : all[0].status.error().message;
  };
  TrainingPlan other = plan_;
  other.source = taskDataset(folder_ / "others", {151, 34, 16});
  EXPECT_NE(refused(other).find("other data"), std::string::npos) << refused(other);
  other = plan_;
  other.network = taskNetwork();
  EXPECT_NE(refused(other).find("another network"), std::string::npos);
  other = plan_;
  other.settings.learningRate = 0.5;
  EXPECT_NE(refused(other).find("learning_rate is 0.5 instead of 0.05"), std::string::npos);
}

TEST_F(RanksTest, ABatchThatTheRanksDoNotDivideIsRefused) {
  withoutNorm();
  for (const std::int64_t batch : {3, 18}) {
    plan_.settings.batch = batch;
    const std::vector<Told> all = together(4);
    for (const Told& told : all) ASSERT_FALSE(told.status.ok());
    EXPECT_NE(all[0].status.error().message.find(fmt::format("A batch of {} cannot be divided among 4 ranks.", batch)),
              std::string::npos)
        << all[0].status.error().message;
    EXPECT_NE(all[0].status.error().advice.find(batch == 3 ? "to 4." : "to 16 or 20."), std::string::npos);
  }
}

// All that a step keeps: dropout, random transforms, running statistics, accumulated and averaged values. The last
// batch of an epoch has six samples, less than the eight micro-batches.
TEST_F(RanksTest, MicroBatchesGiveTheSameBitsOnAnyNumberOfRanks) {
  plan_.settings.logInterval = 1;
  plan_.settings.microBatches = 8;
  const auto expectTheSameBits = [&](const Told& alone) {
    expectOk(alone.status);
    ASSERT_FALSE(alone.weights.empty());
    for (const int ranks : {2, 4, 8}) {
      SCOPED_TRACE(ranks);
      const std::vector<Told> all = together(ranks);
      expectOk(all[0].status);
      EXPECT_EQ(all[0].story.lines, alone.story.lines);
      expectTheSameWeights(all[0].weights, alone.weights);
    }
  };
  {
    SCOPED_TRACE("plain");
    const Told alone = train(plan_, nullptr);
    expectTheSameBits(alone);
    EXPECT_GT(alone.story.epochs.back().validationAccuracy, 0.5);
    for (const auto& [name, value] : alone.weights) EXPECT_FALSE(isMicroBatchSum(name)) << name;
  }
  withoutNorm();
  plan_.settings.epochs = 3;
  clipAccumulateAndAverage();
  {
    SCOPED_TRACE("with everything");
    expectTheSameBits(train(plan_, nullptr));
  }
}

TEST_F(RanksTest, MicroBatchesGiveTheLossesOfAWholeBatch) {
  withoutNorm();
  plan_.settings.accumulation = 3;
  const Told whole = train(plan_, nullptr);
  for (const std::int64_t count : {2, 4, 16}) {
    SCOPED_TRACE(count);
    plan_.settings.microBatches = count;
    const Told told = train(plan_, nullptr);
    expectOk(told.status);
    expectNear(whole.story, told.story, 1e-5);
  }
}

// The checkpoint holds no sums of micro-batches, and no number of ranks needs them.
TEST_F(RanksTest, MicroBatchesGoOnWithAnotherNumberOfRanks) {
  plan_.settings.logInterval = 1;
  plan_.settings.microBatches = 4;
  const Told whole = train(plan_, nullptr);
  auto trainer = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  Told before;
  for (int i = 0; i < 13; ++i) before.story.add(valueOf(trainer->advance()));
  expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(trainer->checkpoint())));
  start_ = valueOf(readCheckpoint(folder_ / "stop.safetensors"));
  for (const int ranks : {1, 4}) {
    SCOPED_TRACE(ranks);
    const Told after = ranks == 1 ? train(plan_, nullptr) : together(ranks)[0];
    expectOk(after.status);
    std::vector<std::string> lines = before.story.lines;
    lines.insert(lines.end(), after.story.lines.begin(), after.story.lines.end());
    EXPECT_EQ(lines, whole.story.lines);
    expectTheSameWeights(after.weights, whole.weights);
  }
}

TEST_F(RanksTest, MicroBatchesThatCannotBeAreRefused) {
  const auto refused = [&](std::int64_t count, int ranks, std::int64_t batch, const char* words) {
    plan_.settings.microBatches = count;
    plan_.settings.batch = batch;
    const Status status = ranks == 1 ? train(plan_, nullptr).status : together(ranks)[0].status;
    ASSERT_FALSE(status.ok()) << words;
    EXPECT_NE(status.error().message.find(words), std::string::npos) << status.error().message;
  };
  refused(3, 1, 12, "A batch cannot be computed in 3 micro-batches.");
  refused(4, 1, 18, "A batch of 18 cannot be divided into 4 micro-batches.");
  refused(2, 4, 16, "2 micro-batches cannot be divided among 4 ranks.");
  refused(4, 3, 12, "4 micro-batches cannot be divided among 3 ranks.");
  plan_.settings.normOverRanks = true;
  refused(4, 2, 16, "Batch norm over the samples of all ranks needs the whole batch at once");
}

TEST_F(RanksTest, ARankThatIsLostEndsTheRunWithItsCause) {
  withoutNorm();
  auto team = valueOf(Communicator::createTeam(2));
  Told first;
  std::thread leader([&] { first = train(plan_, team[0]); });
  std::thread second([&] {
    (void)train(plan_, team[1], 12);
    team[1]->abort(fail(ErrorCode::NoSpace, "The disk is full."));
  });
  leader.join();
  second.join();
  ASSERT_FALSE(first.status.ok());
  EXPECT_EQ(first.status.error().message, "Rank 1 ended the run: The disk is full.");
}

// Several devices of one program, used through one trainer.
class DevicesTest : public RanksTest {
 protected:
  Told trainOn(const char* devices, const std::function<void(Trainer&, std::int64_t)>& between = {}) {
    Told told;
    auto trainer = create(devices);
    if (!trainer.ok()) {
      told.status = trainer.error();
      return told;
    }
    follow(**trainer, told, 100'000, between);
    return told;
  }

  Result<std::unique_ptr<Trainer>> create(const char* devices) {
    BackendRegistry backends;
    registerCpuBackend(backends);
    FOVEA_TRY(const DeviceTeam team, openDevices(backends, devices));
    return start_ ? Trainer::resume(plan_, *start_, team) : Trainer::create(plan_, team);
  }
};

TEST_F(DevicesTest, TwoAndFourGiveTheLossesOfOneAndTwiceTheSameBits) {
  withoutNorm();
  plan_.settings.epochs = 5;
  const Told alone = trainOn("cpu"), two = trainOn("cpu,cpu"), again = trainOn(" cpu , cpu ");
  expectOk(two.status);
  expectNear(alone.story, two.story, 1e-5);
  expectNear(alone.story, trainOn("cpu,cpu,cpu,cpu").story, 1e-5);
  EXPECT_EQ(two.story.lines, again.story.lines);
  expectTheSameWeights(two.weights, again.weights);
}

// The followers apply every change during a run; a change that the first device rejects has no effect.
TEST_F(DevicesTest, ChangesAndProbesDoNotPartThem) {
  withoutNorm();
  plan_.settings.epochs = 6;
  plan_.settings.histogramEvery = 7;
  const auto between = [](Trainer& trainer, std::int64_t call) {
    if (call == 3) trainer.setLearningRate(0.004);
    if (call == 5) expectOk(trainer.change("batch", std::int64_t{4}));
    if (call == 8) expectOk(trainer.change("weight_decay", 0.01));
    if (call == 9) expectError(trainer.change("batch", std::int64_t{100'000}), ErrorCode::InvalidArgument);
    if (call == 10) trainer.setEpochs(4);
    if (call == 11) expectOk(trainer.probe({{"conv1", "fc1"}}));
    if (call == 12) trainer.traceNextStep();
    if (call == 14) expectOk(trainer.change("learning_rate", 0.002));
  };
  const Told alone = trainOn("cpu", between), two = trainOn("cpu,cpu", between);
  expectOk(two.status);
  expectNear(alone.story, two.story, 1e-5);
}

TEST_F(DevicesTest, GoOnFromACheckpoint) {
  withoutNorm();
  plan_.settings.epochs = 4;
  const Told whole = trainOn("cpu,cpu");
  auto trainer = valueOf(create("cpu,cpu"));
  for (int i = 0; i < 17; ++i) valueOf(trainer->advance());
  EXPECT_EQ(trainer->ranks(), 2);
  start_ = valueOf(trainer->checkpoint());
  const Told rest = trainOn("cpu,cpu");
  ASSERT_FALSE(rest.story.points.empty());
  EXPECT_EQ(rest.story.points.back().loss, whole.story.points.back().loss);
  expectTheSameWeights(rest.weights, whole.weights);
}

// A device that stops working after some program runs.
class FailingDevice : public ForwardingDevice {
 public:
  FailingDevice(std::shared_ptr<Device> device, int runs) : ForwardingDevice(std::move(device)), left_(runs) {}
  Status beginRun() override {
    if (--left_ < 0) return fail(ErrorCode::Internal, "The device is gone.");
    return ForwardingDevice::beginRun();
  }

 private:
  int left_;
};

TEST_F(DevicesTest, ADeviceThatFailsEndsTheRunWithItsCauseAndTheStateStays) {
  withoutNorm();
  for (const int runs : {0, 25}) {  // while the run is prepared, or during an epoch
    SCOPED_TRACE(runs);
    const DeviceTeam team({openTaskDevice("cpu"), std::make_shared<FailingDevice>(openTaskDevice("cpu"), runs)});
    const auto trainer = Trainer::create(plan_, team);
    Told told;
    if (trainer.ok())
      follow(**trainer, told);
    else
      told.status = trainer.error();
    EXPECT_EQ(trainer.ok(), runs > 0);
    ASSERT_FALSE(told.status.ok());
    EXPECT_EQ(told.status.error().message, "Rank 1 ended the run: The device is gone.");
    EXPECT_TRUE(!trainer.ok() || (*trainer)->checkpoint().ok());
  }
}

TEST_F(DevicesTest, WhatCannotBeginSaysWhy) {
  withoutNorm();
  plan_.settings.batch = 5;
  expectError(create("cpu,cpu"), ErrorCode::InvalidArgument, "cannot be divided among 2 ranks");
  expectError(create("cpu,,cpu"), ErrorCode::InvalidArgument, "names no device");
  expectError(create("cpu,cuda:0"), ErrorCode::InvalidArgument, "cpu and cuda:0 together");
  expectError(create("cuda:1,cuda:1"), ErrorCode::InvalidArgument, "cuda:1 is named twice");
  plan_.settings.batch = 6;
  plan_.network = Network();
  EXPECT_FALSE(create("cpu,cpu").ok());
  plan_.network = taskNetwork();
  const CancelToken cancelled;
  cancelled.cancel();
  plan_.cancel = cancelled;
  expectError(create("cpu,cpu"), ErrorCode::Cancelled);
}

TEST(DeviceNames, KnowWhatTheyShare) {
  EXPECT_EQ(valueOf(deviceNames(" cuda , cuda:1")), (std::vector<std::string>{"cuda:0", "cuda:1"}));
  EXPECT_TRUE(shareDevices("cpu", "cpu,cpu"));
  EXPECT_TRUE(shareDevices("cuda:0,cuda:1", "cuda:1"));
  EXPECT_FALSE(shareDevices("cuda:0", "cuda:1,cuda:2"));
  EXPECT_FALSE(shareDevices("cpu", "cuda:0"));
}

}  // namespace
}  // namespace fovea::test
