// Breakpoints: their text, and runs that stop exactly at the first step at which the condition holds.
#include <cmath>

#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

using Measure = Breakpoint::Measure;
using Condition = Breakpoint::Condition;

std::vector<BreakpointHit> hitsOf(Trainer& trainer) {
  std::vector<BreakpointHit> hits;
  for (;;) {
    const TrainingUpdate update = valueOf(trainer.advance());
    hits.insert(hits.end(), update.hits.begin(), update.hits.end());
    if (update.finished || update.trouble) return hits;
  }
}

TEST(Breakpoint, IsWrittenAsItIsRead) {
  const std::vector<std::pair<std::string, Breakpoint>> cases = {
      {"relu2: zeros > 60 %", {"relu2", Measure::Zeros, Condition::Above, 0.6}},
      {"block/conv1: gradient > 10", {"block/conv1", Measure::Gradient, Condition::Above, 10}},
      {"fc1: update < 1e-05", {"fc1", Measure::Update, Condition::Below, 1e-5}},
      {"fc1: mean < -0.25", {"fc1", Measure::Mean, Condition::Below, -0.25}},
      {"fc1: deviation > 3", {"fc1", Measure::Deviation, Condition::Above, 3}},
      {"conv1: is nan", {"conv1", Measure::Output, Condition::NotFinite, 0}},
      {"loss is nan", {"", Measure::Loss, Condition::NotFinite, 0}},
      {"loss > 5", {"", Measure::Loss, Condition::Above, 5}}};
  for (const auto& [text, breakpoint] : cases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(valueOf(breakpointFromText(text)), breakpoint);
    EXPECT_EQ(breakpointText(breakpoint), text);
  }
  EXPECT_EQ(valueOf(breakpointFromText(" relu2 :zeros>0.6 ")), cases[0].second);
  for (const char* wrong : {"", "relu2", "relu2: zeros", "relu2: zeros > much", "relu2: spots > 1", ": zeros > 1",
                            "zeros > 0.6", "loss", "relu2: zeros = 1", "loss zeros > 1", "relu2: zeros > 0.6 0.7"})
    expectError(breakpointFromText(wrong), ErrorCode::InvalidArgument, "is not a breakpoint");
}

TEST(Breakpoint, IsHitAtTheStepThatIsWorkedOutByHand) {
  const TrainingPlan plan = risingPlan(10);
  auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(trainer->probe({{"fc"}, 1}));
  const double mean = valueOf(trainer->advance()).probed->layers[0].output.mean;
  const double gradient = std::sqrt(4 * 0.25 * 0.25 + 2 * 0.5 * 0.5);
  // Before step n the mean is `mean` + (n − 1)·0.075.
  const Breakpoint high{"fc", Measure::Mean, Condition::Above, mean + 2.5 * 0.075};
  const Breakpoint falling{"", Measure::Loss, Condition::Below, -mean - 5.5 * 0.075};
  const Breakpoint steep{"fc", Measure::Gradient, Condition::Above, gradient - 0.01};
  const Breakpoint never{"fc", Measure::Gradient, Condition::Above, gradient + 0.01};
  trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(trainer->setBreakpoints({high, falling, steep, never}));
  const auto hits = hitsOf(*trainer);
  ASSERT_EQ(hits.size(), 3u) << "each once, though the conditions go on holding";
  EXPECT_EQ(hits[0].breakpoint, steep);
  EXPECT_EQ(hits[0].step, 1);
  EXPECT_NEAR(hits[0].value, gradient, 1e-6);
  EXPECT_EQ(hits[1].breakpoint, high);
  EXPECT_EQ(hits[1].step, 4);
  EXPECT_NEAR(hits[1].value, mean + 3 * 0.075, 1e-5);
  EXPECT_EQ(hits[2].breakpoint, falling);
  EXPECT_EQ(hits[2].step, 7);
  EXPECT_NEAR(hits[2].value, -mean - 6 * 0.075, 1e-5);
}

TEST(Breakpoint, IsCheckedEachSoManySteps) {
  const auto trainer = valueOf(Trainer::create(risingPlan(10), openTaskDevice("cpu")));
  valueOf(trainer->advance());
  expectOk(trainer->setBreakpoints({{"fc", Measure::Gradient, Condition::Above, 0.1}}, 3));
  EXPECT_EQ(hitsOf(*trainer).at(0).step, 2);
}

// A weight decay that multiplies the weights by about −1000 in each step, so that they overflow after a dozen.
TEST(Breakpoint, FindsALossThatIsNotANumber) {
  TrainingPlan plan = risingPlan(10, 1000);
  plan.settings.weightDecay = 1;
  plan.endlessEpoch = 40;
  const auto probed = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(probed->probe({{"fc"}, 1}));
  std::int64_t bad = 0;
  for (bool over = false; !over;) {
    const TrainingUpdate update = valueOf(probed->advance());
    over = update.finished || update.trouble;
    if (update.probed && bad == 0 && !std::isfinite(update.probed->loss)) bad = update.probed->step;
  }
  ASSERT_GT(bad, 8);
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(trainer->setBreakpoints(
      {{"", Measure::Loss, Condition::NotFinite, 0}, {"fc", Measure::Output, Condition::NotFinite, 0}}));
  const auto hits = hitsOf(*trainer);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].step, bad);
  EXPECT_FALSE(std::isfinite(hits[0].value));
  EXPECT_EQ(hits[1].step, bad);
  EXPECT_GE(hits[1].value, 1);
}

