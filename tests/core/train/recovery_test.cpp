// A run that diverges reports where, and returns to its last good state.
#include <atomic>
#include <cmath>
#include <thread>

#include "core/backends/communicator.h"
#include "core/backends/device_team.h"
#include "core/train/memory_advice.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class RecoveryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dataset_ = taskDataset(folder_ / "squares");
    plan_ = {taskNetwork(), taskSettings(), dataset_, "squares"};
    plan_.settings.schedule = "fixed";
  }
  std::unique_ptr<Trainer> begin(const std::string& device = "cpu") {
    return valueOf(Trainer::create(plan_, openTaskDevice(device)));
  }
  // Advances until the run reports trouble.
  Error trouble(Trainer& trainer) {
    for (int i = 0; i < 200; ++i) {
      const TrainingUpdate update = valueOf(trainer.advance());
      if (update.trouble) return *update.trouble;
      if (update.finished) break;
    }
    ADD_FAILURE() << "nothing went wrong";
    return {};
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
  TrainingPlan plan_;
};

TEST_F(RecoveryTest, ALossThatOverflowsNamesTheOpAndGoesBack) {
  for (const char* device : {"cpu", "reference"}) {
    const auto trainer = begin(device);
    Story story;
    advance(*trainer, story, 4);
    trainer->setLearningRate(1e30);
    const Error error = trouble(*trainer);
    EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(contains(error.message, "The loss is no longer a number, since step ")) << error.text();
    EXPECT_TRUE(contains(error.message, " the first came from ")) << error.text();
    EXPECT_TRUE(contains(error.advice, "smaller learning rate"));
    EXPECT_LE(trainer->position().step, 4) << "back before it happened";
    for (const auto& [name, tensor] : valueOf(trainer->checkpoint()).tensors) {
      if (tensor.dtype() != DataType::Float32) continue;
      for (const float value : tensor.values<float>()) ASSERT_TRUE(std::isfinite(value)) << name;
    }
  }
}

// The loss of the step that makes the weights too large for a validation is finite itself.
TEST_F(RecoveryTest, AnOverflowThatOnlyTheValidationMeetsNamesTheOp) {
  // Each step multiplies the weights by 1 − 1000 × 10. After five of them the product of three layers overflows; the
  // last of the five still computes with weights that are smaller by four digits each.
  plan_.settings.weightDecay = 10;
  for (const char* device : {"cpu", "reference"}) {
    const auto trainer = begin(device);
    while (trainer->position().step < 15 || trainer->inValidation()) valueOf(trainer->advance());
    expectOk(trainer->change("learning_rate", 1000.0));
    const Error error = trouble(*trainer);
    EXPECT_TRUE(contains(error.message, "In the validation after step 20 the first came from ")) << error.text();
    EXPECT_EQ(trainer->position().step, 15) << "back before it happened";
    EXPECT_FALSE(trainer->inValidation());
  }
}

TEST_F(RecoveryTest, GoesOnWithASmallerRate) {
  for (const std::int64_t microBatches : {1, 4}) {
    SCOPED_TRACE(microBatches);
    plan_.settings.microBatches = microBatches;
    const auto trainer = begin();
    trainer->setLearningRate(1e30);
    trouble(*trainer);
    trainer->setLearningRate(0.05);
    Story story;
    advance(*trainer, story);
    EXPECT_EQ(story.epochs.size(), 3u);
    EXPECT_TRUE(std::isfinite(story.epochs.back().trainLoss));
    EXPECT_GT(story.epochs.back().validationAccuracy, 0.8);
  }
}

// A NaN weight from the start: reported for the first op that reads it, in the forward pass.
TEST_F(RecoveryTest, TheForwardPassIsNamedToo) {
  for (const std::int64_t microBatches : {1, 4}) {
    SCOPED_TRACE(microBatches);
    plan_.settings.microBatches = microBatches;
    const auto trainer = begin();
    Story story;
    advance(*trainer, story, 5);
    Checkpoint damaged = valueOf(trainer->checkpoint());
    for (auto& [name, tensor] : damaged.tensors)
      if (name == "fc1.weight") tensor.values<float>()[1] = std::numeric_limits<float>::infinity();
    const auto resumed = valueOf(Trainer::resume(plan_, damaged, openTaskDevice("cpu")));
    const Error error = trouble(*resumed);
    EXPECT_TRUE(contains(error.message, "In step 6 the first came from linear of “fc1”, in the forward pass."))
        << error.text();
  }
}

