// A carried state is the result of the preceding text: in training, across an interruption, and nowhere else.
#include "tests/core/train/text_data.h"

namespace fovea::test {
namespace {

// Every other window of eight symbols begins with a key, a or b. Near its end each window asks for the key (d), and the
// answer follows. As a c separates two windows, only a network with memory can answer in the window after that of the
// key.
Symbols riddles(std::size_t windows, std::uint64_t seed) {
  Random random(seed);
  Symbols symbols;
  std::int32_t key = 0;
  for (std::size_t i = 0; i < windows; ++i) {
    if (i % 2 == 0) key = static_cast<std::int32_t>(random.below(2));
    const std::int32_t first = i % 2 == 0 ? key : 2;
    for (const std::int32_t symbol : {first, 2, 2, 2, 2, 3, key, 2}) symbols.push_back(symbol);
  }
  symbols.push_back(2);
  return symbols;
}

class CarriedStateTest : public ::testing::Test {
 protected:
  // 65 windows for training, with a gap after the 32nd, and 20 for validation.
  TrainingPlan oddPlan(const std::string& name = "odd", std::size_t validated = 20) {
    std::vector<TextPart> parts{{"a.txt", randomSymbols(32 * 6 + 1, 1)}, {"b.txt", randomSymbols(33 * 6 + 1, 2)}};
    parts[0].symbols.back() = 0;
    parts[1].symbols.front() = 1;
    if (validated > 0) parts.push_back({"c.txt", randomSymbols(validated * 6 + 1, 3), Split::Validation});
    TrainingSettings settings = adam(0.01, 2);
    settings.batch = 9;
    settings.logInterval = 3;
    return {textNetwork(6, "carried", "lstm", 2), settings, textDataset(folder_ / name, parts, 6), "odd"};
  }
  std::unique_ptr<Trainer> begin(const TrainingPlan& plan, const std::string& device = "cpu") {
    return valueOf(Trainer::create(plan, openTaskDevice(device)));
  }
  Error refused(const Network& network, const std::shared_ptr<Dataset>& data, std::int64_t batch) {
    TrainingSettings settings = adam(0.01, 1);
    settings.batch = batch;
    return Trainer::create({network, settings, data, "data"}, openTaskDevice("cpu")).error();
  }
  TemporaryFolder folder_;
};

TEST_F(CarriedStateTest, TellsWhatOnlyTheWindowBeforeCanTell) {
  const auto data =
      textDataset(folder_ / "riddles",
                  {{"train.txt", riddles(4008, 1)}, {"validation.txt", riddles(1024, 2), Split::Validation}}, 8);
  const auto learn = [&](const char* type, const char* state) {
    TaskCase task{data, textNetwork(8, state, type), adam(0.01, 6)};
    task.settings.batch = 8;
    return trained(*trainerOf(task)).back().validationLoss;
  };
  // One random bit in 16 symbols cannot be predicted; without memory one answer is a guess as well.
  const double unknowable = std::log(2) / 16;
  for (const char* type : {"lstm", "gru"}) {
    SCOPED_TRACE(type);
    EXPECT_LT(learn(type, "carried"), 1.25 * unknowable);
    EXPECT_GT(learn(type, "zero"), 1.9 * unknowable);
  }
}

TEST_F(CarriedStateTest, GoesOnExactlyWhereverARunIsStopped) {
  for (const std::int64_t accumulation : {1, 3}) {
    SCOPED_TRACE(accumulation);
    TrainingPlan plan = oddPlan("odd" + std::to_string(accumulation));
    plan.settings.accumulation = accumulation;
    plan.settings.averaging = accumulation > 1 ? "exponential" : "none";
    Story whole;
    const auto straight = begin(plan);
    advance(*straight, whole);
    const Checkpoint end = valueOf(straight->checkpoint());
    // Eight training steps per epoch, the last with two rows; then the validation.
    for (std::int64_t calls = 0; calls <= 32; ++calls) {
      SCOPED_TRACE(calls);
      Story story;
      const auto first = begin(plan);
      advance(*first, story, calls);
      expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(first->checkpoint())));
      const auto second =
          valueOf(Trainer::resume(plan, valueOf(readCheckpoint(folder_ / "stop.safetensors")), openTaskDevice("cpu")));
      advance(*second, story);
      EXPECT_EQ(story.lines, whole.lines);
      expectSameState(end, valueOf(second->checkpoint()));
    }
  }
}