// For a network of convolution, normalisation and dropout, breakpoints stop where a probe of each step shows the
// condition.
TEST(Breakpoint, FollowsEachMeasureAsProbesDo) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto probed = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(probed->probe({{"conv1", "relu1", "fc1"}, 1}));
  std::vector<std::shared_ptr<const ProbeFrame>> frames;
  for (bool over = false; !over;) {
    const TrainingUpdate update = valueOf(probed->advance());
    if (update.probed) frames.push_back(update.probed);
    over = update.finished;
  }
  for (const auto& [layer, measure] :
       {std::pair("relu1", Measure::Zeros), std::pair("conv1", Measure::Gradient), std::pair("fc1", Measure::Update),
        std::pair("fc1", Measure::Deviation), std::pair("", Measure::Loss)}) {
    Breakpoint breakpoint{layer, measure, Condition::Above, 0};
    std::vector<double> values;
    for (const auto& frame : frames) values.push_back(measuredValue(breakpoint, *frame).value());
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    breakpoint.limit = sorted[sorted.size() / 2];
    SCOPED_TRACE(breakpointText(breakpoint));
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] > breakpoint.limit && (i == 0 || values[i - 1] <= breakpoint.limit))
        expected.push_back(frames[i]->step);
    const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
    expectOk(trainer->setBreakpoints({breakpoint}));
    std::vector<std::int64_t> steps;
    for (const BreakpointHit& hit : hitsOf(*trainer)) steps.push_back(hit.step);
    EXPECT_EQ(steps, expected);
    EXPECT_FALSE(steps.empty());
  }
}

TEST(Breakpoint, LeavesTrainingAsItIs) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  for (const char* device : {"cpu", "reference"}) {
    Story without, with;
    const auto plain = valueOf(Trainer::create(plan, openTaskDevice(device)));
    advance(*plain, without);
    const auto guarded = valueOf(Trainer::create(plan, openTaskDevice(device)));
    expectOk(guarded->setBreakpoints(
        {{"relu1", Measure::Zeros, Condition::Above, 0.2}, {"", Measure::Loss, Condition::NotFinite, 0}}, 2));
    expectOk(guarded->probe({{"conv1", "fc1"}, 3}));
    advance(*guarded, with);
    EXPECT_EQ(with.lines, without.lines) << device;
    expectSameState(valueOf(guarded->checkpoint()), valueOf(plain->checkpoint()));
  }
}

TEST(Breakpoint, NamesTheLayerThatThereIsNot) {
  const auto trainer = valueOf(Trainer::create(risingPlan(10), openTaskDevice("cpu")));
  expectError(trainer->setBreakpoints({{"relu7", Measure::Zeros, Condition::Above, 0.5}}), ErrorCode::NotFound,
              "no layer named \"relu7\"");
  EXPECT_TRUE(hitsOf(*trainer).empty());
}

// An edit of the list does not trigger a breakpoint again whose condition still holds.
TEST(Breakpoint, StaysHeldWhenAnotherIsAdded) {
  const auto trainer = valueOf(Trainer::create(risingPlan(10), openTaskDevice("cpu")));
  const Breakpoint steep{"fc", Measure::Gradient, Condition::Above, 0.1};
  expectOk(trainer->setBreakpoints({steep}));
  EXPECT_EQ(valueOf(trainer->advance()).hits.size(), 1u);
  expectOk(trainer->setBreakpoints({{"", Measure::Loss, Condition::NotFinite, 0}, steep}));
  EXPECT_TRUE(hitsOf(*trainer).empty());
}

// Probes that are limited to a small fraction of the time pause after each measurement; the frames report their cost.
TEST(Probe, RestsSoThatItTakesASmallShareOfTheTime) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  plan.settings.epochs = 40;
  const auto looks = [&](ProbeRequest request) {
    const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
    expectOk(trainer->probe(std::move(request)));
    std::vector<double> costs;
    for (;;) {
      const TrainingUpdate update = valueOf(trainer->advance());
      if (update.probed) costs.push_back(update.probed->cost);
      if (update.finished) return costs;
    }
  };
  const auto each = looks({{"conv1", "fc1"}, 1}), sparing = looks({{"conv1", "fc1"}, 1, 0, 0.1});
  ASSERT_EQ(each.size(), 400u);
  EXPECT_TRUE(std::isnan(each[0]));
  EXPECT_GT(each[200], 0.1) << "each step computed twice";
  EXPECT_LT(sparing.size(), each.size() / 2);
  ASSERT_GT(sparing.size(), 4u);
  for (std::size_t i = 1; i < sparing.size(); ++i) EXPECT_LT(sparing[i], 0.12) << i;
  EXPECT_EQ(looks({{"conv1"}, 1, 1000}).size(), 1u);
}

}  // namespace
}  // namespace fovea::test