TEST_F(RecoveryTest, SoIsTheUpdate) {
  plan_.settings.momentum = 0;
  const auto trainer = begin();
  trainer->setLearningRate(1e38);
  trainer->setLearningRate(1e38 * 1e3);
  const Error error = trouble(*trainer);
  EXPECT_TRUE(contains(error.message, "In step 1 the first came from sgd_update")) << error.text();
  EXPECT_TRUE(contains(error.message, "when its weights were changed")) << error.text();
}

// Stops a run on two devices when the first begins its program number `runs`.
struct StopMoment {
  CancelToken cancel{};
  std::atomic<int> runs = 0;
};

// The second device is still at the end of the program before, unless the first waits for it there.
class StoppingDevice : public ForwardingDevice {
 public:
  StoppingDevice(std::shared_ptr<Device> device, std::shared_ptr<StopMoment> moment)
      : ForwardingDevice(std::move(device)), moment_(std::move(moment)) {}
  Status beginRun() override {
    if (communicator()->leads() && --moment_->runs == 0) moment_->cancel.cancel();
    return ForwardingDevice::beginRun();
  }
  Status download(void* target, const void* source, std::size_t bytes) override {
    for (int i = 0; i < 100 && !communicator()->leads() && moment_->runs == 1; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ForwardingDevice::download(target, source, bytes);
  }

 private:
  std::shared_ptr<StopMoment> moment_;
};

// Four steps until the loss is checked, of which the first two are repeated.
TEST_F(RecoveryTest, AStopDuringTheSearchReachesAllRanksAtTheSameStep) {
  for (int runs = 1; runs <= 7; ++runs) {
    SCOPED_TRACE(runs);
    const auto moment = std::make_shared<StopMoment>();
    plan_.cancel = moment->cancel;
    const auto device = [&] { return std::make_shared<StoppingDevice>(openTaskDevice("cpu"), moment); };
    const auto trainer = valueOf(Trainer::create(plan_, DeviceTeam({device(), device()})));
    trainer->setLearningRate(1e38);
    trainer->setLearningRate(1e38 * 1e3);
    moment->runs = runs;
    const Error error = trouble(*trainer);
    EXPECT_TRUE(error.message.starts_with(kLossLost)) << error.text();
    EXPECT_TRUE(contains(error.message, runs <= 5
                                            ? ", since step 4 or earlier. The search for where that began was stopped."
                                            : ", since step 2. With one rank, the run would name the op"))
        << error.text();
  }
}

// A device that fails to copy large values, or that cannot be read at all.
class UnreadableDevice : public ForwardingDevice {
 public:
  explicit UnreadableDevice(std::shared_ptr<Device> device) : ForwardingDevice(std::move(device)) {}
  Status download(void* target, const void* source, std::size_t bytes) override {
    if (throws && bytes > 64) throw std::bad_alloc();
    if (bytes >= from) return fail(ErrorCode::OutOfMemory, "There is no memory for the copy.");
    return device_->download(target, source, bytes);
  }
  std::size_t from = SIZE_MAX;
  bool throws = false;
};

TEST_F(RecoveryTest, ASafetyCopyThatFailsCostsNoEpoch) {
  for (const bool throws : {false, true}) {
    const auto device = std::make_shared<UnreadableDevice>(openTaskDevice("cpu"));
    const auto trainer = valueOf(Trainer::create(plan_, device));
    device->throws = throws;
    if (!throws) device->from = 65;
    Story story;
    advance(*trainer, story);
    EXPECT_EQ(story.epochs.size(), 3u);
    device->throws = false;
    device->from = SIZE_MAX;
    EXPECT_EQ(valueOf(trainer->checkpoint()).position.epoch, 3);
  }
}

TEST_F(RecoveryTest, AfterABatchThatFailedTheStateBeforeItIsGiven) {
  const auto device = std::make_shared<UnreadableDevice>(openTaskDevice("cpu"));
  const auto trainer = valueOf(Trainer::create(plan_, device));
  Story story;
  advance(*trainer, story, 14 + 7);
  device->from = 0;  // reading the sums for the next point of the curves fails
  int further = 0;
  while (trainer->advance().ok()) ASSERT_LT(++further, 10);
  const Checkpoint saved = valueOf(trainer->checkpoint());
  EXPECT_EQ(saved.position.step, 10) << "as it was when the epoch ended";
  EXPECT_EQ(saved.position.epoch, 1);
  Story whole, more;
  advance(*begin(), whole);
  advance(*valueOf(Trainer::resume(plan_, saved, openTaskDevice("cpu"))), more);
  EXPECT_EQ(more.lines.back(), whole.lines.back());
}

TEST_F(RecoveryTest, WeightsWhoseLossIsNoNumberAreNotSaved) {
  plan_.settings.logInterval = 1000;
  const auto trainer = begin();
  Story story;
  advance(*trainer, story, 14);
  trainer->setLearningRate(1e38);
  advance(*trainer, story, 5);
  const Checkpoint saved = valueOf(trainer->checkpoint());
  EXPECT_EQ(saved.position.step, 10);
  for (const auto& [name, tensor] : saved.tensors) {
    if (tensor.dtype() != DataType::Float32) continue;
    for (const float value : tensor.values<float>()) ASSERT_TRUE(std::isfinite(value)) << name;
  }
}

// A person who sees the loss explode before the next point of the curves lowers the rate at once.
TEST_F(RecoveryTest, AChangeAfterTheLossWasLostIsMadeInTheLastGoodState) {
  plan_.settings.logInterval = 1000;
  const auto trainer = begin();
  Story story;
  advance(*trainer, story, 14);
  trainer->setLearningRate(1e38);
  advance(*trainer, story, 5);
  expectOk(trainer->change("learning_rate", 0.05));
  EXPECT_EQ(trainer->position().step, 10);
  EXPECT_EQ(trainer->position().changes, 1);
  Story more;
  advance(*trainer, more, 200);
  ASSERT_EQ(more.epochs.size(), 2u);
  EXPECT_TRUE(std::isfinite(more.epochs.back().trainLoss));
}

// The loss of a step is computed before its update, which may be what spoils the weights. Each step is an epoch here,
// after which the state is remembered.
TEST_F(RecoveryTest, GoesBackToAStateWhoseNextLossWasFinite) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  plan_.network = drawing.network;
  plan_.source = taskDataset(folder_ / "whole", {150, 0, 0});
  plan_.settings.batch = 150;
  plan_.settings.epochs = 1000;
  plan_.settings.momentum = 0;
  plan_.settings.weightDecay = 10;
  const auto trainer = begin();
  Story story;
  advance(*trainer, story, 3);
  trainer->setLearningRate(1000);
  trouble(*trainer);
  EXPECT_GT(trainer->position().step, 3);
  trainer->setLearningRate(1e-9);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(valueOf(trainer->advance()).trouble);
}