TEST_F(CarriedStateTest, IsInTheCheckpointAndLeftAloneByValidation) {
  const TrainingPlan plan = oddPlan(), alone = oddPlan("alone", 0);
  const auto validated = begin(plan), other = begin(alone);
  Story story, otherStory;
  advance(*validated, story);
  advance(*other, otherStory);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(story.epochs[i].trainLoss, otherStory.epochs[i].trainLoss);
  const Checkpoint checkpoint = valueOf(validated->checkpoint());
  for (const char* name : {"memory.hidden_0", "memory.cell_0", "memory.hidden_1", "memory.cell_1"}) {
    ASSERT_NE(checkpoint.find(name), nullptr) << name;
    EXPECT_EQ(checkpoint.find(name)->shape(), (Shape{9, 16}));
  }
  for (const auto& [name, tensor] : checkpoint.tensors) EXPECT_FALSE(name.starts_with("validation.")) << name;
}

TEST_F(CarriedStateTest, IsTheSameOnEveryDevice) {
  const TrainingPlan plan = oddPlan();
  Story fast, exact;
  advance(*begin(plan), fast);
  advance(*begin(plan, "reference"), exact);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(fast.epochs[i].trainLoss, exact.epochs[i].trainLoss, 1e-4);
    EXPECT_NEAR(fast.epochs[i].validationLoss, exact.epochs[i].validationLoss, 1e-4);
  }
}

// Values recomputed to save memory still use the state from the start of the step.
TEST_F(CarriedStateTest, IsRightWhereMemoryIsShort) {
  TrainingPlan plan{textNetwork(64, "carried", "lstm", 2), adam(0.01, 1),
                    textDataset(folder_ / "long", {{"a.txt", randomSymbols(64 * 96 + 1, 5)}}, 64), "long"};
  plan.settings.batch = 32;
  const auto plenty = begin(plan);
  plan.settings.memoryLimit = 1;
  const auto tight = begin(plan);
  EXPECT_LT(tight->memory().arenaBytes, plenty->memory().arenaBytes);
  Story story, tightStory;
  advance(*plenty, story);
  advance(*tight, tightStory);
  EXPECT_EQ(story.lines, tightStory.lines);
  expectSameState(valueOf(plenty->checkpoint()), valueOf(tight->checkpoint()));
}

TEST_F(CarriedStateTest, SaysHowItReads) {
  const auto trainer = begin(oddPlan());
  ASSERT_NE(trainer->streams(), nullptr);
  EXPECT_EQ(trainer->streams()->words(), "Batches follow the text in 9 streams of 8 windows; 1 window begins anew");
  EXPECT_EQ(trainer->samplesPerEpoch(), 65);
  TrainingPlan zero = oddPlan("zero");
  zero.network = textNetwork(6, "zero");
  EXPECT_EQ(begin(zero)->streams(), nullptr);
}

TEST_F(CarriedStateTest, IsRefusedWhereNothingGoesOn) {
  const Network network = textNetwork(6, "carried");
  const std::vector<TextPart> text{{"a.txt", randomSymbols(601, 4)}};
  Error error = refused(network, textDataset(folder_ / "overlap", text, 6, 3), 4);
  EXPECT_TRUE(contains(error.message, "“memory” carries its state over, but only"));
  EXPECT_TRUE(contains(error.message, "train windows of \"story\" go on where the one before ends"));
  EXPECT_TRUE(contains(error.advice, "Import the text again with step 0"));
  EXPECT_TRUE(contains(error.advice, "or set its first state to Zero"));

  // Every tenth window is for validation, and hardly any of these continues another.
  std::vector<TextPart> drawn;
  for (std::int64_t i = 0; i < 100; ++i) {
    const auto begin = text[0].symbols.begin() + i * 6;
    drawn.push_back({"a.txt", Symbols(begin, begin + 7), i % 10 == 9 ? Split::Validation : Split::Train,
                     static_cast<std::uint64_t>(i * 6)});
  }
  error = refused(network, textDataset(folder_ / "drawn", drawn, 6), 4);
  EXPECT_TRUE(contains(error.message, "carries its state over, but only"));

  error = refused(network, textDataset(folder_ / "short", {{"a.txt", randomSymbols(61, 4)}}, 6), 8);
  EXPECT_TRUE(contains(error.message, "with batches of 8 each of the 10 windows of \"story\" is the first of its row"));
  EXPECT_TRUE(contains(error.advice, "Choose a batch of at most 5"));

  TaskCase spoken = transcriptionCase(folder_ / "spoken");
  ASSERT_TRUE(applyEdit(spoken.network,
                        {SetParameter{spoken.network.findByName("lstm")->id, "state", std::string("carried")}, ""})
                  .ok());
  error = refused(spoken.network, spoken.data, 4);
  EXPECT_TRUE(contains(error.message, "the samples of \"transcription\" are no windows of a text that goes on"));
}

}  // namespace
}  // namespace fovea::test