// The rate of the inverse schedule grows without bound near step 20, the end of the second epoch.
TEST_F(RecoveryTest, ReturnsToTheEndOfAnEpochIfTheNextLossWasFinite) {
  plan_.source = taskDataset(folder_ / "unvalidated", {150, 0, 0});
  plan_.settings.schedule = "inverse";
  plan_.settings.epochs = 2;
  plan_.settings.scheduleGamma = -0.049;
  plan_.settings.schedulePower = 20;
  plan_.settings.learningRate = 0.01;
  plan_.settings.weightDecay = 10;
  plan_.settings.logInterval = 1000;
  for (const std::int64_t accumulation : {1, 2}) {
    SCOPED_TRACE(accumulation);
    plan_.settings.accumulation = accumulation;
    const auto trainer = begin();
    const Error error = trouble(*trainer);
    EXPECT_TRUE(contains(error.message, "since step 1")) << error.text();
    EXPECT_EQ(trainer->position().step, 10);
    EXPECT_EQ(trainer->position().epoch, 1);
  }
}

// A device with less memory than the machine: the CPU with a limit of allocations.
class SmallDevice : public ForwardingDevice {
 public:
  SmallDevice(std::shared_ptr<Device> device, std::uint64_t bytes) : ForwardingDevice(std::move(device)), free_(bytes) {
    info_ = device_->info();
    info_.memoryBytes = bytes;
  }
  const DeviceInfo& info() const override {
    info_.memoryFreeBytes = *freeBytes_;
    return info_;
  }
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    if (bytes > *freeBytes_) return fail(ErrorCode::OutOfMemory, "too much");
    FOVEA_TRY(auto buffer, device_->allocate(bytes));
    *freeBytes_ -= bytes;
    // Counts the memory as free when the last user releases it.
    return std::shared_ptr<DeviceBuffer>(buffer.get(), [buffer, bytes, left = freeBytes_](DeviceBuffer*) mutable {
      buffer.reset();
      *left += bytes;
    });
  }

 private:
  std::uint64_t free_;
  std::shared_ptr<std::uint64_t> freeBytes_ = std::make_shared<std::uint64_t>(free_);
  mutable DeviceInfo info_;
};

TEST_F(RecoveryTest, TooLittleMemoryNamesTheLayerAndTheBatchThatFits) {
  plan_.settings.batch = 150;
  const std::uint64_t whole = valueOf(trainingBytes(plan_.network, plan_.settings, 150));
  const auto device = std::make_shared<SmallDevice>(openTaskDevice("cpu"), whole / 2);
  const auto refused = Trainer::create(plan_, device);
  ASSERT_FALSE(refused.ok());
  const Error& error = refused.error();
  EXPECT_EQ(error.code, ErrorCode::OutOfMemory);
  EXPECT_TRUE(contains(error.message, "a step with batch 150 needs ")) << error.text();
  EXPECT_TRUE(contains(error.message, "are free. “norm1” needs most: ")) << error.text();
  const std::string words = "The largest batch that fits is ";
  ASSERT_TRUE(error.advice.starts_with(words)) << error.text();
  plan_.settings.batch = std::stoll(error.advice.substr(words.size()));
  EXPECT_GT(plan_.settings.batch, 40);
  EXPECT_LT(plan_.settings.batch, 90);
  // The next smaller batch works on the same device in the same process.
  const auto trainer = valueOf(Trainer::create(plan_, device));
  Story story;
  advance(*trainer, story, 1);
}

TEST_F(RecoveryTest, TooLittleMemoryNamesTheMicroBatchesThatFit) {
  plan_.settings.batch = 128;
  const auto whole = static_cast<double>(valueOf(trainingBytes(plan_.network, plan_.settings, 128)));
  const auto device = std::make_shared<SmallDevice>(openTaskDevice("cpu"), static_cast<std::uint64_t>(0.6 * whole));
  const auto refused = Trainer::create(plan_, device);
  ASSERT_FALSE(refused.ok());
  const std::string& advice = refused.error().advice;
  const std::string words = "Set micro_batches to ";
  ASSERT_NE(advice.find(words), std::string::npos) << advice;
  EXPECT_TRUE(advice.ends_with(" to train with a batch of 128.")) << advice;
  plan_.settings.microBatches = std::stoll(advice.substr(advice.find(words) + words.size()));
  EXPECT_LE(plan_.settings.microBatches, 4);
  const auto trainer = valueOf(Trainer::create(plan_, device));
  Story story;
  advance(*trainer, story);
  EXPECT_EQ(story.epochs.size(), 3u);
  // With micro-batches, the batch that fits is a multiple of them.
  plan_.settings.batch = 4 * 128;
  plan_.source = taskDataset(folder_ / "more", {600, 34, 16});
  const auto more =
      Trainer::create(plan_, std::make_shared<SmallDevice>(openTaskDevice("cpu"), device->info().memoryFreeBytes));
  ASSERT_FALSE(more.ok());
  const std::string largest = "The largest batch that fits is ";
  ASSERT_TRUE(more.error().advice.starts_with(largest)) << more.error().text();
  EXPECT_EQ(std::stoll(more.error().advice.substr(largest.size())) % plan_.settings.microBatches, 0);
}

// The smaller batch and the validation at the end of an epoch were counted before it began.
TEST_F(RecoveryTest, TheBatchThatFitsFitsToTheEndOfTheEpoch) {
  plan_.source = dataset_ = taskDataset(folder_ / "more", {239, 230, 1});
  plan_.settings.epochs = 1;
  plan_.settings.batch = 239;
  const std::uint64_t whole = valueOf(trainingBytes(plan_.network, plan_.settings, 239));
  for (const double share : {0.25, 0.35, 0.45, 0.55, 0.65, 0.75}) {
    SCOPED_TRACE(share);
    plan_.settings.batch = 239;
    const auto device = std::make_shared<SmallDevice>(openTaskDevice("cpu"),
                                                      static_cast<std::uint64_t>(share * static_cast<double>(whole)));
    const auto refused = Trainer::create(plan_, device);
    ASSERT_FALSE(refused.ok());
    const std::string words = "The largest batch that fits is ";
    ASSERT_TRUE(refused.error().advice.starts_with(words)) << refused.error().text();
    plan_.settings.batch = std::stoll(refused.error().advice.substr(words.size()));
    const auto trainer = valueOf(Trainer::create(plan_, device));
    Story story;
    advance(*trainer, story);
    EXPECT_EQ(story.epochs.size(), 1u);
  }
}

TEST_F(RecoveryTest, NoMemoryIsTakenOnceTheRunHasBegun) {
  plan_.settings.epochs = 2;
  for (const std::int64_t accumulation : {1, 3})
    for (const char* averaging : {"none", "exponential", "uniform"})
      for (const std::int64_t averageStart : {0, 1}) {
        SCOPED_TRACE(averaging + std::string(", ") + std::to_string(accumulation));
        plan_.settings.accumulation = accumulation;
        plan_.settings.averaging = averaging;
        plan_.settings.averageStart = averageStart;
        const auto device = std::make_shared<SmallDevice>(openTaskDevice("cpu"), std::uint64_t{1} << 30);
        const auto trainer = valueOf(Trainer::create(plan_, device));
        const std::uint64_t left = device->info().memoryFreeBytes;
        Story story;
        advance(*trainer, story);
        EXPECT_EQ(story.epochs.size(), 2u);
        EXPECT_EQ(device->info().memoryFreeBytes, left);
      }
}

TEST_F(RecoveryTest, WhereNothingFitsThatIsSaid) {
  const auto refused = Trainer::create(plan_, std::make_shared<SmallDevice>(openTaskDevice("cpu"), 1000));
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(contains(refused.error().advice, "Not even a batch of one sample fits")) << refused.error().text();
}

// In the machine's own memory: rejected before it is touched, and the process continues.
TEST_F(RecoveryTest, MoreThanTheMachineHasIsRefused) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("wide", "convolution", {{"filters", std::int64_t{65536}}, {"kernel", List{1, 1}}}, {"data"})
      .add("wider", "convolution", {{"filters", std::int64_t{65536}}, {"kernel", List{3, 3}}}, {"wide"})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"wider"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  plan_.network = drawing.network;
  const auto refused = Trainer::create(plan_, openTaskDevice("cpu"));
  expectError(refused, ErrorCode::OutOfMemory, "“wider” needs most");
  EXPECT_TRUE(contains(refused.error().advice, "Not even a batch of one sample fits")) << refused.error().text();
  plan_.network = taskNetwork();
  begin();
}

TEST_F(RecoveryTest, SizesThatOverflowAreRefusedInWords) {
  const auto refusal = [&](std::vector<std::int64_t> shape, std::int64_t units, std::int64_t batch) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", shape}})
        .add("fc1", "linear", {{"units", units}}, {"data"})
        .add("loss", "cross_entropy", {}, {"fc1"});
    const auto planned = planTrainingMemory(drawing.network, plan_.settings, batch);
    return planned.ok() ? std::string() : planned.error().text();
  };
  EXPECT_TRUE(contains(refusal({65536, 65536, 65536}, 3, 1), "too large"));
  EXPECT_TRUE(contains(refusal({1, 65536, 65536}, 1000000, 1), "too large"));
  EXPECT_TRUE(contains(refusal({16, 65536, 65536}, 3, 65536), "too large"));
}

}  // namespace
}  // namespace fovea::test
